// Enters a whole match on a scribe's page, by taps alone where it can: `entries` are its decisions in order, each with
// its command as the log has it, and its line of shorthand for what cannot be tapped. Says how many taps each took.
//
// An entry of `by` somebody else than the scribe is sent by a request, with their token.

const ALOUD = process.env.KERBHOLZ_TAPS === "aloud";

/** In the page: the best button for what is to be entered; marks it, and says what it is. */
function marked({ target, written, within, declines }) {
  for (const old of document.querySelectorAll("[data-aim]")) delete old.dataset.aim;
  const alike = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
  const seen = (one) => one !== null && typeof one === "object" && "unknown" in one ? "?" : JSON.stringify(one);
  const root = document.querySelector(within);
  const opened = root.querySelector(".trail");
  const list = Object.entries(target).find(([name, value]) => Array.isArray(value) && name !== "decisions")?.[1] ?? [];
  const left = list.map(seen);
  for (const one of written) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  let best = null;
  const offer = (button, score, adds, done) => {
    const folded = button.closest("details:not([open])");
    const hidden = folded !== null && folded !== root;
    const whole = score - (hidden ? 0.5 : 0);
    if (best === null || whole > best.score) best = { score: whole, button: hidden ? folded.querySelector("summary") : button, adds: hidden ? null : adds, opens: hidden, done };
  };
  for (const button of root.querySelectorAll("button[data-fields]:not([disabled])")) {
    if (opened && !button.closest("section")?.contains(opened)) continue;
    const { type, seat, fields, adds, back, place, decides } = button.dataset;
    const whole = decides && JSON.parse(decides);
    const { seat: _, irregular: __, declining: ___, ...wanted } = target;
    if (whole && (Object.entries(wanted).some(([name, value]) => !alike(whole[name], value))
      || Object.keys(whole).some((name) => !(name in target) && !["seat", "irregular", "declining"].includes(name)))) continue;
    if (back !== undefined || type !== target.type || (seat !== "" && String(target.seat ?? "") !== seat)) continue;
    if (place !== undefined && place !== target.place) continue;
    if (Number(button.dataset.declines ?? 0) !== declines) continue;
    const aside = [...(button.closest("section, details")?.querySelectorAll(".aside button[aria-pressed=true]") ?? [])];
    const wrong = aside.some((one) => !Object.entries(JSON.parse(one.dataset.fields)).every(([name, value]) => alike(value, target[name])));
    const given = JSON.parse(fields);
    const agrees = Object.entries(given).every(([name, value]) => alike(value, target[name]));
    if (button.closest(".aside")) {
      if (wrong && agrees) offer(button, 50, null, false);
    } else if (wrong) continue;
    else if (adds !== undefined) {
      const piece = seen(JSON.parse(adds));
      if (left[0] === piece) offer(button, 20, piece, false);
      else if (left.includes(piece)) offer(button, 10, piece, false);
    } else if (agrees && !(button.classList.contains("end") === false && Object.keys(given).length === 0 && root.querySelectorAll(`button[data-type="${type}"]`).length > 1 && Object.keys(given).length !== 0)) {
      offer(button, 30 + Object.keys(given).length, null, true);
    }
  }
  if (best === null) {
    const more = [...root.querySelectorAll("[data-more]")].find((one) => !opened || one.closest("section")?.contains(opened));
    if (!more) return null;
    best = { button: more, adds: null, opens: true };
  }
  best.button.dataset.aim = "";
  return { adds: best.adds, opens: best.opens, label: best.button.textContent };
}

/** What the page says where it does not go on. */
const standing = (page) => page.evaluate(() => {
  const said = (name) => document.querySelector(name)?.textContent.trim();
  const { version } = document.querySelector("#entering").dataset;
  return { version, unsent: document.documentElement.dataset.unsent, busy: document.querySelector("#pad[aria-busy]") !== null, told: said("#tap-told"), asked: said("#tap-asked") };
});

export async function run(browser, { address, entries, first, tokens, api, width = 360, height = 800, dark = false, shots = [] }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  /** @type {string[]} */
  const wrong = [];
  page.on("response", async (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.request().method()} ${response.url()} ${response.request().postData()} ${await response.text().catch(() => "")}`);
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("status of") && wrong.push(message.text()));
  page.setDefaultTimeout(30_000); // a busy machine is slow, and nothing else is
  await page.clock.install();
  await page.goto(address);

  /** Waits until it is known what can be tapped at a version. */
  const ready = (version) => page.waitForFunction((wanted) => {
    const entering = document.querySelector("#entering");
    return Number(entering?.dataset.version) >= wanted && !document.querySelector("#pad[aria-busy]");
  }, version, { polling: 5 });
  let taps = 0;
  const times = [];
  const tap = async (selector, timeout = 30_000) => {
    await page.clock.fastForward(301);
    const before = performance.now();
    await page.locator(selector).first().click({ timeout });
    times.push(performance.now() - before);
    taps += 1;
  };

  /** Taps one decision; whether that could be done. */
  const tapped = async (target, within, declines = 0) => {
    const written = [];
    const now = () => page.evaluate((root) => [document.querySelector("#entering").dataset.version, document.querySelector("#pad[aria-busy]") !== null,
      document.querySelector("#tap-told form") !== null, document.querySelector(`${root} .trail`)?.textContent].join(), within);
    const before = await page.getAttribute("#entering", "data-version");
    for (let step = 0; step < 40; step += 1) {
      const found = await page.evaluate(marked, { target, written, within, declines });
      if (ALOUD) console.error(JSON.stringify(target), "→", found?.label, found?.opens ? "opens" : "");
      if (found === null) return false;
      const shown = await now();
      try {
        await tap("[data-aim]", 2_000);
      } catch (problem) {
        if (step > 30) throw problem;
        if (await now() === shown) continue; // it was drawn anew at this moment; else it was tapped, and the answer came late
        taps += 1;
      }
      if (found.adds !== null) written.push(found.adds);
      if (found.opens) continue;
      const over = await page.evaluate(([root, version]) => document.querySelector("#entering").dataset.version !== version || document.querySelector("#pad[aria-busy]") !== null || document.querySelector("#tap-told form") !== null
        || (root !== "#pad" && document.querySelector(root)?.closest("details")?.open === false), [within, before]);
      if (over) return true;
    }
    return false;
  };

  /** Enters a line of shorthand. */
  const typed = async (line) => {
    if (!(await page.evaluate(() => document.querySelector("#besides").open))) await tap("#besides > summary");
    await page.fill("#besides [data-line]", line);
    await tap("#besides form button[type=submit]");
    await page.waitForSelector("#tap-asked form .follows, #tap-asked [role=alert], #tap-told:not(:empty)");
    if (!(await page.locator("#tap-asked form .follows").count())) throw new Error("the line is refused");
    await tap("#tap-asked form button[type=submit]");
  };

  const bare = (command, who) => ({ ...(who === null ? {} : { seat: who }), ...command });
  const found = [];
  await ready(first);
  /** Enters one decision, or several that belong together; how many. */
  const entered = async (at) => {
    const { command, seat, by, irregular, line, version, last } = entries[at];
    taps = 0;
    let how = "taps";
    let many = 1;
    if (by !== "scribe") {
      const body = { ...bare(command, seat), ...(irregular === null ? {} : { irregular }) };
      const headers = { Authorization: `Bearer ${tokens[by]}`, "Content-Type": "application/json" };
      await page.clock.fastForward(3_100);
      await page.waitForFunction(() => document.documentElement.dataset.unsent === "0");
      const answer = await fetch(`${api}/commands`, { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${line}: ${await answer.text()}`);
      how = "request";
    } else if (irregular === null && await page.locator("#pad [data-cell]").count() && command.type === await page.evaluate(() => document.querySelector("#pad [data-cell]").closest("section").dataset.type)) {
      many = 0;
      const rows = await page.locator("#pad table tbody tr:has([data-cell])").count();
      while (many < rows && entries[at + many]?.command.type === command.type && !entries[at + many].irregular) {
        const one = entries[at + many];
        many += 1;
        const fields = Object.keys(one.command).filter((name) => !["type", "seat"].includes(name));
        const seen = fields.filter((name) => !JSON.stringify(one.command[name]).includes('"unknown"'));
        // What is not tapped before the last number of a row, nobody saw.
        const tapping = [...seen.filter((name) => name !== fields.at(-1)), fields.at(-1)];
        const cell = `#pad [data-cell="${one.seat} ${tapping[0]}"]`;
        if (await page.locator(cell).getAttribute("aria-pressed") !== "true") await tap(cell);
        for (const field of tapping) {
          const sets = `#pad [data-of="${field}"][data-sets='${JSON.stringify(one.command[field])}']`;
          while (!(await page.locator(sets).count())) await tap("#pad [data-more]");
          await tap(sets);
        }
      }
      if (many < rows) await tap("#pad [data-these]");
      how = "sheet";
    } else {
      const kind = command.type;
      let done = false;
      if (kind === "table.reveal") {
        await tap("#unseen > summary");
        await page.waitForSelector(`[data-reveals="${command.decision}"]`);
        // A tap on a list that was drawn at this moment does not count; when one has, the list is gone.
        for (let tries = 0; tries < 5 && await page.locator(`[data-reveals="${command.decision}"]`).count(); tries += 1) {
          await tap(`[data-reveals="${command.decision}"]`);
        }
        const old = entries.find(({ version: one }) => one === command.decision)?.told ?? {};
        const open = Object.fromEntries(Object.entries(command.command).map(([name, value]) => [name, Array.isArray(value) && Array.isArray(old[name]) ? value.filter((_, index) => JSON.stringify(old[name][index]).includes('"unknown"')) : value]));
        done = await tapped(open, "#unseen");
      } else if (kind === "table.identify") {
        await tap("#unseen > summary");
        await page.waitForSelector("#unseen .pad:not([aria-busy])");
        done = await tapped(bare(command, seat), "#unseen");
      } else if (!kind.startsWith("table.") || ["table.tell", "table.confirm"].includes(kind)) {
        if (irregular === null) {
          let ahead = 0;
          while (entries[at + ahead]?.command.type === "decline") ahead += 1;
          const behind = entries[at + ahead];
          if (ahead && behind && !behind.alone && await page.evaluate(marked, { target: bare(behind.command, behind.seat), written: [], within: "#pad", declines: ahead })) {
            done = await tapped(bare(behind.command, behind.seat), "#pad", ahead);
            many = ahead + 1;
          } else done = await tapped(bare(command, seat), "#pad");
        }
        if (!done && !kind.startsWith("table.")) {
          await tap("#besides > summary");
          await page.waitForSelector("#besides .pad:not([aria-busy])");
          if (await page.evaluate(marked, { target: bare(command, seat), written: [], within: "#besides", declines: 0 })) {
            done = await tapped(bare(command, seat), "#besides");
            if (done && irregular !== null) {
              await page.fill("#tap-told form input", irregular.note ?? "");
              await tap("#tap-told form button[type=submit]");
            }
            how = irregular === null ? "besides" : "irregular";
          } else await page.click("#besides > summary");
        }
      }
      if (!done) {
        how = "typed";
        await typed(line);
      }
    }
    await ready(entries[at + many - 1].last);
    found.push({ version, line, type: command.type, seat, how, taps, many });
    const shot = shots.find((one) => one.after === version);
    if (shot) await page.screenshot({ path: shot.path, fullPage: shot.whole });
    return many;
  };
  for (let at = 0; at < entries.length; ) {
    try {
      at += await entered(at);
    } catch (problem) {
      throw new Error(`${entries[at].version}: ${entries[at].line}: ${JSON.stringify(await standing(page))} ${wrong.join("; ")}`, { cause: problem });
    }
  }
  await page.clock.fastForward(3_100);
  await page.waitForFunction(() => document.documentElement.dataset.unsent === "0");
  return { wrong, found, times };
}
