// The form that opens a match; then its sheet of names. Tokens stay in this page, until it is left.

import { fieldOf } from "./forms/options.js";
import { showSheet } from "./readers/sheet.js";
import { onceKey, query, Service } from "./shared/service.js";

const html = document.documentElement;
/** @type {Record<string, string>} */
const said = JSON.parse(document.getElementById("said")?.textContent ?? "{}");
const prefix = html.dataset.prefix ?? "";
const service = new Service(prefix, "", null, html.lang);
const language = query({ lang: html.lang });

/** @param {string} id */
const part = (id) => /** @type {any} */ (document.getElementById(id));

/** @type {any[]} */
let games = [];
/** @type {any} the ruleset that was chosen */
let game = null;
/** @type {Record<string, import("./forms/options.js").Field>} */
let fields = {};
/** A box of one's own, as its file says it. */
let written = "";
/** The same for every attempt with the same form, so that a match is opened once. */
let key = "";

const names = () => /** @type {HTMLInputElement[]} */ ([...part("seats").querySelectorAll("input")]);

/** How many can play: as many as the box says that was chosen. */
function limits() {
  const seats = game.boxes?.[part("box").value]?.seats ?? [game.seats.min, game.seats.max];
  return typeof seats === "number" ? { min: seats, max: seats } : { min: seats[0], max: seats[1] };
}

/** The boxes of a game that is opened with one, and a file of one's own. */
function showBoxes() {
  part("boxed").hidden = !game.boxes;
  const boxes = Object.entries(game.boxes ?? {}).map(([name, box]) => new Option(box.title, name));
  part("box").replaceChildren(...boxes, new Option(said["box-own"], ""));
  chooseBox();
}

function chooseBox() {
  const own = Boolean(game.boxes) && part("box").value === "";
  part("written").hidden = !own;
  part("file").required = own;
  seat(names().length);
}

/** The board to open with: what the game has anyway, a box by its name, or the file that was chosen. */
function board() {
  if (!game.boxes) return {};
  return { board: part("box").value ? { box: part("box").value } : { toml: written } };
}

/** @param {number} count */
function seat(count) {
  const { min, max } = limits();
  const wanted = Math.max(min, Math.min(max, count));
  for (const input of names().slice(wanted)) input.parentElement?.remove();
  for (let number = names().length + 1; number <= wanted; number += 1) {
    const label = part("seats").appendChild(document.createElement("label"));
    label.append(`${number} `, Object.assign(document.createElement("input"), { required: true, maxLength: 100 }));
  }
  part("more-seats").disabled = wanted === max;
  part("fewer-seats").disabled = wanted === min;
}

async function choose() {
  game = await service.read(`${prefix}/v1/rulesets/${part("game").value}${language}`);
  part("about").textContent = game.description ?? "";
  part("about").hidden = !game.description;
  showBoxes();
  fields = Object.fromEntries(Object.entries(game.options.properties).map(([name, schema]) => [name, fieldOf(name, schema, game.words)]));
  part("options").replaceChildren(...Object.values(fields).map(({ field }) => field));
  html.dataset.ready = game.id;
}

/** Options as they were chosen, where that is not what the game has anyway. */
function options() {
  const chosen = Object.entries(fields).map(([name, { chosen: value }]) => /** @type {[string, any]} */ ([name, value()]));
  const own = (/** @type {string} */ name) => JSON.stringify(game.options.properties[name].default);
  return Object.fromEntries(chosen.filter(([name, value]) => JSON.stringify(value) !== own(name)));
}

/** What a field is called in the form. @param {string} name as the service calls it */
function called(name) {
  const [, option, seat] = name.match(/^options\.(\w+)|^seats\.(\d+)/) ?? [];
  if (seat) return `${said["search-player"]} ${Number(seat) + 1}`;
  return (option && game.options.properties[option]?.title) || name;
}

/** @param {any} problem */
function refused(problem) {
  part("refusal").hidden = false;
  // People count from one.
  const plain = (/** @type {string} */ text) => text.replace(/\bSeat (\d+)/g, (_, seat) => called(`seats.${seat}`));
  const errors = Object.entries(problem.errors ?? {}).map(([name, texts]) => `${called(name)}: ${plain([texts].flat().join(" "))}`);
  part("refusal").replaceChildren(...(errors.length ? errors : [problem.message]).map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

async function open() {
  part("refusal").hidden = true;
  const mode = /** @type {any} */ (part("opening").elements).mode.value;
  const body = {
    ruleset: game.id, seats: names().map((input) => ({ name: input.value })), mode, public: part("public").checked, options: options(),
    ...board(),
  };
  key ||= onceKey();
  /** @type {Record<string, string>} */
  const headers = { "Idempotency-Key": key };
  if (part("key")) headers.Authorization = `Bearer ${part("key").value.trim()}`;
  const match = await service.read(`${prefix}/v1/matches`, { method: "POST", body, headers });
  showSheet(match, game.boxes?.[part("box").value]?.title ?? game.title, said);
  part("opening").remove();
}

part("opening").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  open().catch(refused);
});
part("opening").addEventListener("input", () => { key = ""; });
part("game").addEventListener("change", () => void choose());
part("box").addEventListener("change", () => { key = ""; chooseBox(); });
part("file").addEventListener("change", async () => { key = ""; written = (await part("file").files[0]?.text()) ?? ""; });
part("more-seats").addEventListener("click", () => { key = ""; seat(names().length + 1); });
part("fewer-seats").addEventListener("click", () => { key = ""; seat(names().length - 1); });
html.dataset.scripts = "yes";
games = (await service.read(`${prefix}/v1/rulesets${language}`)).rulesets;
games.sort((one, other) => Number(!one.description) - Number(!other.description)); // those that say what they are go first
part("game").append(...games.map(({ id, title }) => new Option(title, id)));
await choose();
