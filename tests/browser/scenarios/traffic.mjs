// Replays a match from the first decision that can be looked at to the newest, opens what the page has to open, and
// says everything that was asked for and what came back, in its order.

export async function run(browser, { address, selectors }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  const answers = [];
  page.on("response", (response) => answers.push(response));
  // All but the stream, which stays open: what is given up on its way could not be compared.
  const underway = new Set();
  page.on("request", (request) => { if (!request.url().includes("/stream")) underway.add(request); });
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => underway.delete(request));
  const settled = async () => {
    do await page.waitForTimeout(30); while (underway.size > 0);
  };
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  await page.waitForSelector("html[data-shown]");
  await settled();
  const newest = Number(await page.evaluate(() => document.documentElement.dataset.ready));
  await page.keyboard.press("Home");
  await page.waitForSelector("html[data-shown='0']");
  await settled();
  for (let at = 1; at <= newest; at += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(`html[data-shown='${at}']`);
    await settled();
  }
  for (const selector of selectors) {
    await page.click(selector);
    await settled();
  }
  const traffic = [];
  for (const response of answers) {
    const request = response.request();
    if (response.headers()["content-type"]?.startsWith("text/event-stream")) {
      traffic.push({ method: request.method(), url: response.url(), status: response.status(), headers: response.headers(), body: "" });
      continue;
    }
    const body = await response.text().catch(() => "");
    traffic.push({ method: request.method(), url: response.url(), status: response.status(), headers: response.headers(), body });
  }
  return { traffic, newest };
}
