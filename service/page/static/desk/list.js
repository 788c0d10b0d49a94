// The tables on the desk: those at which something waits, the most urgent first, and all others.

import { part, said } from "../shared/page.js";
import { heard, nameThen, quoted } from "../shared/people.js";
import { urgency } from "./open_items.js";

/**
 * @typedef {import("./open_items.js").Item} Item
 * @typedef {import("./polling.js").Row} Row
 * @typedef {(row: Row, item: Item) => void} Attend
 */

const html = document.documentElement;
const MINUTE = 60_000;

export class List {
  /** @param {Attend} attend is called when the arbiter goes to a table */
  constructor(attend) {
    this.attend = attend;
    this.shown = "";
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
    const ranked = rows.map((row) => ({ row, rank: row.known ? urgency(row.known) : /** @type {[number, string]} */ ([4, ""]) }));
    ranked.sort((one, other) => one.rank[0] - other.rank[0] || one.rank[1].localeCompare(other.rank[1]));
    const waiting = ranked.filter(({ rank }) => rank[0] < 4).map(({ row }) => row);
    const others = rows.filter((row) => !waiting.includes(row));
    const drawn = JSON.stringify([waiting, others, me, Math.floor(Date.now() / MINUTE)]);
    if (drawn === this.shown || this.held) return;
    this.shown = drawn;
    const focused = document.activeElement?.id ?? "";
    part("waiting").replaceChildren(...waiting.map((row) => this.#table(row, me)));
    part("others").replaceChildren(...others.map((row) => this.#table(row, me)));
    if (focused.startsWith("to-")) document.getElementById(focused)?.focus();
    this.#count(waiting);
  }

  /** How many calls wait, also where the tab is not looked at. @param {Row[]} waiting */
  #count(waiting) {
    const calls = waiting.flatMap(({ known }) => known?.items ?? []).filter(({ kind, attended }) => kind === "call" && !attended).length;
    const told = waiting.length ? `${said["desk-calls"]} ${calls}` : (said["desk-nothing"] ?? "");
    if (part("calls").textContent !== told) part("calls").textContent = told;
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
    if (wrong !== null) item.append(line(wrong || (said["connection-lost"] ?? ""), "wrong"));
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
    if (item.attended) made.append(line(said["desk-attended"] ?? ""));
    if (kind === "appeal" && item.name && heard(item.name) === heard(me)) made.append(line(said["desk-own-ruling"] ?? "", "wrong"));
    const does = made.appendChild(document.createElement("p"));
    if (kind === "call") {
      const button = does.appendChild(document.createElement("button"));
      Object.assign(button, { type: "button", id: `${name}-attend`, textContent: said[item.attended ? "desk-done" : "desk-attend"] });
      // Of two quick taps the second is not meant for what has come below the finger by the first.
      button.addEventListener("click", ({ detail }) => { if (detail < 2) this.attend(row, item); });
    }
    if (row.known?.match.status === "abandoned") return made; // nothing is ruled there any more
    const ruling = this.#link(`${name}-rule`, `${this.#address(row.match, version)}#rule`, said["desk-rule"] ?? "");
    ruling.setAttribute("aria-label", `${said["desk-rule"]}: ${row.label}, ${told(row, item)}`);
    does.append(ruling);
    return made;
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
