// Looks at a match in which a name and a note are markup, follows it and steps through it, and tries what the policy
// forbids. Says what was asked for, what came of the markup, and what was refused.

export async function run(browser, { address, other }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  const requests = [];
  page.on("request", (request) => requests.push(request));
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  for (const key of ["Home", "ArrowRight", "End"]) await page.keyboard.press(key);
  await page.waitForTimeout(500);
  const clean = requests.length;
  const found = await page.evaluate(async (elsewhere) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
    const before = { ran: globalThis.ran ?? null, bold: document.querySelectorAll("main b, main script, main style, main img").length };
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = 'inline'";
    document.body.append(script);
    const style = document.createElement("style");
    style.textContent = "body { font-size: 77px !important }";
    document.head.append(style);
    const box = document.createElement("div");
    box.setAttribute("style", "position: fixed");
    box.innerHTML = "<img src='data:,x' onerror='globalThis.ran = 1'>";
    document.body.append(box);
    const image = new Image();
    image.src = `${elsewhere}/image.png`;
    document.body.append(image);
    const fetched = await fetch(elsewhere).then(() => "fetched", () => "refused");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const looks = { size: getComputedStyle(document.body).fontSize, position: getComputedStyle(box).position };
    return { refused, before, after: globalThis.ran ?? null, fetched, looks };
  }, other);
  const asked = await Promise.all(requests.slice(0, clean).map(async (request) => {
    const headers = await request.allHeaders();
    return { url: request.url(), referer: headers.referer ?? "", authorized: "authorization" in headers };
  }));
  return { ...found, asked, errors, address: page.url(), text: await page.locator("#log").textContent(), title: await page.title() };
}
