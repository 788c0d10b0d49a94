// A scribe's page that lies on the table while a seat enters something itself: what is asked for, what comes back, and what
// is shown; then what is shown while it is held for the scribe's eyes.

export async function run(browser, { address, ready, entered }, heard) {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const answers = [];
  page.on("response", (response) => answers.push(response));
  const shown = () => page.evaluate(() => ({
    page: document.body.outerHTML,
    values: [...document.querySelectorAll("input, textarea, select")].map(({ value }) => value),
  }));
  await page.goto(address);
  await page.waitForSelector(ready);
  process.stdout.write(`${JSON.stringify("there")}\n`);
  await heard();
  await page.waitForSelector(entered);
  await page.waitForSelector(ready);
  await page.waitForTimeout(1500); // what is asked for behind it has come
  const open = await shown();
  const traffic = [];
  for (const response of answers) {
    const stream = response.headers()["content-type"]?.startsWith("text/event-stream");
    traffic.push({ url: response.url(), body: stream ? "" : await response.text().catch(() => "") });
  }
  await page.locator("#eyes").hover();
  await page.mouse.down();
  await page.waitForSelector("#eyes[aria-pressed=true]");
  await page.waitForTimeout(1500);
  const held = await shown();
  await page.mouse.up();
  await page.waitForSelector("#eyes[aria-pressed=false]");
  await page.waitForTimeout(500);
  return { open, traffic, held, then: await shown() };
}
