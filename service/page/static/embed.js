// A match within another page: what everybody may see, step by step, and new decisions as they come. It reads no
// token and keeps nothing. To the page around it it says `{type: "ready"}` and `{type: "at"}`; it listens to `goto`.

import { drawn, frame, marksAt } from "./board/board.js";
import { live } from "./log/live.js";
import { Log } from "./log/log.js";
import { readPosition } from "./shared/position.js";
import { oneByOne } from "./shared/serial.js";
import { Service } from "./shared/service.js";

const html = document.documentElement;
/** @type {Record<string, string>} */
const said = JSON.parse(document.getElementById("said")?.textContent ?? "{}");
const match = html.dataset.match ?? "";
const service = new Service(html.dataset.prefix ?? "", match, null, html.lang);
const log = new Log(service);

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What is looked at; null is the newest decision, where new ones are followed. */
let at = readPosition().at;
let drawing = new AbortController();
let outdated = false;

const current = () => Math.min(at ?? log.newest, log.newest);

/**
 * Tell the page around this one. Whoever that is may know: everybody may see what is shown here.
 * @param {{type: "ready" | "at", at: number, newest: number}} message
 */
const tell = (message) => { if (parent !== window) parent.postMessage({ ...message, match }, "*"); };

/** @param {number} version */
function go(version) {
  at = version >= log.newest ? null : Math.max(0, version);
  void show();
}

async function show() {
  const shown = current();
  if (shown < 0) return;
  drawing.abort();
  drawing = new AbortController();
  const { signal } = drawing;
  const decision = log.decisions[shown];
  try {
    const picture = await drawn(service, { as: "public", at: shown, line: null }, signal);
    part("picture").replaceChildren(picture);
    frame(picture, (decision?.changed ?? []).flatMap((pointer) => marksAt(picture, pointer)), "changed");
    part("says").textContent = decision?.text ?? (decision?.faded ? (said.faded ?? "") : "");
    html.dataset.shown = String(shown);
    tell({ type: "at", at: shown, newest: log.newest });
  } catch (/** @type {any} */ problem) {
    if (signal.aborted) return;
    part("says").textContent = problem.message || (said["no-answer"] ?? "");
    part("picture").replaceChildren(); // a board of another decision would contradict it
  }
}

const grow = oneByOne(async () => {
  if (outdated) log.clear();
  const from = outdated ? -1 : log.newest;
  outdated = false;
  await log.grow("public", null, () => {});
  if (log.newest > from && (at === null || from < 0)) await show();
});

addEventListener("message", ({ source, data }) => {
  if (parent === window || source !== parent || data?.type !== "goto") return;
  if (Number.isSafeInteger(data.at) && data.at >= 0) go(data.at);
});
const actions = { first: () => go(0), back: () => go(current() - 1), on: () => go(current() + 1), last: () => go(log.newest) };
for (const [id, action] of Object.entries(actions)) part(id).addEventListener("click", action);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => void show());

html.dataset.scripts = "yes";
await grow();
tell({ type: "ready", at: current(), newest: log.newest });
await live(service, "public", log.newest, {
  grown: () => void grow(),
  changed: () => { outdated = true; void grow(); },
  state: (state) => { part("connection").textContent = said[`connection-${state}`] ?? ""; },
  stopped: () => false,
});
