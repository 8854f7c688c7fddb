// Cards that are played together: a tap lays a card, a second one turns it over where that is allowed, the next takes it
// back. What may be played stands in the form (data-legal), so nothing is offered that the rules would refuse.
(() => {
  "use strict";

  const forms = new WeakMap(); // form -> the laid cards in their order: [button, "up" | "down"]

  const laid = (form) => forms.get(form) ?? [];
  const codes = (cards, face) => cards.filter(([, lies]) => lies === face).map(([button]) => button.dataset.card).sort();
  const within = (few, many) => {
    const left = [...many];
    return few.every((code) => { const at = left.indexOf(code); if (at >= 0) left.splice(at, 1); return at >= 0; });
  };
  const legal = (form) => JSON.parse(form.dataset.legal);
  const fits = (form, cards) => legal(form).some((set) => within(codes(cards, "up"), set.up) && within(codes(cards, "down"), set.down));
  const exact = (form, cards) => legal(form).find((set) =>
    fits(form, cards) && set.up.length === codes(cards, "up").length && set.down.length === codes(cards, "down").length
    && within(codes(cards, "up"), set.up) && within(codes(cards, "down"), set.down));

  // The states of a card, in the order of taps; what could never be completed is left out.
  function turned(form, button) {
    const cards = laid(form);
    const at = cards.findIndex(([one]) => one === button);
    const faces = at < 0 ? ["up", "down"] : cards[at][1] === "up" ? ["down"] : [];
    for (const face of faces) {
      const tried = at < 0 ? [...cards, [button, face]] : cards.map((one, place) => (place === at ? [button, face] : one));
      if (fits(form, tried)) return tried;
    }
    if (at >= 0) return cards.filter((_, place) => place !== at);
    for (const face of faces) if (fits(form, [[button, face]])) return [[button, face]]; // begin anew with this one
    return cards;
  }

  function show(form) {
    const cards = laid(form);
    for (const button of form.querySelectorAll("[data-card]")) {
      const at = cards.findIndex(([one]) => one === button);
      const said = button.querySelector(".g-picked");
      button.setAttribute("aria-pressed", String(at >= 0));
      button.dataset.lies = at < 0 ? "" : cards[at][1];
      said.textContent = at < 0 ? "" : `${at + 1} · ${said.dataset[cards[at][1]]}`;
    }
    form.querySelectorAll("[data-chosen]").forEach((field) => field.remove());
    for (const [button, face] of cards) {
      const field = Object.assign(document.createElement("input"), { type: "hidden", name: face, value: button.dataset.card });
      field.dataset.chosen = "";
      form.append(field);
    }
    const set = exact(form, cards);
    const play = form.querySelector("button[type=submit]");
    play.disabled = !set;
    play.setAttribute("aria-disabled", String(!set));
    const outcome = form.querySelector("[data-outcome]");
    outcome.textContent = set
      ? [set.power === null ? "" : outcome.dataset.power.replace("#", set.power), outcome.dataset.mana.replace("#", set.mana)].filter(Boolean).join(" · ")
      : outcome.dataset.none;
  }

  addEventListener("click", (event) => {
    const button = event.target.closest("[data-picker] [data-card]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const form = button.closest("[data-picker]");
    forms.set(form, turned(form, button));
    show(form);
  });
  const ready = (root) => root.querySelectorAll?.("[data-picker]").forEach(show);
  addEventListener("DOMContentLoaded", () => ready(document));
  addEventListener("htmx:load", (event) => ready(event.detail.elt.parentElement ?? document));

  // Cards that pay: the buttons wait until as many are ticked as are asked for.
  const due = (form) => {
    const ticked = form.querySelectorAll("[name=card]:checked").length;
    const fits = ticked >= Number(form.dataset.least) && ticked <= Number(form.dataset.most);
    form.querySelectorAll("button").forEach((button) => { button.disabled = !fits; });
  };
  const count = (root) => root.querySelectorAll?.("[data-pick]").forEach(due);
  addEventListener("change", (event) => { const form = event.target.closest("[data-pick]"); if (form) due(form); });
  addEventListener("DOMContentLoaded", () => count(document));
  addEventListener("htmx:load", (event) => count(event.detail.elt.parentElement ?? document));

  // What somebody has opened or shut, and how he is about to say that he wants to be asked, stays so when its fragment comes anew.
  const minded = new Map();
  // Counts in a summary change.
  const name = (one) => one.matches("details") ? one.querySelector("summary")?.textContent.replace(/[\d\s]+/g, "") : `${one.name} ${one.value}`;
  function place(one) {
    const around = one.closest("[id]:not(details)") ?? document.body;
    const alike = [...around.querySelectorAll(one.localName)].filter((other) => name(other) === name(one));
    return `${around.id} ${name(one)} ${alike.indexOf(one)}`;
  }
  addEventListener("click", (event) => {
    const shutter = event.target.closest("details > summary")?.parentElement;
    if (shutter) minded.set(place(shutter), !shutter.open);
  });
  addEventListener("change", (event) => {
    if (event.target.type !== "radio") return;
    for (const one of event.target.form.elements) if (one.type === "radio") minded.set(place(one), one.checked);
  });
  addEventListener("submit", (event) => {
    for (const one of event.target.elements) if (one.type === "radio") minded.delete(place(one));
  });
  addEventListener("htmx:load", (event) => {
    for (const one of event.detail.elt.querySelectorAll?.("details, input[type=radio]") ?? []) {
      const kept = minded.get(place(one));
      if (kept !== undefined) one[one.matches("details") ? "open" : "checked"] = kept;
    }
  });
})();
