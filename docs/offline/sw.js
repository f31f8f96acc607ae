/* Network first, so that another site at this address is never hidden. If the network does not answer within three
   seconds, use the cache, which has all pages in the languages that were visited. Only Pyodide, which is much larger
   than the rest, is read from the cache first. */
const PAGES = "sudoku-rosetta DIGEST", RUN = "sudoku-rosetta-run HEAVY", here = registration.scope, newest = { cache: "no-cache" };

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (/^sudoku-ros/.test(name) && name !== PAGES && name !== RUN) await caches.delete(name);
  await clients.claim();
})()));
addEventListener("message", (event) => event.waitUntil(fill(event.source.url)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(here)) event.respondWith(answer(request));
});

async function answer(request) {
  const under = (folder) => request.url.startsWith(here + folder);
  const cache = await caches.open(under("assets/run/") ? RUN : PAGES);
  const fromCache = () => cache.match(request, { ignoreSearch: true });
  const cached = under("assets/run/pyodide/") && await fromCache();
  if (cached) return cached;
  const network = fetch(new Request(request, newest)).then((response) => {
    if (response.status === 200) cache.put(request, response.clone());
    return response;
  });
  const late = new Promise((done) => setTimeout(done, 3000)).then(fromCache);
  try { return await Promise.race([network, late.then((found) => found || network)]); } catch { return await fromCache() || Response.error(); }
}

// Cache the files one by one; none if the reader saves data.
async function fill(url) {
  if (navigator.connection?.saveData) return;
  const cache = await caches.open(PAGES);
  try {
    const lists = await (await fetch(here + "offline.json", newest)).json();
    for (const name of [...lists[url.slice(here.length).slice(0, 2)] || [], ...lists.all])
      await cache.match(here + name) || await cache.add(new Request(here + name, newest));
  } catch { /* the next page tries again */ }
}
