// node offline.mjs CHROMIUM PYTHON FOLDER CHANGED EMPTY: use the unpacked site with python -m http.server, then
// without it; then, at the same address, a changed site and another site. Print the observations as JSON.
import { spawn } from "node:child_process";
import { HANG_GUARD, launched } from "./chromium.mjs";

const [executablePath, python, folder, changed, empty] = process.argv.slice(2);
let server;

async function serve(cwd, port = 0) {
  server = spawn(python, ["-u", "-m", "http.server", String(port), "--bind", "127.0.0.1"], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((begun) => server.stdout.once("data", (said) => begun(+/port (\d+)/.exec(said)[1])));
}
const stop = () => new Promise((done) => { server.once("exit", done); server.kill("SIGKILL"); });

// wait until a new worker, with another cache than `before`, has filled its cache; return the cache's name
const kept = (page, before) => page.waitForFunction(async (before) => {
  const scope = (await navigator.serviceWorker.ready).scope, lists = await (await fetch(scope + "offline.json", { cache: "no-store" })).json();
  const name = (await caches.keys()).find((name) => /^sudoku-rosetta [0-9a-f]+$/.test(name) && name !== before);
  const has = new Set(name && (await (await caches.open(name)).keys()).map(({ url }) => url));
  return [...lists.fr, ...lists.all].every((name) => has.has(scope + name)) && name;
}, before, { timeout: HANG_GUARD, polling: 300 }).then((handle) => handle.jsonValue());

const fetched = (page, path) => page.evaluate((url) => fetch(url).then((answer) => answer.text(), () => "nothing"), address + path);
const title = (page) => page.locator("h1").innerText();

const browser = await launched(executablePath);
const seen = { complaints: [], clicked: [] };
const address = `http://127.0.0.1:${await serve(folder)}/`;
try {
  const context = await browser.newContext({ locale: "fr-FR", viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => seen.complaints.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") seen.complaints.push(message.text()); });
  await page.goto(address);
  await page.waitForURL("**/fr/");
  for (let n = 0; n < 3; n++) {
    await page.locator(".md-footer__link--next").click();
    await page.waitForLoadState("networkidle");
    seen.clicked.push(new URL(page.url()).pathname);
  }
  seen.english = await page.locator("a.language").click().then(() => page.waitForLoadState("networkidle")).then(() => new URL(page.url()).pathname);
  await page.goBack({ waitUntil: "networkidle" });
  const visited = page.url();
  seen.first = await kept(page);
  seen.run = await fetched(page, "assets/run/loaded.txt");
  seen.parts = [await fetched(page, "assets/run/ours.txt"), await fetched(page, "assets/run/pyodide/theirs.txt")];
  seen.online = await title(page);
  seen.complaintsOnline = seen.complaints.splice(0);

  await stop();
  await page.goto(visited);
  seen.reloaded = await title(page);
  await page.goto(address + "fr/class/why-c-is-faster/");
  seen.unvisited = await title(page);
  await page.goto(address);
  await page.waitForURL("**/fr/");
  seen.root = await title(page);
  await page.goto(address + "fr/follow/");
  await page.locator(".player[data-ready]").waitFor();
  await page.locator(".player [data-do=solution]").click();
  seen.walked = await page.locator(".player output").innerText();
  await page.locator(".md-search__input").click();
  await page.keyboard.insertText("exploration"); // in one event, so that no prefix is searched
  await page.keyboard.press("End"); // the search runs on keyup, once it is ready
  seen.found = await page.locator(".md-search-result__link").first().getAttribute("href");
  seen.runOffline = [await fetched(page, "assets/run/loaded.txt"), await fetched(page, "assets/run/unloaded.txt")];

  const port = +new URL(address).port;
  await serve(changed, port);
  await page.goto(visited);
  seen.changed = await title(page);
  seen.partsChanged = [await fetched(page, "assets/run/ours.txt"), await fetched(page, "assets/run/pyodide/theirs.txt")];
  seen.second = await kept(page, seen.first);
  await stop();
  await page.goto(visited);
  seen.changedOffline = await title(page);
  seen.runStillKept = await fetched(page, "assets/run/loaded.txt");

  await serve(empty, port);
  seen.another = (await page.goto(address)).status() + " " + await page.locator("body").innerText();
} finally {
  server.kill("SIGKILL");
  await browser.close();
}
process.stdout.write(JSON.stringify(seen));
