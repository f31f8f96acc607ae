// node search.mjs CHROMIUM ADDRESS WORD PAGE...: search for WORD by keyboard, and print as JSON, for each page, the search
// files requested before and after, and the links of the results.
import { launched } from "./chromium.mjs";

const [executablePath, address, word, ...pages] = process.argv.slice(2);
const browser = await launched(executablePath);
const seen = [];
try {
  for (const path of pages) {
    const page = await (await browser.newContext()).newPage();
    const asked = [], complaints = [];
    page.on("request", (request) => { if (/search|lunr/.test(request.url())) asked.push(request.url().slice(address.length)); });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(address + path, { waitUntil: "networkidle" });
    const before = [...asked];
    await page.keyboard.press("/");
    await page.keyboard.insertText(word);
    await page.keyboard.press("End"); // as in offline.mjs
    await page.locator(".md-search-result__item a").first().waitFor();
    const links = await page.locator(".md-search-result__item a").evaluateAll((all) => all.map((each) => each.pathname + each.hash));
    seen.push({ path, before, after: asked.slice(before.length), links, complaints });
    await page.close();
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(seen));
