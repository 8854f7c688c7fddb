// The plan builder: tap a card, it goes to the next place. The form's own choice fields hold the plan; this script lays cards
// over them, in a row of slots against one enemy, in a table of targets and slots in a melee. It knows what a gesture lays
// (a chant fills its slots, an area phantasm its targets) and how many cards are left; everything else the engine is asked.
(() => {
  "use strict";

  const WAIT = "wait";
  const ASK_MS = 150; // after the last tap
  const SWIPE_PX = 48;
  let sealing = false;
  const hands = new WeakMap(); // form -> the hand it was built with

  function start() {
    const form = document.getElementById("plan-form");
    if (!form?.querySelector("[data-row]")) return;
    if (!form.dataset.ready) build(form);
    else if (!hands.get(form).isConnected) build(anew(form));
  }

  // A declaration changed the hand alone: the same form again, without what listened for the old hand.
  function anew(form) {
    const fresh = form.cloneNode(true);
    form.replaceWith(fresh);
    htmx.process(fresh);
    return fresh;
  }

  function build(form) {
    form.dataset.ready = "1";
    form.classList.add("by-hand");
    const key = `plan.${form.dataset.planner}`;
    const hand = document.getElementById("hand");
    hands.set(form, hand);
    const rows = [...form.querySelectorAll("[data-row]")].map((element) => ({
      element,
      id: element.dataset.row,
      name: element.dataset.name,
      support: "support" in element.dataset,
      fields: [...element.querySelectorAll("select")],
      places: [...element.querySelectorAll("[data-slot]")],
    }));
    const fields = rows.flatMap((row) => row.fields);
    const length = rows[0].fields.length;
    const grid = rows.length > 1;
    const cards = [...hand.querySelectorAll("[data-card]")].map((element) => ({
      element,
      word: element.dataset.card,
      family: element.dataset.family,
      steps: Number(element.dataset.steps),
      area: "area" in element.dataset,
      left: Number(element.dataset.left ?? Infinity),
      face: document.getElementById(element.dataset.face),
    }));
    const known = new Map(cards.map((card) => [card.word, card]));
    const laid = new Set(); // fields somebody chose, Wait included
    const history = [];
    const engine = engineOf(form);
    let said = ""; // why the last tap did nothing
    let told = { mp: [], faults: {}, cards: {}, at: "" };
    let row = 0;
    let next = 0; // the slot that gets the next card; `length` when all are laid

    restore();
    fields.forEach((field) => { if (field.value !== WAIT) laid.add(field.name); });
    [row, next] = firstOpen(0);
    changed();

    function word(r, n) { return rows[r].fields[n].value; }
    function card(r, n) { return known.get(word(r, n)); }
    function put(r, n, value) { rows[r].fields[n].value = value; laid.add(rows[r].fields[n].name); }
    function take(r, n) { rows[r].fields[n].value = WAIT; laid.delete(rows[r].fields[n].name); }

    // The slots of the chant that slot n belongs to, and the row it is aimed at.
    function chantAt(n) {
      for (let from = 0; from < length;) {
        const r = rows.findIndex((_, at) => (card(at, from)?.steps ?? 1) > 1);
        const steps = r < 0 ? 1 : card(r, from).steps;
        if (n < from + steps) return r < 0 ? null : { row: r, from, to: Math.min(from + steps, length) };
        from += steps;
      }
      return null;
    }

    function clear(n) {
      const chant = chantAt(n);
      for (let at = chant?.from ?? n; at < (chant?.to ?? n + 1); at += 1) rows.forEach((_, r) => take(r, at));
    }

    // What fills its slot alone: a phantasm, a spell, a support. Its slot is shut for every other row.
    function alone(n) {
      return rows.findIndex((_, r) => ["np", "spell", "support"].includes(card(r, n)?.family));
    }
    function shut(r, n) {
      const holder = alone(n);
      return holder >= 0 && word(r, n) === WAIT && r !== holder;
    }

    function used(one) {
      const cells = rows.flatMap((_, r) => [...Array(length).keys()].filter((n) => word(r, n) === one.word));
      return one.family === "np" ? new Set(cells).size : Math.ceil(cells.length / one.steps);
    }
    function rest(one) {
      const counted = told.cards[one.word]?.left;
      return one.family === "support" && counted !== undefined ? counted ?? Infinity : one.left - used(one);
    }

    // Why a card cannot go to the place: a word for its count, a sentence for who taps it all the same.
    function refusal(one) {
      if (next >= length || one.word === WAIT) return "";
      const prompts = form.querySelector("[data-prompt]").dataset;
      if (shut(row, next) && !["np", "spell", "support"].includes(one.family)) return prompts.shut;
      if (one.steps > 1 && next + one.steps > length) return prompts.short.replace("#", String(one.steps));
      if (told.at === where() && told.cards[one.word]?.why) return told.cards[one.word].why;
      return "";
    }

    function firstOpen(from) {
      const order = [...Array(length).keys()].map((n) => (n + from) % length);
      for (const n of order) {
        for (let r = 0; r < rows.length; r += 1) {
          const helps = rows[r].support && rows.some((other) => !other.support);
          if (!laid.has(rows[r].fields[n].name) && !shut(r, n) && !helps) return [r, n];
        }
      }
      return [row, length];
    }

    function lay(value) {
      const one = known.get(value);
      if (!one || next >= length || (one.family === "support") !== rows[row].support && value !== WAIT) return;
      said = rest(one) <= 0 && word(row, next) !== value && value !== WAIT ? one.element.querySelector("[data-left-text]").dataset.none : refusal(one);
      if (said) { draw(); return; }
      remember();
      place(one);
      if (grid) [row, next] = firstOpen(next); else [row, next] = firstOpen(0);
      changed();
      rows[row].places[Math.min(next, length - 1)].scrollIntoView({ block: "nearest", inline: "center" });
    }

    function place(one) {
      const [r, n] = [row, next];
      if (one.family === "support" || one.family === "np") {
        clear(n);
        (one.area ? [...rows.keys()].filter((at) => !rows[at].support) : [r]).forEach((at) => put(at, n, one.word));
      } else if (one.family === "spell") {
        for (let at = n; at < n + one.steps; at += 1) clear(at);
        for (let at = n; at < n + one.steps; at += 1) put(r, at, one.word);
      } else {
        if (word(r, n) !== WAIT && alone(n) >= 0) clear(n);
        put(r, n, one.word);
      }
    }

    function remember() {
      history.push([fields.map((field) => [field.value, laid.has(field.name)]), row, next]);
    }
    function undo() {
      const last = history.pop();
      if (!last) return;
      last[0].forEach(([value, chosen], at) => {
        fields[at].value = value;
        if (chosen) laid.add(fields[at].name); else laid.delete(fields[at].name);
      });
      [, row, next] = last;
      changed();
    }

    function move(from, to) {
      if (from === to || from < 0 || to < 0 || from >= length || to >= length) return;
      remember();
      for (const one of rows) {
        const values = one.fields.map((field) => [field.value, laid.has(field.name)]);
        values.splice(to, 0, values.splice(from, 1)[0]);
        values.forEach(([value, chosen], n) => {
          one.fields[n].value = value;
          if (chosen) laid.add(one.fields[n].name); else laid.delete(one.fields[n].name);
        });
      }
      changed();
    }

    function keep() {
      sessionStorage.setItem(key, JSON.stringify(fields.filter((one) => laid.has(one.name)).map((one) => [one.name, one.value])));
    }
    function restore() {
      try {
        for (const [name, value] of JSON.parse(sessionStorage.getItem(key) ?? "[]")) {
          const field = fields.find((one) => one.name === name);
          if (field && [...field.options].some((option) => option.value === value)) { field.value = value; laid.add(name); }
        }
      } catch { sessionStorage.removeItem(key); }
    }

    function changed() { said = ""; keep(); look(); }
    function look() { draw(); engine.ask(Math.min(next, length - 1), rows[row].id, where(), (answer) => { told = answer; draw(); }); }
    function where() { return JSON.stringify([row, next, fields.map((field) => field.value)]); }
    function go(r, n) { row = r; next = n; said = ""; look(); }

    function draw() {
      rows.forEach((one, r) => one.places.forEach((element, n) => drawPlace(element, r, n)));
      for (const one of cards) drawCard(one);
      drawPrompt();
      const filled = [...Array(length).keys()].filter((n) => rows.some((one) => laid.has(one.fields[n].name))).length;
      const count = form.querySelector("[data-count]");
      count.textContent = count.dataset.form.replace("#f", String(filled)).replace("#s", String(length));
      const seal = document.querySelector("#seal-button small");
      const whole = fields.every((field) => field.value !== WAIT) || (!grid && filled === length);
      if (seal) seal.textContent = whole ? seal.dataset.done : seal.dataset.empty;
      form.querySelector("[data-undo]").disabled = history.length === 0;
      if (grid) drawColumns();
      drawCosts();
    }

    function drawPrompt() {
      const prompt = form.querySelector("[data-prompt]");
      const text = next >= length ? prompt.dataset.full : rows[row].support ? prompt.dataset.pickFor : grid ? prompt.dataset.pickAt : prompt.dataset.pick;
      const line = said || text.replace("#", String(next + 1)).replace("@", rows[row].name);
      if (prompt.textContent !== line) prompt.textContent = line;
      prompt.classList.toggle("refused", Boolean(said));
    }

    function drawPlace(element, r, n) {
      const button = element.querySelector("[data-place]");
      const field = rows[r].fields[n];
      const current = r === row && n === next;
      button.hidden = false;
      field.hidden = true;
      button.replaceChildren(faceOf(r, n));
      const step = stepOf(r, n);
      const label = `${field.getAttribute("aria-label")}: ${field.selectedOptions[0].textContent.trim()}${step}`;
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      element.classList.toggle("empty", !laid.has(field.name));
      element.classList.toggle("next", current && !grid);
      element.classList.toggle("here", current && grid);
      element.classList.toggle("col-now", grid && n === Math.min(next, length - 1));
      element.classList.toggle("wrong", String(n + 1) in told.faults && word(r, n) !== WAIT);
      button.toggleAttribute("aria-current", current);
    }

    function faceOf(r, n) {
      const one = card(r, n);
      const chant = one?.steps > 1 && chantAt(n);
      if (chant && chant.row === r && n + 1 < chant.to) return copy("face-chant");
      if (one && (one.word !== WAIT || !grid)) return one.face.content.firstElementChild.cloneNode(true);
      if (grid) return copy(shut(r, n) ? "ghost-shut" : "ghost");
      return known.get(WAIT).face.content.firstElementChild.cloneNode(true);
    }
    function copy(id) { return document.getElementById(id).content.firstElementChild.cloneNode(true); }
    function stepOf(r, n) {
      const chant = card(r, n)?.steps > 1 && chantAt(n);
      return chant && chant.row === r ? ` ${n - chant.from + 1}/${chant.to - chant.from}` : "";
    }

    function drawColumns() {
      form.querySelectorAll("[data-go]").forEach((button, n) => {
        const now = n === Math.min(next, length - 1);
        button.toggleAttribute("aria-current", now);
        button.parentElement.classList.toggle("now", now);
        if (now) middle(button);
        button.parentElement.classList.toggle("col-now", now);
        button.querySelectorAll("i").forEach((mark, r) => mark.classList.toggle("on", word(r, n) !== WAIT));
      });
    }

    // The number of the slot in the middle of what scrolls sideways: the row of numbers on a phone, the whole table on a desk.
    function middle(button) {
      const at = button.getBoundingClientRect();
      for (const box of [button.closest("tr"), button.closest(".grid-scroll")]) {
        const seen = box.getBoundingClientRect();
        box.scrollLeft += at.left + at.width / 2 - seen.left - box.clientWidth / 2;
      }
    }

    function drawCosts() {
      form.querySelectorAll("[data-mp]").forEach((element, n) => {
        if (told.mp.length) element.textContent = String(told.mp[n]).replace("-", "−");
        element.classList.toggle("col-now", n === Math.min(next, length - 1));
      });
      const now = form.querySelector("[data-mp-now]");
      if (now && told.mp.length) now.textContent = String(told.mp[Math.min(next, length - 1)]).replace("-", "−");
      const notes = form.querySelector("[data-notes]");
      if (told.notes !== undefined && notes.dataset.now !== told.notes) { notes.innerHTML = told.notes; notes.dataset.now = told.notes; }
    }

    function drawCard(one) {
      one.element.hidden = one.word !== WAIT && (one.family === "support") !== rows[row].support;
      const count = rest(one);
      const spent = one.word !== WAIT && count <= 0;
      const why = spent ? "" : refusal(one);
      one.element.classList.toggle("is-out", spent || Boolean(why));
      one.element.setAttribute("aria-disabled", String(spent || Boolean(why)));
      one.element.title = why;
      const text = one.element.querySelector("[data-left-text]");
      const basic = one.element.classList.contains("hand-card");
      const line = spent ? text?.dataset.none : why ? (basic ? text?.dataset.not : why) : Number.isFinite(count) ? text?.dataset.one.replace("#", String(count)) : null;
      if (text) { text.dataset.was ??= text.textContent; text.textContent = line ?? text.dataset.was; }
      one.element.querySelectorAll(".tally path").forEach((bar, n) => bar.setAttribute("class", n < count ? "on" : "off"));
    }

    // On the document, since the stream may put a new hand in the old one's place at any moment.
    document.addEventListener("click", (event) => {
      const pressed = event.target.closest("#hand [data-card]");
      if (pressed && form.isConnected) lay(pressed.dataset.card);
    });
    form.addEventListener("click", (event) => {
      if (event.target.closest("[data-undo]")) { undo(); return; }
      const column = event.target.closest("[data-go]");
      if (column) { go(row, Number(column.dataset.go) - 1); return; }
      const slot = event.target.closest("[data-slot]");
      const r = rows.findIndex((one) => one.element.contains(slot));
      if (slot && r >= 0) go(r, Number(slot.dataset.slot) - 1);
    });
    form.addEventListener("submit", () => { sealing = true; });
    const focus = () => rows[row].places[Math.min(next, length - 1)].querySelector("[data-place]").focus();
    keys(form, {
      lay: (n) => { const one = cards.filter((each) => !each.element.hidden)[n]; if (one) lay(one.word); },
      undo,
      step: (by) => { go(row, Math.max(0, Math.min(length - 1, next + by))); focus(); },
      target: (by) => { go(Math.max(0, Math.min(rows.length - 1, row + by)), Math.min(next, length - 1)); focus(); },
      shift: (by) => { const to = next + by; if (to >= 0 && to < length) { move(next, to); next = to; look(); focus(); } },
    });
    if (grid) swipe(form, (by) => go(row, Math.max(0, Math.min(length - 1, Math.min(next, length - 1) + by))));
    else drag(form, move);
  }

  // Asks how the draft stands once the hand rests; only the answer to the newest question counts.
  function engineOf(form) {
    let timer = 0;
    let open = null;
    async function send(slot, target, at, answered) {
      open?.abort();
      const mine = open = new AbortController();
      const body = new FormData(form);
      body.set("slot", String(slot));
      body.set("target", target);
      try {
        const headers = JSON.parse(document.body.getAttribute("hx-headers"));
        const answer = await fetch(form.dataset.draft, { method: "POST", body, headers, signal: mine.signal });
        if (answer.ok && form.isConnected) answered({ ...await answer.json(), at });
      } catch { /* no answer: the plan can be laid and sealed all the same */ }
    }
    return { ask: (...question) => { clearTimeout(timer); timer = setTimeout(send, ASK_MS, ...question); } };
  }

  // Digits lay, arrows move, Shift and an arrow take the slot along, Backspace takes back.
  function keys(form, act) {
    document.addEventListener("keydown", (event) => {
      if (!form.isConnected || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches("input, textarea, select")) return;
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const up = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (/^[1-9]$/.test(event.key)) act.lay(Number(event.key) - 1);
      else if (event.key === "Backspace") act.undo();
      else if (way && event.shiftKey) act.shift(way);
      else if (way) act.step(way);
      else if (up && form.contains(event.target)) act.target(up);
      else return;
      event.preventDefault();
    });
  }

  function swipe(form, step) {
    let begun = null;
    const table = form.querySelector("table");
    table.addEventListener("touchstart", (event) => { begun = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
    table.addEventListener("touchend", (event) => {
      if (!begun || getComputedStyle(table).display === "table") return; // the whole table is in sight
      const [x, y] = [event.changedTouches[0].clientX - begun.clientX, event.changedTouches[0].clientY - begun.clientY];
      begun = null;
      if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
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
