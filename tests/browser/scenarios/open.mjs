// Opens a match by the form, as people do, and looks at the sheet of names. Given are the address of the service, a
// folder for pictures of the codes, an API key ("" for none), and the players' names. Says what it saw.

export async function run(browser, { address, folder, key, names }) {
  const page = await (await browser.newContext({ viewport: { width: 800, height: 1200 }, deviceScaleFactor: 2 })).newPage();
  const wrong = [];
  const asked = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => asked.push([request.method(), request.url(), request.postData() ?? "", request.headers().referer ?? ""]));
  await page.clock.install();
  await page.goto(`${address}/`);
  await page.click("a[href$='/open']");
  await page.waitForSelector("html[data-ready]");
  await page.selectOption("#game", "thurn-and-taxis");
  await page.waitForSelector("html[data-ready=thurn-and-taxis]");
  while ((await page.locator("#seats input").count()) < names.length) await page.click("#more-seats");
  const inputs = page.locator("#seats input");
  await inputs.nth(0).fill("X");
  await inputs.nth(1).fill("x");
  for (let seat = 2; seat < names.length; seat += 1) await inputs.nth(seat).fill(names[seat]);
  if (key) await page.fill("#key", key);
  await page.click("#opening summary");
  await page.locator("#options label", { hasText: "Offices of Honour" }).locator("input").check();
  await page.click("#opening button[type=submit]");
  await page.waitForSelector("#refusal:not([hidden])");
  const refused = await page.locator("#refusal").textContent();
  for (const [seat, name] of names.entries()) await inputs.nth(seat).fill(name);
  await page.uncheck("#public");
  await page.click("#opening button[type=submit]");
  await page.waitForSelector("#sheet:not([hidden])");

  const inPage = () => page.content();
  const before = (await inPage()).includes("khz_");
  const links = [];
  for (const [seat, name] of names.entries()) {
    await page.click(`#names button >> nth=${seat}`);
    await page.waitForFunction((wanted) => document.querySelector("#handed h3")?.textContent === wanted, name);
    const shown = await page.locator("#handed input").inputValue();
    const tokens = new Set((await inPage()).match(/khz_[a-z]+_[0-9a-f]+/g));
    links.push({ name, link: shown, inSight: tokens.size, codes: await page.locator(".code").count() });
    await page.locator("#handed .code").screenshot({ path: `${folder}/${seat}.png` });
  }
  await page.clock.runFor(12_000);
  const stillThere = await page.locator("#handed .code").count();
  await page.clock.runFor(9_000);
  const after = (await inPage()).includes("khz_");
  await page.click("#officials-part summary");
  const officials = await page.locator("#officials button").allTextContents();

  await page.evaluate(() => { globalThis.print = () => { document.documentElement.dataset.printed = String(document.querySelectorAll(".slip .code").length); }; });
  await page.click("#print");
  await page.waitForSelector("html[data-printed]");
  await page.emulateMedia({ media: "print" });
  const slips = await page.locator(".slip:visible h2").allTextContents();
  const rest = await page.locator("main:visible, header:visible").count();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  const printed = (await inPage()).includes("khz_");
  return { wrong, asked, refused, before, links, stillThere, after, officials, slips, rest, printed };
}
