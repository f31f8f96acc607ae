// node pages.mjs CHROMIUM PAGE...: checks each page in light and dark, wide, narrow and printed, and prints its
// observations as JSON.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [executablePath, ...pages] = process.argv.slice(2);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

async function observe(browser, file, colorScheme, width, media) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const requests = [], complaints = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.emulateMedia({ media, colorScheme });
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const violations = found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await context.close();
  return { file, colorScheme, width, media, violations, complaints, overflows,
    requests: requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")) };
}

const browser = await chromium.launch({ executablePath, args });
const all = [];
try {
  for (const file of pages) {
    for (const colorScheme of ["light", "dark"]) for (const width of [1440, 390]) all.push(await observe(browser, file, colorScheme, width, "screen"));
    all.push(await observe(browser, file, "light", 700, "print"));
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(all));
