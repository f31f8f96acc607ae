// node look.mjs CHROMIUM ADDRESS FOLDER PAGE...: open each page in light and dark, wide and narrow, and print as JSON
// what axe finds, the requests, the console errors and the transferred bytes. A page after "--" is opened only in light
// and wide, and in dark and narrow, without using it. Screenshots are written to FOLDER, unless it is "-".
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { launched } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [executablePath, address, folder, ...pages] = process.argv.slice(2);

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"], runOnly:
    ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], rules: { "target-size": { enabled: true } } }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
}

async function look(browser, path, colorScheme, width, main) {
  // without the service worker, whose requests are not those of the page
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce", serviceWorkers: "block" });
  const page = await context.newPage();
  const elsewhere = [], complaints = [], weights = {};
  page.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address)) elsewhere.push(request.url()); });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && message.text() !== "Service Worker registration blocked by Playwright") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("response", async (response) => {
    weights[response.url().slice(address.length)] = +(await response.allHeaders())["content-length"];
  });
  await page.goto(address + path, { waitUntil: "networkidle" });
  await page.waitForFunction(() => document.documentElement.classList.contains("js")); // the theme's script has run
  const seen = { path, colorScheme, width, violations: await violations(page) };
  seen.overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  if (folder !== "-") await page.screenshot({ path: `${folder}/${path.replace(/[^a-z]+/g, "-")}${width}-${colorScheme}.png` });
  if (main && await page.locator(".beside").count()) seen.beside = await beside(page, path, colorScheme, width);
  if (main && await page.locator(".player").count()) seen.player = await player(page, path, colorScheme, width);
  if (seen.beside || seen.player) seen.violations.push(...await violations(page));
  await context.close();
  return { ...seen, elsewhere, complaints, weights };
}

// The side-by-side view by keyboard: select an idea, switch tabs, open an erratum.
async function beside(page, path, colorScheme, width) {
  const seen = {};
  const first = page.locator(".beside-ideas button").nth(1);
  await first.focus();
  await page.keyboard.press("Enter");
  seen.pressed = await first.getAttribute("aria-pressed");
  seen.said = await page.locator(".beside-said").first().innerText();
  seen.lit = await page.locator(".beside-line.lit").count();
  seen.address = new URL(page.url()).hash;
  if (folder !== "-") {
    await page.evaluate(() => document.querySelector(".beside").scrollIntoView());
    await page.screenshot({ path: `${folder}/${path.replace(/[^a-z]+/g, "-")}${width}-${colorScheme}-lit.png` });
  }
  seen.columns = await page.locator(".beside-column:visible").count();
  if (await page.locator(".beside-tabs").first().isVisible()) {
    await page.locator(".beside-tabs [aria-selected=true]").first().focus();
    await page.keyboard.press("ArrowRight");
    seen.tab = await page.evaluate(() => document.activeElement.innerText);
    seen.shown = await page.locator(".beside-column:visible").first().getAttribute("id");
  }
  const mark = page.locator(".beside-mark:visible").first();
  if (await mark.count()) {
    const note = (await mark.getAttribute("href")).slice(1);
    await mark.focus();
    await page.keyboard.press("Enter");
    seen.unfolded = await page.evaluate((id) => document.getElementById(id).open, note);
  }
  return seen;
}

// The player by keyboard: step, step back, next dead end, solution; the highlighted lines and the address.
async function player(page, path, colorScheme, width) {
  await page.locator(".player[data-ready]").waitFor();
  const press = async (name, times = 1) => {
    await page.locator(`.player [data-do=${name}]`).focus();
    for (let n = 0; n < times; n++) await page.keyboard.press("Enter");
    return state();
  };
  const state = () => page.evaluate(() => ({
    at: document.querySelector(".player output").innerText, said: document.querySelector(".player-said").innerText,
    address: location.hash,
    columns: [...document.querySelectorAll(".player-column")].filter((column) => !column.hidden).map((column) => ({
      writing: column.dataset.writing, counts: column.querySelector(".player-counts").innerText,
      digits: [...column.querySelectorAll(".player-grid span")].map((cell) => cell.innerText || "0").join(""),
      line: column.querySelector(".beside-line.lit")?.dataset.line,
    })) }));
  const seen = { start: await state(), three: await press("step", 3), four: await press("step"), back: await press("back") };
  seen.dead = await press("dead");
  seen.solution = await press("solution");
  if (folder !== "-") {
    await page.evaluate(() => document.querySelector(".player").scrollIntoView());
    await page.screenshot({ path: `${folder}/${path.replace(/[^a-z]+/g, "-")}${width}-${colorScheme}-solution.png` });
  }
  await press("first");
  await page.locator(".player [data-do=speed]").fill("10");
  seen.frames = await framesOf(page, () => press("play"));
  seen.played = await press("play");
  await page.clock.resume();
  await page.reload({ waitUntil: "networkidle" });
  await page.locator(".player[data-ready]").waitFor();
  seen.again = await state();
  return seen;
}

// For each frame of a second, and for a frame that is ten seconds late: the steps of the player, the changes of the page
// and the painted points of the tree. The clock is fake.
async function framesOf(page, play) {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.evaluate(() => {
    const next = window.requestAnimationFrame, stepNumber = document.querySelector(".player output"), arc = CanvasRenderingContext2D.prototype.arc;
    const watch = new MutationObserver(() => {});
    watch.observe(document.querySelector(".player"), { subtree: true, childList: true, characterData: true, attributes: true });
    let painted = 0;
    CanvasRenderingContext2D.prototype.arc = function (...given) { painted++; return arc.apply(this, given); };
    window.framesPlayed = [];
    window.requestAnimationFrame = (tick) => next((now) => {
      const before = parseInt(stepNumber.textContent, 10);
      watch.takeRecords();
      painted = 0;
      tick(now);
      window.framesPlayed.push({ steps: parseInt(stepNumber.textContent, 10) - before, changes: watch.takeRecords().length, painted });
    });
  });
  await play();
  await page.clock.runFor(1000);
  const second = await page.evaluate(() => window.framesPlayed.splice(0));
  await page.clock.fastForward(10_000);
  return { second, late: await page.evaluate(() => window.framesPlayed[0]) };
}

async function withoutScript(browser, path) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address + path);
  const text = await page.locator("main").innerText();
  const columns = await page.locator(".beside-column:visible").count();
  await context.close();
  return { path, text, columns };
}

const browser = await launched(executablePath);
const looks = [], plain = [], border = pages.indexOf("--");
const [main, others] = border < 0 ? [pages, []] : [pages.slice(0, border), pages.slice(border + 1)];
const four = ["light", "dark"].flatMap((scheme) => [1440, 390].map((width) => [scheme, width]));
const wanted = others.flatMap((path) => [[path, "light", 1440, false], [path, "dark", 390, false]]);
const take = async () => { for (let one; (one = wanted.shift());) looks.push(await look(browser, ...one)); };
try {
  wanted.push(...main.flatMap((path) => four.map((how) => [path, ...how, true])));
  await Promise.all([take(), take(), take()]);
  for (const path of main) plain.push(await withoutScript(browser, path));
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify({ looks, plain }));
