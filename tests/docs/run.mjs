// node run.mjs CHROMIUM ADDRESS TEXTS: runs the writings in the page Run and traces grids in the page Follow, by keyboard
// alone, and prints what it saw as JSON. TEXTS, of which it says which cells the pages read, is a list in JSON.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [executablePath, address, texts] = process.argv.slice(2);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
const GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090";
const LONG = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const EMPTY = "0".repeat(81), PATIENT = { timeout: 240_000 };

const browser = await chromium.launch({ executablePath, args });
const elsewhere = [], complaints = [];

async function opened(path, context) {
  const page = await context.newPage(), asked = [];
  page.on("request", (request) => {
    if (/^(data|blob):/.test(request.url())) return;
    (request.url().startsWith(address) ? asked : elsewhere).push(request.url().slice(address.length));
  });
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address + path, { waitUntil: "networkidle" });
  return { page, asked };
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
}

async function press(page, selector) { await page.locator(selector).focus(); await page.keyboard.press("Enter"); }
const said = (page, part) => page.locator(`${part} .live-said`).innerText();
const saying = (page, part, words) => page.waitForFunction(
  ([part, words]) => new RegExp(words).test(document.querySelector(`${part} .live-said`).textContent), [part, words], PATIENT);
const choose = (page, names) => page.evaluate((names) => {
  for (const box of document.querySelectorAll(".live-run input")) box.checked = names.includes(box.name);
}, names);

// What the table says, by the name of the writing and of the count.
const answers = (page) => page.evaluate(() => {
  const counts = [...document.querySelectorAll(".live-answers [data-count]")].map((head) => head.dataset.count);
  const names = [...document.querySelectorAll(".live-run input:checked")].map((box) => box.name);
  return Object.fromEntries([...document.querySelectorAll(".live-answers tbody tr")].map((row, n) =>
    [names[n], Object.fromEntries(counts.map((count, k) => [count, row.cells[k + 1].textContent]))]));
});

async function run(language) {
  const context = await browser.newContext(language === "fr" ? { colorScheme: "dark", viewport: { width: 390, height: 900 } } : {});
  const { page, asked } = await opened(`${language}/run/`, context);
  const done = language === "fr" ? "^Fini" : "^Done", part = ".live-run", seen = { before: [...asked] };
  const text = page.locator(`${part} textarea`), limit = page.locator(`${part} [name=limit]`);
  seen.refused = [];
  for (const grid of [EMPTY.slice(1), `x${EMPTY.slice(1)}`, `44${EMPTY.slice(2)}`, `4${"0".repeat(8)}4${"0".repeat(71)}`, GRID_1.replaceAll("0", "-")]) {
    await text.fill(grid);
    await press(page, `${part} [data-do=run]`);
    seen.refused.push(await said(page, part));
  }
  seen.afterRefusals = [...asked];
  await page.locator(`${part} [name=grid]`).selectOption(GRID_1);
  if (language === "fr") await choose(page, ["c-style", "original-c"]);
  await page.evaluate(() => {
    const said = document.querySelector(".live-run .live-said"), first = document.querySelector(".live-answers tbody").rows;
    window.heard = [];
    new MutationObserver(() => window.heard.push([said.textContent, first[0]?.cells[1].textContent])).observe(said, { childList: true });
  });
  await press(page, `${part} [data-do=run]`);
  await saying(page, part, done);
  seen.grid1 = await answers(page);
  seen.loaded = [...asked];
  seen.heard = await page.evaluate(() => window.heard);
  seen.violations = await violations(page);
  if (language === "fr") { await page.close(); return seen; }
  await choose(page, ["c-style", "original-c", "fast-c"]);
  await text.fill(GRID_1.slice(0, 78) + "000");
  seen.several = {};
  for (const most of ["1", "2", "0"]) {
    await limit.selectOption(most);
    await press(page, `${part} [data-do=run]`);
    await saying(page, part, done);
    seen.several[most] = await answers(page);
  }
  // all the solutions of the empty grid: only Stop ends that, and the page goes on
  await choose(page, ["c-style"]);
  await text.fill(EMPTY);
  await press(page, `${part} [data-do=run]`);
  await saying(page, part, "searching");
  await page.waitForTimeout(300);
  const began = Date.now();
  await press(page, `${part} [data-do=stop]`);
  await saying(page, part, "^Stopped");
  seen.stopped = Date.now() - began;
  seen.focused = await page.evaluate(() => document.activeElement.dataset.do);
  await limit.selectOption("1");
  await press(page, `${part} [data-do=run]`);
  await saying(page, part, done);
  seen.afterStop = await answers(page);
  seen.read = await page.evaluate(async (texts) => {
    const { cells } = await import(new URL("../../assets/js/live.mjs", location.href));
    return texts.map(cells);
  }, JSON.parse(texts));
  await page.close();
  return seen;
}

async function change() {
  const { page } = await opened("en/run/", await browser.newContext());
  const part = ".live-change", seen = {}, text = page.locator(`${part} textarea`);
  await page.waitForFunction(() => document.querySelector(".live-change textarea").value);
  const original = await text.inputValue();
  const examined = async (source, words = "passed|cannot read|in error") => {
    await text.fill(source);
    await press(page, `${part} [data-do=examine]`);
    await saying(page, part, words);
    return { said: await said(page, part), failures: await page.locator(`${part} li`).allInnerTexts() };
  };
  seen.unchanged = await examined(original);
  seen.notUndone = await examined(original.replace("chiffre[ligne][colonne] = 0", "pass"));
  seen.violations = await violations(page);
  seen.wrong = await examined(original.replace("if chiffre[i][C] == n: return 0", "pass"));
  seen.notPython = await examined(original.replace("def arbre(etage):", "def arbre(etage)"));
  seen.exits = await examined(original.replace("def arbre(etage):", "def arbre(etage):\n    raise SystemExit"));
  seen.exitsAtOnce = await examined(`raise SystemExit\n${original}`);
  seen.noName = await examined(original.replace("chiffre = [[0]*10 for", "chiffre = [[zero]*10 for"));
  await text.fill(original.replace("def possible(n, L, C):", "def possible(n, L, C):\n    while True: pass"));
  await press(page, `${part} [data-do=examine]`);
  await saying(page, part, "Question");
  await press(page, `${part} [data-do=stop]`);
  seen.stopped = await said(page, part);
  await press(page, `${part} [data-do=put-back]`);
  await saying(page, part, "back");
  seen.putBack = (await text.inputValue()) === original;
  await page.locator(`${part} select`).selectOption("pseudocode-style");
  await page.waitForFunction(() => document.querySelector(".live-change textarea").value.includes("Possible_Case"));
  const pseudocode = await text.inputValue();
  seen.lines = [(await page.locator(`${part} pre`).textContent()).trim().split("\n").length, pseudocode.split("\n").length];
  await page.locator(`${part} select`).selectOption("scilab-style");
  await page.waitForFunction(() => document.querySelector(".live-change textarea").value.includes("MoveIsPossible"));
  seen.elsewhere = await examined((await text.inputValue()).replace("[1, 0, 3, 0, 5,", "[1, 0, 3, 0,"));
  await page.locator(`${part} select`).selectOption("pseudocode-style");
  seen.erratum = await examined(pseudocode.replace("range(c, (c+72)+1, 9)", "range(c, (c+72)+1)"));
  // a program that is silent is given up, and what it was asked is known
  seen.silent = await page.evaluate(async (source) => {
    const { Live } = await import(new URL("../../assets/js/live.mjs", location.href)), live = new Live();
    let last;
    try { await live.ask({ do: "examine", writing: "c-style", source, language: "en" }, (told) => { last = told; }, 10); }
    catch (error) { return { silent: error.silent, last }; }
    return {};
  }, original.replace("def arbre(etage):", "def arbre(etage):\n    while True: pass"));
  // the file itself is endless: the page's clock is put on, once Python has had the time to begin it
  await page.clock.install();
  await text.fill("while True: pass");
  await press(page, `${part} [data-do=examine]`);
  seen.reading = await said(page, part);
  await page.waitForTimeout(1000);
  await page.clock.runFor(31_000);
  seen.unread = await said(page, part);
  await page.close();
  return seen;
}

// How long a walk as long as the page takes at most takes, once Python is there: the least of three, by the clock and
// by the processor, which does not count what other programs take of the machine.
async function traced(page, writing) {
  const steps = +await page.locator(`[data-writing=${writing}]`).getAttribute("data-steps");
  const session = await browser.newBrowserCDPSession(), clock = [], processor = [];
  const used = async () => (await session.send("SystemInfo.getProcessInfo")).processInfo
    .filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  for (let n = 0; n < 3; n++) {
    const before = await used();
    const [taken, length] = await page.evaluate(async (question) => {
      const began = performance.now(), { at } = await window.live.ask(question);
      return [(performance.now() - began) / 1000, at.length];
    }, { do: "trace", writing, grid: LONG, limit: 0, steps });
    if (length !== steps) throw new Error(`${length} steps`);
    clock.push(taken);
    processor.push(await used() - before);
  }
  return { steps, clock: Math.min(...clock), processor: Math.min(...processor) };
}

async function follow() {
  const context = await browser.newContext(), { page, asked } = await opened("en/follow/", context), seen = { before: [...asked] };
  const ready = (page, grid) => page.waitForFunction((grid) => document.querySelector(".player").dataset.ready === grid, grid, PATIENT);
  const state = (page) => page.evaluate(() => ({ said: document.querySelector(".player-said").innerText, address: location.hash,
    at: document.querySelector(".player output").innerText,
    counts: [...document.querySelectorAll(".player-column:not([hidden]) .player-counts")].map((each) => each.innerText) }));
  await page.locator(".player select").first().selectOption("own");
  const text = page.locator(".player-own textarea");
  seen.proposed = (await text.inputValue()).replace(/\s/g, "");
  await text.fill("123");
  await press(page, "[data-do=trace]");
  await page.waitForFunction(() => /81/.test(document.querySelector(".player-said").textContent));
  seen.refused = await state(page);
  seen.afterRefusal = [...asked];
  await text.fill(LONG.replace(/.{9}/g, (row) => `${row.replaceAll("0", ".")}\n`));
  await press(page, "[data-do=trace]");
  await ready(page, LONG);
  await press(page, "[data-do=solution]");
  seen.cut = await state(page);
  seen.violations = await violations(page);
  const linked = (await opened(`en/follow/#grid=${GRID_1}&writings=c-style,deduction-style&step=3`, context)).page;
  await ready(linked, GRID_1);
  seen.linked = await state(linked);
  await press(linked, "[data-do=solution]");
  seen.solved = await state(linked);
  await linked.close();
  seen.same = await page.evaluate(async ([name, grid]) => {
    const { Live } = await import(new URL("../../assets/js/live.mjs", location.href)), live = window.live = new Live(), same = {};
    for (const [writing, limit] of Object.entries({ "c-style": 0, "scilab-style": 0, "pseudocode-style": 0, "deduction-style": 1 })) {
      const recorded = await (await fetch(new URL(`../../assets/walks/${name}.${writing}.json`, location.href))).json();
      same[writing] = JSON.stringify(recorded) === JSON.stringify(await live.ask({ do: "trace", writing, grid, limit, steps: 100_000 }));
    }
    return same;
  }, ["grid-2", GRID_2]);
  seen.seconds = {};
  for (const writing of ["c-style", "pseudocode-style", "scilab-style"]) seen.seconds[writing] = await traced(page, writing);
  await page.close();
  return seen;
}

// Some files cut off: one line, and no more; and once they are there again, all runs.
async function broken(files) {
  const context = await browser.newContext({ serviceWorkers: "block" }), page = await context.newPage(), seen = [];
  const ran = async () => {
    await press(page, ".live-run [data-do=run]");
    await saying(page, ".live-run", "^Done");
    return answers(page);
  };
  await page.route(files, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(address + "en/run/", { waitUntil: "networkidle" });
  await choose(page, ["c-style", "original-c", "fast-c"]);
  seen.push(await ran());
  await page.unroute(files);
  seen.push(await ran());
  await context.close();
  return seen;
}

async function withoutScript(language) {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${address}${language}/run/`);
  const text = await page.locator("main").innerText();
  await page.close();
  return text;
}

try {
  const seen = { en: await run("en"), fr: await run("fr"), change: await change(), follow: await follow() };
  Object.assign(seen, { elsewhere: [...elsewhere], complaints: [...complaints] });
  seen.broken = await broken(/package\.zip|original\.wasm/);
  seen.without = { worker: await broken(/worker\.mjs/), python: await broken(/pyodide\.(asm\.)?mjs/) };
  seen.plain = { en: await withoutScript("en"), fr: await withoutScript("fr") };
  process.stdout.write(JSON.stringify(seen));
} finally {
  await browser.close();
}
