// The app on a device: registers the worker, says how old a kept page is, and sees to it that nothing kept outlives who it
// belongs to. The worker guards the pages, this guards what scripts keep.
(() => {
  "use strict";

  const whose = document.cookie.match(/(?:^|; )whose=([0-9a-f]+)/)?.[1] ?? "";
  const secure = window.isSecureContext && "serviceWorker" in navigator;
  const language = document.documentElement.lang;

  function forget() {
    for (const key of Object.keys(localStorage)) if (/^(queued|sheet)\./.test(key)) localStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("plan.")) sessionStorage.removeItem(key);
    return window.caches ? caches.delete("own") : Promise.resolve();
  }

  try {
    const before = localStorage.getItem("whose");
    if (whose && before && before !== whose) forget();
    if (whose) localStorage.setItem("whose", whose);
  } catch { /* a browser that keeps nothing has nothing to forget */ }
  addEventListener("submit", (event) => {
    if (!event.target.matches("[data-leaves]")) return;
    forget();
    localStorage.removeItem("whose");
    if (secure) navigator.serviceWorker.ready.then((ready) => ready.pushManager?.getSubscription()).then((had) => had?.unsubscribe()).catch(() => {});
  });

  async function register() {
    const began = navigator.serviceWorker.controller;
    await navigator.serviceWorker.register("/sw.js");
    const ready = await navigator.serviceWorker.ready;
    if (!began) ready.active?.postMessage("keep");
  }
  if (secure && whose) register().catch(() => {}); // without it the app is a page like any other

  function when(at) {
    return new Intl.DateTimeFormat(language, { month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" }).format(new Date(Number(at)));
  }

  function age() {
    const at = document.documentElement.dataset.kept;
    const banner = document.getElementById("offline");
    if (!at || !banner) return;
    banner.textContent = document.getElementById("queued").dataset.kept.replace("@", when(at));
    banner.hidden = false; // live.js takes it away when the page is heard of again
  }
  addEventListener("online", () => {
    if (!document.documentElement.dataset.kept) return;
    if (window.sendQueued) window.sendQueued().finally(() => location.reload()); else location.reload();
  });

  async function list() {
    const section = document.querySelector("[data-kept-pages]");
    if (!section || !window.caches || !(await caches.has("own"))) return false;
    const own = await caches.open("own");
    const place = section.querySelector("[data-kept-list]");
    const rows = [];
    for (const request of (await own.keys()).reverse()) {
      const answer = await own.match(request);
      const at = answer.headers.get("X-Kept");
      if (at) rows.push(row(new URL(request.url), decodeURIComponent(answer.headers.get("X-Title")), place.dataset.age.replace("@", when(at))));
    }
    place.replaceChildren(...rows);
    section.hidden = !place.children.length;
    return !section.hidden;
  }

  function row(url, title, aged) {
    const item = document.createElement("li");
    item.className = "row";
    const link = item.appendChild(document.createElement("a"));
    link.href = url.pathname + url.search;
    const text = document.createElement("textarea");
    text.innerHTML = title; // a title's text, its entities resolved; nothing in a textarea is ever an element
    link.textContent = text.value.split(" · ").slice(0, -1).join(" · ") || text.value;
    const small = item.appendChild(document.createElement("span"));
    small.className = "cap";
    small.textContent = aged;
    return item;
  }

  let install = null;
  addEventListener("beforeinstallprompt", (event) => { install = event; here(); });

  async function here() {
    const place = document.querySelector("[data-phone]");
    if (!place) return;
    place.hidden = false;
    const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
    const says = { insecure: !window.isSecureContext, old: window.isSecureContext && !secure, ready: secure, ios: secure && navigator.standalone === false };
    for (const one of place.querySelectorAll("[data-phone-says]")) one.hidden = !says[one.dataset.phoneSays];
    place.querySelector("[data-install]").hidden = !install || installed;
    place.querySelector("[data-forget]").hidden = !(await list());
  }

  addEventListener("click", async (event) => {
    if (event.target.closest("[data-install]") && install) { await install.prompt(); install = null; here(); }
    if (event.target.closest("[data-forget]")) { await caches.delete("own"); await here(); }
  });

  addEventListener("DOMContentLoaded", () => { age(); here(); list(); });
})();
