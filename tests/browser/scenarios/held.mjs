// The scribe's page where others have entered something meanwhile: writes, and answers the question as it is told.

export async function run(browser, { address, bodies, answer }, heard) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(address);
  await page.waitForSelector("html[data-shown]");
  await page.waitForSelector("html[data-writes=yes]");
  const seen = Number(await page.getAttribute("html", "data-shown"));
  process.stdout.write(`${JSON.stringify("others")}\n`);
  await heard();
  await page.evaluate(async ([all, version]) => {
    const { bench } = await import(document.querySelector("script[type=module]").src);
    for (const [number, body] of all.entries()) await bench.outbox.put(body, `written ${number}`, version);
  }, [bodies, seen]);
  await page.waitForSelector("#question:not([hidden])");
  const question = await page.textContent("#question");
  const choices = await page.locator("#question button").allTextContents();
  const states = await page.locator("#lines li").evaluateAll((all) => all.map((one) => one.dataset.state));
  for (const text of answer) await page.locator("#question button", { hasText: text }).click();
  await page.waitForSelector("html[data-unsent='0']");
  return { wrong, question, choices, states };
}
