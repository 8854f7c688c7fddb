// The page's end of the live channel: reads the stream of the page, puts each fragment in its place, says when the line is
// cut and mends it. A fragment is one element with an id; what the page does not show is left out.
(() => {
  "use strict";

  const QUIET_MS = 4500; // no heartbeat for so long: tell the reader
  const DEAD_MS = 10000; // and for so long: the connection is gone
  const AWAY_MS = 30000; // a page out of sight gives its connection back

  const banner = () => document.getElementById("offline");
  let reader = null; // AbortController of the open stream
  let quiet = 0;
  let dead = 0;
  let away = 0;
  let pause = 1000;
  let retry = 0;
  let alive = false; // the stream has been heard lately
  const served = new Map(); // fragment id -> its HTML as the server last sent it, before any script touched it
  // A page's forms carry a token for whoever has no scripts, which a stream does not: no reason to lay anything anew.
  const bare = (html) => html.replace(/<input type="hidden" name="csrfmiddlewaretoken"[^>]*>/g, "");
  document.querySelectorAll("[data-fragment]").forEach((one) => served.set(one.id, bare(one.outerHTML)));

  const url = () => document.querySelector("[data-stream]")?.dataset.stream;
  const tell = (cut) => { const place = banner(); if (place && place.hidden === cut) place.hidden = !cut; };

  function heard() {
    clearTimeout(quiet);
    clearTimeout(dead);
    tell(false);
    alive = true;
    quiet = setTimeout(() => { alive = false; tell(true); }, QUIET_MS);
    dead = setTimeout(again, DEAD_MS);
  }

  function shut() {
    clearTimeout(quiet);
    clearTimeout(dead);
    clearTimeout(retry);
    reader?.abort();
    reader = null;
    alive = false;
  }

  function again() {
    shut();
    tell(true);
    retry = setTimeout(open, pause * (0.5 + Math.random()));
    pause = Math.min(pause * 2, 8000);
  }

  async function open() {
    const from = url();
    if (!from || reader) return;
    const mine = reader = new AbortController();
    try {
      const answer = await fetch(from, { signal: mine.signal, headers: { Accept: "text/event-stream" }, cache: "no-store" });
      if ([401, 403, 404].includes(answer.status)) { location.reload(); return; } // the seat is gone: let the page say so
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      await follow(answer.body.pipeThrough(new TextDecoderStream()).getReader());
      throw new Error("ended");
    } catch {
      if (reader === mine) again();
    }
  }

  async function follow(stream) {
    let text = "";
    let first = true;
    for (;;) {
      const { value, done } = await stream.read();
      if (done) return;
      heard();
      pause = 1000;
      text += value;
      for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
        const lines = text.slice(0, end).split("\n");
        const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
        if (data.length) { place(data.join("\n"), first); first = false; }
      }
    }
  }

  // Puts each fragment in its place. A page that comes back gets the end state without motion; what is told while it watches
  // may move, once.
  function place(html, still) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    for (const fresh of [...parsed.content.children]) {
      const old = document.getElementById(fresh.id);
      const sent = fresh.outerHTML;
      if (!old || served.get(fresh.id) === sent || bare(old.outerHTML) === sent) continue;
      served.set(fresh.id, sent);
      for (const told of [fresh, ...fresh.querySelectorAll("[data-told]")]) {
        const before = told.dataset.told && document.getElementById(told.id)?.dataset.told;
        if (!told.dataset.told) continue;
        if (still || before === told.dataset.told) told.classList.add("still");
        else document.documentElement.classList.remove("still");
      }
      whenFree(fresh.id, () => { if (served.get(fresh.id) === sent) lay(document.getElementById(fresh.id), fresh.outerHTML); });
    }
  }

  // Never take a field away from under half a Hangul syllable; the next one often begins as the last one ends.
  function whenFree(id, swap) {
    const field = document.activeElement;
    if (field?.dataset.composing && document.getElementById(id)?.contains(field)) {
      field.addEventListener("compositionend", () => setTimeout(whenFree, 0, id, swap), { once: true });
    } else {
      swap();
    }
  }

  // What somebody has opened or begun to fill in stays so when its fragment comes anew; what he left alone is the server's,
  // and so is all that is hidden. A question is a new one each time; a plan and picked cards are kept by their own scripts.
  const touched = new WeakSet(); // fields, and the summaries of details
  const given = new WeakMap(); // form -> what was touched in it when it was sent
  const MINE = "input:not([type=hidden]), select, textarea, details > summary";
  const THEIRS = ".question, [data-planner], [data-pick], [data-picker]";
  const NEW = ["seen", "csrfmiddlewaretoken", "arrival"];

  function name(one) {
    const around = one.parentElement.closest("[id]")?.id;
    const told = one.closest("[data-told]")?.dataset.told;
    if (!one.form) return [around, told, one.textContent.replace(/[\d\s]+/g, "")].join(" "); // counts change
    const does = [...one.form.elements].filter((each) => each.type === "hidden" && !NEW.includes(each.name)).map((each) => each.value);
    return [around, told, one.form.getAttribute("action"), ...does, one.name, /^(radio|checkbox)$/.test(one.type) ? one.value : ""].join(" ");
  }

  function named(where) {
    const found = new Map();
    for (const one of where.querySelectorAll(MINE)) {
      if (one.closest(THEIRS)) continue;
      let at = 0;
      while (found.has(`${name(one)} ${at}`)) at += 1;
      found.set(`${name(one)} ${at}`, one);
    }
    return found;
  }

  // A button or a link that had the focus has it again if it does the same; of a question there is none that does.
  const PRESSED = "button, a[href]";
  let sent = null; // what a form was sent with: it is disabled meanwhile, and a browser takes the focus from it
  const does = (one) => one.id || [name(one), one.value, one.getAttribute("href"), one.dataset.card].join(" ");
  const pressed = (where, key) => [...where.querySelectorAll(PRESSED)].filter((one) => !one.closest(".question") && does(one) === key);

  function held(old) {
    const one = document.activeElement === document.body ? sent : document.activeElement;
    return one?.matches(PRESSED) && old.contains(one) ? { key: does(one), at: pressed(old, does(one)).indexOf(one) } : null;
  }

  function lay(old, html) {
    const focus = document.activeElement;
    const button = held(old);
    const { selectionStart, selectionEnd } = focus ?? {};
    const before = named(old);
    htmx.swap(old, html, { swapStyle: "outerHTML", settleDelay: 20 });
    const fresh = document.getElementById(old.id);
    if (!fresh) return;
    if (button) pressed(fresh, button.key)[button.at]?.focus({ preventScroll: true });
    for (const [key, was] of before) if (touched.has(was)) fetched(key, was, old, fresh);
    const after = named(fresh);
    for (const [key, was] of before) {
      const now = after.get(key);
      if (!now || now.disabled) continue;
      if (touched.has(was)) carry(was, now);
      if (was !== focus) continue;
      now.focus({ preventScroll: true });
      if (Number.isInteger(selectionStart)) now.setSelectionRange(selectionStart, selectionEnd);
    }
  }

  function carry(was, now) {
    touched.add(now);
    if (now.matches("summary")) now.parentElement.open = was.parentElement.open;
    else if (/^(radio|checkbox)$/.test(now.type)) now.checked = was.checked;
    else if (!now.options || [...now.options].some((one) => one.value === was.value)) now.value = was.value;
  }

  // What a choice has fetched belongs to it: kept where it is being filled in, else asked for anew (htmx must know it first).
  function fetched(key, was, old, fresh) {
    const target = was.getAttribute("hx-target");
    const [had, has] = target ? [old, fresh].map((one) => one.querySelector(target)) : [];
    if (!had || !has) return;
    if ([...had.querySelectorAll(MINE)].some((one) => touched.has(one))) { has.replaceChildren(...had.childNodes); return; }
    setTimeout(() => { const now = fresh.isConnected && named(fresh).get(key); if (now) htmx.trigger(now, "change"); }, 50);
  }

  addEventListener("input", (event) => { touched.add(event.target); });
  addEventListener("click", (event) => { const one = event.target.closest?.("details > summary"); if (one) touched.add(one); });
  addEventListener("focusin", () => { sent = null; });
  addEventListener("pointerdown", () => { sent = null; });
  // A key that is held down presses once: the next slot has the focus as soon as one is open.
  addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter" && event.target.matches("button")) event.preventDefault(); });
  addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
    if (!elt.matches("form")) return;
    sent = elt.contains(document.activeElement) ? document.activeElement : null;
    given.set(elt, [...elt.elements, elt.closest("details")?.querySelector("summary")].filter((one) => touched.has(one)));
    given.get(elt).forEach((one) => touched.delete(one));
  });

  addEventListener("compositionstart", (event) => { event.target.dataset.composing = "1"; });
  addEventListener("compositionend", (event) => { delete event.target.dataset.composing; });
  addEventListener("offline", () => tell(true));
  addEventListener("online", () => { pause = 1000; shut(); open(); });
  addEventListener("pageshow", (event) => { if (event.persisted) { shut(); open(); } });
  addEventListener("pagehide", shut);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(away);
    if (document.hidden) away = setTimeout(shut, AWAY_MS);
    else open();
  });

  // While the stream is heard it brings what a move changed; else the answer to the move does.
  addEventListener("htmx:configRequest", (event) => { if (alive) event.detail.headers["X-Live"] = "1"; });
  addEventListener("htmx:afterRequest", (event) => {
    const answer = event.detail.xhr;
    if (!answer || answer.status < 200 || answer.status > 299) given.get(event.detail.elt)?.forEach((one) => touched.add(one));
    if (answer?.getResponseHeader("X-Fragments")) {
      place(answer.responseText, false);
      const said = document.getElementById("said");
      if (said && !said.hidden) { said.focus(); said.scrollIntoView({ block: "nearest" }); }
    }
  });
  addEventListener("htmx:sendError", () => tell(true)); // what could not be sent stays on the screen
  document.documentElement.classList.add("still"); // a page that is opened or loaded anew shows the end state as well
  addEventListener("DOMContentLoaded", open);

  // On a phone the places do not all fit: the one that is open should be among those in sight.
  addEventListener("DOMContentLoaded", () => {
    const here = document.querySelector(".desk-nav [aria-current]");
    here?.parentElement.scrollTo({ left: here.offsetLeft - here.parentElement.offsetWidth / 2 });
  });

  // What was laid and not sealed goes with the person; the server's Clear-Site-Data is heard over https only.
  addEventListener("submit", (event) => { if (event.target.matches("[data-leaves]")) sessionStorage.clear(); });
})();
