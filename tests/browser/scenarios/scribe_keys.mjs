// A scribe's page by keys alone: decisions are entered, one is undone, one is corrected, the board is countersigned, and
// what was written is saved. Elements are reached by the tabulator, never focused by a script.

const MOST_TABS = 200;
const PAD = "#entering[data-version] > .pad:not([aria-busy])";

export async function run(browser, { address, entries, undone, corrected }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(address);
  await page.waitForSelector(PAD);
  let tabs = 0;
  /** What has the focus: nothing has it where this is "BODY". */
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.dataset.table || document.activeElement?.tagName);
  const seen = [];
  /** Press a key on an element, which is reached by the tabulator. */
  const press = async (selector, key = "Enter") => {
    for (let pressed = 0; ; pressed += 1) {
      if (await page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector)) break;
      if (pressed === MOST_TABS) throw new Error(`${selector} is not reached`);
      await page.keyboard.press("Tab");
      tabs += 1;
    }
    if (!(await page.evaluate(() => parseFloat(getComputedStyle(document.activeElement).outlineWidth) > 0))) seen.push(selector);
    await page.waitForTimeout(320); // what is pressed right after something else does not count
    if (key) await page.keyboard.press(key);
  };
  const stored = (version) => page.waitForFunction((wanted) => document.querySelector("#entering").dataset.version === String(wanted)
    && document.documentElement.dataset.unsent === "0" && document.querySelector("#entering > .pad:not([aria-busy])") !== null, version);
  const found = { after: {}, tabs: {} };
  const done = async (what) => {
    found.after[what] = await focused();
    found.tabs[what] = tabs;
    tabs = 0;
  };
  for (const { selector, version } of entries) {
    await press(`#entering > .pad ${selector}`);
    await page.waitForFunction((least) => Number(document.querySelector("#entering").dataset.version) >= least
      && document.querySelector("#entering > .pad:not([aria-busy])") !== null, version);
    await done(`entered ${version}`);
  }
  await page.waitForFunction(() => document.documentElement.dataset.unsent === "0");
  await press("#undo");
  await page.waitForFunction((wanted) => Number(document.documentElement.dataset.ready) >= wanted, undone);
  await page.waitForSelector("#last .struck");
  await done("undone");

  await press(`[data-wrong="${corrected}"]`);
  await page.waitForSelector("#tap-asked form");
  await press("#tap-asked fieldset fieldset select", "");
  await page.keyboard.type((await page.locator("#tap-asked fieldset fieldset select").first().locator("option[value=remove]").textContent()) ?? "");
  await press("#tap-asked form > .choices button[type=submit]");
  await page.waitForSelector("#tap-asked .follows");
  await press("#tap-asked form > .choices button[type=submit]");
  await page.waitForFunction((wanted) => Number(document.documentElement.dataset.ready) > wanted, undone);
  await done("corrected");

  await press("#besides > summary");
  await page.waitForSelector("[data-table='table.countersign']");
  await press("[data-table='table.countersign']");
  await page.waitForSelector("#tap-asked form");
  await press("#tap-asked form > .choices button[type=submit]");
  await page.waitForSelector("#tap-asked .follows");
  await press("#tap-asked form > .choices button[type=submit]");
  await page.waitForFunction((wanted) => Number(document.documentElement.dataset.ready) > wanted + 1, undone);
  await done("countersigned");

  await press("#device > summary");
  const download = page.waitForEvent("download");
  await press("#export");
  const parts = [];
  for await (const part of await (await download).createReadStream()) parts.push(part);
  found.saved = Buffer.concat(parts).toString("utf8");
  await done("saved");
  return { ...found, unseen: seen, wrong };
}
