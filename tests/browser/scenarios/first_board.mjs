// Opens a page as a phone does that has a slow processor and a slow line: says when the first board was there, in
// milliseconds, and what came over the line until then, in bytes.

const LATENCY = 40;

export async function run(browser, { address, slower, bytesPerSecond, viewport = { width: 360, height: 740 } }) {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, hasTouch: true });
  const page = await context.newPage();
  const inside = await context.newCDPSession(page);
  await inside.send("Network.enable");
  const kinds = new Map();
  const arrived = { page: 0, rest: 0 };
  inside.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  inside.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    arrived[["Document", "Script", "Stylesheet"].includes(kinds.get(requestId)) ? "page" : "rest"] += encodedDataLength;
  });
  await inside.send("Network.emulateNetworkConditions", {
    offline: false, latency: LATENCY, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond,
  });
  await inside.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const times = [];
  const first = {};
  for (const round of ["first", "again"]) {
    const began = Date.now();
    if (round === "first") await page.goto(address, { waitUntil: "commit" });
    else await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => {
      const image = document.querySelector("#picture img");
      return document.querySelector("#picture > svg") || (image?.complete && image.naturalWidth > 0);
    }, undefined, { timeout: 60_000 });
    const board = Date.now() - began;
    await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
    times.push(board, Date.now() - began);
    if (round === "first") Object.assign(first, arrived);
  }
  const [board, all, again] = times;
  return { board, all, again, ...first };
}
