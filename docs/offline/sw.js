/* The network first: another site on this address is never hidden. What does not answer within three seconds comes
   from what was kept: the pages of the languages that were read. Only Pyodide, nearly all the bytes, comes from there
   without a question. */
const KEPT = "sudoku-rosetta DIGEST", RUN = "sudoku-rosetta-run HEAVY", here = registration.scope, newest = { cache: "no-cache" };

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (/^sudoku-ros/.test(name) && name !== KEPT && name !== RUN) await caches.delete(name);
  await clients.claim();
})()));
addEventListener("message", (event) => event.waitUntil(fill(event.source.url)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(here)) event.respondWith(answer(request));
});

async function answer(request) {
  const under = (folder) => request.url.startsWith(here + folder);
  const cache = await caches.open(under("assets/run/") ? RUN : KEPT);
  const kept = () => cache.match(request, { ignoreSearch: true });
  const held = under("assets/run/pyodide/") && await kept();
  if (held) return held;
  const asked = fetch(new Request(request, newest)).then((response) => {
    if (response.status === 200) cache.put(request, response.clone());
    return response;
  });
  const late = new Promise((done) => setTimeout(done, 3000)).then(kept);
  try { return await Promise.race([asked, late.then((found) => found || asked)]); } catch { return await kept() || Response.error(); }
}

// One file after the other, and none where the reader saves data.
async function fill(url) {
  if (navigator.connection?.saveData) return;
  const cache = await caches.open(KEPT);
  try {
    const lists = await (await fetch(here + "offline.json", newest)).json();
    for (const name of [...lists[url.slice(here.length).slice(0, 2)] || [], ...lists.all])
      await cache.match(here + name) || await cache.add(new Request(here + name, newest));
  } catch { /* the next page goes on */ }
}
