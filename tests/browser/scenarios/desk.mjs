// Directs an event from the desk: takes in its file, and rules on what waits, one after the other. Says in which order
// the tables were listed, how many taps each ruling took apart from the reason, and everything that was asked for.

export async function run(browser, { address, file, name, kind, rulings, polls = 0 }) {
  const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
  page.setDefaultTimeout(30_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  const asked = [];
  page.on("response", (answer) => asked.push([new URL(answer.url()).origin, answer.request().resourceType(), answer.status(), new URL(answer.url()).pathname]));

  await page.goto(`${address}/desk`);
  await page.waitForSelector("html[data-scripts]");
  await page.setInputFiles("#file", { name: "event.json", mimeType: "application/json", buffer: Buffer.from(file) });
  const tables = JSON.parse(file).matches.length;
  await page.click("#adding button[type=submit]");
  const polled = (least) => page.waitForFunction((wanted) => Number(document.documentElement.dataset.desk) >= wanted, least);
  await polled(tables);
  const labels = (list) => page.locator(`#${list} > li > .label > a:first-child`).allTextContents();
  const found = { waiting: await labels("waiting"), others: await labels("others"), calls: await page.textContent("#calls"), title: await page.title() };
  if (name) {
    await page.fill("#my-name", name);
    await page.locator("#my-name").blur();
  }
  const before = asked.length;
  if (polls) await polled(tables + polls);
  found.polled = asked.slice(before).map(([, , status]) => status);

  found.ruled = [];
  for (let number = 0; number < rulings; number += 1) {
    let taps = 0;
    const tap = async (where) => {
      taps += 1;
      await where.click();
    };
    const table = page.locator(`#waiting > li:has(li[data-kind=${kind}])`).first();
    const label = await table.locator("> .label > a:first-child").textContent();
    const item = table.locator(`li[data-kind=${kind}]`).first();
    if (kind === "call") {
      taps += 1;
      await page.waitForTimeout(400); // the tables have just moved: a tap that comes sooner does not count
      await item.locator("button").dblclick(); // as people do; it is one tap all the same
      await table.locator(`li[data-kind=${kind}][data-attended]`).first().waitFor();
    }
    await tap(item.locator("a[id$=-rule]"));
    await page.waitForSelector("#moves form [data-field=verdict]");
    const about = await page.locator("#moves form [data-field=about] select").inputValue();
    taps += 2; // a list is opened, and something in it chosen
    await page.selectOption("#moves form [data-field=verdict] select", "dismissed");
    await page.fill("#moves form [data-field=reason] textarea", "It was as it should be.");
    await tap(page.locator("#moves form button[type=submit]"));
    await page.waitForSelector("#moves .follows");
    const boards = await page.locator("#moves .boards svg").count();
    const version = Number(await page.getAttribute("html", "data-ready"));
    await tap(page.locator("#moves form button[type=submit]"));
    await page.waitForFunction((least) => Number(document.documentElement.dataset.ready) > least, version);
    await page.waitForFunction(([wanted, of]) => ![...document.querySelectorAll("#waiting > li")].some((one) =>
      one.querySelector(".label a")?.textContent === wanted && one.querySelector(`li[data-kind=${of}]`)), [label, kind]);
    found.ruled.push({ label, taps, about, boards });
  }
  found.left = await labels("waiting");
  return { ...found, wrong, asked };
}
