// Everything by keys alone: which decision put a thing here, and a link to that decision on the clipboard. Elements
// are reached by the tabulator, never focused by a script.

export async function run(browser, { address, step }) {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  const there = (selector) => page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector);
  const reach = async (selector, key = "Tab") => {
    for (let pressed = 0; pressed < 400; pressed += 1) {
      if (await there(selector)) return pressed;
      await page.keyboard.press(key);
    }
    throw new Error(`${selector} is not reached`);
  };
  for (let back = 0; back < step; back += 1) await page.keyboard.press("ArrowLeft");
  const before = Number(await page.inputValue("#number"));
  await page.waitForFunction((at) => document.documentElement.dataset.shown === String(at), before);
  const tabs = await reach("#picture [data-at]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#origin button.to");
  const told = await page.locator("#origin").textContent();
  await reach("#origin button.to");
  const version = Number(await page.evaluate(() => document.activeElement.textContent));
  await page.keyboard.press("Enter");
  await page.waitForFunction((at) => document.documentElement.dataset.shown === String(at), version);
  await page.keyboard.press("c");
  await page.waitForTimeout(200);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  return { before, version, told, link, tabs, address: page.url() };
}
