// Plays a match by clicks alone: each address is a seat's page. At each turn one of the moves that are offered is chosen
// at random, its form filled at random, tried and sent; or one of those whose text `prefers` names first, its form filled
// with what comes `first`. Says what each page shows at the end, and every address that was asked for.

export async function run(browser, { seed, most, addresses, prefers = [], first = false }) {
  let state = seed;
  let filling = false;
  const random = (/** @type {number} */ below) => {
    if (first && filling) return 0;
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };

  /** @type {string[]} */
  const wrong = [];
  const asked = new Set();
  const pages = await Promise.all(
    addresses.map(async (address) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      page.on("pageerror", (error) => wrong.push(error.message));
      page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
      page.on("request", (request) => asked.add(JSON.stringify([request.url(), request.headers().referer ?? ""])));
      await page.goto(address);
      await page.waitForSelector("html[data-ready]");
      return page;
    }),
  );

  /** Which button is pressed: one of the first preference that any of them is about, else any. */
  const chosen = async (moves) => {
    const texts = await moves.evaluateAll((all) => all.map((one) => `${one.dataset.type} ${one.textContent}`));
    const all = texts.map((_, index) => index);
    const some = prefers.map((wish) => all.filter((one) => new RegExp(wish).test(texts[one]))).find((those) => those.length) ?? all;
    return some[random(some.length)];
  };

  /** Fills a form at random: what it says is wrong is mended by ticking another number of boxes. */
  async function filled(form) {
    for (const select of await form.locator("select").all()) {
      await select.selectOption({ index: random(await select.locator("option").count()) });
    }
    for (const input of await form.locator("input[type=number]").all()) {
      const [least, greatest] = [Number(await input.getAttribute("min")), Number(await input.getAttribute("max"))];
      await input.fill(String(least + random(greatest - least + 1)));
    }
    for (const area of await form.locator("textarea").all()) await area.fill("hm");
    for (const boxes of await form.locator("fieldset").all()) {
      for (const box of await boxes.locator("input").all()) {
        if (await form.evaluate((one) => one.checkValidity())) break;
        await box.check();
      }
    }
  }

  /** The version up to which a page shows everything, its moves included. */
  const version = async (page) => Number(await page.getAttribute("html", "data-ready"));

  /** Waits until all pages show what is there after a version. */
  const settled = (after) =>
    Promise.all(pages.map((page) => page.waitForFunction((before) => Number(document.documentElement.dataset.ready) > before, after, { polling: 50 })));

  let sent = 0;
  let moved = true;
  while (sent < most && moved) {
    moved = false;
    for (const page of pages) {
      const moves = page.locator(".moves button");
      const count = await moves.count();
      if (count === 0 || sent >= most) continue;
      const before = await version(page);
      const move = moves.nth(await chosen(moves));
      if (!(await move.isVisible())) await move.locator("xpath=ancestor::details/summary").click();
      await move.click();
      await page.waitForSelector("#moves form, #moves [role=alert]");
      if (await page.locator("#moves form :is(select, input, textarea)").count()) {
        filling = true;
        await filled(page.locator("#moves form"));
        filling = false;
        await page.click("#moves form button[type=submit]");
        await page.waitForFunction(() => !document.querySelector("#moves form :is(select, input, textarea)"), undefined, { polling: 50 });
      }
      await page.click("#moves form button[type=submit]");
      await settled(before);
      sent += 1;
      moved = true;
    }
  }
  const ends = [];
  for (const page of pages) {
    ends.push({
      state: await page.locator("#state").textContent(),
      address: page.url(),
      shown: Number(await page.getAttribute("html", "data-shown")),
      listed: await page.locator("#log li").count(),
      says: await page.locator("#says").textContent(),
      marks: await page.locator("#picture [data-at]").evaluateAll((marks) => marks.map((mark) => mark.dataset.at)),
    });
  }
  return { sent, wrong, ends, asked: [...asked] };
}
