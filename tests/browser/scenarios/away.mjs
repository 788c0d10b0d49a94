// The scribe's page, tapped while the service has too much to do, says nothing, or cannot be reached; while the device has no
// room; and undone while an entry is on its way. Says what was shown, and what was sent.

const BUSY = { status: 503, contentType: "application/problem+json", body: JSON.stringify({ code: "busy", status: 503, title: "Busy" }) };

export async function run(browser, { address }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.clock.install();
  await page.goto(address);
  const idle = () => page.waitForSelector("#pad:not([aria-busy]) button:not([disabled])");
  const shown = () => page.evaluate(() => ({
    lines: [...document.querySelectorAll("#lines li")].map((one) => one.dataset.state).filter((state) => state !== "stored"),
    told: document.querySelector("#tap-told").textContent,
    connection: document.querySelector("#connection").textContent,
  }));
  /** Taps the button that ends a list, else the first one; it is late enough to count. */
  const tap = async () => {
    await page.clock.fastForward(400);
    const end = page.locator("#pad .end:not([disabled])");
    const any = page.locator("#pad button:not([disabled]):not([data-back])");
    await ((await end.count()) ? end : any).first().click({ timeout: 5000 });
  };
  /** Writes down a whole entry, whatever it is. */
  const entry = async () => {
    const before = Number(await page.getAttribute("html", "data-unsent"));
    for (let taps = 0; taps < 12 && Number(await page.getAttribute("html", "data-unsent")) === before; taps += 1) {
      await tap();
      await page.waitForTimeout(20);
    }
    await page.clock.runFor(6000); // patience has an end
    await idle();
  };
  const kept = async () => {
    for (let waited = 0; waited < 60 && (await page.getAttribute("html", "data-unsent")) !== "0"; waited += 1) {
      await page.clock.runFor(5000);
      await page.waitForTimeout(30);
    }
    await idle();
  };
  const found = {};
  await idle();

  // No room: what was tapped is not lost without a word, and it can be tapped again.
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    globalThis.room = () => { IDBObjectStore.prototype.add = add; };
    IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  for (let taps = 0; taps < 12 && (await page.textContent("#tap-told")) === ""; taps += 1) {
    await tap();
    await page.waitForTimeout(20);
  }
  await idle();
  found.full = await shown();
  await page.evaluate(() => globalThis.room());

  await page.route("**/commands?*", (route) => route.fulfill(BUSY));
  await entry();
  found.busy = await shown();
  await page.unroute("**/commands?*");
  await kept();
  await page.waitForSelector("#tap-told:empty", { state: "attached" }); // what can be tapped is asked once more
  found.there = await shown();

  // One question gets no answer, and nothing happens after it: it is asked again.
  await page.route("**/moves?*", (route) => route.abort());
  const read = page.waitForResponse(/\/picture\?/);
  await entry();
  await kept();
  await read; // the board behind it: whatever asks once more because of that has done so
  await page.waitForTimeout(300);
  await page.waitForSelector("#tap-told:not(:empty)", { state: "attached" });
  found.missed = await shown();
  await page.unroute("**/moves?*");
  await page.clock.runFor(6000);
  await page.waitForSelector("#tap-told:empty", { state: "attached" });
  found.askedAgain = await shown();

  await page.route("**/v1/**", () => {}); // it arrives, and no answer comes
  await entry();
  found.silent = await shown();
  await context.setOffline(true);
  await page.unroute("**/v1/**");
  for (let written = 0; written < 2; written += 1) await entry();
  found.offline = await shown();
  found.pieces = await page.locator("#pad [data-type=refill]").allTextContents();
  return { ...found, wrong };
}
