// The scribe's page while the service is away: written on, closed, opened again, in two windows. Asks for what happens to
// the service by lines of its own. Says what was shown, and what the worker has answered.

const said = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

export async function run(browser, { address, bodies }, heard) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const wrong = [];
  const fromWorker = new Set();
  const tab = async (where) => {
    const page = await context.newPage();
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("response", (response) => { if (response.fromServiceWorker()) fromWorker.add(new URL(response.url()).pathname); });
    await page.clock.install();
    await page.goto(where);
    await page.waitForSelector("html[data-shown]");
    await page.evaluate(() => document.querySelector("#device").setAttribute("open", ""));
    return page;
  };
  const put = (page, body, sentence) => page.evaluate(async ([one, text]) => {
    const { bench } = await import(document.querySelector("script[type=module]").src);
    await bench.outbox.put(one, text, bench.standing.version, one.type === "take" ? String(one.seat) : "chance");
  }, [body, sentence]);
  const shown = (page) => page.evaluate(() => ({
    writes: document.documentElement.dataset.writes,
    asOf: document.querySelector("#as-of").textContent,
    board: document.querySelectorAll("#picture svg").length,
    lines: [...document.querySelectorAll("#lines li")].map((one) => [one.dataset.state, one.querySelector("span").textContent]),
  }));
  const bare = address.split("#")[0];
  const found = {};

  let page = await tab(address);
  await page.waitForSelector("html[data-offline=yes]");
  await page.waitForSelector("html[data-writes=yes]");
  await page.check("#keep-it");
  found.kept = await page.textContent("#kept");
  said("away");
  await heard();

  const [first, ...rest] = bodies;
  await put(page, first, "written 0");
  await page.clock.runFor(4000);
  for (const [number, body] of rest.entries()) {
    await page.clock.fastForward(Math.floor(1_800_000 / rest.length));
    await put(page, body, `written ${number + 1}`);
  }
  await page.waitForFunction(() => document.querySelector("#as-of").textContent !== "");
  found.away = await shown(page);
  await page.click("#forget");
  await page.waitForFunction(() => document.querySelector("#notice").textContent.includes("sent")); // not what was told before
  found.forget = await page.textContent("#notice");
  await page.close(); // as the system does it: nothing is asked

  page = await tab(bare);
  await page.waitForSelector("html[data-writes=yes]");
  found.again = await shown(page);
  const other = await tab(bare);
  await other.clock.runFor(1000);
  found.other = { ...await shown(other), alarm: await other.textContent("#alarm") };
  await page.close();
  await other.waitForSelector("html[data-writes=yes]");
  found.then = await shown(other);

  said("there");
  await heard();
  for (let waited = 0; waited < 100 && (await other.getAttribute("html", "data-unsent")) !== "0"; waited += 1) {
    await other.clock.runFor(5000);
    await other.waitForTimeout(50);
  }
  found.sent = (await shown(other)).lines;
  found.saved = await other.evaluate(async () => {
    const { bench } = await import(document.querySelector("script[type=module]").src);
    const { shorthandOf } = await import(new URL("export.js", document.querySelector("script[type=module]").src));
    return shorthandOf("", bench.outbox.lines(), {});
  });
  found.how = await other.evaluate(async () => {
    const { keptHow } = await import(new URL("safely.js", document.querySelector("script[type=module]").src));
    return [[true, true, false], [true, false, true], [true, false, false], [false, true, true], [false, false, false]]
      .map(([secure, persists, home]) => keptHow({ secure, persists, home }));
  });
  await other.click("#forget");
  await other.waitForSelector("#link-form:not([hidden])");
  found.forgotten = await other.evaluate(async () => [
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]).includes("khz_"), (await navigator.serviceWorker.getRegistrations()).length,
  ]);
  return { ...found, wrong, fromWorker: [...fromWorker] };
}
