// A page in a browser that keeps nothing: `what` is denied. Says what the reader is told.

export async function run(browser, { address, what }) {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await page.addInitScript((denied) => {
    const deny = () => { throw new DOMException("denied", "SecurityError"); };
    if (denied === "open") IDBFactory.prototype.open = deny;
    else for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(globalThis, name, { get: deny });
  }, what);
  await page.goto(address);
  await page.waitForSelector("#alarm:not([hidden])", { timeout: 8_000 }).catch(() => {});
  return { alarm: await page.textContent("#alarm") };
}
