// Goes through a match decision by decision, a key at a time, as fast as the boards come. Says what each step took, in
// milliseconds from the key to the painted board, what was shown, and what the page holds of memory on its way.

export async function run(browser, { address, from = 0, steps, marks = 4, scheme = "light" }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, colorScheme: scheme });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const inside = await context.newCDPSession(page);
  await inside.send("HeapProfiler.enable");
  const held = async () => {
    for (let round = 0; round < 3; round += 1) await inside.send("HeapProfiler.collectGarbage");
    const { usedSize } = await inside.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await inside.send("Memory.getDOMCounters");
    return { kilobytes: Math.round(usedSize / 1024), nodes, listeners: jsEventListeners };
  };
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  await page.waitForSelector("html[data-shown]");
  const listed = await page.locator("#log li").count();
  await page.evaluate((wanted) => {
    const number = document.getElementById("number");
    number.value = String(wanted);
    number.dispatchEvent(new Event("change", { bubbles: true }));
    document.activeElement?.blur();
  }, from);
  await page.waitForFunction((wanted) => document.documentElement.dataset.shown === String(wanted), from);
  const memory = [];
  const took = [];
  const said = [];
  const part = Math.ceil(steps / marks);
  for (let done = 0; done < steps; ) {
    const some = Math.min(part, steps - done);
    const found = await page.evaluate(async (count) => {
      const html = document.documentElement;
      const times = [];
      const sentences = [];
      for (let step = 0; step < count; step += 1) {
        const next = String(Number(html.dataset.shown) + 1);
        const began = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        while (html.dataset.shown !== next) {
          await new Promise((resolve) => { setTimeout(resolve); });
          if (performance.now() - began > 20_000) throw new Error(`the board of ${next} does not come`);
        }
        await new Promise((resolve) => { requestAnimationFrame(() => { setTimeout(resolve); }); });
        times.push(performance.now() - began);
        sentences.push(document.getElementById("says").textContent);
      }
      return { times, sentences };
    }, some);
    took.push(...found.times);
    said.push(...found.sentences);
    done += some;
    memory.push(await held());
  }
  const shown = await page.evaluate(() => ({ at: document.documentElement.dataset.shown, marks: document.querySelectorAll("#picture [data-at]").length }));
  return { listed, took, said, memory, errors, ...shown };
}
