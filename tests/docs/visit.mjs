// node visit.mjs CHROMIUM ADDRESS: visit the site by keyboard, with reduced motion, and in print. Print the
// observations as JSON.
import { launched } from "./chromium.mjs";

const [executablePath, address] = process.argv.slice(2);
const browser = await launched(executablePath);
const open = async (path, more = {}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block", ...more });
  const page = await context.newPage();
  await page.goto(address + path, { waitUntil: "networkidle" });
  return page;
};

// The focused element, and whether it or its label shows the focus by an outline or a shadow.
const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const shows = (each) => {
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 || style.boxShadow !== "none";
    return ring && box.width > 0 && box.height > 0 && style.visibility === "visible";
  };
  const own = [element, ...(element.labels || []), element.nextElementSibling].filter(Boolean);
  const { top, bottom } = element.getBoundingClientRect();
  return { name: (element.getAttribute("aria-label") || element.innerText || element.value || element.id || element.tagName).trim().slice(0, 40),
    tag: element.tagName.toLowerCase(), seen: own.some(shows), inView: bottom > 0 && top < innerHeight, place: element.className };
});

// All tab stops of the page.
async function stops(page) {
  const observed = [];
  for (let n = 0; n < 300; n++) {
    await page.keyboard.press("Tab");
    const one = await focused(page);
    if (!one) break;
    observed.push(one);
  }
  return observed;
}
// Press Tab until a matching element has the focus.
async function reach(page, selector) {
  for (let n = 0; n < 300; n++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by keyboard to ${selector} on ${page.url()}`);
}
// Follow a link that changes only the part after #.
const paste = (page, hash) => page.evaluate((hash) => { location.hash = hash; }, hash);
const hashOf = (page) => page.evaluate(() => location.hash);
// Wait for this number of frames, so that event handlers have run.
const frames = (page, number) => page.evaluate((number) => new Promise((done) => {
  const next = (left) => left ? requestAnimationFrame(() => next(left - 1)) : done();
  next(number);
}), number);
const at = (page) => page.url().slice(address.length);

const seen = { stops: {} };
try {
  for (const [path, width] of [["en/", 1440], ["fr/read/may-this-digit-go-here/", 1440], ["en/read/try/", 390], ["en/follow/", 1440],
    ["fr/follow/", 390], ["en/class/first-backtracking/", 1440], ["fr/documents/c/", 390]]) {
    const page = await open(path, { viewport: { width, height: 900 } });
    if (await page.locator(".player").count()) await page.locator(".player[data-ready]").waitFor();
    seen.stops[`${path} ${width}`] = await stops(page);
    await page.context().close();
  }

  const page = await open("en/");
  await page.keyboard.press("Tab");
  seen.skip = await focused(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  seen.afterSkip = await page.evaluate(() => Boolean(document.activeElement.closest("article")));

  await page.goto(address + "en/", { waitUntil: "networkidle" });
  await reach(page, ".md-tabs__link[href*=read]");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/en/read/**");
  seen.tab = at(page);
  await reach(page, "a.language");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/fr/read/**");
  seen.language = at(page);

  await page.waitForLoadState("networkidle");
  await reach(page, ".md-search__input");
  await page.keyboard.insertText("exploration");
  await page.keyboard.press("End"); // as in offline.mjs
  await page.locator(".md-search-result__link").first().waitFor();
  await page.keyboard.press("ArrowDown");
  seen.result = await focused(page);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.includes("the-grid-and"));
  seen.found = at(page);

  await page.goto(address + "en/read/may-this-digit-go-here/", { waitUntil: "networkidle" });
  await reach(page, ".beside-ideas button[data-idea=column]");
  await page.keyboard.press("Space");
  seen.lit = await page.locator(".beside-line.lit").count();
  seen.said = await page.locator(".beside-said").innerText();
  seen.litAt = await hashOf(page);
  await page.keyboard.press("Space");
  seen.putOut = [await hashOf(page), await page.locator(".beside-ideas [aria-pressed=true]").count()];
  const pressed = page.locator(".beside-ideas [aria-pressed=true]");
  await paste(page, "possible-possible=column");
  await pressed.waitFor();
  seen.pasted = [await pressed.getAttribute("data-idea"), await hashOf(page)];
  await reach(page, ".beside-mark");
  const note = (await page.evaluate(() => document.activeElement.hash)).slice(1);
  await page.keyboard.press("Enter");
  seen.erratum = await page.evaluate((id) => document.getElementById(id).open, note);
  seen.erratumInView = await page.evaluate((id) => { const box = document.getElementById(id).getBoundingClientRect(); return box.top < innerHeight && box.bottom > 0; }, note);

  await page.goto(address + "en/follow/", { waitUntil: "networkidle" });
  await page.locator(".player[data-ready]").waitFor();
  const step = async () => +(await page.locator(".player output").innerText()).split(" ")[0];
  await reach(page, ".player [data-do=step]");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  seen.stepped = await step();
  await reach(page, ".player [data-do=at]");
  await page.keyboard.press("ArrowRight");
  seen.slid = await step();
  await page.keyboard.press("End");
  seen.end = [await step(), +await page.locator(".player [data-do=at]").getAttribute("max")];
  await paste(page, "grid=scilab&writings=scilab-style&step=5");
  await page.locator(".player[data-ready=scilab]").waitFor();
  seen.pastedWalk = [await step(), await page.locator(".player-column:visible").count()];
  await paste(page, "follow");
  await frames(page, 10);
  seen.afterHeading = await step();

  await page.goto(address + "en/class/first-backtracking/", { waitUntil: "networkidle" });
  await reach(page, "details > summary");
  await page.keyboard.press("Enter");
  seen.hint = await page.locator("details[open]").count();
  await page.context().close();

  // an invalid grid: there is no trace, and the controls must not fail
  const without = await open(`en/follow/#grid=44${"0".repeat(79)}`), complaints = [];
  without.on("pageerror", (error) => complaints.push(String(error)));
  await without.waitForFunction(() => {
    const said = document.querySelector(".player-said").innerText;
    return said && said !== document.querySelector(".player").dataset.loading;
  });
  await without.locator(".player [data-do=at]").dispatchEvent("input");
  await without.locator(".player [data-do=code]").press("Space");
  seen.without = { complaints, said: await without.locator(".player-said").innerText(),
    code: await without.locator(".player-column .highlight:visible").count() };
  await without.context().close();

  const still = await open("en/follow/", { reducedMotion: "reduce" });
  await still.locator(".player[data-ready]").waitFor();
  await frames(still, 40);
  seen.still = { step: await still.locator(".player output").innerText(), moving: [] };
  for (const path of ["en/follow/", "en/read/try/", "en/"]) {
    await still.goto(address + path, { waitUntil: "networkidle" });
    seen.still.moving.push(...await still.evaluate(() => [...document.querySelectorAll("*")].filter((element) => {
      const style = getComputedStyle(element);
      return /[1-9]/.test(style.transitionDuration + style.animationDuration) || style.scrollBehavior === "smooth";
    }).map((element) => element.outerHTML.slice(0, 80))));
  }
  await still.context().close();

  const paper = await open("en/read/try/", { viewport: { width: 718, height: 1000 } });
  await paper.emulateMedia({ media: "print" });
  seen.paper = await paper.evaluate(() => ({
    shown: [...document.querySelectorAll(".beside-column")].filter((column) => column.getBoundingClientRect().height > 40).length,
    titles: [...document.querySelectorAll(".beside-title")].filter((title) => title.getBoundingClientRect().height > 0).length,
    cut: [...document.querySelectorAll(".beside pre, .beside code")].filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1).length,
    chrome: [...document.querySelectorAll(".md-header, .md-tabs, .md-footer, .md-sidebar, .beside-ideas")].filter((each) => each.getBoundingClientRect().height > 0).length,
  }));
  await paper.context().close();
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(seen));
