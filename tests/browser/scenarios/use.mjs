// Uses a page as a script of steps says, each a list of what to do and with what: says what was read on the way, what
// went wrong, and every address that was asked for.
//   ["open", ADDRESS]  ["click", SELECTOR]  ["key", KEY]  ["choose", SELECTOR, VALUE]  ["wait", SELECTOR]
//   ["at", VERSION] waits until the board of that version is shown;  ["ready", VERSION] until so much is read
//   ["texts", NAME, SELECTOR]  ["count", NAME, SELECTOR]  ["address", NAME]  ["asked", NAME] since the last time
//   ["media", FEATURE, VALUE]  ["pause", MILLISECONDS]  ["stored", NAME] on the device  ["value", NAME, SELECTOR]
//   ["press", SELECTOR] the mouse on it, until ["release"];  ["see", SELECTOR] brings it into sight;  ["window", NAME] one that shares nothing with others, or again that one
//   ["fill", SELECTOR, TEXT]  ["upload", SELECTOR, TEXT] as a file  ["check", SELECTOR]  ["try"] what a form says  ["do"] it, until the page shows it
//   ["expect", TEXT] in what the browser itself complains of, which is no fault of the page then
//   ["follow", ADDRESS] as a link that is opened in this window  ["offline", WHETHER]  ["insecure"] as without TLS
//   ["hrefs", NAME, SELECTOR] where links lead;  ["without", PART] nothing comes from addresses that have it;  ["lose"] the answer to what is sent next, which arrives  ["refuse"] what is sent next  ["leave"] for the home page  ["moving", NAME] what is animated  ["send", ADDRESS, TOKEN, COMMAND] by a request
//   ["alter", NAME, PATTERN, TEXT] what is on the device;  ["download", NAME, SELECTOR] its name and its text
//   ["clock"] before a page is opened: time can stand ["still"] there, ["run"] for MILLISECONDS, and ["resume"]
//   ["store", NAME, VALUE] on the device;  ["visit", ADDRESS] of another page;  ["box", NAME, SELECTOR] where it is;  ["across", NAME] how wide the page is
//   ["clock", TIME] one that can be put forward, from the next page on;  ["pass", MILLISECONDS] at once;  ["silent", WHETHER] the service takes requests, and says nothing
//   ["still"] the clock;  ["mark", SELECTOR] what is there, to be known again;  ["say", WORD] to the test, and wait for its answer;  ["outdated", SELECTOR, TEXT] a file that was written anew since it was chosen

import { mkdtemp, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function run(browser, { steps }, heard) {
  const windows = new Map();
  /** @type {string[]} */
  const expected = [];
  /** @type {import("playwright-core").Page} */
  let page;
  /** @type {Record<string, unknown>} */
  const read = {};
  /** @type {string[]} */
  const wrong = [];
  /** @type {string[]} */
  let asked = [];
  const window = async (name, size = { width: 1280, height: 900 }) => {
    if (!windows.has(name)) {
      const one = await (await browser.newContext({ viewport: size })).newPage();
      one.on("pageerror", (error) => wrong.push(error.message));
      one.on("console", (message) => {
        if (message.type() === "error" && !expected.some((text) => message.text().includes(text))) wrong.push(message.text());
      });
      one.on("request", (request) => asked.push(request.url()));
      one.setDefaultTimeout(20_000);
      windows.set(name, one);
    }
    page = windows.get(name);
  };
  await window("first");

  /** @type {Record<string, (...given: any[]) => unknown>} */
  const deeds = {
    open: async (address) => {
      await page.goto(address);
      await page.waitForSelector("html[data-ready]");
      await page.waitForSelector("html[data-shown]");
    },
    visit: async (address) => {
      await page.goto(address);
      await page.waitForSelector("html[data-scripts]");
    },
    box: async (name, selector) => {
      const { left, right, width, top } = await page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON());
      read[name] = { left, right, width, top };
    },
    across: async (name) => { read[name] = await page.evaluate(() => document.documentElement.scrollWidth); },
    window,
    click: (selector) => page.click(selector),
    press: async (selector) => {
      await page.locator(selector).hover();
      await page.mouse.down();
    },
    release: () => page.mouse.up(),
    fill: (selector, text) => page.fill(selector, text),
    upload: (selector, text) => page.setInputFiles(selector, { name: "file.json", mimeType: "application/json", buffer: Buffer.from(text) }),
    check: (selector) => page.check(selector),
    see: (selector) => page.locator(selector).scrollIntoViewIfNeeded(),
    try: async () => {
      await page.click("#moves form button[type=submit]");
      await page.waitForSelector("#moves .follows, #moves [role=alert]");
    },
    do: async () => {
      const before = Number(await page.getAttribute("html", "data-ready"));
      await page.click("#moves form button[type=submit]");
      await page.waitForFunction((least) => Number(document.documentElement.dataset.ready) > least, before);
    },
    key: (key) => page.keyboard.press(key),
    choose: (selector, value) => page.selectOption(selector, value),
    wait: (selector) => page.waitForSelector(selector, { state: "attached" }),
    at: (version) => page.waitForFunction((wanted) => document.documentElement.dataset.shown === String(wanted), version),
    ready: (version) => page.waitForFunction((wanted) => Number(document.documentElement.dataset.ready) >= wanted, version),
    texts: async (name, selector) => { read[name] = (await page.locator(selector).allTextContents()).map((text) => text.trim()); },
    hrefs: async (name, selector) => { read[name] = await page.locator(selector).evaluateAll((links) => links.map(({ href }) => href)); },
    count: async (name, selector) => { read[name] = await page.locator(selector).count(); },
    address: (name) => { read[name] = page.url(); },
    asked: (name) => { read[name] = asked; asked = []; },
    media: (feature, value) => page.emulateMedia({ [feature]: value }),
    pause: (milliseconds) => page.waitForTimeout(milliseconds),
    value: async (name, selector) => { read[name] = await page.locator(selector).inputValue(); },
    expect: (text) => expected.push(text),
    follow: (address) => page.goto(address),
    slow: (part, milliseconds) => page.route(new RegExp(part), async (route) => {
      await page.waitForTimeout(milliseconds);
      await route.continue();
    }),
    without: (part) => page.route(new RegExp(part), (route) => route.abort()),
    clock: (time) => page.clock.install(time === undefined ? {} : { time }),
    pass: (milliseconds) => page.clock.fastForward(milliseconds),
    still: async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000)),
    silent: (whether) => (whether ? page.route(/\/v1\//, () => {}) : page.unroute(/\/v1\//)),
    mark: (selector) => page.locator(selector).evaluate((one) => one.setAttribute("data-marked", "")),
    say: async (word) => {
      process.stdout.write(`${JSON.stringify(word)}\n`);
      await heard();
    },
    outdated: async (selector, text) => {
      const file = join(await mkdtemp(join(tmpdir(), "chosen-")), "event.json");
      await writeFile(file, text);
      await page.setInputFiles(selector, file);
      await page.locator(selector).evaluate((input) => input.files[0].size); // so it is known how the file is now
      await writeFile(file, `${text}\n`);
      await utimes(file, new Date(), new Date(Date.now() + 10_000));
    },
    offline: (whether) => page.context().setOffline(whether),
    insecure: () => page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      Object.defineProperty(crypto, "randomUUID", { value: undefined });
    }),
    lose: () => page.route(/\/commands\?text=/, async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 }),
    clock: () => page.clock.install(),
    still: async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)),
    run: (milliseconds) => page.clock.runFor(milliseconds),
    resume: () => page.clock.resume(),
    refuse: () => page.route(/\/commands\?text=/, (route) => route.fulfill({
      status: 409, contentType: "application/problem+json", body: JSON.stringify({ code: "frozen", status: 409, title: "Frozen" }),
    }), { times: 1 }),
    return: () => page.goBack(),
    leave: () => page.goto(new URL("/", page.url()).href),
    moving: async (name) => { read[name] = await page.evaluate(() => document.getAnimations().length); },
    send: async (path, token, command) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const answer = await fetch(new URL(path, page.url()), { method: "POST", headers, body: JSON.stringify(command) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    store: (name, value) => page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [name, value]),
    alter: (name, old, now) => page.evaluate(([key, from, to]) => {
      localStorage.setItem(key, (localStorage.getItem(key) ?? "").replace(new RegExp(from, "g"), to));
    }, [name, old, now]),
    download: async (name, selector) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
      const parts = [];
      for await (const part of await download.createReadStream()) parts.push(part);
      read[name] = [download.suggestedFilename(), Buffer.concat(parts).toString("utf8")];
    },
    stored: async (name) => { read[name] = await page.evaluate(() => ({ ...localStorage })); },
  };
  for (const [what, ...given] of steps) {
    try {
      await deeds[what]?.(...given);
    } catch (problem) {
      wrong.push(`${what} ${given.join(" ")}: ${problem}`);
      break;
    }
  }
  return { read, wrong };
}
