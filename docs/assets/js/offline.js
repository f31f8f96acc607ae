/* Register the service worker sw.js, which caches the pages, and ask it to cache the language of this page. */
(() => {
  const worker = new URL("../../sw.js", document.currentScript.src), workers = navigator.serviceWorker;
  const requestCaching = () => workers.controller?.postMessage("read");
  if (workers) addEventListener("load", () => {
    workers.addEventListener("controllerchange", requestCaching);
    workers.register(worker).then(requestCaching, () => {});
  });
})();
