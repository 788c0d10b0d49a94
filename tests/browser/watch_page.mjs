// Opens the address in its argument, and prints what the page shows whenever that has changed: as JSON, line by line.

import { launched } from "./launch.mjs";

const [address] = process.argv.slice(2);
const browser = await launched();
const page = await browser.newPage({ viewport: { width: 500, height: 900 }, locale: "de-DE" });
const errors = [];
page.on("pageerror", (error) => errors.push(error.message));
await page.goto(address);
let before = "";
for (;;) {
  const shown = await page.evaluate(() => ({
    title: document.title,
    status: document.querySelector("p").textContent,
    said: [...document.querySelectorAll("li")].map((item) => `${item.value} ${item.textContent}`),
    picture: document.querySelector("img").naturalWidth,
    words: document.querySelector("img").alt,
  }));
  const line = JSON.stringify({ ...shown, errors });
  if (line !== before) process.stdout.write(`${line}\n`);
  before = line;
  await new Promise((done) => setTimeout(done, 200));
}
