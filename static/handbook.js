// Finding in the rules page: rules that hold what is typed stay, by their words, their number or the initials of their words.
(() => {
  "use strict";

  const form = document.querySelector(".seek");
  const field = form?.querySelector("input");
  const said = form?.querySelector("[role=status]");
  if (!field) return;

  const INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
  const plain = (text) => text.normalize("NFC").toLowerCase();
  const initials = (text) => text.replace(/[가-힣]/g, (one) => INITIALS[Math.floor((one.charCodeAt(0) - 0xac00) / 588)]);
  const rules = [...document.querySelectorAll(".rule")].map((rule) => {
    const text = plain(rule.textContent);
    return { rule, text, initials: initials(text) };
  });
  const chapters = [...document.querySelectorAll(".chapter")];

  function seek() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const one of rules) {
      const fits = words.every((word) => (/^[ㄱ-ㅎ]+$/.test(word) ? one.initials : one.text).includes(word));
      one.rule.hidden = !fits;
      found += fits;
    }
    for (const chapter of chapters) chapter.hidden = !chapter.querySelector(".rule:not([hidden])");
    document.body.classList.toggle("seeking", words.length > 0);
    said.textContent = words.length && !found ? said.dataset.none : "";
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", seek);
  // A link to a rule that the search has put away shows it again.
  addEventListener("hashchange", () => { if (document.querySelector(".rule:target[hidden]")) { field.value = ""; seek(); } });
})();
