// Follows a match as everybody, and prints a line whenever it shows another version; ends at a version.

export async function run(browser, { address, until }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  const state = () => page.evaluate(() => [Number(document.documentElement.dataset.ready), document.getElementById("connection").textContent]);
  process.stdout.write(`${JSON.stringify(await state())}\n`);
  const lost = [];
  for (let before = "Live"; ; ) {
    const [ready, connection] = await state();
    if (connection !== before) lost.push(connection);
    before = connection;
    if (ready >= until) break;
    await page.waitForTimeout(100);
  }
  const sentences = await page.locator("#log li button").evaluateAll((all) => all.map((one) => [Number(one.dataset.version), one.lastChild.textContent]));
  return { sentences, lost, says: await page.locator("#says").textContent() };
}
