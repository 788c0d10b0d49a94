// Puts a match into a page of another origin, and talks with it: says what came out, and what the frame asked for.

import { createServer } from "node:http";

export async function run(browser, { address, others, token, match }) {
  const server = createServer((request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    const frames = [address, ...others].map((one) => `<iframe src="${one}" width="600" height="600"></iframe>`);
    response.end(`<!doctype html><title>blog</title>${frames.join("")}
      <script>heard = []; addEventListener("message", (event) =>
        heard.push({ ...event.data, origin: event.origin, first: event.source === frames[0] }))</script>`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const context = await browser.newContext({ viewport: { width: 700, height: 2000 } });
  // Whoever has looked at the match as a seat before has its token on the device.
  const own = await context.newPage();
  await own.goto(new URL("/", address).href);
  await own.evaluate(([name, value]) => localStorage.setItem(name, value), [`kerbholz token ${match}`, token]);
  await own.close();

  const page = await context.newPage();
  const [errors, asked] = [[], []];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => asked.push(request));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const heard = () => page.evaluate(() => globalThis.heard);
  const until = async (type, at) => {
    await page.waitForFunction(([type, at]) => globalThis.heard.some((one) => one.type === type && (at === null || one.at === at)), [type, at]);
  };
  await until("ready", null);
  const send = (data) => page.evaluate((message) => globalThis.frames[0].postMessage(message, "*"), data);
  await send({ type: "goto", at: 3 });
  await until("at", 3);
  // None of these moves it: no whole number, none at all, another word, and another frame of the same page.
  for (const at of ["1", 1.5, -1, null, [2], { at: 2 }, 1e300]) await send({ type: "goto", at });
  await send({ type: "go", at: 2 });
  await send("goto");
  await send(null);
  const frame = page.frames().find((one) => one.url().startsWith(address));
  const other = page.frames().find((one) => one.parentFrame() && one !== frame);
  await other.evaluate(() => parent.frames[0].postMessage({ type: "goto", at: 1 }, "*"));
  await page.waitForTimeout(300);
  const still = await frame.evaluate(() => document.documentElement.dataset.shown);
  await frame.click("#on");
  await until("at", 4);
  const frames = [];
  for (const one of page.frames().slice(1)) {
    const shown = one.url().startsWith("chrome-error:") ? null : await one.evaluate(() => document.body.textContent.trim());
    frames.push({ shown, url: one.url() });
  }
  const found = {
    errors,
    still,
    frames,
    heard: await heard(),
    says: await frame.locator("#says").textContent(),
    forms: await frame.locator("form, input, select, textarea").count(),
    stored: await frame.evaluate(() => [sessionStorage.length, document.cookie]),
    asked: await Promise.all(asked.map(async (request) => ({
      url: request.url(), method: request.method(), authorization: (await request.allHeaders()).authorization ?? null,
    }))),
  };
  await context.close();
  server.close();
  return found;
}
