// node run.mjs CHROMIUM ADDRESS TEXTS: run programs in the page Run and trace grids in the page Follow, by keyboard,
// and print the observations as JSON. TEXTS is a JSON list of texts to parse as grids.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { launched } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [executablePath, address, texts] = process.argv.slice(2);
const GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
const GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090";
const LONG = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const EMPTY = "0".repeat(81);

const browser = await launched(executablePath);
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
// wait until the form has shown this label, `times` times since hear()
const saying = (page, part, name, times = 0) => page.waitForFunction(([part, name, times]) => {
  const box = document.querySelector(part), words = box.dataset[name].replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w\}/g, ".*");
  const is = (said) => new RegExp(`^${words}$`).test(said);
  return times ? window.heard[part].filter(is).length >= times : is(box.querySelector(".live-said").textContent);
}, [part, name, times]);
// record all messages of the form from now on
const hear = (page, part) => page.evaluate((part) => {
  const said = document.querySelector(`${part} .live-said`), all = [];
  window.heard = { [part]: all };
  window.listening?.disconnect();
  window.listening = new MutationObserver((changes) => changes.forEach(({ addedNodes: [text] }) => all.push(text?.textContent ?? "")));
  window.listening.observe(said, { childList: true });
}, part);
// wait until the form is idle
const ended = (page, part) => page.waitForFunction((part) => document.querySelector(`${part} [data-do=stop]`).disabled, part);
const choose = (page, names) => page.evaluate((names) => {
  for (const box of document.querySelectorAll(".live-run input")) box.checked = names.includes(box.name);
}, names);

// The table, by implementation and count.
const answers = (page) => page.evaluate(() => {
  const counts = [...document.querySelectorAll(".live-answers [data-count]")].map((head) => head.dataset.count);
  const names = [...document.querySelectorAll(".live-run input:checked")].map((box) => box.name);
  return Object.fromEntries([...document.querySelectorAll(".live-answers tbody tr")].map((row, n) =>
    [names[n], Object.fromEntries(counts.map((count, k) => [count, row.cells[k + 1].textContent]))]));
});

async function run(language) {
  const context = await browser.newContext(language === "fr" ? { colorScheme: "dark", viewport: { width: 390, height: 900 } } : {});
  const { page, asked } = await opened(`${language}/run/`, context);
  const part = ".live-run", seen = { before: [...asked] };
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
    window.messages = [];
    new MutationObserver(() => window.messages.push([said.textContent, first[0]?.cells[1].textContent])).observe(said, { childList: true });
  });
  await press(page, `${part} [data-do=run]`);
  await saying(page, part, "done");
  seen.grid1 = await answers(page);
  seen.loaded = [...asked];
  seen.heard = await page.evaluate(() => window.messages);
  seen.violations = await violations(page);
  if (language === "fr") { await page.close(); return seen; }
  await choose(page, ["c-style", "original-c", "fast-c"]);
  await text.fill(GRID_1.slice(0, 78) + "000");
  seen.several = {};
  for (const most of ["1", "2", "0"]) {
    await limit.selectOption(most);
    await press(page, `${part} [data-do=run]`);
    await saying(page, part, "done");
    seen.several[most] = await answers(page);
  }
  // all solutions of the empty grid: only Stop ends this search, and the page still works
  await choose(page, ["c-style"]);
  await text.fill(EMPTY);
  await hear(page, part);
  await press(page, `${part} [data-do=run]`);
  await saying(page, part, "running", 2); // shown immediately, and again when Python is loaded
  await press(page, `${part} [data-do=stop]`);
  seen.stopped = await said(page, part);
  seen.focused = await page.evaluate(() => document.activeElement.dataset.do);
  await limit.selectOption("1");
  await press(page, `${part} [data-do=run]`);
  await saying(page, part, "done");
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
  const examined = async (source) => {
    await text.fill(source);
    await press(page, `${part} [data-do=examine]`);
    await ended(page, part);
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
  await saying(page, part, "asking");
  await press(page, `${part} [data-do=stop]`);
  seen.stopped = await said(page, part);
  await press(page, `${part} [data-do=put-back]`);
  await saying(page, part, "kept");
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
  // An endless program times out, and the error names the test. The clock of the page is stopped meanwhile.
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.evaluate(async (source) => {
    const { Live } = await import(new URL("../../assets/js/live.mjs", location.href)), live = new Live();
    window.asked = { last: {} };
    live.request({ do: "examine", writing: "c-style", source, language: "en" }, (messages) => { window.asked.last = messages; }, 10)
      .catch((error) => { window.asked.timedOut = error.timedOut; });
  }, original.replace("def arbre(etage):", "def arbre(etage):\n    while True: pass"));
  await page.waitForFunction(() => window.asked.last.case);
  await page.clock.runFor(9_000);
  seen.early = await page.evaluate(() => window.asked.timedOut ?? false);
  await page.clock.runFor(2_000);
  await page.waitForFunction(() => "timedOut" in window.asked);
  seen.timedOut = await page.evaluate(() => window.asked);
  // loading the file never ends: Python starts loading it at the second "reading" message
  await hear(page, part);
  await text.fill("while True: pass");
  await press(page, `${part} [data-do=examine]`);
  await saying(page, part, "reading", 2);
  seen.reading = await said(page, part);
  await page.clock.runFor(31_000);
  await ended(page, part);
  seen.unread = await said(page, part);
  await page.close();
  return seen;
}

// The number of trace callbacks while Python traces the maximum number of steps. Python is loaded a second time, outside
// the worker, so that its callbacks can be counted.
async function looks(page, writings) {
  const grid = LONG, wanted = {};
  for (const writing of writings) wanted[writing] = +await page.locator(`[data-writing=${writing}]`).getAttribute("data-steps");
  return page.evaluate(async ([grid, wanted]) => {
    const at = (file) => new URL(`../../assets/run/${file}`, location.href).href;
    const { loadPyodide } = await import(at("pyodide/pyodide.mjs")), python = await loadPyodide();
    python.unpackArchive(await (await fetch(at("package.zip"))).arrayBuffer(), "zip");
    python.globals.set("asked", JSON.stringify([grid, wanted]));
    return JSON.parse(python.runPython(`
import json, sys
from sudoku_rosetta.trace import trace_program

register, frame, looks = sys.monitoring.register_callback, sys._getframe, 0

def counting(tool, event, callback):
    def counted(*given):
        global looks
        looks += 1
        return callback(*given)
    return register(tool, event, counted if callback else None)

sys.monitoring.register_callback = counting
sys._getframe = lambda depth: frame(depth + 2)  # a callback finds the program behind counted and this
grid, wanted = json.loads(asked)
found = {}
for writing, steps in wanted.items():
    looks = 0
    walk = trace_program(writing, grid, max_steps=steps)
    found[writing] = {"looks": looks, "steps": len(walk.steps), "tests": walk.steps[-1].tests}
json.dumps(found)
`));
  }, [grid, wanted]);
}

async function follow() {
  const context = await browser.newContext(), { page, asked } = await opened("en/follow/", context), seen = { before: [...asked] };
  const ready = (page, grid) => page.waitForFunction((grid) => document.querySelector(".player").dataset.ready === grid, grid);
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
    const { Live } = await import(new URL("../../assets/js/live.mjs", location.href)), live = new Live(), same = {};
    for (const [writing, limit] of Object.entries({ "c-style": 0, "scilab-style": 0, "pseudocode-style": 0, "deduction-style": 1 })) {
      const recorded = await (await fetch(new URL(`../../assets/walks/${name}.${writing}.json`, location.href))).json();
      same[writing] = JSON.stringify(recorded) === JSON.stringify(await live.request({ do: "trace", writing, grid, limit, steps: 100_000 }));
    }
    return same;
  }, ["grid-2", GRID_2]);
  seen.looks = await looks(page, ["c-style", "pseudocode-style", "scilab-style"]);
  await page.close();
  return seen;
}

// Block some files: one error line. Unblock them: everything runs.
async function broken(files) {
  const context = await browser.newContext({ serviceWorkers: "block" }), page = await context.newPage(), seen = [];
  const ran = async () => {
    await press(page, ".live-run [data-do=run]");
    await saying(page, ".live-run", "done");
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
