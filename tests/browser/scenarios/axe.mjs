// Looks at addresses with axe-core: light and dark, on a phone and on a desk. Says what is against its rules, and how
// wide each page is in the window that it is in.

import { readFile } from "node:fs/promises";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What is done before a page is looked at, in each window: name → act. The first act of a view is followed by a look at
 * the whole page; whatever changes less of it afterwards says which part is to be looked at. */
const ACTS = {
  nothing: async () => {},
  // One template makes all sections: some of them show what is wrong with it, in a tenth of the time.
  some: async (page) => {
    await page.evaluate(() => { for (const one of document.querySelectorAll("main > section:nth-of-type(n + 9)")) one.remove(); });
  },
  open: async (page) => {
    await page.evaluate(() => { document.getElementById("in-words").open = true; });
    await page.waitForFunction(() => document.getElementById("words").textContent !== "");
    await page.waitForTimeout(300);
    await page.locator("#picture [data-at]").first().dispatchEvent("click");
    await page.waitForSelector("#origin h2");
  },
  help: async (page) => {
    await page.evaluate(() => document.querySelector("dialog[open]") ?? document.getElementById("help").click());
    return "dialog[open]";
  },
  move: async (page) => {
    await page.click(".moves button");
    await page.waitForSelector("#moves form, #moves [role=alert]");
  },
  // A ruling, with the board before and after it.
  ruling: async (page) => {
    if (await page.locator("#moves .boards svg").count()) return "#moves";
    await page.click("#moves form button[type=submit]");
    await page.waitForSelector("#moves .boards svg");
    return "#moves";
  },
  // What else a scribe can tap: what nobody saw, and what breaks a rule.
  besides: async (page) => {
    await page.evaluate(() => { for (const part of document.querySelectorAll("#unseen, #besides")) part.open = true; });
    await page.waitForSelector("#besides .pad:not([aria-busy])");
    return "#entering";
  },
  // What is said at the table: a note, and the last of those that there are.
  said: async (page) => {
    await page.locator('#moves [data-type="table.note"]').click();
    await page.waitForSelector("#moves form");
    return "#moves";
  },
  told: async (page) => {
    await page.locator("#moves .choices button").last().click();
    await page.waitForSelector("#moves form");
    return "#moves";
  },
};

/** Each scheme and each width once: what one shows wrong does not depend on the other. What is done after the first act is
 * looked at in one of them, by turns. */
const WINDOWS = [
  { colorScheme: "light", width: 360 },
  { colorScheme: "dark", width: 1400 },
];

async function looked(page, width, part) {
  // Of what is in order, nothing has to be told: to describe each element takes most of the time.
  const { violations } = await page.evaluate((of) => globalThis.axe.run(of ?? document, { resultTypes: ["violations"] }), part);
  const found = violations.map(({ id, nodes }) => ({
    rule: id,
    wrong: nodes.map((node) => `${node.html.slice(0, 150)}: ${[...node.any, ...node.all][0]?.message ?? ""}`),
  }));
  const across = await page.evaluate(() => document.documentElement.scrollWidth);
  return across > width ? [...found, { rule: "across", wrong: [across] }] : found;
}

export async function run(browser, { views }) {
  const found = [];
  let looks = 0;
  for (const { address, acts, ready, stored = {} } of views) {
    const context = await browser.newContext();
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on("pageerror", (error) => found.push({ address, rule: "script", wrong: [error.message] }));
    // What the device keeps from another time.
    await page.addInitScript((kept) => { for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value); }, stored);
    await page.goto(address);
    await page.waitForSelector(ready);
    await page.evaluate(axe);
    for (const [number, act] of acts.entries()) {
      for (const { colorScheme, width } of number === 0 ? WINDOWS : [WINDOWS[number % 2]]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.waitForTimeout(300); // a picture for another theme is on its way
        const part = await ACTS[act](page);
        for (const one of await looked(page, width, part)) found.push({ address, act, colorScheme, width, ...one });
        looks += 1;
      }
    }
    await context.close();
  }
  return { looks, found };
}
