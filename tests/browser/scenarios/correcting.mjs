// A scribe's page on which the newest entry is said to be wrong: what the form shows then.

export async function run(browser, { address }) {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await page.goto(address);
  await page.waitForSelector("[data-wrong]");
  await page.waitForTimeout(400);
  await page.click("[data-wrong]");
  await page.waitForSelector("#tap-asked form");
  return page.evaluate(() => ({
    text: document.querySelector("#tap-asked").innerText,
    values: [...document.querySelectorAll("#tap-asked :is(select, input)")].map(({ value }) => value),
  }));
}
