// node axe.mjs CHROMIUM FOLDER PAGE...: checks each page in light and dark, wide and narrow, with and without its
// dialog, and prints its observations as JSON. Saves screenshots in FOLDER; "-" means no screenshots.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [executablePath, folder, ...pages] = process.argv.slice(2);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
}

async function view(browser, file, colorScheme, width) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const requests = [], complaints = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const shot = async (what) => folder === "-" || page.screenshot({ path: `${folder}/${basename(file, ".html")}-${width}-${colorScheme}-${what}.png` });
  await page.goto(pathToFileURL(file).href);
  const observed = { file, colorScheme, width, violations: await violations(page) };
  await shot("top");
  observed.overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await page.locator("#matrix").scrollIntoViewIfNeeded();
  await page.evaluate(() => document.getElementById("matrix").scrollIntoView());
  await shot("matrix");
  await page.evaluate(() => document.getElementById("reasons").scrollIntoView());
  await shot("reasons");

  // keyboard only: focus a failed cell (or the first), open its dialog, close it
  const failed = page.locator("td.f button, td.e button").first();
  const cell = await failed.count() ? failed : page.locator("#cells td button:not(:disabled)").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  observed.dialog = await page.locator("dialog[open]").innerText();
  observed.violations.push(...await violations(page));
  await shot("dialog");
  await page.keyboard.press("Escape");
  observed.closed = await page.locator("dialog[open]").count() === 0;
  observed.focusBack = await cell.evaluate((button) => document.activeElement === button);
  await page.keyboard.press("ArrowDown");
  observed.moved = await cell.evaluate((button) => document.activeElement !== button && document.activeElement.tagName === "BUTTON");

  // the filters
  const shown = () => page.locator("#cells tbody tr:not([hidden])").count();
  observed.all = await shown();
  for (const value of ["0", "1", "2"]) await page.locator(`input[name=verdict][value="${value}"]`).uncheck();
  observed.failedOnly = await shown();
  observed.caseCount = await page.locator("#shown").innerText();
  await page.locator("#filters button[type=reset]").click();
  await page.waitForTimeout(50);
  observed.afterReset = await shown();
  observed.requests = requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"));
  observed.complaints = complaints;
  await context.close();
  return observed;
}

async function withoutScript(browser, file) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  const text = await page.locator("main").innerText();
  const filters = await page.locator("#filters").isVisible();
  await context.close();
  return { text, filters };
}

const browser = await chromium.launch({ executablePath, args });
const all = [];
try {
  for (const file of pages) {
    const views = [];
    for (const colorScheme of ["light", "dark"]) for (const width of [1440, 390]) views.push(await view(browser, file, colorScheme, width));
    all.push({ file, views, plain: await withoutScript(browser, file) });
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(all));
