// Plays by clicks on the board, and says things at the table by their forms. Given are the link of the seat that is
// awaited in a match of Thurn and Taxis, where cards are to be taken, and that of another seat. Says what it saw.

export async function run(browser, { addresses }) {
  const wrong = [];
  const pages = [];
  for (const address of addresses) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    await page.goto(address);
    await page.waitForSelector("html[data-ready]");
    pages.push(page);
  }
  const [player, other] = pages;

  const version = (page) => page.evaluate(() => Number(document.documentElement.dataset.ready));
  const submit = (page) => page.click("#moves form button[type=submit]");
  const follows = async (page) => {
    await page.waitForSelector("#moves .follows, #moves [role=alert]");
    const refused = await page.locator("#moves [role=alert]").allTextContents();
    if (refused.length) throw new Error(refused.join());
    return page.locator("#moves .follows li").allTextContents();
  };
  /** Send what was tried, and wait until everybody sees what came of it. */
  const send = async (page) => {
    const before = await version(page);
    await submit(page);
    for (const one of pages) await one.waitForFunction((least) => Number(document.documentElement.dataset.ready) > least, before);
  };
  const log = (page) => page.locator("#log button").evaluateAll((all) => all.map((one) => one.lastChild.textContent));
  const found = {};

  // A card, by a click on the board.
  const offered = await player.locator(".moves button").count();
  const card = player.locator("#picture [data-at^='/display/'][data-kind=city]").first();
  found.city = await card.getAttribute("data-value");
  found.framed = await player.locator("#picture .frame.can").count();
  found.idle = await other.locator("#picture .frame.can").count();
  await card.click();
  found.first = await follows(player);
  found.chip = await player.locator(".chip").textContent();
  found.narrowed = await player.locator(".moves button").count();
  await player.click("#moves form button[type=button]");
  await player.click(".chip");
  found.all = [await player.locator(".chip").count(), (await player.locator(".moves button").count()) === offered];
  found.stored = await version(player);
  await card.click();
  await follows(player);
  // Somebody writes a note meanwhile: what was tried is tried again, on the version that is there then.
  await other.click("[data-type='table.note']");
  await other.fill("#moves textarea", "tea <b>break</b>");
  await submit(other);
  found.note = await follows(other);
  await send(other);
  await player.waitForSelector("#moves .follows");
  await send(player);
  found.log = (await log(player)).filter((text) => text.includes(found.first[0]));

  // Chance has decided since, so it cannot be taken back: the rule is told, with a link to it, and the form is kept.
  await player.click("[data-type='table.take-back']");
  found.takes = await player.locator("[data-field=decision] option:checked").textContent();
  await player.fill("#moves textarea", "misclick");
  await submit(player);
  await player.waitForSelector("#moves [role=alert]");
  found.refused = await player.locator("#moves .rule").textContent();
  found.kept = await player.locator("#moves textarea").inputValue();
  await player.click("#moves .rule a");
  found.listed = [await player.locator("#rule-TB-44 dd").textContent(), await player.locator("#rule-TB-44").isVisible()];

  // The decision after the next one can be: it is made by a click on a card of one's own hand.
  found.stale = await player.locator(".moves button").last().evaluate((/** @type {HTMLElement} */ move) => {
    move.click();
    return document.querySelectorAll("#moves form, #moves [role=alert]").length;
  });
  await follows(player);
  await send(player);
  await player.locator("#picture [data-at^='/seats/1/hand/things/'][data-kind=city]").first().click();
  found.route = await follows(player);
  await send(player);
  await player.click("[data-type='table.take-back']");
  found.takesNext = await player.locator("[data-field=decision] option:checked").textContent();
  await submit(player);
  found.asks = await follows(player);
  await send(player);
  for (const page of pages) await page.waitForSelector("#log .struck"); // the log is read again
  found.struck = await player.locator("#log .struck").count();
  await player.click("[data-type='table.take-back']");
  found.takesThen = await player.locator("[data-field=decision] option:checked").textContent();

  // An accusation with a rule and a decision.
  await other.click("[data-type='table.accuse']");
  found.accusable = await other.locator("[data-field=accused] option").allTextContents();
  await other.locator("[data-field=rule] select").selectOption("TT-B1");
  found.rule = await other.locator("[data-field=rule] .about").last().textContent();
  found.evidence = await other.locator("#moves .evidence input").count();
  if (found.evidence) await other.locator("#moves .evidence input").first().check();
  await submit(other);
  found.accuses = await follows(other);
  await send(other);

  return { wrong, ...found };
}
