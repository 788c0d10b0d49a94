// What the reader may do now: moves as buttons, open ones as forms, and what is said and done at the table.

import { nameOf } from "../shared/people.js";
import { Asking } from "./asking.js";
import { compared, JUDGED } from "./comparing.js";
import { BY_ITSELF, Contributing } from "./contributing.js";
import { MoveList } from "./moves.js";
import { myName, part } from "../shared/page.js";
import { keptOf } from "../proving/kept.js";
import { fieldFor, isPattern, settled } from "./patterns.js";
import { query } from "../shared/service.js";
import { formOf } from "../forms/table.js";
import { Unlawful } from "./unlawful.js";

/** @typedef {Record<string, any> & {type: string, text?: string}} Move */

/** What is among the moves when it is awaited; at other times another command says the same. */
const AWAITED = new Set(["table.tell"]);
/** What is said of the board as it is now. */
const COUNTERSIGN = "table.countersign";
/** What the page offers a seat elsewhere. */
const ELSEWHERE = new Set(["table.replace-token"]);
/** What can be done in more ways than there are moves of it. */
const ALSO = new Set(["table.rule"]);

export class Play {
  /**
   * @param {import("../shared/service.js").Service} service
   * @param {HTMLElement} place
   * @param {Record<string, string>} said
   * @param {import("../audit/rules.js").Rules} rules
   * @param {import("../time/replay.js").Replay} replay
   */
  constructor(service, place, said, rules, replay) {
    this.service = service;
    this.said = said;
    this.rules = rules;
    this.replay = replay;
    this.version = -1;
    /** The own seat; null for officials. @type {number | null} */
    this.own = null;
    this.recorded = false;
    /** @type {string[]} */
    this.seats = [];
    /** The seats at which nobody sits. @type {number[]} */
    this.empty = [];
    /** @type {Record<string, any>} */
    this.commands = {};
    /** @type {any} */
    this.view = {};
    /** @type {Record<string, Record<string, string>>} */
    this.words = {};
    const [alarm, dialogue, hint, list, more, title, table] = ["div", "div", "p", "div", "details", "h3", "div"].map((tag) => document.createElement(tag));
    for (const one of [hint, list, more]) one?.classList.add("awaited");
    this.title = /** @type {HTMLElement} */ (title);
    this.hint = /** @type {HTMLElement} */ (hint);
    this.table = /** @type {HTMLElement} */ (table);
    this.table.className = "choices";
    Object.assign(title ?? {}, { textContent: said["at-the-table"] });
    place.replaceChildren(...[alarm, dialogue, hint, list, more, title, table].map((one) => /** @type {HTMLElement} */ (one)));
    const listIn = (/** @type {HTMLElement} */ at) => new MoveList(at, said, this,
      (type) => this.words.command?.[type] ?? type, (move) => this.#told(move), (move) => this.#choose(move));
    this.list = listIn(/** @type {HTMLElement} */ (list));
    this.contributing = new Contributing(service, /** @type {HTMLElement} */ (alarm), said);
    this.unlawful = new Unlawful(/** @type {HTMLDetailsElement} */ (more), service, said, listIn);
    this.asking = new Asking(/** @type {HTMLElement} */ (dialogue), said, rules, replay, (...what) => this.#send(...what));
    this.asking.outdated = () => void this.show(this.service.read(""));
    this.asking.compare = (tried) => compared(tried, service, said);
    /** @type {(() => void)[]} what is done when other moves are there */
    this.whenKnown = [];
  }

  /** Of which kind the values of a field are. @param {Move} move @param {string} field @returns {string | undefined} */
  kindOf(move, field) {
    const schema = this.commands[move.type]?.properties?.[field] ?? {};
    return schema["x-kind"] ?? schema.items?.["x-kind"];
  }

  /** @param {any} match @param {any} game its ruleset @param {string} viewer the reader's own */
  async learn(match, game, viewer) {
    this.own = viewer.startsWith("seat:") ? Number(viewer.slice(5)) : null;
    this.recorded = match.mode === "recorded";
    this.seats = match.seats.map(nameOf);
    // A game that is not in the reader's language has the commands of the table in its own.
    const foreign = !game.languages.includes(this.service.language);
    this.commands = foreign ? { ...game.commands, ...this.rules.commands } : game.commands;
    this.view = game.view;
    this.words = (await this.service.read(`/words${query({ lang: this.service.language })}`)).words;
  }

  /**
   * Ask what can be done, and show it. What is being filled in stays; what was tried is tried again.
   * @param {Promise<any>} match as it is now
   */
  async show(match) {
    const [moves, { outcome, seats, empty = [] }] = await Promise.all([this.service.read(`/moves${query({ text: this.service.language })}`), match]);
    this.version = moves.version;
    Object.assign(this, { seats: seats.map(nameOf), empty });
    const lawful = moves.moves;
    if (this.own !== null) moves.moves = await this.contributing.answer(moves.moves, this.own, this.replay.log.decisions);
    this.list.show(moves.moves);
    await this.unlawful.show({ moves: lawful, version: moves.version }, this.recorded && this.own === null);
    part("play-title").textContent = this.said[moves.moves.length && this.own !== null ? "play" : "play-official"];
    const nothing = outcome !== null ? "play-over" : this.own === null ? "play-nothing" : "play-wait";
    this.hint.textContent = this.said[moves.moves.length ? "play-now" : nothing] ?? "";
    const offered = new Set(moves.moves.map((/** @type {Move} */ { type }) => type));
    const types = moves.table.filter((/** @type {string} */ type) =>
      this.commands[type] && !BY_ITSELF.has(type) && !(this.own !== null && ELSEWHERE.has(type)) && !AWAITED.has(type) && (ALSO.has(type) || !offered.has(type)));
    this.table.replaceChildren(...types.map((/** @type {string} */ type) => this.#button(type)));
    this.title.hidden = types.length === 0;
    part("play").classList.toggle("nothing", types.length + moves.moves.length === 0 && this.own === null);
    this.asking.retry?.();
    for (const known of this.whenKnown) known();
  }

  /** Something said or done at the table. @param {string} type */
  #button(type) {
    const title = this.commands[type]?.title ?? type;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
    button.dataset.type = type;
    button.addEventListener("click", () => void this.#form(type, title));
    return button;
  }

  /** @param {string} type @param {string} title */
  async #form(type, title) {
    const { own, recorded, seats, empty, words, commands, view, said, replay } = this;
    const pointed = Object.values(commands[type].properties).some((/** @type {any} */ one) => one["x-kind"] === "pointer");
    // Places are of the board as it is now, so that is the one to click on, and to be countersigned.
    if ((pointed || type === COUNTERSIGN) && replay.position.at !== null) await replay.go(replay.log.newest);
    const board = pointed ? (await this.service.read("/view")).board : null;
    const bench = {
      own, recorded, seats, empty, words, commands, view, board, said,
      kept: keptOf(this.service.match)?.receipts ?? [], rules: this.rules.parts, decisions: replay.log.decisions, current: replay.current, past: replay.position.at !== null,
    };
    const form = formOf(type, bench);
    if (form) this.asking.ask(title, form.fields, form.command);
    else this.asking.close(Object.assign(document.createElement("p"), { textContent: said["about-nothing"] }));
  }

  /** What a move is called; to officials also whose it is. @param {Move} move */
  #told(move) {
    const whose = this.own === null ? this.seats[move.seat] : undefined;
    const text = move.text ?? move.type;
    return whose === undefined ? text : `${whose}: ${text}`;
  }

  /** @param {Move} move */
  #choose(move) {
    const { text: _, declines: __, ...offered } = move;
    const command = settled(offered);
    const title = this.#told(move);
    const note = command.irregular?.note; // the one pattern within a value: what happened, in the recorder's words
    if (!Object.values(command).some(isPattern) && !isPattern(note)) return void this.asking.anew(command, title);
    /** @type {Record<string, () => any>} */
    const open = {};
    const fields = Object.entries(command).filter(([, value]) => isPattern(value)).map(([name, value]) => {
      const schema = this.commands[command.type]?.properties?.[name] ?? {};
      const { field, chosen } = fieldFor(schema.title ?? name, value, (one) => this.#name(this.kindOf(command, name), one), this.said["nobody-saw"] ?? "");
      open[name] = chosen;
      return field;
    });
    if (isPattern(note)) {
      const { field, chosen } = fieldFor(this.said["unlawful-note"] ?? "", note, String, "");
      open.irregular = () => ({ ...command.irregular, note: chosen() });
      fields.push(field);
    }
    this.asking.ask(title, fields, () => ({
      ...command, ...Object.fromEntries(Object.entries(open).map(([name, chosen]) => [name, chosen()])),
    }));
  }

  /** @param {Record<string, any>} command @param {string} [key] @param {number} [seen] */
  #send(command, key, seen = this.version) {
    /** @type {Record<string, string>} */
    const headers = { "If-Match": `"${seen}"` };
    if (key) headers["Idempotency-Key"] = key;
    const official = this.own === null;
    const asked = query({ dry_run: key ? null : true, picture: official && !key && JUDGED.has(command.type) ? "tall" : null, text: this.service.language });
    const me = official ? myName() : null;
    const body = me === null ? command : { ...command, entered_by: me };
    return this.service.read(`/commands${asked}`, { method: "POST", body, headers });
  }

  /**
   * What a value of a field is called.
   * @param {string | undefined} kind @param {any} value @returns {string}
   */
  #name(kind, value) {
    if (Array.isArray(value)) return value.map((one) => this.#name(kind, one)).join(", ");
    if (value !== null && typeof value === "object") return Object.values(value).map((one) => this.#name(kind, one)).join(" ");
    if (kind === "seat") return this.seats[value] ?? String(value);
    return this.words[kind ?? ""]?.[String(value)] ?? String(value);
  }
}
