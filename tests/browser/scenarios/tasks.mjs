// What people come for, done by mouse, by keys alone, or on a phone; what is pressed is counted. By keys, what is wanted
// is reached by the tabulator, and by arrows on the board; nothing is focused by a script.

const SIZES = { mouse: { width: 1280, height: 900 }, keys: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };

class Hands {
  constructor(page, way) {
    this.page = page;
    this.keys = way === "keys";
    this.pressed = 0;
  }

  async press(key) {
    await this.page.keyboard.press(key);
    this.pressed += 1;
  }

  /** Goes to an element by the tabulator. */
  async reach(selector) {
    const there = () => this.page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector);
    for (let tabs = 0; tabs < 600; tabs += 1) {
      if (await there()) return;
      await this.press("Tab");
    }
    throw new Error(`${selector} is not reached`);
  }

  async click(selector) {
    if (this.keys) {
      await this.reach(selector);
      await this.press((await this.page.locator(selector).getAttribute("type")) === "checkbox" ? "Space" : "Enter");
      return;
    }
    await this.page.click(selector);
    this.pressed += 1;
  }

  /** A thing on the board. */
  async point(selector) {
    if (!this.keys) {
      await this.page.click(selector);
      this.pressed += 1;
      return;
    }
    await this.reach("#picture [data-at]");
    for (let steps = 0; !(await this.page.evaluate((one) => document.activeElement?.matches(one), selector)); steps += 1) {
      if (steps > 200) throw new Error(`${selector} is not reached`);
      await this.press("ArrowDown");
    }
    await this.press("Enter");
  }

  /** Chooses an option by its beginning: by keys it is typed. */
  async choose(selector, label) {
    if (this.keys) {
      await this.reach(selector);
      await this.page.keyboard.type(label);
      this.pressed += label.length;
    } else {
      await this.page.selectOption(selector, { label });
      this.pressed += 2;
    }
  }

  async write(selector, text) {
    if (this.keys) {
      await this.reach(selector);
      await this.press("Control+a");
      await this.page.keyboard.type(text);
    } else await this.page.fill(selector, text);
    this.pressed += text.length;
  }
}

const TASKS = {
  /** Which decision put this crew here? */
  crew: async (page, hands, { crew }) => {
    await hands.point(crew);
    await page.waitForSelector("#origin button.to");
    return { put: Number(await page.locator("#origin button.to").first().textContent()) };
  },
  /** What did a seat know at one of its decisions? */
  known: async (page, hands, { name, bid }) => {
    await hands.choose("#filter-seat", name);
    await hands.click(`#log button[data-version="${bid}"]`);
    await page.waitForFunction((at) => document.documentElement.dataset.shown === String(at), bid);
    await hands.choose("#as", name);
    await page.waitForSelector("#knows"); // it is there when the board of a seat is
    await hands.click("#knows");
    await page.waitForSelector("#known h3");
    return { known: (await page.locator("#known button.to").allTextContents()).map(Number) };
  },
  /** Who was ruled against, and what changed? */
  ruled: async (page, hands, { ruling }) => {
    const current = `#audit .entry[aria-current][data-version="${ruling}"]`;
    if (hands.keys) await hands.press("Home");
    else await hands.click("#first");
    for (let marks = 0; !(await page.locator(current).count()); marks += 1) {
      if (marks > 20) throw new Error("the ruling is not reached");
      await hands.click("#legend .judgement");
      await page.waitForTimeout(200);
    }
    return { told: await page.locator(current).first().innerText() };
  },
  /** A link to a position is the same after the record was corrected. */
  link: async (page, hands, { bid, field, value }) => {
    const told = async () => {
      await page.waitForFunction((at) => document.documentElement.dataset.shown === String(at), bid);
      return [await page.locator("#says").textContent(), await page.locator("#picture svg").evaluate((one) => one.textContent)];
    };
    await hands.click(`#log button[data-version="${bid}"]`);
    const before = await told();
    if (hands.keys) await hands.press("c");
    else await hands.click("#link");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const copied = hands.pressed;
    await hands.click("#now");
    await hands.click('[data-type="table.amend"]');
    await page.waitForSelector(field);
    await hands.write(field, value);
    await hands.click("#moves form button[type=submit]");
    await page.waitForSelector("#moves .follows, #moves [role=alert]");
    const refused = await page.locator("#moves [role=alert]").allTextContents();
    if (refused.length) throw new Error(refused.join());
    const until = Number(await page.getAttribute("html", "data-ready"));
    await hands.click("#moves form button[type=submit]");
    await page.waitForFunction((least) => Number(document.documentElement.dataset.ready) > least, until);
    await page.goto(link);
    return { link, copied, before, after: await told() };
  },
};

export async function run(browser, { way, task, address, ...given }) {
  const context = await browser.newContext({ viewport: SIZES[way], permissions: ["clipboard-read", "clipboard-write"] });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(address);
  await page.waitForSelector("html[data-ready][data-shown]");
  const hands = new Hands(page, way);
  const found = await TASKS[task](page, hands, given);
  const across = await page.evaluate(() => document.documentElement.scrollWidth);
  return { ...found, wrong, pressed: hands.pressed, wide: across > SIZES[way].width };
}
