// Turns notifications of this browser on and off, on the page where people settle how they are reminded.
(() => {
  "use strict";

  const place = () => document.querySelector("[data-push]");
  const headers = () => ({ "Content-Type": "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) });
  const possible = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

  async function subscription() {
    const ready = await navigator.serviceWorker.ready;
    return ready.pushManager.getSubscription();
  }

  function say(word) {
    for (const one of place().querySelectorAll("[data-push-says]")) one.hidden = one.dataset.pushSays !== word;
    place().querySelector("[data-push-on]").hidden = !["off", "failed"].includes(word);
    place().querySelector("[data-push-off]").hidden = word !== "on";
  }

  async function look() {
    if (!place()) return;
    if (!possible) { say(window.isSecureContext ? "old" : "insecure"); return; }
    if (Notification.permission === "denied") { say("denied"); return; }
    say((await subscription()) && Notification.permission === "granted" ? "on" : "off");
  }

  async function on() {
    if ((await Notification.requestPermission()) !== "granted") { await look(); return; }
    const ready = await navigator.serviceWorker.ready;
    const key = bytes(place().dataset.push);
    try {
      let made = await ready.pushManager.getSubscription();
      const had = made?.options.applicationServerKey;
      if (had && String(new Uint8Array(had)) !== String(key)) { await made.unsubscribe(); made = null; } // the server has another key now
      made ??= await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const answer = await fetch(place().dataset.pushTo, { method: "POST", headers: headers(), body: JSON.stringify(made) });
      if (!answer.ok) { await made.unsubscribe(); throw new Error(String(answer.status)); }
      location.reload(); // the list of devices is the server's
    } catch { say("failed"); }
  }

  async function off() {
    const made = await subscription();
    if (made) {
      const body = new FormData();
      body.set("endpoint", made.endpoint);
      const { "Content-Type": _, ...rest } = headers();
      await fetch(place().dataset.pushOffTo, { method: "POST", headers: rest, body });
      await made.unsubscribe();
    }
    location.reload();
  }

  addEventListener("click", (event) => {
    if (event.target.closest("[data-push-on]")) on();
    if (event.target.closest("[data-push-off]")) off();
  });
  addEventListener("DOMContentLoaded", () => { look().catch(() => say("failed")); });
})();
