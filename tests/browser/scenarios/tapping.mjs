// Taps on a scribe's page, one after the other, whatever is there, as a thumb does: at moments at which nothing else is going
// on. Says what each took, in milliseconds from the tap to what it changed being painted: the pad, or the line that was
// written down (which is on the disk then); and how long it was until it was known what can be tapped next. `plain` is a button
// that changes one word.

export async function run(browser, { address, taps, slower = 1 }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(address);
  await page.waitForSelector("html[data-writes=yes]");
  await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
  const idle = () => page.waitForSelector("#pad:not([aria-busy]) button:not([disabled])");
  await page.evaluate(() => {
    const painted = () => new Promise((resolve) => { requestAnimationFrame(() => { setTimeout(() => resolve(performance.now())); }); });
    globalThis.tapped = (place) => new Promise((resolve) => {
      let began = 0;
      addEventListener("click", (event) => { began = event.timeStamp; }, { capture: true, once: true });
      const looks = new MutationObserver((all) => {
        const written = all.some(({ target }) => target.id === "lines");
        const drawn = all.some(({ target, type }) => type === "childList" && target.closest?.("#pad, #plain"));
        if (!began || !(written || (drawn && !document.querySelector("#pad[aria-busy]")))) return;
        looks.disconnect();
        void painted().then((now) => resolve({ kind: place ? "plain" : written ? "written" : "drawn", took: now - began }));
      });
      looks.observe(document.body, { childList: true, attributes: true, subtree: true });
    });
    const plain = Object.assign(document.createElement("button"), { id: "plain", textContent: "0" });
    plain.addEventListener("click", () => { plain.textContent = String(Number(plain.textContent) + 1); });
    document.querySelector("main").prepend(plain);
  });
  /** @type {Record<string, number[]>} */
  const took = { plain: [], drawn: [], written: [], next: [] };
  const tap = async (selector, place = "") => {
    const button = page.locator(selector).first();
    await button.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await button.boundingBox();
    const shown = page.evaluate((one) => { globalThis.shown = globalThis.tapped(one); }, place);
    await shown;
    await page.mouse.click(x + width / 2, y + height / 2);
    const found = await Promise.race([page.evaluate(() => globalThis.shown), page.waitForTimeout(2_000)]);
    if (found) took[found.kind].push(found.took);
    return found;
  };
  for (let number = 0; number < taps; number += 1) {
    await idle();
    await page.waitForTimeout(320); // no tap counts before
    if (number % 4 === 0) await tap("#plain", "plain");
    const ends = "#pad .end:not([disabled])";
    const any = "#pad button:not([disabled]):not([data-back]):not([data-more]):visible";
    const began = performance.now();
    const found = await tap((await page.locator(ends).count()) ? ends : any);
    if (found?.kind !== "written") continue;
    await idle();
    took.next.push(performance.now() - began);
  }
  return { wrong, took };
}
