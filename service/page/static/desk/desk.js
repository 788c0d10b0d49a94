// The director's desk: the tables of an event by the arbiter's links on this device, and who is here.

import { html, myName, notify, part, said, wording } from "../shared/page.js";
import { onceKey, Service } from "../shared/service.js";
import { History } from "./history.js";
import { add, event, forgetAll, NotTaken, readEvent, tableOf, textOf, tokenFor } from "./kept.js";
import { List } from "./list.js";
import { Polling } from "./polling.js";

const ME = "kerbholz name";
const prefix = html.dataset.prefix ?? "";
const { title, tables } = event();
if (title) part("desk-title").textContent = title;
if (title && html.dataset.match === undefined) document.title = title;

const list = new List((row, item, done) => void attend(row, item, done));
export const polling = new Polling(prefix, html.lang, tables, () => {
  list.show(polling.rows, part("my-name").value.trim());
  html.dataset.desk = String(polling.asked);
});
new History(prefix, html.lang, polling.rows);

/** The tables to which something is on its way. */
const going = new Set();

/**
 * Say at a table that the arbiter comes, or that it is done.
 * @param {import("./polling.js").Row} row @param {import("./open_items.js").Item} item @param {boolean} done
 */
async function attend(row, item, done) {
  if (going.has(row.match)) return;
  going.add(row.match);
  const service = new Service(prefix, row.match, tokenFor(row.match), html.lang);
  try {
    const body = { type: "table.attend", call: item.version, ...(done ? { done } : {}), entered_by: myName() };
    await service.read("/commands", { method: "POST", body, headers: { "Idempotency-Key": onceKey() } });
  } catch (problem) {
    notify(wording(problem));
  }
  await polling.again(row.match);
  going.delete(row.match);
}

part("my-name").value = localStorage.getItem(ME) ?? "";
part("my-name").addEventListener("input", () => {
  localStorage.setItem(ME, part("my-name").value.trim());
  list.show(polling.rows, part("my-name").value.trim());
});

part("links").open = tables.length === 0;
part("adding").addEventListener("submit", (/** @type {Event} */ submitted) => {
  submitted.preventDefault();
  void take();
});

/** Take in what was chosen: a file, a link, or both. */
async function take() {
  const [file] = part("file").files;
  const link = part("one-link").value.trim();
  try {
    if (!file && !link) throw new NotTaken("desk-nothing-chosen");
    const found = file ? readEvent(await textOf(file), prefix) : { title: "", tables: [] };
    if (link) found.tables.push(tableOf(link, part("one-label").value, prefix));
    add(found.title, found.tables);
    location.reload();
  } catch (problem) {
    if (!(problem instanceof NotTaken)) throw problem;
    part("not-added").textContent = `${said[problem.why]} ${problem.about}`.trim();
    part("not-added").hidden = false;
  }
}

part("forget-all").addEventListener("click", () => {
  forgetAll();
  polling.forget();
  location.assign(`${prefix}/desk${html.dataset.kept ?? ""}`);
});

html.dataset.scripts = "yes";
void polling.start();
