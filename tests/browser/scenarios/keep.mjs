// Several links to a match on one device: whom the page acts as, kept and forgotten. Given are the links of two seats.

export async function run(browser, { first, second }) {
  const context = await browser.newContext();
  const wrong = [];
  const asked = [];
  context.on("request", (request) => asked.push(request.url() + (request.headers().referer ?? "")));

  /** What a page says of whom it acts as. */
  const seen = async (page) => {
    await page.waitForSelector("html[data-ready]");
    const several = await page.locator("#who").isVisible();
    const kept = await page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.includes("token")).map(([, value]) => value).join());
    return {
      me: several ? await page.locator("#who option:checked").textContent() : await page.locator("#me").textContent(),
      others: several ? (await page.locator("#who option:not(:checked)").allTextContents()) : [],
      as: await page.locator("#as").inputValue(),
      kept: (kept.match(/khz_/g) ?? []).length,
    };
  };

  /** A tab of its own: what it knows from the tab alone is gone when it is closed. */
  const tab = async (address) => {
    const page = await context.newPage();
    page.on("pageerror", (error) => wrong.push(error.message));
    await page.goto(address);
    return page;
  };

  const bare = first.split("#")[0];
  const found = {};
  let page = await tab(first);
  found.first = await seen(page);
  await page.close();
  page = await tab(bare);
  await page.waitForSelector("html[data-ready]");
  found.closed = await page.locator("#acting").isVisible();
  await page.close();

  page = await tab(first);
  await seen(page);
  await page.check("#keep-it");
  await page.close();
  page = await tab(second);
  await seen(page);
  await page.check("#keep-it");
  found.second = await seen(page);
  await page.close();

  page = await tab(bare);
  found.back = await seen(page);
  /** Whatever reloads the page: its next state is awaited, not that of before. */
  const reloading = (act) => Promise.all([page.waitForEvent("load"), act()]);
  await reloading(() => page.selectOption("#who", { index: 1 }));
  found.changed = await seen(page);
  await page.uncheck("#keep-it");
  found.dropped = await seen(page);
  await page.check("#keep-it");
  await reloading(() => page.click("#forget"));
  found.forgotten = await seen(page);
  await reloading(() => page.click("#forget"));
  await page.waitForSelector("html[data-ready]");
  found.nobody = [await page.locator("#acting").isVisible(), await page.locator("#as").inputValue(),
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]).includes("khz_"))];
  return { wrong, asked, ...found };
}
