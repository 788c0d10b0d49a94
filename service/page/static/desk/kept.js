// The tables of an event on this device: what each is called, and the arbiter's link to it. Labels only name.

import { shown } from "../shared/people.js";
import { forget, keep, keptFor, roleOf } from "../shared/tokens.js";

/** @typedef {{label: string, match: string}} Table */

const NAME = "kerbholz desk";
const FORMAT = "kerbholz-event-1";
const MOST = 200;
/** Bytes of a file: more than two hundred links have. */
const LONGEST = 2_000_000;
const LINK = /^\/matches\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** What a token is made of: it goes into a header. */
const TOKEN = /^[\x21-\x7e]{1,500}$/;

/** What a file says, where it says it as a text. @param {unknown} value */
const text = (value) => (typeof value === "string" ? value : "");

/** What something is called. @param {string} name @param {number} longest */
const called = (name, longest) => shown(name).trim().slice(0, longest);

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
  try {
    for (const { match, token } of more) keep(match, { token, as: "official" });
    localStorage.setItem(NAME, JSON.stringify({ title: title || old.title, tables }));
  } catch {
    const known = new Set(old.tables.map(({ match }) => match));
    for (const { match, token } of more) if (!known.has(match)) forget(match, token); // half of an event is none
    throw new NotTaken("desk-not-kept");
  }
}

/** Forget all tables, and their links. */
export function forgetAll() {
  for (const { match } of event().tables) {
    for (const { token } of keptFor(match)) if (roleOf(token) === "arbiter") forget(match, token);
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
  if (roleOf(token) !== "arbiter" || !TOKEN.test(token)) throw new NotTaken("desk-no-arbiter", label);
  return { match: match.toLowerCase(), token, label: called(label, 100) || match.slice(0, 8) };
}

/** What a file says. @param {File} file */
export async function textOf(file) {
  if (file.size > LONGEST) throw new NotTaken("desk-no-file");
  return file.text().catch(() => { throw new NotTaken("desk-unreadable"); }); // it was written anew since it was chosen
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
  const tables = document.matches.flatMap((/** @type {any} */ one, /** @type {number} */ index) => {
    if ((one?.role ?? "arbiter") !== "arbiter") return [];
    const label = text(one?.label);
    const url = text(one?.url);
    try {
      return [tableOf(url, label, prefix)];
    } catch (problem) {
      // What has no name is found by its number in the file.
      if (problem instanceof NotTaken && !problem.about) throw new NotTaken(problem.why, `#${index + 1}`);
      throw problem;
    }
  });
  if (!tables.length) throw new NotTaken("desk-no-arbiters");
  return { title: called(text(document.title), 200), tables };
}
