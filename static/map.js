/* Setting places on the map by a tap. Without this script everything is set in the form. */
(() => {
  "use strict";
  const map = document.querySelector("svg.map");
  if (!map) return;
  const WIDTH = 660, HEIGHT = 420, MARGIN = 36; // as campaigns/scenes/charting.py lays it out
  const clamp = (value) => Math.max(0, Math.min(1000, Math.round(value)));
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  document.querySelectorAll("[data-needs-script]").forEach((one) => { one.hidden = false; });

  /* An area: the tap fills in how far from the left and from above it lies. */
  const x = document.querySelector("input[name=x]"), y = document.querySelector("input[name=y]");
  if (x && y) {
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    ghost.setAttribute("class", "spot ghost");
    ghost.setAttribute("r", "13");
    const show = () => {
      ghost.setAttribute("cx", MARGIN + x.value * (WIDTH - 2 * MARGIN) / 1000);
      ghost.setAttribute("cy", MARGIN + y.value * (HEIGHT - 2 * MARGIN) / 1000);
      if (!ghost.isConnected) map.append(ghost);
    };
    map.classList.add("taps");
    map.addEventListener("click", (event) => {
      const point = at(event);
      x.value = clamp((point.x - MARGIN) * 1000 / (WIDTH - 2 * MARGIN));
      y.value = clamp((point.y - MARGIN) * 1000 / (HEIGHT - 2 * MARGIN));
      show();
    });
    [x, y].forEach((field) => field.addEventListener("input", show));
    if (document.querySelector("[data-shows-place]")) show();
    return;
  }

  /* Somebody: who is chosen in the list is put into the area that is tapped. */
  const rows = [...document.querySelectorAll(".where > li")];
  let chosen = null;
  const choose = (row) => { chosen?.classList.remove("chosen"); chosen = row; row?.classList.add("chosen"); };
  rows.forEach((row) => row.addEventListener("click", () => choose(row)));
  rows.forEach((row) => row.addEventListener("focusin", () => choose(row)));
  map.classList.add("taps");
  map.addEventListener("click", (event) => {
    const point = at(event);
    const spots = [...map.querySelectorAll("[data-area]")];
    const far = (spot) => Math.hypot(spot.dataset.x - point.x, spot.dataset.y - point.y);
    const near = spots.reduce((best, spot) => (best && far(best) <= far(spot) ? best : spot), null);
    const field = (chosen || rows[0])?.querySelector("select");
    if (!near || !field || far(near) > 60) return;
    field.value = near.dataset.area;
    choose(field.closest("li"));
    map.querySelectorAll(".tapped").forEach((one) => one.classList.remove("tapped"));
    near.classList.add("tapped");
  });
})();
