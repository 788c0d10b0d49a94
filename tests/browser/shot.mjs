import { launched } from "./launch.mjs";
const [out, width, height, address, scheme, ...acts] = process.argv.slice(2);
const browser = await launched();
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) }, colorScheme: scheme });
page.on("console", (m) => console.log("console", m.type(), m.text()));
page.on("pageerror", (e) => console.log("error", e.message));
page.on("response", (r) => { if (r.status() >= 400) console.log(r.status(), r.url()); });
await page.goto(address);
await page.waitForTimeout(2500);
for (const act of acts) { const [what, arg] = act.split("="); if (what === "click") await page.click(arg); if (what === "key") await page.keyboard.press(arg); await page.waitForTimeout(800); }
await page.screenshot({ path: out });
console.log(await page.evaluate(() => [location.href, document.title, document.documentElement.dataset.shown, document.documentElement.scrollWidth].join(" ")));
await browser.close();
