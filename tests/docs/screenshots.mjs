// node screenshots.mjs CHROMIUM ADDRESS FOLDER README NAME=PAGE...: screenshots of each page at three widths, in light
// and in dark, of the screen and of the whole page; and for the README of the page follow, without its header.
import { launched } from "./chromium.mjs";

const [executablePath, address, folder, readme, ...pages] = process.argv.slice(2);
const browser = await launched(executablePath, "--hide-scrollbars");

async function shoot(name, path, width, colorScheme) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(address + path, { waitUntil: "networkidle" });
  if (await page.locator(".player").count()) await page.locator(".player[data-ready]").waitFor();
  await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
  await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}-whole.png`, fullPage: true });
  if (name === "follow" && width === 1440) {
    const top = await page.locator(".player-said").evaluate((box) => box.getBoundingClientRect().top + scrollY);
    await page.screenshot({ path: `${readme}/site-${colorScheme}.png`, fullPage: true, clip: { x: 0, y: top, width, height: 640 } });
  }
  await context.close();
}

const wanted = pages.flatMap((page) => [390, 820, 1440].flatMap((width) => ["light", "dark"].map((scheme) => [...page.split("="), width, scheme])));
const take = async () => { for (let one; (one = wanted.shift());) await shoot(one[0], one.slice(1, -2).join("="), ...one.slice(-2)); };
try { await Promise.all([take(), take()]); } finally { await browser.close(); }
