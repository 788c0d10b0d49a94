// The page of a match: watches it live, replays it, tells where things come from, and plays it.

import { Audit } from "./audit.js";
import { drawn, frame, inWords, marksAt } from "./board.js";
import { areOn, listen, switchKeys } from "./keys.js";
import { live } from "./live.js";
import { kindOf, Log, LogList } from "./log.js";
import { Origins } from "./origin.js";
import { Play } from "./play.js";
import { addressOf, readPosition, writePosition } from "./position.js";
import { Scrubber } from "./scrubber.js";
import { oneByOne } from "./serial.js";
import { Service } from "./service.js";
import { stepFrom } from "./steps.js";
import { forget, isKept, keep, roleOf, tokenOf } from "./tokens.js";

const html = document.documentElement;
/** @type {Record<string, string>} */
const said = JSON.parse(document.getElementById("said")?.textContent ?? "{}");
const token = tokenOf(html.dataset.match ?? "");
const service = new Service(html.dataset.prefix ?? "", html.dataset.match ?? "", token, html.lang);

/** @param {string} id */
const part = (id) => /** @type {any} */ (document.getElementById(id));

const log = new Log(service);
const list = new LogList(part("log"), said, (version) => go(version));
const scrubber = new Scrubber(part("slider"), part("lanes"), (version) => go(version));
const audit = new Audit(service, part("audit"), said, (version) => go(version));
const play = new Play(service, part("moves"), said);
const origins = new Origins(service, part("origin"), said, (version) => go(version), (version) =>
  log.decisions[version]?.text ?? "");

const asked = readPosition();
/** What is looked at: `at` is null at the newest decision, where new ones are followed. */
const position = { at: asked.at, line: asked.line, as: asked.as ?? "public" };
let own = "public";
let shown = -1;
let outdated = false;
let drawing = new AbortController();
let following = 0;

/** @returns {number} the version that is looked at */
const current = () => Math.min(position.at ?? log.newest, log.newest);

/** @param {number} version */
function go(version) {
  position.at = version >= log.newest ? null : Math.max(0, version);
  writePosition({ ...position, as: position.as === own ? null : position.as });
  show();
}

/** Show the board, and everything that goes with it, at the position. */
async function show() {
  const at = current();
  if (at < 0) return;
  part("slider").value = String(at);
  part("number").value = String(at);
  part("number").max = String(log.newest);
  part("now").hidden = position.at === null;
  part("says").textContent = log.decisions[at]?.text ?? (log.decisions[at]?.faded ? said.faded : "");
  list.mark(at);
  part("play").hidden = position.at !== null || roleOf(token) === "public";
  origins.clear();
  drawing.abort();
  drawing = new AbortController();
  const { signal } = drawing;
  try {
    const where = { as: position.as, at, line: position.line };
    const picture = await drawn(service, where, signal);
    part("picture").replaceChildren(picture);
    frame(picture, (log.decisions[at]?.changed ?? []).flatMap((pointer) => marksAt(picture, pointer)), "changed");
    for (const mark of picture.querySelectorAll("[data-at]")) mark.setAttribute("tabindex", "-1");
    shown = at;
    html.dataset.shown = String(at);
    if (part("in-words").open) part("words").textContent = await inWords(service, where, signal);
  } catch (problem) {
    if (!signal.aborted) part("picture").replaceChildren(told(problem));
  }
}

/** @param {any} problem */
function told(problem) {
  return Object.assign(document.createElement("p"), { role: "alert", textContent: problem.message });
}

/** Read what is new; at the newest position it is shown. Where other facts count, everything is read again. */
const grow = oneByOne(async () => {
  if (outdated) {
    outdated = false;
    log.clear();
    list.clear();
    scrubber.clear();
    shown = -1;
  }
  const from = log.newest;
  await log.grow(position.as, position.line, (decisions) => {
    list.add(decisions);
    for (const decision of decisions) scrubber.add(kindOf(decision) === "automatic" ? "game" : kindOf(decision), [decision.version]);
  });
  scrubber.draw(log.newest);
  if (log.newest > from && (position.at === null || shown < 0)) await show();
  if (log.newest > from && roleOf(token) !== "public") await play.show();
  await state();
  await auditing();
  html.dataset.ready = String(log.newest);
});

/** Read everything again: other facts count, or more of them may be read. */
async function again() {
  outdated = true;
  await grow();
}

/** Another viewer: everything is read anew, and followed. */
async function anew() {
  following += 1;
  const turn = following;
  await again();
  if (position.line !== null) return;
  await live(service, position.as, log.newest, {
    grown: () => void grow(),
    changed: () => void again(),
    state: (state) => { part("connection").textContent = said[`connection-${state}`] ?? ""; },
    stopped: () => turn !== following,
  });
}

async function auditing() {
  const found = await audit.show(position.as).catch(() => null);
  if (!found) return;
  for (const [lane, versions] of Object.entries(found)) {
    scrubber.clear(lane);
    scrubber.add(lane, versions);
  }
  scrubber.draw(log.newest);
}

/** Who is awaited, or how it ended. */
async function state() {
  const match = await service.read("");
  const names = match.seats.map((/** @type {any} */ seat) => seat.name);
  const awaited = match.awaiting.map((/** @type {any} */ who) => names[who.seat] ?? said.chance);
  part("state").textContent = match.status === "playing" ? `${said.awaited} ${awaited.join(", ")}` : (said[`status-${match.status}`] ?? match.status);
  return match;
}

/** The viewers that the reader may look as. */
async function viewers() {
  const match = await state();
  const first = await service.read("/view");
  own = first.as;
  if (asked.as === null) position.as = own;
  const over = match.outcome !== null && match.options.disclosure === "full";
  const official = ["arbiter", "scribe"].includes(roleOf(token));
  const seats = match.seats.map((/** @type {any} */ seat) => [`seat:${seat.seat}`, seat.name]);
  const all = [["public", said.public], ...seats, ["official", said.official]];
  const may = all.filter(([as]) => over || official || as === own || as === "public");
  part("as").replaceChildren(...may.map(([as, label]) => new Option(label, as, false, as === position.as)));
  audit.seats = match.seats.map((/** @type {any} */ seat) => seat.name);
  const game = await service.read(match.links.ruleset);
  audit.rules = game.rules;
  document.title = `${game.title}: ${audit.seats.join(", ")}`;
  part("title").textContent = document.title;
  if (roleOf(token) !== "public") await play.learn(match.links.ruleset);
}

let timer = 0;

/** Go on by itself, as fast as was chosen, up to the newest decision. */
function autoplay() {
  const running = timer !== 0;
  clearInterval(timer);
  timer = running ? 0 : setInterval(() => (current() >= log.newest ? autoplay() : go(current() + 1)), 1000 / Number(part("speed").value));
  part("run").setAttribute("aria-pressed", String(!running));
}

/** @param {"one" | "turn" | "part"} unit @param {1 | -1} direction */
const step = (unit, direction) => () => go(stepFrom(log.decisions, current(), unit, direction));

const actions = {
  first: () => go(0),
  "back-part": step("part", -1),
  "back-turn": step("turn", -1),
  back: step("one", -1),
  run: autoplay,
  on: step("one", 1),
  "on-turn": step("turn", 1),
  "on-part": step("part", 1),
  last: () => go(log.newest),
  now: () => go(log.newest),
  link: () => void navigator.clipboard?.writeText(location.origin + addressOf({ ...position, at: current(), as: position.as === own ? null : position.as })),
  help: () => part("keys-told").showModal(),
};
for (const [id, action] of Object.entries(actions)) part(id)?.addEventListener("click", action);
listen({
  Home: actions.first, End: actions.last, ArrowLeft: actions.back, ArrowRight: actions.on, ",": actions["back-turn"],
  ".": actions["on-turn"], "<": actions["back-part"], ">": actions["on-part"], " ": actions.run, c: actions.link,
  n: () => part("number").focus(), "?": actions.help,
});

part("number").addEventListener("change", () => go(Number(part("number").value)));
part("as").addEventListener("change", () => { position.as = part("as").value; writePosition({ ...position, as: position.as === own ? null : position.as }); void anew(); });
part("in-words").addEventListener("toggle", () => void show());
part("picture").addEventListener("click", (/** @type {Event} */ event) => {
  const mark = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-at]"));
  if (mark) void origins.tell(mark.dataset.at ?? "", mark.querySelector("title")?.textContent ?? "", { ...position, at: current() });
});
part("filter").addEventListener("change", () => { part("log").dataset.filter = part("filter").value; });
part("keys").checked = areOn();
part("keys").addEventListener("change", () => switchKeys(part("keys").checked));
part("keep").hidden = token === null;
part("keep-it").checked = isKept(service.match);
part("keep-it").addEventListener("change", () => (part("keep-it").checked ? keep(service.match) : forget(service.match)));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => void show());

html.dataset.scripts = "yes";
viewers().then(anew).catch((problem) => part("picture").replaceChildren(told(problem)));
