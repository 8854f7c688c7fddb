/* Comforts for writing in a thread. Without this script everything is read, written and kept by plain forms. */
(() => {
  "use strict";
  const form = document.getElementById("write");
  const text = document.getElementById("text");
  const posts = document.getElementById("posts");
  const NEAR = 160;
  const atEnd = () => document.documentElement.scrollHeight - innerHeight - scrollY < NEAR;
  const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });

  /* A thread is opened at its newest post, unless an address names a place in it. */
  const asked = new URLSearchParams(location.search);
  if (posts && !location.hash && !asked.has("at") && !asked.has("after")) addEventListener("load", toEnd);

  /* What comes while one reads at the end is scrolled to; elsewhere the page stays where it is. */
  if (posts) {
    let end = atEnd();
    addEventListener("scroll", () => { end = atEnd(); }, { passive: true });
    new MutationObserver(() => { if (end) toEnd(); }).observe(posts, { childList: true, subtree: true });
  }
  if (!form || !text) return;

  /* The server has the post: the page goes on with an empty line, the same voice and the same readers. What was typed while
     the post was on its way is the beginning of the next one, and drafts made meanwhile say what was sent. */
  const { ahead, ahead_text: sent } = form.elements;
  const says = (arrival, said) => { ahead.value = arrival; sent.value = said; };
  let ticked = [];
  addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt !== form) return;
    says(form.elements.arrival.value, text.value);
    ticked = [...form.querySelectorAll("[name=sealed]:checked, [name=asks]:checked")];
  });
  addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== form) return;
    if (event.detail.xhr?.status === 422) says("", ""); // no answer at all may be a post whose answer was lost
    if (!event.detail.xhr?.getResponseHeader("X-Posted")) return;
    ticked.forEach((box) => { box.checked = false; });
    document.getElementById("preview").textContent = "";
    if (text.dataset.composing) text.addEventListener("compositionend", () => setTimeout(takeAway), { once: true });
    else takeAway();
    toEnd();
  });
  function takeAway() {
    const said = sent.value;
    says("", "");
    if (text.value.startsWith(said)) text.setRangeText("", 0, text.value.length - text.value.slice(said.length).trimStart().length);
    if (text.value) text.dispatchEvent(new Event("input", { bubbles: true })); // a draft again, of the next post
    else form.classList.remove("open");
  }

  /* What the server does not have yet when the page is left goes along as a draft; one that is on its way is cut off then. */
  const state = () => `${form.elements.arrival.value} ${text.value}`;
  let kept = state();
  const carried = new WeakMap(); // a draft's request -> what it takes along
  addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig?.path === form.dataset.draft) carried.set(detail.xhr, state());
  });
  addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful && carried.has(detail.xhr)) kept = carried.get(detail.xhr);
  });
  const leave = () => {
    if (text.value.trim() && state() !== kept && navigator.sendBeacon(form.dataset.draft, new FormData(form))) kept = state();
  };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); }); // a phone may throw a page away unsaid

  /* A dice button writes its roll on a line of its own. */
  form.addEventListener("click", (event) => {
    const roll = event.target.closest("[data-insert]")?.dataset.insert;
    if (!roll) return;
    const before = text.value.slice(0, text.selectionStart);
    const lead = before && !before.endsWith("\n") ? "\n" : "";
    text.setRangeText(lead + roll, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
  });

  /* With a keyboard Ctrl or Cmd and Enter posts; never in the middle of a syllable. */
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit(form.querySelector(".send"));
    }
  });
})();
