/* The portrait's page: a picture is made smaller before it is sent. Without this script it is sent as it is. */
(() => {
  const SIDE = 1024, QUALITY = .86;
  const input = document.getElementById("picture");
  if (!input || !window.createImageBitmap || !window.DataTransfer) return;

  const encode = (canvas) => new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));

  async function shrunk(file) {
    const picture = await createImageBitmap(file, {imageOrientation: "from-image"});
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff"; // a transparent picture would turn black as a JPEG
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new File([await encode(canvas)], "portrait.jpg", {type: "image/jpeg"});
  }

  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    try {
      const small = new DataTransfer();
      small.items.add(await shrunk(file));
      input.files = small.files;
    } catch { /* not a picture this browser reads: the server says what is wrong with it */ }
  });
})();
