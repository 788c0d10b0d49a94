// A number is asked of the table now and then: what the public board shows, without showing it. A slip that nobody has
// noticed shows early, where it costs three taps.

import { keepFocus } from "../shared/focus.js";
import { query } from "../shared/service.js";

/**
 * @typedef {{at: string, title: string}} Place a pointer into the board, and what it is called
 */

const DIGITS = 2;

/** What a schema says, with what it refers to. @param {any} schema @param {any} whole @returns {any} */
function resolved(schema, whole) {
  const { allOf, $ref, ...own } = schema ?? {};
  const inner = $ref ? whole.$defs?.[$ref.split("/").at(-1)] : allOf?.[0];
  return inner ? { ...resolved(inner, whole), ...own } : own;
}

/**
 * The numbers of a board that its game says can be asked for.
 * @param {any} board @param {any} view its schema @param {string[]} seats
 * @param {Record<string, Record<string, string>>} words labels: kind → value → label
 * @returns {Place[]}
 */
export function askable(board, view, seats, words) {
  /** @type {Place[]} */
  const found = [];
  const walk = (/** @type {any} */ value, /** @type {any} */ schema, /** @type {string} */ at, /** @type {string[]} */ titles) => {
    const of = resolved(schema, view);
    if (of["x-asked"] && Array.isArray(value)) {
      for (const seat of value.keys()) found.push({ at: `${at}/${seat}`, title: [...titles, seats[seat]].join(" – ") });
      return;
    }
    if (of["x-asked"]) {
      const [pointer, number] = typeof value === "number" ? [at, value] : [`${at}/count`, value?.count];
      if (typeof number === "number") found.push({ at: pointer, title: titles.join(" – ") });
      return;
    }
    if (value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value)) {
      const member = of.properties?.[key] ?? of.items ?? of.additionalProperties;
      if (!member) continue;
      const index = of["x-index"];
      const seat = index === "seat" ? seats[Number(key)] : words[index ?? ""]?.[/** @type {any} */ (inner)?.[index ?? ""]];
      const title = seat ?? of.properties?.[key]?.title;
      walk(inner, member, `${at}/${key}`, title === undefined || Array.isArray(inner) ? titles : [...titles, title]);
    }
  };
  walk(board, view, "", []);
  return found;
}

export class Asked {
  /**
   * @param {HTMLElement} place
   * @param {import("./entering.js").Entering} entering
   * @param {Record<string, string>} said
   */
  constructor(place, entering, said) {
    this.place = place;
    this.entering = entering;
    this.said = said;
    /** The schema of the board. @type {any} */
    this.view = {};
    this.turns = 0;
    this.seat = -1;
    /** Whether a question waits for a moment at which nothing is being tapped. */
    entering.whenListed.push(({ awaiting }) => void this.#turned(awaiting).catch(() => {})); // another time
  }

  /** Once a round, a number is asked for. @param {any[]} awaiting */
  async #turned(awaiting) {
    const seat = awaiting.length === 1 ? awaiting[0]?.seat : undefined;
    if (seat === undefined || seat === this.seat || this.entering.away) return;
    this.seat = seat;
    this.turns += 1;
    if (this.turns <= this.entering.naming.seats.length || this.place.childElementCount) return;
    this.turns = 0;
    const { board } = await this.entering.service.read("/view?as=public");
    const places = askable(board, this.view, this.entering.naming.seats, this.entering.naming.words);
    const chosen = places[Math.floor(Math.random() * places.length)];
    if (chosen) this.#ask(chosen, null);
  }

  /** Nothing is asked any more: who has used keys here goes on where is tapped. */
  #over() {
    keepFocus(this.place, () => this.place.replaceChildren(), document.getElementById("tap-title"));
  }

  /** @param {Place} asked @param {number | null} before what was answered the first time */
  #ask(asked, before) {
    let text = "";
    const title = Object.assign(document.createElement("h3"), { textContent: `${asked.title}?` });
    const shown = Object.assign(document.createElement("output"), { textContent: "·" });
    const row = Object.assign(document.createElement("div"), { className: "taps" });
    const button = (/** @type {string} */ label, /** @type {() => void} */ does) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      made.addEventListener("click", does);
      row.append(made);
      return made;
    };
    const type = (/** @type {string} */ sign) => () => {
      if (text.replace("-", "").length < DIGITS || sign === "-") text = sign === "-" ? (text.startsWith("-") ? text.slice(1) : `-${text}`) : text + sign;
      shown.textContent = text || "·";
    };
    row.append(shown);
    for (const digit of "1234567890") button(digit, type(digit));
    button("−", type("-"));
    button(this.said["tap-is"] ?? "", () => { if (/\d/.test(text)) void this.#answered(asked, Number(text), before); });
    button(this.said["tap-skip"] ?? "", () => this.#over()).dataset.skip = "";
    const again = before === null ? [] : [Object.assign(document.createElement("p"), { textContent: this.said["tap-again"] })];
    keepFocus(this.place, () => this.place.replaceChildren(title, ...again, row), null);
    this.entering.guard.moved();
  }

  /**
   * What agrees with the record is saved; what does not, if it is answered twice.
   * @param {Place} asked @param {number} is @param {number | null} before
   */
  async #answered(asked, is, before) {
    this.#over();
    const { service } = this.entering;
    const command = { type: "table.assert", at: asked.at, is };
    if (before !== is) {
      if (!(await this.entering.settled())) return;
      const tried = await service.read(`/commands${query({ dry_run: true })}`, { method: "POST", body: command });
      const holds = tried.decisions[0].facts.every((/** @type {any} */ fact) => fact.holds !== "no");
      if (!holds) return this.#ask(asked, is);
    }
    await this.entering.enter([command]);
  }
}
