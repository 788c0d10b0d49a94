// The tables on the desk: those at which something waits, the most urgent first, and all others.

import { part, said } from "../shared/page.js";
import { heard, nameThen, quoted, shown } from "../shared/people.js";
import { Guard } from "../taps/guard.js";
import { urgency } from "./open_items.js";

/**
 * @typedef {import("./open_items.js").Item} Item
 * @typedef {import("./polling.js").Row} Row
 * @typedef {(row: Row, item: Item, done: boolean) => void} Attend
 */

const html = document.documentElement;
const MINUTE = 60_000;

export class List {
  /** @param {Attend} attend is called when the arbiter goes to a table, or has been there */
  constructor(attend) {
    this.attend = attend;
    this.guard = new Guard();
    this.shown = "";
    /** What was drawn for each table, and what of. @type {Map<Row, {of: string, item: HTMLElement}>} */
    this.drawn = new Map();
    /** Whether a finger is on the list: it must not move away below it. */
    this.held = false;
    part("tables").addEventListener("pointerdown", () => { this.held = true; });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { this.held = false; });
  }

  /**
   * Show the tables; what has the focus keeps it, and nothing is drawn anew where nothing has changed.
   * @param {Row[]} rows @param {string} me the arbiter's name
   */
  show(rows, me) {
    const state = [Math.floor(Date.now() / MINUTE), me, ...rows.map(({ news }) => news)].join();
    if (this.held || state === this.shown) return;
    this.shown = state;
    const ranked = rows.map((row) => ({ row, rank: row.known ? urgency(row.known) : /** @type {[number, string]} */ ([4, ""]) }));
    ranked.sort((one, other) => one.rank[0] - other.rank[0] || one.rank[1].localeCompare(other.rank[1]));
    const waiting = ranked.filter(({ rank }) => rank[0] < 4).map(({ row }) => row);
    const others = rows.filter((row) => !waiting.includes(row));
    const focused = document.activeElement?.id ?? "";
    if (fill(part("waiting"), waiting.map((row) => this.#once(row, me)))) this.guard.moved();
    fill(part("others"), others.map((row) => this.#once(row, me)));
    if (focused.startsWith("to-") && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
    this.#count(rows, waiting);
  }

  /** A table as it was drawn; anew where something is new. @param {Row} row @param {string} me */
  #once(row, me) {
    const of = [Math.floor(Date.now() / MINUTE), me, row.news].join();
    const kept = this.drawn.get(row);
    if (kept?.of === of) return kept.item;
    const item = this.#table(row, me);
    this.drawn.set(row, { of, item });
    return item;
  }

  /**
   * How many calls wait, also where the tab is not looked at. Of a table that cannot be read nobody knows whether something
   * waits there.
   * @param {Row[]} rows @param {Row[]} waiting
   */
  #count(rows, waiting) {
    const calls = waiting.flatMap(({ known }) => known?.items ?? []).filter(({ kind, attended }) => kind === "call" && !attended).length;
    const unread = rows.filter(({ wrong }) => wrong !== null).length;
    const reading = rows.some(({ known, wrong }) => known === null && wrong === null);
    const nothing = reading ? said["desk-reading"] : unread ? "" : said["desk-nothing"];
    const told = [waiting.length ? `${said["desk-calls"]} ${calls}` : nothing, unread ? `${said["desk-unread"]} ${unread}` : ""];
    const text = told.filter(Boolean).join(" · ");
    if (part("calls").textContent !== text) part("calls").textContent = text;
    document.title = `${calls ? `(${calls}) ` : ""}${document.title.replace(/^\(\d+\) /, "")}`;
  }

  /** @param {Row} row @param {string} me */
  #table(row, me) {
    const { match: id, label, known, wrong } = row;
    const item = document.createElement("li");
    item.dataset.match = id;
    if (id === html.dataset.match?.toLowerCase()) item.setAttribute("aria-current", "true");
    const heading = item.appendChild(document.createElement("p"));
    heading.className = "label";
    heading.append(this.#link(`to-${id}`, this.#address(id, null), label));
    if (known) heading.append(` ${known.match.text ?? ""} `, age(known.since));
    if (known?.match.public) heading.append(" ", this.#screen(id, label));
    if (known?.match.status === "frozen") item.classList.add("frozen");
    if (wrong !== null) item.append(line(wrong, "wrong"));
    const list = document.createElement("ul");
    list.append(...(known?.items ?? []).map((one) => this.#item(row, one, me)));
    if (list.children.length) item.append(list);
    return item;
  }

  /** @param {Row} row @param {Item} item @param {string} me */
  #item(row, item, me) {
    const { kind, version } = item;
    const made = document.createElement("li");
    made.dataset.kind = kind;
    if (item.attended) made.dataset.attended = "yes";
    const name = `to-${row.match}-${kind}-${version}`;
    made.append(this.#link(name, this.#address(row.match, item.about ?? version), told(row, item)), " ", age(item.at));
    const names = item.names ?? [];
    const mine = names.some((one) => heard(one) === heard(me));
    if (item.attended) made.append(line(names.length ? `${said["desk-attended-by"]} ${names.map(shown).join(", ")}` : (said["desk-attended"] ?? "")));
    if (kind === "appeal" && item.name && heard(item.name) === heard(me)) made.append(line(said["desk-own-ruling"] ?? "", "wrong"));
    const does = made.appendChild(document.createElement("p"));
    if (kind === "call") {
      // Who has not said so may come, too; and what was “I am coming” for somebody is nothing else when another one comes.
      const acts = [...(mine ? [] : ["desk-attend"]), ...(item.attended ? ["desk-done"] : [])];
      does.append(...acts.map((act, index) => this.#act(`${name}-${index ? "done" : "attend"}`, act, () => this.attend(row, item, act === "desk-done"))));
    }
    if (row.known?.match.status === "abandoned") return made; // nothing is ruled there any more
    const ruling = this.#link(`${name}-rule`, `${this.#address(row.match, version)}#rule`, said["desk-rule"] ?? "");
    ruling.setAttribute("aria-label", `${said["desk-rule"]}: ${row.label}, ${told(row, item)}`);
    does.append(ruling);
    return made;
  }

  /** @param {string} id @param {string} act what it is called @param {() => void} does */
  #act(id, act, does) {
    const button = Object.assign(document.createElement("button"), { type: "button", id, textContent: said[act] });
    // A tap right after another one, or after the tables have moved, is not meant for what is below the finger now.
    button.addEventListener("click", ({ detail }) => { if (detail === 0 || this.guard.counts()) does(); });
    return button;
  }

  /** @param {string} id @param {string} href @param {string} text */
  #link(id, href, text) {
    return Object.assign(document.createElement("a"), { id, href, textContent: text });
  }

  /** A page that shows what everybody may see, whatever this device may. @param {string} id @param {string} label */
  #screen(id, label) {
    const link = this.#link(`to-${id}-screen`, `${html.dataset.prefix}/embed/matches/${id}`, said["desk-screen"] ?? "");
    link.setAttribute("aria-label", `${said["desk-screen"]}: ${label}`);
    Object.assign(link, { target: "_blank", rel: "noopener", className: "screen" });
    return link;
  }

  /** The desk with a match on screen, after a decision. @param {string} id @param {number | null} at */
  #address(id, at) {
    const asked = new URLSearchParams(html.dataset.kept ?? "");
    if (at !== null) asked.set("at", String(at));
    return `${html.dataset.prefix}/desk/${id}${asked.size ? `?${asked}` : ""}`;
  }
}

/** What waits there, in words. @param {Row} row @param {Item} item */
export function told({ known }, { kind, version, by, seat, rule, reason }) {
  const named = (/** @type {any} */ who) => {
    const number = typeof who === "number" ? who : who?.seat;
    return number === undefined ? (said[`role-${who}`] ?? String(who ?? "")) : nameThen(known?.match.seats[number] ?? { seat: number, name: null }, version);
  };
  const who = typeof seat === "number" ? named(seat) : by === undefined ? "" : named(by);
  const text = typeof reason === "string" ? quoted(reason) : "";
  return [said[`desk-${kind}`], who, rule, text].filter(Boolean).join(" ");
}

/**
 * Let a list have these items; what is there already, and in its place, is left alone.
 * @param {HTMLElement} list @param {HTMLElement[]} items
 * @returns {boolean} whether anything else is at any place now
 */
function fill(list, items) {
  const tables = (/** @type {Iterable<Element>} */ of) => [...of].map((one) => /** @type {HTMLElement} */ (one).dataset.match).join();
  const moved = tables(list.children) !== tables(items);
  if (moved) list.replaceChildren(...items);
  else items.forEach((item, index) => { if (list.children[index] !== item) list.children[index]?.replaceWith(item); });
  return moved;
}

/** How long ago something was, in minutes or hours. @param {string | null} at */
export function ageOf(at) {
  if (!at) return "";
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / MINUTE));
  const format = new Intl.NumberFormat(html.lang, { style: "unit", unit: minutes < 120 ? "minute" : "hour", unitDisplay: "short" });
  return `(${format.format(minutes < 120 ? minutes : Math.floor(minutes / 60))})`;
}

/** How long ago, as it stands in a line. @param {string | null} at */
function age(at) {
  return Object.assign(document.createElement("time"), { dateTime: at ?? "", textContent: ageOf(at) });
}

/** @param {string} text @param {string} [className] */
function line(text, className = "") {
  return Object.assign(document.createElement("p"), { textContent: text, className });
}
