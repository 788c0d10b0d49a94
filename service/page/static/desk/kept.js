// The tables of an event on this device: what each is called, and the arbiter's link to it. Labels only name.

import { forget, keep, keptFor, roleOf } from "../shared/tokens.js";

/** @typedef {{label: string, match: string}} Table */

const NAME = "kerbholz desk";
const FORMAT = "kerbholz-event-1";
const MOST = 200;
const LINK = /^\/matches\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What a file says, where it says it as a text. @param {unknown} value */
const text = (value) => (typeof value === "string" ? value : "");

/** Why a file or a link is not taken: the name of what the page says of it, and what that is about. */
export class NotTaken extends Error {
  /** @param {string} why @param {string} [about] */
  constructor(why, about = "") {
    super(why);
    this.why = why;
    this.about = about;
  }
}

/** @returns {{title: string, tables: Table[]}} */
export function event() {
  try {
    const { title, tables } = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return { title: text(title), tables: Array.isArray(tables) ? tables.filter((one) => text(one?.match)) : [] };
  } catch {
    return { title: "", tables: [] }; // somebody else wrote there
  }
}

/** The arbiter's token for a match; null where this device has none. @param {string} match */
export const tokenFor = (match) => keptFor(match).find(({ token }) => roleOf(token) === "arbiter")?.token ?? null;

/**
 * Keep tables, beside those that are there; a label that comes again is the newer one.
 * @param {string} title @param {(Table & {token: string})[]} more
 */
export function add(title, more) {
  const old = event();
  const labels = new Map([...old.tables, ...more].map(({ match, label }) => [match, label]));
  if (labels.size > MOST) throw new NotTaken("desk-too-many", String(MOST));
  const tables = [...labels].map(([match, label]) => ({ match, label }));
  localStorage.setItem(NAME, JSON.stringify({ title: title || old.title, tables }));
  for (const { match, token } of more) keep(match, { token, as: "official" });
}

/** Forget all tables, and their links. */
export function forgetAll() {
  for (const { match } of event().tables) {
    const token = tokenFor(match);
    if (token !== null) forget(match, token);
  }
  localStorage.removeItem(NAME);
}

/**
 * A link of an arbiter: it has to lead to this service, since its token is not for any other.
 * @param {string} link @param {string} label @param {string} prefix what addresses of the service begin with
 * @returns {Table & {token: string}}
 */
export function tableOf(link, label, prefix) {
  const address = URL.canParse(link) ? new URL(link) : null;
  if (!address) throw new NotTaken("desk-no-link", label);
  if (address.origin !== location.origin) throw new NotTaken("desk-elsewhere", address.origin);
  const [, match] = (address.pathname.startsWith(prefix) && LINK.exec(address.pathname.slice(prefix.length))) || [];
  const token = new URLSearchParams(address.hash.slice(1)).get("token");
  if (!match || !token) throw new NotTaken("desk-no-link", label);
  if (roleOf(token) !== "arbiter") throw new NotTaken("desk-no-arbiter", label);
  return { match: match.toLowerCase(), token, label: label.trim().slice(0, 100) || match.slice(0, 8) };
}

/**
 * The tables of an event file; of the links in it those of arbiters.
 * @param {string} file @param {string} prefix
 * @returns {{title: string, tables: (Table & {token: string})[]}}
 */
export function readEvent(file, prefix) {
  /** @type {any} */
  let document;
  try {
    document = JSON.parse(file);
  } catch {
    throw new NotTaken("desk-no-file");
  }
  if (document?.format !== FORMAT || !Array.isArray(document.matches)) throw new NotTaken("desk-no-file");
  const links = document.matches.filter((/** @type {any} */ one) => (one?.role ?? "arbiter") === "arbiter");
  const tables = links.map((/** @type {any} */ one) => tableOf(text(one?.url), text(one?.label), prefix));
  if (!tables.length) throw new NotTaken("desk-no-file");
  return { title: text(document.title).slice(0, 200), tables };
}
