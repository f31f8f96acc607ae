// What the scripts beside this one share: a browser that asks nothing of its own, and how long anything is waited for.
import { chromium } from "playwright-core";

// Milliseconds, in which a busy machine too does all that is waited for: what takes longer hangs.
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
