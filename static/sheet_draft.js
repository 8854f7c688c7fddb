/* What is typed into a sheet and not saved stays on the device, since a phone throws pages away that are out of sight. It is
   offered when the form is opened again, and asked of the server like any other form: a sheet that has changed meanwhile says so.
   It goes when it is saved or put away, when its person signs out, and when somebody else signs in (phone.js). */
(() => {
  const NAME = "sheet.", REST_MS = 400, APART = ["csrfmiddlewaretoken", "act", "made_from", "code"];
  const person = () => document.cookie.match(/(?:^|; )whose=([0-9a-f]+)/)?.[1] ?? "";
  const whose = person();
  const here = NAME + location.pathname;
  const form = document.getElementById("sheet-form");

  function kept(key) {
    try {
      const found = JSON.parse(localStorage.getItem(key));
      return found?.whose === whose && Array.isArray(found.fields) ? found : null;
    } catch { return null; }
  }
  /* a page that is still open when its person has signed out in another keeps nothing any more */
  const put = (key, draft) => {
    if (person() !== whose) return;
    try { localStorage.setItem(key, JSON.stringify(draft)); } catch { /* it stands on the page alone */ }
  };
  const drop = (key) => localStorage.removeItem(key);

  if (!whose) return;
  if (!form) { saved(); return; }

  /* a form that led on to the sheet itself is saved; one that came back, or never arrived, is not */
  function saved() {
    const from = document.referrer && new URL(document.referrer);
    if (from && from.origin === location.origin && kept(NAME + from.pathname)?.sent) drop(NAME + from.pathname);
  }

  const typed = () => [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "act"].includes(name));
  const words = (fields) => JSON.stringify(fields.filter(([name]) => !APART.includes(name)));
  const keep = (more = {}) => put(here, { whose, at: Date.now(), fields: typed(), ...more });

  const before = kept(here);
  const offer = document.querySelector("[data-kept-sheet]");
  /* some browsers fill a form that is loaded again in as it was left */
  const filled = [...form.elements].some((one) => /^(text|textarea|number)$/.test(one.type) && one.value !== one.defaultValue);
  let touched = form.hasAttribute("data-unsaved");
  let open = Boolean(before) && !touched && words(before.fields) !== words(typed());
  let rest = 0;
  if (touched) keep(); else if (before && !open && !filled) drop(here);
  if (open) ask();

  function ask() {
    put(here, { ...before, sent: false });
    const at = new Intl.DateTimeFormat(document.documentElement.lang, { month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" });
    offer.querySelector("[data-at]").textContent = at.format(before.at);
    offer.hidden = false;
    offer.querySelector("[data-go-on]").addEventListener("click", goOn);
    offer.querySelector("[data-put-away]").addEventListener("click", () => { drop(here); open = false; offer.hidden = true; if (touched) keep(); });
  }

  function goOn() {
    const again = document.createElement("form");
    again.method = "post";
    const token = ["csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value];
    for (const [name, value] of [...before.fields, token, ["act", "again"]]) {
      const field = document.createElement("textarea"); // keeps line breaks, as an input does not
      [field.name, field.value] = [name, value];
      again.append(field);
    }
    again.hidden = true;
    document.body.append(again);
    again.submit();
  }

  /* what is offered and not answered yet is not written over */
  const later = () => { touched = true; clearTimeout(rest); rest = setTimeout(now, REST_MS); };
  const now = () => { clearTimeout(rest); if (touched && !open) keep(); };
  form.addEventListener("input", later);
  form.addEventListener("htmx:afterSettle", later); // a row more or less
  form.addEventListener("submit", (event) => {
    if (open || (event.submitter?.value ?? "save") !== "save") return;
    clearTimeout(rest);
    keep({ sent: true });
    touched = false;
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) now(); });
  addEventListener("pagehide", now);
})();
