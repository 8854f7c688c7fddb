// The plan builder: tap a card, it goes to the next slot. The form's own choice fields hold the plan; this script only lays
// cards over them. It knows no rule but how many cards are left: whatever else is wrong, the server says.
(() => {
  "use strict";

  let sealing = false;

  function start() {
    const form = document.getElementById("plan-form");
    if (form && !form.dataset.ready) build(form);
  }

  function build(form) {
    form.dataset.ready = "1";
    form.classList.add("by-hand");
    const key = `plan.${form.dataset.planner}`;
    const fields = [...form.querySelectorAll("select")];
    const hand = document.getElementById("hand");
    const cards = [...hand.querySelectorAll("[data-card]")];
    const left = new Map(cards.map((card) => [card.dataset.card, Number(card.dataset.left ?? Infinity)]));
    const faces = new Map(cards.map((card) => [card.dataset.card, document.getElementById(card.dataset.face)]));
    const rows = [...form.querySelectorAll("[data-target]")];
    const laid = new Set(); // fields somebody chose, Wait included
    const history = [];
    let row = 0;
    let next = 0;

    restore();
    fields.forEach((field) => { if (field.value !== "wait") laid.add(field.name); });
    next = firstOpen();
    draw();

    function field(r, n) { return rows[r].querySelectorAll("select")[n]; }
    function length() { return rows[row].querySelectorAll("select").length; }
    function used(word) { return fields.filter((one) => one.value === word).length; }
    function firstOpen() {
      for (let n = 0; n < length(); n += 1) if (!laid.has(field(row, n).name)) return n;
      return length();
    }

    function lay(word, n = next) {
      if (n >= length()) return;
      const place = field(row, n);
      if (word !== place.value && left.get(word) - used(word) <= 0) return;
      history.push([place.name, place.value, laid.has(place.name), next]);
      place.value = word;
      laid.add(place.name);
      next = firstOpen();
      keep();
      draw();
      rows[row].querySelectorAll("[data-place]")[Math.min(next, length() - 1)]?.scrollIntoView({ block: "nearest", inline: "center" });
    }

    function undo() {
      const last = history.pop();
      if (!last) return;
      const [name, value, was, before] = last;
      fields.find((one) => one.name === name).value = value;
      if (!was) laid.delete(name);
      next = before;
      keep();
      draw();
    }

    function move(from, to) {
      if (from === to || from < 0 || to < 0) return;
      const words = [...Array(length()).keys()].map((n) => [field(row, n).value, laid.has(field(row, n).name)]);
      words.splice(to, 0, words.splice(from, 1)[0]);
      words.forEach(([word, chosen], n) => {
        const place = field(row, n);
        place.value = word;
        if (chosen) laid.add(place.name); else laid.delete(place.name);
      });
      next = firstOpen();
      keep();
      draw();
    }

    function keep() {
      sessionStorage.setItem(key, JSON.stringify(fields.filter((one) => laid.has(one.name)).map((one) => [one.name, one.value])));
    }

    function restore() {
      try {
        for (const [name, word] of JSON.parse(sessionStorage.getItem(key) ?? "[]")) {
          const place = fields.find((one) => one.name === name);
          if (place && [...place.options].some((option) => option.value === word)) { place.value = word; laid.add(name); }
        }
      } catch { sessionStorage.removeItem(key); }
    }

    function draw() {
      rows.forEach((list, r) => {
        list.hidden = r !== row;
        list.querySelectorAll("[data-slot]").forEach((slot, n) => drawSlot(slot, list.querySelectorAll("select")[n], n, r === row));
      });
      for (const card of cards) drawCard(card);
      const prompt = form.querySelector("[data-prompt]");
      prompt.textContent = next < length() ? prompt.dataset.pick.replace("#", String(next + 1)) : prompt.dataset.full;
      const filled = [...Array(length()).keys()].filter((n) => rows.some((_, r) => laid.has(field(r, n).name))).length;
      const count = form.querySelector("[data-count]");
      count.textContent = count.dataset.form.replace("#f", String(filled)).replace("#s", String(length()));
      const seal = document.querySelector("#seal-button small");
      if (seal) seal.textContent = filled === length() ? seal.dataset.done : seal.dataset.empty;
      form.querySelector("[data-undo]").disabled = history.length === 0;
    }

    function drawSlot(slot, place, n, current) {
      const button = slot.querySelector("[data-place]");
      const chosen = laid.has(place.name);
      button.hidden = false;
      place.hidden = true;
      const face = faces.get(place.value) ?? faces.get("wait");
      button.replaceChildren(face.content.firstElementChild.cloneNode(true));
      const word = place.selectedOptions[0].textContent;
      button.setAttribute("aria-label", `${place.getAttribute("aria-label")}: ${word}`);
      slot.classList.toggle("empty", !chosen);
      slot.classList.toggle("next", current && n === next);
      button.toggleAttribute("aria-current", current && n === next);
    }

    function drawCard(card) {
      const word = card.dataset.card;
      const rest = left.get(word) - used(word);
      const out = word !== "wait" && rest <= 0;
      card.classList.toggle("is-out", out);
      card.setAttribute("aria-disabled", String(out));
      const text = card.querySelector("[data-left-text]");
      if (text && Number.isFinite(rest)) text.textContent = out ? text.dataset.none : text.dataset.one.replace("#", String(rest));
      card.querySelectorAll(".tally path").forEach((bar, n) => bar.setAttribute("class", n < rest ? "on" : "off"));
    }

    hand.addEventListener("click", (event) => {
      const card = event.target.closest("[data-card]");
      if (card) lay(card.dataset.card);
    });
    form.addEventListener("click", (event) => {
      if (event.target.closest("[data-undo]")) { undo(); return; }
      const slot = event.target.closest("[data-slot]");
      if (slot) { next = Number(slot.dataset.slot) - 1; draw(); }
    });
    form.querySelectorAll("[name=target]").forEach((choice, r) => choice.addEventListener("change", () => {
      row = r;
      next = firstOpen();
      draw();
    }));
    form.addEventListener("submit", () => { sealing = true; });
    keys(form, {
      lay: (n) => cards[n] && lay(cards[n].dataset.card),
      undo,
      step: (by) => { next = Math.max(0, Math.min(length() - 1, next + by)); draw(); rows[row].querySelectorAll("[data-place]")[next].focus(); },
      shift: (by) => { const to = next + by; if (to >= 0 && to < length()) { const from = next; move(from, to); next = to; draw(); rows[row].querySelectorAll("[data-place]")[to].focus(); } },
    });
    drag(form, (from, to) => move(from, to));
  }

  // Digits lay, arrows move, Shift and an arrow take the card along, Backspace takes back.
  function keys(form, act) {
    document.addEventListener("keydown", (event) => {
      if (!form.isConnected || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches("input, textarea, select")) return;
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (/^[1-9]$/.test(event.key)) act.lay(Number(event.key) - 1);
      else if (event.key === "Backspace") act.undo();
      else if (way && event.shiftKey) act.shift(way);
      else if (way) act.step(way);
      else return;
      event.preventDefault();
    });
  }

  function drag(form, moved) {
    let from = null;
    let begun = 0;
    form.addEventListener("pointerdown", (event) => {
      const slot = event.target.closest("[data-slot]");
      from = slot ? Number(slot.dataset.slot) - 1 : null;
      begun = event.clientX;
    });
    form.addEventListener("pointermove", (event) => {
      if (from === null || Math.abs(event.clientX - begun) < 12) return;
      form.querySelectorAll("[data-slot]").forEach((slot) => slot.classList.toggle("lifted", Number(slot.dataset.slot) - 1 === from));
    });
    addEventListener("pointerup", (event) => {
      if (from === null) return;
      form.querySelectorAll(".lifted").forEach((slot) => slot.classList.remove("lifted"));
      const slot = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-slot]");
      if (slot && form.contains(slot) && Math.abs(event.clientX - begun) >= 12) moved(from, Number(slot.dataset.slot) - 1);
      from = null;
    });
  }

  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("htmx:load", () => {
    start();
    const stamp = document.querySelector("#plan .stamp");
    if (stamp && sealing) { stamp.classList.add("stamped"); forget(); sealing = false; }
  });
  document.addEventListener("htmx:responseError", () => { sealing = false; });

  function forget() {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("plan.")) sessionStorage.removeItem(key);
  }
})();
