// A browser as people have it: nothing of its security is switched off. The sandbox alone is, since tests may run
// as root; and what it would ask of its maker, since there may be no network.

import { chromium } from "playwright-core";

const ARGUMENTS = [
  "--headless=shell",
  "--no-sandbox",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
];

/** @returns {Promise<import("playwright-core").Browser>} */
export function launched() {
  return chromium.launch({ executablePath: process.env.KERBHOLZ_CHROMIUM, headless: true, args: ARGUMENTS });
}
