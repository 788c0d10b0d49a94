// Verifies an archive of a match: the second verifier, written from docs/decisions/0041-archives.md alone.
//
//   node verify.mjs FILE [--receipt FILE|SIZE:ROOT]… [--key VKEY]…      exit 0: holds, 1: does not, 2: no archive
//   node verify.mjs --receipt FILE --receipt FILE [--key VKEY]…         do the receipts contradict each other?
//
// It is also a module for browsers: `verify`, `receipts`, `quarrel`, `checkpoint` and `consistent`.
// It uses nothing but the standard library. Signatures are checked by WebCrypto, which browsers have on https alone.

/**
 * @typedef {{size: number, root: string, match?: string | null, checkpoint?: string | null}} Receipt
 *   `root`: 64 digits of hex, after `size` decisions
 * @typedef {{name: string, id: string, key: Uint8Array<ArrayBuffer>, text: string}} Key  of a vkey, as `text` writes it
 * @typedef {{name: string, id: string, signature: Uint8Array<ArrayBuffer>}} Signature
 * @typedef {{text: string, origin: string, size: number, root: string, signatures: Signature[]}} Checkpoint
 * @typedef {{
 *   holds: boolean, archive: boolean, decision: number | null, what: string, why: string,
 *   match: string, as: string, size: number, service: string | null, root: string, opened: number,
 *   draws: number | null, joint: string | null,
 *   keys: string[], trusted: string[], unchecked: boolean,
 * }} Verdict  `archive`: false if the file is none; `decision` (null: at the end), `what`, `why`: what does not hold;
 *   `opened`: values that were held against their seals; `draws`: those that were drawn again, null if the seed is not
 *   open; `joint`: what is joint of the seed and all contributions, if that is asked and they are open; `keys`: those in the file, all of which have signed; `trusted`:
 *   the given ones, all of which have signed; `unchecked`: signatures could not be checked here, so nobody has signed
 * @typedef {{roots?: Receipt[], keys?: string[], progress?: (done: number, size: number) => void}} Options
 */

/** The longest line that is read, in bytes, without its line feed. */
export const LONGEST_LINE = 16 * 1024 * 1024;
const DEEPEST = 32;
const STEP = 1000; // decisions between two reports of progress

/** What does not hold. */
class Broken extends Error {
  /** @param {string} what @param {string} why @param {number} [decision] if it is not the one that is read */
  constructor(what, why, decision) {
    super(why);
    this.what = what;
    this.decision = decision;
  }
}

/** A text that the grammar refuses. */
class Unreadable extends Error {}

// --- SHA-256 -----------------------------------------------------------------------------------------------------

/** Typed arrays are read within their bounds here, which the compiler cannot know. @typedef {Record<number, any>} Words */

const ROUND = /** @type {Words} */ (new Int32Array(64));
const START = /** @type {Words} */ (new Int32Array(8));
for (let prime = 2, found = 0; found < 64; prime++) {
  let composite = false;
  for (let divisor = 2; divisor * divisor <= prime; divisor++) composite ||= prime % divisor === 0;
  if (composite) continue;
  // The first 32 bits of the fraction of a root: doubles have 52, and no root here has more than 5 before the point.
  if (found < 8) START[found] = (Math.sqrt(prime) % 1) * 2 ** 32;
  ROUND[found++] = (Math.cbrt(prime) % 1) * 2 ** 32;
}
const state = /** @type {Words} */ (new Int32Array(8));
const schedule = /** @type {Words} */ (new Int32Array(64));

/** Takes one block of 64 bytes into the state. @param {DataView} view @param {number} offset */
function compress(view, offset) {
  const w = schedule;
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + ROUND[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

const encoder = new TextEncoder();
let desk = new Uint8Array(1 << 16); // where a message is laid out for hashing, with room for the padding
let view = new DataView(desk.buffer);

/** Makes room for a message of so many bytes. @param {number} length */
function room(length) {
  if (desk.length >= length + 72) return;
  const larger = new Uint8Array(2 * length + 72);
  larger.set(desk);
  desk = larger;
  view = new DataView(desk.buffer);
}

/** SHA-256 of the first bytes on the desk. @param {number} length */
function digest(length) {
  const end = (length + 72) & ~63;
  desk.fill(0, length, end);
  desk[length] = 0x80;
  view.setUint32(end - 8, length / 2 ** 29);
  view.setUint32(end - 4, length << 3);
  for (let i = 0; i < 8; i++) state[i] = START[i];
  for (let offset = 0; offset < end; offset += 64) compress(view, offset);
  const hash = new Uint8Array(32);
  const out = new DataView(hash.buffer);
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i]);
  return hash;
}

/** Lays the UTF-8 of a text on the desk, and says where it ends. @param {string} text @param {number} offset */
function lay(text, offset) {
  room(offset + 3 * text.length);
  return offset + encoder.encodeInto(text, desk.subarray(offset)).written;
}

/** SHA-256 of bytes. @param {Uint8Array} bytes */
export function sha256(bytes) {
  room(bytes.length);
  desk.set(bytes);
  return digest(bytes.length);
}

/** @param {string} text */
const hashOfText = (text) => digest(lay(text, 0));

/** @param {string} open */
function leafHash(open) {
  desk[0] = 0;
  return digest(lay(open, 1));
}

/** @param {Uint8Array} left @param {Uint8Array} right */
function nodeHash(left, right) {
  desk[0] = 1;
  desk.set(left, 1);
  desk.set(right, 33);
  return digest(65);
}

/** HMAC-SHA-256. @param {Uint8Array} key of at most 64 bytes @param {string} text in ASCII */
function hmac(key, text) {
  const padded = new Uint8Array(64 + text.length);
  padded.set(key);
  for (let i = 0; i < 64; i++) padded[i] = /** @type {number} */ (padded[i]) ^ 0x36;
  encoder.encodeInto(text, padded.subarray(64));
  const inner = sha256(padded);
  const outer = new Uint8Array(96);
  for (let i = 0; i < 64; i++) outer[i] = /** @type {number} */ (padded[i]) ^ 0x36 ^ 0x5c;
  outer.set(inner, 64);
  return sha256(outer);
}

/** @param {string} salt @param {unknown} value */
function seal(salt, value) {
  const start = lay("kerbholz seal 1\n", 0);
  desk.set(bytesOf(salt), start);
  return hex(digest(lay(canonical(value), start + 32)));
}

// --- Hex and base64 ----------------------------------------------------------------------------------------------

const OCTETS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

/** @param {Uint8Array} bytes */
function hex(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i++) text += OCTETS[/** @type {number} */ (bytes[i])];
  return text;
}

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));

const HASH = /^[0-9a-f]{64}$/;

/** @param {unknown} value @returns {value is string} */
const isHash = (value) => typeof value === "string" && HASH.test(value);

/** The bytes of base64 with its padding and without stray bits; null if it is not that. @param {string} text */
function base64(text) {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

// --- JSON --------------------------------------------------------------------------------------------------------

/** Reads one JSON text by the grammar of archives. Objects become maps, so that no key is special. */
class Reader {
  /** @param {string} text without half characters @param {boolean} exact whether only the canonical form will do */
  constructor(text, exact) {
    this.text = text;
    this.exact = exact;
    this.at = 0;
  }

  /** @param {string} why @returns {never} */
  fail(why) {
    throw new Unreadable(`${why} at character ${this.at + 1}`);
  }

  whole() {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.fail("something is behind the end");
    return value;
  }

  /** The next character that is no space. */
  space() {
    let code = this.text.charCodeAt(this.at);
    if (this.exact) return code;
    while (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) code = this.text.charCodeAt(++this.at);
    return code;
  }

  /** @param {number} depth @returns {unknown} */
  value(depth) {
    const code = this.space();
    if (code === 0x22) return this.string();
    if (code === 0x7b) return this.object(depth + 1);
    if (code === 0x5b) return this.list(depth + 1);
    if (code === 0x74) return this.word("true", true);
    if (code === 0x66) return this.word("false", false);
    if (code === 0x6e) return this.word("null", null);
    return this.integer();
  }

  /** @template T @param {string} word @param {T} value @returns {T} */
  word(word, value) {
    if (!this.text.startsWith(word, this.at)) this.fail("no value");
    this.at += word.length;
    return value;
  }

  integer() {
    const start = this.at;
    let code = this.text.charCodeAt(start);
    if (code === 0x2d) code = this.text.charCodeAt(++this.at);
    const first = this.at;
    while (code >= 0x30 && code <= 0x39) code = this.text.charCodeAt(++this.at);
    if (this.at === first) this.fail("no value");
    const digits = this.text.slice(start, Math.min(this.at, start + 20));
    const value = Number(digits);
    if (!Number.isSafeInteger(value) || String(value) !== digits) this.fail("a number that is not an integer as it must be");
    return value;
  }

  string() {
    const text = this.text;
    const start = this.at;
    let plain = true;
    let at = start + 1;
    for (let code = text.charCodeAt(at); code !== 0x22; code = text.charCodeAt(++at)) {
      if (!(code >= 0x20)) this.fail("a string that does not end, or with a control character");
      if (code === 0x5c) {
        plain = false;
        at++;
      }
    }
    this.at = at + 1;
    return plain ? text.slice(start + 1, at) : this.escaped(text.slice(start, at + 1));
  }

  /** @param {string} raw a string with its quotes @returns {string} */
  escaped(raw) {
    let value = "";
    try {
      value = JSON.parse(raw);
    } catch {
      this.fail("a string with an escape that there is not");
    }
    if (raw.includes("\\u") && /\p{Surrogate}|\0/u.test(value)) this.fail("a string with half a character, or U+0000");
    if (this.exact && JSON.stringify(value) !== raw) this.fail("a string in another form than the canonical one");
    return value;
  }

  /** @param {number} depth */
  list(depth) {
    if (depth > DEEPEST) this.fail(`something nested more than ${DEEPEST} deep`);
    /** @type {unknown[]} */
    const list = [];
    this.at++;
    if (this.space() === 0x5d) {
      this.at++;
      return list;
    }
    do list.push(this.value(depth));
    while (this.another(0x5d));
    return list;
  }

  /** Goes over a comma, or the end. @param {number} end */
  another(end) {
    const code = this.space();
    if (code !== 0x2c && code !== end) this.fail("neither a comma nor the end");
    this.at++;
    return code === 0x2c;
  }

  /** @param {number} depth */
  object(depth) {
    if (depth > DEEPEST) this.fail(`something nested more than ${DEEPEST} deep`);
    /** @type {Map<string, unknown>} */
    const object = new Map();
    let before = "";
    this.at++;
    if (this.space() === 0x7d) {
      this.at++;
      return object;
    }
    do {
      if (this.space() !== 0x22) this.fail("no key");
      const key = this.string();
      if (object.has(key)) this.fail("a key that is there twice");
      if (this.exact && key < before) this.fail("keys out of order");
      if (/[\ud800-\udfff]/.test(key)) this.fail("a key beyond the Basic Multilingual Plane");
      if (this.space() !== 0x3a) this.fail("no colon");
      this.at++;
      object.set(key, this.value(depth));
      before = key;
    } while (this.another(0x7d));
    return object;
  }
}

/** The canonical text of a value that the reader made (RFC 8785). @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const members = [...value.keys()].sort().map((key) => `${JSON.stringify(key)}:${canonical(value.get(key) ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Whether a member `seal` is anywhere in a value. @param {unknown} value @returns {boolean} */
function hasSeal(value) {
  if (Array.isArray(value)) return value.some(hasSeal);
  return value instanceof Map && (value.has("seal") || [...value.values()].some(hasSeal));
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * An object with these members and no others.
 * @param {unknown} value @param {string[]} required @param {string[]} [optional] @returns {Map<string, unknown>}
 */
function members(value, required, optional = []) {
  if (!(value instanceof Map)) throw new Unreadable("something that is no object");
  for (const key of required) if (!value.has(key)) throw new Unreadable(`no member ${key}`);
  if (value.size > required.length) {
    for (const key of value.keys()) {
      if (!required.includes(key) && !optional.includes(key)) throw new Unreadable(`the member ${quoted(key)}`);
    }
  }
  return value;
}

/** The values of an object that has these members alone, in this order. @param {unknown} value @param {string[]} keys */
function valuesOf(value, keys) {
  const object = members(value, keys);
  return keys.map((key) => object.get(key));
}

/** @param {unknown} truth @param {string} why @returns {asserts truth} */
function must(truth, why) {
  if (!truth) throw new Unreadable(why);
}

/** A text of a file as it may be shown on a terminal. @param {string} text */
const quoted = (text) =>
  JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text).replace(
    /[\p{Control}\p{Format}\p{Surrogate}\p{Zl}\p{Zp}]/gu,
    (letter) => `\\u{${/** @type {number} */ (letter.codePointAt(0)).toString(16)}}`,
  );

// --- Pointers ----------------------------------------------------------------------------------------------------

/** @param {string} pointer */
const isPointer = (pointer) => (pointer === "" || pointer.startsWith("/")) && !/~(?![01])|[\u{10000}-\u{10ffff}]/u.test(pointer);

/**
 * What a pointer leads to, undefined if to nothing. On its way it goes on in what is opened.
 * @param {unknown} value @param {string} pointer @param {Map<string, {value: unknown}>} [opened] @returns {unknown}
 */
function follow(value, pointer, opened) {
  /** @type {unknown} */
  let here = value;
  let way = "";
  for (const raw of pointer.split("/").slice(1)) {
    const step = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    way += `/${raw}`;
    if (here instanceof Map) here = here.get(step);
    else if (Array.isArray(here) && /^(?:0|[1-9][0-9]{0,8})$/.test(step)) here = here[Number(step)];
    else return undefined;
    const told = opened?.get(way);
    if (told) here = told.value;
  }
  return here;
}

// --- Keys, notes and checkpoints ---------------------------------------------------------------------------------

const NAME = /^[^\p{White_Space}+]+$/u;

/**
 * The key that a verifier key (C2SP signed-note) names.
 * @param {string} text @returns {Key} @throws {Error} if it is none
 */
export function verifierKey(text) {
  const [, name = "", id = "", encoded = ""] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? [];
  const key = base64(encoded);
  if (!NAME.test(name) || !key || key.length < 2) throw new Unreadable(`no verifier key: ${quoted(text)}`);
  const named = hex(sha256(new Uint8Array([...encoder.encode(`${name}\n`), ...key]))).slice(0, 8);
  if (key[0] !== 1 || key.length !== 33) throw new Unreadable(`a verifier key that is not of Ed25519: ${quoted(text)}`);
  if (named !== id) throw new Unreadable(`a verifier key whose id is not that of the key: ${quoted(text)}`);
  return { name, id, key: key.slice(1), text };
}

/**
 * A checkpoint (C2SP signed-note and tlog-checkpoint) in its parts. The signatures are not checked.
 * @param {string} note @returns {Checkpoint} @throws {Error} if it is none
 */
export function checkpoint(note) {
  must(!/(?!\n)[\0-\x1f]|\p{Surrogate}/u.test(note), "a note with a control character");
  const blank = note.lastIndexOf("\n\n");
  must(blank > 0 && note.endsWith("\n"), "a note that is not built as one");
  const text = note.slice(0, blank + 1);
  const signatures = note.slice(blank + 2, -1).split("\n").map((line) => {
    const [, name = "", encoded = ""] = /^\u2014 ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
    const bytes = base64(encoded);
    must(NAME.test(name) && bytes && bytes.length > 4, "a note with a line that is no signature");
    return { name, id: hex(bytes.slice(0, 4)), signature: bytes.slice(4) };
  });
  must(signatures.length <= 16, "a note with more than 16 signatures");
  const [origin = "", count = "", hash = "", ...more] = text.slice(0, -1).split("\n");
  must(more.length === 0, "a checkpoint with more than three lines");
  const root = base64(hash);
  const size = Number(count);
  must(origin && /^(?:0|[1-9][0-9]*)$/.test(count) && Number.isSafeInteger(size), "a checkpoint without origin or size");
  must(root?.length === 32, "a checkpoint without a root");
  return { text, origin, size, root: hex(root), signatures };
}

/** Whether signatures can be checked here: browsers have WebCrypto only for pages that came by https. */
export async function checksSignatures() {
  const point = bytesOf("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"); // RFC 8032, section 7.1
  if (!globalThis.crypto?.subtle) return false;
  return crypto.subtle.importKey("raw", point, { name: "Ed25519" }, false, ["verify"]).then(() => true, () => false);
}

/**
 * Whether a key has signed a checkpoint, and each of its signatures is good; null if there is none of it.
 * @param {Checkpoint} note @param {Key} key
 */
export async function signed(note, key) {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  if (own.length === 0) return null;
  const imported = await crypto.subtle.importKey("raw", key.key, { name: "Ed25519" }, false, ["verify"]);
  const text = encoder.encode(note.text);
  for (const { signature } of own) {
    if (!(await crypto.subtle.verify({ name: "Ed25519" }, imported, signature, text))) return false;
  }
  return true;
}

/**
 * Whether a tree of `second.size` leaves begins with one of `first.size` (RFC 9162, section 2.1.4.2).
 * @param {{size: number, root: string}} first @param {{size: number, root: string}} second
 * @param {string[]} hashes the proof, in hex
 */
export function consistent(first, second, hashes) {
  if (first.size < 1 || first.size > second.size || !hashes.every((hash) => HASH.test(hash))) return false;
  if (first.size === second.size) return hashes.length === 0 && first.root === second.root;
  const path = hashes.map(bytesOf);
  let fn = first.size - 1;
  let sn = second.size - 1;
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  if (fn === 0) path.unshift(bytesOf(first.root));
  const start = path.shift();
  if (!start) return false;
  let [fr, sr] = [start, start];
  for (const hash of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeHash(hash, fr);
      sr = nodeHash(hash, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else sr = nodeHash(sr, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && hex(fr) === first.root && hex(sr) === second.root;
}

// --- Chance (docs/decisions/0005-chance.md) ----------------------------------------------------------------------

/**
 * @typedef {{decision: number, number: number, from: Map<string, number>, drawn: string, at: string}} Draw
 * @typedef {{commitment: string, seed: Uint8Array, draws: Draw[]}} Chance
 */

/** What is told of chance. @param {unknown} value @returns {Chance} */
function chanceOf(value) {
  const [commitment, seed, draws] = valuesOf(value, ["commitment", "seed", "draws"]);
  must(isHash(commitment), "a commitment that is none");
  must(typeof seed === "string" && /^(?:[0-9a-f]{2}){16,64}$/.test(seed), "a seed that is none");
  must(Array.isArray(draws), "draws that are no list");
  return { commitment, seed: bytesOf(seed), draws: draws.map(drawOf) };
}

/** @param {unknown} value @returns {Draw} */
function drawOf(value) {
  const [decision, number, from, drawn, at] = valuesOf(value, ["decision", "number", "from", "drawn", "at"]);
  must(typeof decision === "number" && decision >= 0 && typeof number === "number" && number >= 0, "a draw without its number");
  must(from instanceof Map && from.size > 0, "a draw from nothing");
  let left = Number.MAX_SAFE_INTEGER;
  for (const many of from.values()) {
    must(typeof many === "number" && many > 0 && many <= left, "a draw from what cannot be");
    left -= many;
  }
  must(typeof drawn === "string" && typeof at === "string" && isPointer(at), "a draw of nothing");
  return { decision, number, from, drawn, at };
}

/** What a key takes out of a multiset, which is not empty. @param {Uint8Array} key @param {Map<string, number>} from */
export function outcome(key, from) {
  const kinds = [...from.keys()].sort(); // by UTF-16 units: within the Basic Multilingual Plane those are code points
  const all = BigInt(kinds.reduce((sum, kind) => sum + (from.get(kind) ?? 0), 0));
  const bound = 2n ** 64n - (2n ** 64n % all);
  for (let bytes = key; ; bytes = hmac(bytes, "again")) {
    const numbers = new DataView(bytes.buffer, bytes.byteOffset);
    for (let i = 0; i < 32; i += 8) {
      const number = numbers.getBigUint64(i);
      if (number >= bound) continue;
      let left = Number(number % all);
      return kinds.find((kind) => (left -= from.get(kind) ?? 0) < 0);
    }
  }
}

/** SHA-256 of a text in ASCII, and then of what is hex. @param {string} text @param {string[]} more */
const hashOfParts = (text, ...more) => hex(sha256(joined([encoder.encode(text), ...more.map(bytesOf)])));

/** The contributions to joint chance (docs/decisions/0045-joint-chance.md), as decisions tell of them. */
class Contributions {
  /** @param {Map<string, unknown>} opening decision 0 */
  constructor(opening) {
    const [match, options, seats, chance] = ["match", "options", "seats", "chance"].map((key) => opening.get(key));
    this.match = match;
    this.asked = options instanceof Map && options.get("chance") === "joint";
    this.seats = Array.isArray(seats) ? seats.length : 0;
    this.seed = chance instanceof Map ? chance.get("commitment") : undefined;
    /** @type {Map<unknown, unknown>} */
    this.commitments = new Map();
    /** @type {Map<unknown, string>} */
    this.values = new Map();
    /** @type {string | null} */
    this.joint = null;
  }

  /** What does not hold in the next decision, or null. @param {Map<string, unknown>} record */
  wrong(record) {
    if (!this.asked) return null;
    if (record.get("actor") === "chance" && this.joint === null) return "chance decides before all seats have contributed";
    const facts = record.get("facts");
    for (const fact of Array.isArray(facts) ? facts : []) {
      const [type, seat, value] = fact instanceof Map ? [fact.get("type"), fact.get("seat"), fact.get("value")] : [];
      if (type === "ContributionMade" && !this.made(seat, fact.get("commitment"))) return "a seat is committed once";
      if (type === "ContributionOpened" && !this.opened(seat, value)) return "a seat opens what it was committed to, when all are";
      if (type === "ChanceJoined" && !this.joins(fact.get("joint"))) return "chance is joint once, of the seed and what all have opened";
    }
    return null;
  }

  /** @param {unknown} seat @param {unknown} commitment */
  made(seat, commitment) {
    if (!this.isSeat(seat) || !isHash(commitment) || this.commitments.has(seat)) return false;
    this.commitments.set(seat, commitment);
    return true;
  }

  /** @param {unknown} seat @param {unknown} value */
  opened(seat, value) {
    if (!this.isSeat(seat) || this.commitments.size < this.seats || this.values.has(seat) || !isHash(value)) return false;
    this.values.set(seat, value);
    return hashOfParts(`kerbholz contribution 1\n${this.match}\n${seat}\n`, value) === this.commitments.get(seat);
  }

  /** @param {unknown} joint */
  joins(joint) {
    if (this.joint !== null || this.values.size < this.seats || !isHash(this.seed)) return false;
    const values = Array.from({ length: this.seats }, (_, seat) => this.values.get(seat) ?? "");
    this.joint = hashOfParts("kerbholz joint 1\n", this.seed, ...values);
    return joint === this.joint;
  }

  /** @param {unknown} seat */
  isSeat(seat) {
    return typeof seat === "number" && seat >= 0 && seat < this.seats;
  }
}

// --- Receipts ----------------------------------------------------------------------------------------------------

/**
 * The receipts of a text: `SIZE:ROOT`, or JSON, one or a list of them, alone or in the answers that they came with.
 * @param {string} text @returns {Receipt[]} @throws {Error} if it holds something else
 */
export function receipts(text) {
  const [, count = "", hash = ""] = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (hash) return [{ size: Number(count), root: hash, match: null, checkpoint: null }];
  const value = new Reader(text, false).whole();
  return (Array.isArray(value) ? value : [value]).map((entry) => {
    const receipt = entry instanceof Map ? (entry.get("receipt") ?? entry) : null;
    must(receipt instanceof Map, "there is no receipt");
    const [size, root, match = null, note = null] = ["size", "root", "match", "checkpoint"].map((key) => receipt.get(key));
    must(typeof size === "number" && size > 0 && isHash(root), "a receipt without size or root");
    must(match === null || typeof match === "string", "a receipt of no match");
    must(note === null || typeof note === "string", "a receipt with a checkpoint that is none");
    return { size, root, match, checkpoint: note };
  });
}

/**
 * What is wrong with receipts: one contradicts itself or another one, or none of the keys has signed it; null if nothing.
 * @param {Receipt[]} given @param {string[]} keys verifier keys
 */
export async function quarrel(given, keys) {
  /** @type {Map<number, {root: string, match: string | null, origin: string, signers: string[]}[]>} */
  const known = new Map();
  for (const { size, root, match = null, checkpoint: text = null } of given) {
    const whose = `the checkpoint of the receipt of size ${size}`;
    const told = { root, match, origin: "", signers: /** @type {string[]} */ ([]) };
    if (text !== null) {
      const note = readNote(text);
      if (typeof note === "string") return `${whose}: ${note}`;
      const [, named] = /\/matches\/([^/]*)$/.exec(note.origin) ?? [];
      if (note.size !== size || note.root !== root || (match ?? named) !== named) return `${whose} is of another tree`;
      const checked = await Promise.all(keys.map(async (key) => ({ key, good: await signed(note, verifierKey(key)) })));
      if (checked.some(({ good }) => good === false)) return `${whose}: a signature does not fit the text`;
      const signers = checked.filter(({ good }) => good).map(({ key }) => key);
      if (keys.length > 0 && signers.length === 0) return `${whose}: no key that is known has signed it`;
      Object.assign(told, { match: named ?? null, origin: note.origin, signers });
    }
    const others = known.get(size) ?? [];
    const other = others.find((one) => one.root !== root && (one.match ?? told.match) === (told.match ?? one.match));
    if (other) {
      const convicted = other.origin === told.origin && told.signers.some((key) => other.signers.includes(key));
      if (convicted) return `the service has signed two roots for size ${size}`;
      return `two receipts of size ${size} contradict each other; no key that you trust has signed both`;
    }
    known.set(size, [...others, told]);
  }
  return null;
}

// --- Archives ----------------------------------------------------------------------------------------------------

/** Goes through an archive line by line. It throws at the first thing that does not hold. */
class Walk {
  /** @param {Receipt[]} roots @param {Key[]} keys */
  constructor(roots, keys) {
    this.roots = roots;
    this.sizes = new Set(roots.map(({ size }) => size));
    this.keys = keys;
    this.number = -1; // of the decision that comes next; -1 before the header
    this.size = 0;
    this.match = "";
    this.as = "";
    /** @type {string | null} */
    this.service = null;
    /** @type {Uint8Array[]} */
    this.edge = [];
    this.root = "";
    this.ruleset = "";
    /** @type {Map<string, unknown> | null} */
    this.trailer = null;
    this.opened = 0;
    /** @type {unknown} */
    this.commitment = undefined; // to the seed of chance
    /** What the decisions of chance say, for officials: version → facts and what is opened of them.
     * @type {Map<number, {facts: unknown, opened: Map<string, {value: unknown}>}>} */
    this.decided = new Map();
    this.contributions = new Contributions(new Map());
    /** @type {Chance | null} */
    this.chance = null;
    this.unchecked = false;
  }

  /** What a line is that cannot be read. */
  get place() {
    if (this.number < 0) return "header";
    return this.number < this.size ? "line" : "trailer";
  }

  /** @param {Uint8Array} line without its line feed */
  take(line) {
    if (this.trailer) throw new Broken("trailer", "something is behind the trailer");
    const place = this.place;
    try {
      if (line.length > LONGEST_LINE) throw new Unreadable(`a line of more than ${LONGEST_LINE} bytes`);
      const value = readLine(line);
      if (place === "header") this.header(value);
      else if (place === "line") this.decision(value);
      else this.last(value);
    } catch (error) {
      if (error instanceof Unreadable) throw new Broken(place, error.message);
      throw error;
    }
    if (!this.trailer) this.number++;
    if (place === "line" && this.number === this.size) this.receipts();
  }

  /** Behind the last decision. */
  receipts() {
    for (const { size } of this.roots) {
      if (size > this.size) throw new Broken("receipt", `a receipt is of size ${size}, the archive has ${this.size} decisions`);
    }
  }

  /** @param {unknown} value */
  header(value) {
    const official = value instanceof Map && value.get("as") === "official";
    const header = members(value, ["archive", "match", "as", "size", "service", ...(official ? ["warning"] : [])]);
    const [archive, match, as, size, service] = ["archive", "match", "as", "size", "service"].map((key) => header.get(key));
    must(archive === 1, "another number than 1 in archive");
    must(typeof match === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(match), "no match");
    must(typeof as === "string" && /^(?:official|public|seat:(?:0|[1-9][0-9]{0,8}))$/.test(as), "no viewer in as");
    must(typeof size === "number" && size > 0, "no size");
    must(service === null || typeof service === "string", "no service");
    must(!official || typeof header.get("warning") === "string", "no warning");
    [this.match, this.as, this.size, this.service] = [match, as, size, service];
    for (const receipt of this.roots) {
      if ((receipt.match ?? match) !== match) throw new Broken("receipt", `a receipt is of the match ${quoted(`${receipt.match}`)}`);
    }
  }

  /** @param {unknown} value */
  decision(value) {
    const official = this.as === "official";
    const line = members(value, ["open", "opened", "root", ...(official ? ["sealed"] : [])], ["erased"]);
    const [open, root] = [line.get("open"), line.get("root")];
    must(typeof open === "string", "an open that is no text");
    must(isHash(root), "a root that is none");
    const opened = openedOf(line.get("opened"));
    const erased = erasedOf(line.get("erased"));
    const others = official ? sealedOf(line.get("sealed")) : [];
    const record = readRecord(open);
    if (record.get("version") !== this.number) throw new Broken("version", "the record has another version");
    if (this.number === 0) this.opening(record);
    this.append(open, root);
    for (const pointer of [...new Set([...opened.keys(), ...erased, ...others])].sort()) {
      const what = `seal at ${pointer}`;
      const commitment = follow(record, pointer);
      const said = commitment instanceof Map && commitment.size === 2 && commitment.has("hidden") && commitment.get("seal");
      if (!isHash(said)) throw new Broken(what, "the pointer does not lead to a commitment");
      const entry = opened.get(pointer);
      if (!entry) continue;
      if (erased.has(pointer)) throw new Broken(what, "a value that was erased is opened");
      if (seal(entry.salt, entry.value) !== said) throw new Broken(what, "salt and value have another seal");
      this.opened++;
    }
    const wrong = this.contributions.wrong(record);
    if (wrong !== null) throw new Broken("chance", wrong);
    if (official && record.get("actor") === "chance") this.decided.set(this.number, { facts: record.get("facts"), opened });
  }

  /** Decision 0. @param {Map<string, unknown>} record */
  opening(record) {
    /** @type {[string, unknown][]} */
    const expected = [["match", this.match], ["format", 1], ["hash", "sha-256"], ["canonical", "rfc8785"]];
    for (const [key, value] of expected) {
      if (record.get(key) !== value) throw new Broken("match", `the record has another ${key}`);
    }
    const board = record.get("board");
    if (board === undefined || hex(hashOfText(canonical(board))) !== record.get("board_digest")) {
      throw new Broken("match", "the digest of the board is another one");
    }
    this.ruleset = canonical(record.get("ruleset") ?? null);
    const chance = record.get("chance");
    if (chance instanceof Map) this.commitment = chance.get("commitment");
    this.contributions = new Contributions(record);
  }

  /** @param {string} open @param {string} told the root after it */
  append(open, told) {
    let hash = leafHash(open);
    for (let rest = this.number; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      hash = nodeHash(/** @type {Uint8Array} */ (this.edge.pop()), hash);
    }
    this.edge.push(hash);
    this.root = hex(this.edge.reduceRight((right, left) => nodeHash(left, right)));
    if (this.root !== told) throw new Broken("root", "the root of all leaves so far is another one");
    if (this.sizes.has(this.number + 1)) {
      for (const { size, root } of this.roots) {
        if (size === this.number + 1 && root !== told) throw new Broken("receipt", `the receipt of size ${size} has another root`);
      }
    }
  }

  /** The trailer. @param {unknown} value */
  last(value) {
    const trailer = members(value, ["count", "ruleset", "keys"], this.as === "official" ? ["checkpoint", "chance"] : ["checkpoint"]);
    const [count, keys, note] = [trailer.get("count"), trailer.get("keys"), trailer.get("checkpoint")];
    const ruleset = members(trailer.get("ruleset") ?? null, ["id", "version", "digest"]);
    const digest = ruleset.get("digest");
    ruleset.delete("digest");
    must(typeof count === "number", "no count");
    must([...ruleset.values()].every((entry) => typeof entry === "string"), "no ruleset");
    must(digest === null || isHash(digest), "a digest of the ruleset that is none");
    must(Array.isArray(keys), "no keys");
    must(keys.every((key) => typeof key === "string" && verifierKey(key)), "a key that is none");
    must(note === undefined || typeof note === "string", "a checkpoint that is no text");
    if (trailer.has("chance")) this.chance = chanceOf(trailer.get("chance"));
    must(count === this.size, "it counts other decisions");
    must(canonical(ruleset) === this.ruleset, "it names another ruleset than decision 0");
    this.trailer = trailer;
  }

  /** The seed, and each draw once more. @param {Chance} chance */
  draw({ commitment, seed, draws }) {
    if (commitment !== this.commitment || hashOfParts("kerbholz chance 1\n", hex(seed)) !== commitment) {
      throw new Broken("seed", "the match was not opened with this seed");
    }
    const { joint } = this.contributions;
    let [before, last] = [-1, -1];
    const used = /** @type {Set<string>} */ (new Set());
    for (const { decision, number, from, drawn, at } of draws) {
      const wrong = (/** @type {string} */ why) => new Broken(`draw ${number}`, why, decision);
      if (decision < before || number !== (joint !== null || decision === before ? last + 1 : 0)) throw wrong("it is not the next one");
      if (decision !== before) used.clear();
      const decided = this.decided.get(decision);
      if (!decided) throw wrong("chance has decided nothing there");
      const label = joint === null ? `draw\n${decision}\n${number}` : `joint draw\n${joint}\n${number}`;
      if (outcome(hmac(seed, label), from) !== drawn) throw wrong("something else comes out of this");
      const told = at.startsWith("/facts/") ? follow(new Map([["facts", decided.facts]]), at, decided.opened) : undefined;
      const says = typeof told === "number" || typeof told === "string" ? String(told) : undefined;
      if (used.has(at) || says !== drawn) throw wrong("the decision does not say that this came out");
      used.add(at);
      [before, last] = [decision, number];
    }
  }

  /** When all has been read. */
  async end() {
    if (!this.trailer) throw new Broken(this.place, "the file ends here");
    if (this.chance) this.draw(this.chance);
    const note = this.trailer.get("checkpoint");
    const keys = /** @type {string[]} */ (this.trailer.get("keys"));
    if (note === undefined) {
      if (keys.length > 0) throw new Broken("checkpoint", "there are keys, and no checkpoint");
      if (this.keys.length > 0) throw new Broken("checkpoint", "there is none that a key could have signed");
      return;
    }
    const told = readNote(/** @type {string} */ (note));
    if (typeof told === "string") throw new Broken("checkpoint", told);
    if (this.service === null || told.origin !== `${this.service}/matches/${this.match}`) {
      throw new Broken("checkpoint", "the checkpoint is of another match");
    }
    if (told.size !== this.size) throw new Broken("checkpoint", "the checkpoint has another size");
    if (told.root !== this.root) throw new Broken("checkpoint", "the checkpoint has another root");
    if (keys.length === 0) throw new Broken("signature", "there is a checkpoint, and no key of who signed it");
    this.unchecked = !(await checksSignatures());
    if (this.unchecked) return;
    for (const key of [...keys.map(verifierKey), ...this.keys]) {
      if (key.name !== this.service || !(await signed(told, key))) {
        throw new Broken("signature", `the checkpoint is not signed by ${quoted(key.text)}`);
      }
    }
  }
}

/** @param {Uint8Array} line */
function readLine(line) {
  if (line[line.length - 1] === 0x0d) throw new Unreadable("a line that ends with something else than a line feed");
  let text = "";
  try {
    text = decoder.decode(line);
  } catch {
    throw new Unreadable("a line that is not UTF-8");
  }
  return new Reader(text, false).whole();
}

/** @param {string} open */
function readRecord(open) {
  try {
    const record = new Reader(open, true).whole();
    must(record instanceof Map, "a record that is no object");
    return record;
  } catch (error) {
    throw error instanceof Unreadable ? new Broken("text", error.message) : error;
  }
}

/** A checkpoint, or why it is none. @param {string} note */
function readNote(note) {
  try {
    return checkpoint(note);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

/** @param {unknown} value @returns {Map<string, {value: unknown, salt: string}>} */
function openedOf(value) {
  must(value instanceof Map, "an opened that is no object");
  const opened = new Map();
  for (const [pointer, raw] of value) {
    must(isPointer(pointer), `${quoted(pointer)} in opened, which is no pointer`);
    const entry = members(raw, ["value", "salt"], ["text"]);
    const salt = entry.get("salt");
    must(isHash(salt), "a salt that is none");
    must(!entry.has("text") || entry.get("text") === true, "a text that is not true");
    must(!hasSeal(entry.get("value") ?? null), "an opened value with a seal in it");
    opened.set(pointer, { value: entry.get("value"), salt });
  }
  return opened;
}

/** @param {unknown} value @returns {Set<string>} */
function erasedOf(value) {
  const erased = /** @type {Set<string>} */ (new Set());
  if (value === undefined) return erased;
  must(Array.isArray(value) && value.length > 0, "an erased that is no list of pointers");
  for (const pointer of value) {
    must(typeof pointer === "string" && isPointer(pointer), "something in erased that is no pointer");
    must(!erased.has(pointer), "a pointer that is twice in erased");
    erased.add(pointer);
  }
  return erased;
}

/** @param {unknown} value @returns {string[]} */
function sealedOf(value) {
  must(value instanceof Map, "a sealed that is no object");
  for (const [pointer, raw] of value) {
    must(isPointer(pointer), `${quoted(pointer)} in sealed, which is no pointer`);
    const entry = members(raw, ["for"], ["once", "text"]);
    const seats = entry.get("for");
    const listed = Array.isArray(seats) && seats.every((seat) => typeof seat === "number" && seat >= 0);
    must(seats === "everyone" || listed, "a for that is neither seats nor everyone");
    for (const key of ["once", "text"]) must(!entry.has(key) || entry.get(key) === true, `a ${key} that is not true`);
  }
  return [...value.keys()];
}

/** @param {Uint8Array | AsyncIterable<Uint8Array>} source @param {Walk} walk @param {Options["progress"]} progress */
async function feed(source, walk, progress) {
  /** @type {Uint8Array[]} */
  let rest = []; // the beginning of a line whose end has not come yet
  let length = 0;
  for await (const chunk of source instanceof Uint8Array ? pieces(source) : source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end);
      walk.take(rest.length === 0 ? piece : joined([...rest, piece]));
      start = end + 1;
      rest = [];
      length = 0;
      if (progress && walk.number % STEP === 0) progress(walk.number, walk.size);
    }
    if (start < chunk.length) rest.push(chunk.slice(start));
    length += chunk.length - start;
    if (length > LONGEST_LINE) walk.take(joined(rest));
  }
  if (length > 0) throw new Broken(walk.place, "the last line does not end with a line feed");
}

/** Bytes in pieces, between which a page can show something. @param {Uint8Array} bytes */
async function* pieces(bytes) {
  for (let start = 0; start < bytes.length; start += 1 << 20) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve));
    yield bytes.subarray(start, start + (1 << 20));
  }
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((offset, part) => (whole.set(part, offset), offset + part.length), 0);
  return whole;
}

/**
 * Verifies an archive: its bytes, whole or as they come.
 * @param {Uint8Array | AsyncIterable<Uint8Array>} source @param {Options} [options]
 * @returns {Promise<Verdict>} @throws {Error} if a given key is none
 */
export async function verify(source, { roots = [], keys = [], progress } = {}) {
  const walk = new Walk(roots, keys.map(verifierKey));
  /** @type {Broken | null} */
  let broken = null;
  try {
    await feed(source, walk, progress);
    await walk.end();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error;
  }
  const archive = broken?.what !== "header";
  const within = walk.number >= 0 && walk.number < walk.size;
  return {
    holds: broken === null,
    archive,
    decision: broken?.decision ?? (broken && within ? walk.number : null),
    what: broken?.what ?? "",
    why: broken?.message ?? "",
    match: walk.match,
    as: walk.as,
    size: walk.size,
    service: walk.service,
    root: walk.root,
    opened: walk.opened,
    draws: walk.chance?.draws.length ?? null,
    joint: walk.contributions.joint,
    keys: broken || walk.unchecked ? [] : /** @type {string[]} */ (walk.trailer?.get("keys")),
    trusted: broken || walk.unchecked ? [] : keys,
    unchecked: walk.unchecked,
  };
}

// --- The program -------------------------------------------------------------------------------------------------

/**
 * @typedef {{isTTY?: boolean, write: (text: string) => void}} Stream
 * @typedef {{argv: string[], exitCode: number, stdout: Stream, stderr: Stream}} Process
 */

const USAGE = "usage: verify.mjs FILE [--receipt FILE|SIZE:ROOT]… [--key VKEY]…";
const [FILES, ADDRESSES] = ["node:fs", "node:url"]; // browsers have none, and compilers that know no node look for no types of it

/** What holds, in lines. @param {Verdict} verdict @param {string} file @param {number} given how many receipts */
function praise({ match, as, size, root, opened, draws, joint, keys, trusted, unchecked }, file, given) {
  const who = keys.length > 0 ? `the file says that ${keys.join(", ")} has signed it` : "nobody has signed it";
  return [
    `${file} holds: match ${match} as ${as}, ${size} decisions, ${opened} opened values`,
    `root ${root}`,
    ...(joint === null ? [] : [`chance is joint: the contributions of all seats fit, and make ${joint}`]),
    ...(given > 0 ? [`${given} of your receipts agree`] : []),
    ...(draws === null ? [] : [`${draws} draws of chance are those of the seed that was committed to`]),
    trusted.length > 0
      ? `signed by ${trusted.join(", ")}, which you trust`
      : `Only the inside is proved: ${unchecked ? "signatures cannot be checked here" : who}.`,
    "Not proved: who may have which value; that no value was held back; when it was; that a seat itself sent it.",
  ];
}

/** What does not hold. @param {Verdict} verdict */
function blame({ archive, decision, what, why }) {
  if (!archive) return `this is no archive: ${why}`;
  return `${decision === null ? "the end" : `decision ${decision}`}: ${what.startsWith("seal") ? quoted(what).slice(1, -1) : what}: ${why}`;
}

/** @param {Process} process @returns {Promise<number>} the code that it exits with */
async function main(process) {
  const { createReadStream, readFileSync } = await import(FILES);
  const files = /** @type {string[]} */ ([]);
  const roots = /** @type {Receipt[]} */ ([]);
  const keys = /** @type {string[]} */ ([]);
  const words = process.argv.slice(2);
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const value = word === "--receipt" || word === "--key" ? words.shift() : word;
    if (value === undefined || (value === word && word.startsWith("--"))) throw new Error(USAGE);
    if (word === "--key") keys.push(verifierKey(value).text);
    else if (word === "--receipt") roots.push(...receipts(/^[0-9]+:[0-9a-f]*$/.test(value) ? value : readFileSync(value, "utf8")));
    else files.push(value);
  }
  const [file] = files;
  if (files.length > 1 || (file === undefined && roots.length === 0)) throw new Error(USAGE);
  const wrong = await quarrel(roots, keys);
  if (wrong !== null) {
    process.stderr.write(`Error: ${wrong}\n`);
    return 1;
  }
  if (file === undefined) {
    process.stdout.write(`${roots.length} receipts: none contradicts another\n`);
    return 0;
  }
  const shown = process.stderr.isTTY === true;
  /** @param {number} done @param {number} size */
  const progress = (done, size) => process.stderr.write(`\rverifying ${done} of ${size}\u001b[K`);
  const verdict = await verify(createReadStream(file, { highWaterMark: 1 << 20 }), { roots, keys, ...(shown ? { progress } : {}) });
  if (shown) process.stderr.write("\r\u001b[K");
  if (verdict.holds) process.stdout.write(`${praise(verdict, file, roots.length).join("\n")}\n`);
  else process.stderr.write(`Error: ${file}: ${blame(verdict)}\n`);
  return verdict.holds ? 0 : verdict.archive ? 1 : 2;
}

const program = /** @type {{process?: Process}} */ (/** @type {unknown} */ (globalThis)).process;
if (program?.argv?.[1]) {
  const { realpathSync } = await import(FILES);
  const { pathToFileURL } = await import(ADDRESSES);
  if (import.meta.url === pathToFileURL(realpathSync(program.argv[1])).href) {
    program.exitCode = await main(program).catch((error) => {
      program.stderr.write(`Error: ${error.message}\n`);
      return 2;
    });
  }
}
