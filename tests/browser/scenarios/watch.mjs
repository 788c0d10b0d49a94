// Opens an address, and prints what the page shows whenever that has changed, as JSON in a line; until it is told to end.

export async function run(browser, { address, seconds }, heard) {
  const page = await browser.newPage({ viewport: { width: 500, height: 900 }, locale: "de-DE" });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(address);
  let over = false;
  const told = heard().then(() => { over = true; });
  const end = Date.now() + 1000 * seconds;
  for (let before = ""; !over; ) {
    if (Date.now() > end) throw new Error(`nobody told it to end in ${seconds} s`);
    const shown = await page.evaluate(() => ({
      title: document.title,
      language: document.documentElement.lang,
      status: document.querySelector("p").textContent,
      said: [...document.querySelectorAll("li")].map((item) => `${item.value} ${item.textContent}`),
      picture: document.querySelector("img").naturalWidth,
      words: document.querySelector("img").alt,
    }));
    const line = JSON.stringify({ ...shown, errors });
    if (line !== before) process.stdout.write(`${line}\n`);
    before = line;
    await new Promise((done) => setTimeout(done, 100));
  }
  await told;
}
