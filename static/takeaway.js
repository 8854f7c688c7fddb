/* Copies a text that stands on the page. Without this script, and where the browser has no clipboard (plain HTTP), the text
   is there to be selected by hand. */
(() => {
  "use strict";

  const select = (field) => { field.focus(); field.select(); };

  async function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      select(field);
      if (!document.execCommand("copy")) return; // it is selected at least
    }
    const before = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = before; }, 2000);
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", () => copy(button));
  }
  for (const field of document.querySelectorAll("[data-select]")) field.addEventListener("click", () => select(field));
})();
