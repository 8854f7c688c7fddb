/* Two comforts for writing sheets, the first for maps too. Without this script everything works, but a picture is sent as large as it is,
   and a page that is left takes what was typed with it. */
(() => {
  const SIDE = 1024, QUALITIES = [.86, .7, .5], LARGEST = 1024 * 1024; // as campaigns/pictures.py lets in

  /* a picture is made smaller before it is sent; that also drops where and when it was taken */
  const encode = (canvas, quality) => new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));

  async function encoded(canvas) {
    let made;
    for (const quality of QUALITIES) if ((made = await encode(canvas, quality)).size <= LARGEST) break;
    return made;
  }

  async function shrunk(file, side) {
    const picture = await createImageBitmap(file, {imageOrientation: "from-image"});
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff"; // a transparent picture would turn black as a JPEG
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new File([await encoded(canvas)], "picture.jpg", {type: "image/jpeg"});
  }

  async function exchange(input) {
    try {
      const small = new DataTransfer();
      small.items.add(await shrunk(input.files[0], Number(input.dataset.side) || SIDE));
      input.files = small.files;
    } catch { /* not a picture this browser reads: the server says what is wrong with it */ }
  }

  const input = document.getElementById("picture");
  if (input) input.addEventListener("change", () => input.files.length && exchange(input));

  /* a form that was written in asks before it is left */
  const form = document.getElementById("sheet-form");
  if (!form) return;
  let touched = form.hasAttribute("data-unsaved");
  form.addEventListener("input", () => { touched = true; });
  form.addEventListener("submit", () => { touched = false; });
  addEventListener("beforeunload", (event) => { if (touched) event.preventDefault(); });
})();
