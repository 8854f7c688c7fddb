// A plan that was sealed without signal waits on this device and is sent when there is one; what became of it is said by the
// server, and stays on the screen until it was read. A phone is often opened on another page, so every page sends.
(() => {
  "use strict";

  const AGAIN_MS = 15000;
  const DOWN = [502, 503, 504];
  const NAME = "queued.";
  const place = () => document.getElementById("queued");
  const whose = () => document.cookie.match(/(?:^|; )whose=([0-9a-f]+)/)?.[1] ?? "";

  function all() {
    const found = [];
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(NAME)).sort()) {
      try {
        const item = JSON.parse(localStorage.getItem(key));
        if (item.whose === whose()) found.push([key, item]);
      } catch { localStorage.removeItem(key); }
    }
    return found;
  }
  const keep = (key, item) => localStorage.setItem(key, JSON.stringify(item));

  function put(form) {
    const button = document.querySelector(".top .ttl");
    keep(NAME + form.dataset.planner, {
      whose: whose(),
      to: form.dataset.queued,
      page: location.pathname + location.search,
      title: button ? button.firstChild.textContent.trim() : document.title,
      planner: form.dataset.planner,
      fields: [...new FormData(form)],
    });
    draw();
  }

  addEventListener("htmx:sendError", (event) => { if (event.detail.elt?.dataset?.queued) put(event.detail.elt); });
  addEventListener("htmx:timeout", (event) => { if (event.detail.elt?.dataset?.queued) put(event.detail.elt); });
  addEventListener("htmx:responseError", (event) => {
    if (event.detail.elt?.dataset?.queued && DOWN.includes(event.detail.xhr.status)) put(event.detail.elt);
  });
  // What got through by itself needs no copy any more.
  addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.detail.elt?.dataset?.queued) { localStorage.removeItem(NAME + event.detail.elt.dataset.planner); draw(); }
  });

  let running = null;
  function send() {
    running ??= sendAll().finally(() => { running = null; draw(); });
    return running;
  }
  async function sendAll() {
    const once = navigator.locks ? (work) => navigator.locks.request("queued", work) : (work) => work();
    await once(async () => {
      for (const [key, item] of all()) if (!item.outcome) await sendOne(key, item);
    });
  }
  async function sendOne(key, item) {
    const body = new FormData();
    item.fields.forEach(([name, value]) => body.append(name, value));
    let answer;
    try {
      const headers = JSON.parse(document.body.getAttribute("hx-headers"));
      answer = await fetch(item.to, { method: "POST", body, headers, redirect: "error" });
    } catch { return; }
    if (answer.headers.get("X-Whose") !== item.whose) return; // signed out meanwhile: it waits for its owner
    const outcome = answer.headers.get("X-Outcome");
    const said = outcome ? await answer.text() : "";
    // The page may have sealed anew, or another tab have sent it, while this was under way.
    const now = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!now || JSON.stringify(now.fields) !== JSON.stringify(item.fields)) return;
    if (outcome) keep(key, { ...item, outcome, said });
    else if (answer.status === 404) keep(key, { ...item, outcome: "gone", said: "" });
    else if (answer.status === 403 && !document.documentElement.dataset.kept) keep(key, { ...item, outcome: "gone", said: "" });
  }
  window.sendQueued = send;

  function draw() {
    const box = place();
    if (!box) return;
    box.replaceChildren(...all().map(([key, item]) => note(key, item, box.dataset)));
    box.hidden = !box.children.length;
  }
  function note(key, item, texts) {
    const one = document.createElement("div");
    one.className = "banner";
    one.dataset.outcome = item.outcome ?? "waiting";
    one.setAttribute("role", item.outcome ? "alert" : "status");
    const inner = one.appendChild(document.createElement("div"));
    inner.className = "grow";
    const line = inner.appendChild(document.createElement("p"));
    if (item.said) line.innerHTML = item.said; // the server's own fragment
    else line.textContent = (item.outcome ? texts.gone : texts.waiting).replace("@", item.title);
    const acts = inner.appendChild(document.createElement("div"));
    acts.className = "row-acts";
    const act = (text, done) => {
      const button = acts.appendChild(document.createElement("button"));
      Object.assign(button, { type: "button", className: "btn btn-quiet", textContent: text, onclick: done });
    };
    const drop = () => { localStorage.removeItem(key); draw(); };
    if (!item.outcome) { act(texts.send, send); act(texts.drop, drop); return one; }
    const form = document.getElementById("plan-form");
    if (item.outcome !== "taken" && layable(form, item)) act(texts.again, () => lay(form, key, item));
    act(texts.close, drop);
    return one;
  }

  // What came too late can be laid again where the same hand plans now.
  function layable(form, item) {
    return form?.dataset.planner && form.dataset.planner.replace(/\.\d+$/, "") === item.planner.replace(/\.\d+$/, "");
  }
  function lay(form, key, item) {
    const cards = item.fields.filter(([name, value]) => /^[as]-/.test(name) && value !== "wait");
    sessionStorage.setItem(`plan.${form.dataset.planner}`, JSON.stringify(cards));
    localStorage.removeItem(key);
    location.reload();
  }

  function look() { draw(); if (all().some(([, item]) => !item.outcome)) send(); }
  addEventListener("DOMContentLoaded", look);
  addEventListener("online", send);
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  addEventListener("storage", draw);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  setInterval(() => { if (!document.hidden && all().some(([, item]) => !item.outcome)) send(); }, AGAIN_MS);
})();
