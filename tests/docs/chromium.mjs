// Shared by the browser scripts: start Chromium without requests of its own, and the timeout of all waits.
import { chromium } from "playwright-core";

// In milliseconds; long enough for a busy machine.
export const HANG_GUARD = 600_000;

export async function launched(executablePath, ...more) {
  const browser = await chromium.launch({ executablePath, timeout: HANG_GUARD, args: ["--no-sandbox", "--disable-gpu",
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...more] });
  const made = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await made(options);
    context.setDefaultTimeout(HANG_GUARD);
    context.setDefaultNavigationTimeout(HANG_GUARD);
    return context;
  };
  return browser;
}
