/* The site stays with its reader: sw.js, at its root, keeps the pages; each page tells it which language is read. */
(() => {
  const worker = new URL("../../sw.js", document.currentScript.src), kept = navigator.serviceWorker;
  const tell = () => kept.controller?.postMessage("read");
  if (kept) addEventListener("load", () => {
    kept.addEventListener("controllerchange", tell);
    kept.register(worker).then(tell, () => {});
  });
})();
