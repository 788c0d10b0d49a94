// Calls a function of a module that a page loads, there where it runs: with what it is given, once for each call.

export async function run(browser, { address, module, called, calls }) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  await page.waitForSelector("html[data-scripts]");
  return page.evaluate(async ([name, which, all]) => {
    const files = /** @type {HTMLScriptElement} */ (document.querySelector("script[src]")).src.match(/^.*\/page\/[^/]+\//)?.[0];
    const loaded = await import(`${files}${name}`);
    return all.map((given) => loaded[which](...given));
  }, [module, called, calls]);
}
