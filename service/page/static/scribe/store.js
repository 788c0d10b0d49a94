// Where the records of an outbox are: in a database of the browser, each on the disk before anybody acts upon it.

import { nameOf } from "../shared/people.js";
import { Elsewhere } from "./entries.js";

/** @typedef {import("./entries.js").Happened} Happened */

const RECORDS = "records";
/** What was seen of the match last, for times without the service: name → value. */
const KNOWN = "known";
const PREFIX = "kerbholz outbox ";

/** What a request gives. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const given = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Settles when a transaction is on the disk. @param {IDBTransaction} transaction @returns {Promise<void>} */
const complete = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error);
});

/** @type {Map<string, Promise<IDBDatabase>>} */
const opened = new Map();

/** The database of an outbox. @param {string} place @returns {Promise<IDBDatabase>} */
function database(place) {
  const there = opened.get(place);
  if (there) return there;
  const request = indexedDB.open(PREFIX + place, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(RECORDS);
    request.result.createObjectStore(KNOWN);
  };
  const made = given(request);
  opened.set(place, made);
  const forgotten = () => void opened.delete(place); // it is opened anew when it is needed
  made.then((kept) => { kept.onclose = forgotten; }, forgotten);
  return made;
}

/** The places that have a database, where the browser tells; else null. @returns {Promise<string[] | null>} */
async function places() {
  const all = await indexedDB.databases?.();
  return all?.flatMap(({ name = "" }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])) ?? null;
}

/** Whether there may be an outbox. @param {string} place */
export const isThere = async (place) => (await places())?.includes(place) ?? true;

/**
 * The outboxes of this device, where the browser tells: the match of each, and what it was called.
 * @returns {Promise<{match: string, title: string}[]>}
 */
export async function outboxesKept() {
  const kept = ((await places()) ?? []).map(async (place) => {
    const seen = await recall(place, "seen");
    return seen ? [{ match: place.split(" ")[0] ?? "", title: seen.match.seats.map(nameOf).join(", ") }] : [];
  });
  return (await Promise.all(kept)).flat();
}

/**
 * @param {string} place the match, and the role that writes: each role has an outbox of its own, since keys are its own
 * @returns {Promise<import("./journal.js").Store>}
 */
export async function openStore(place) {
  await database(place); // rejects where the browser keeps nothing
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(PREFIX + place) : null;
  return {
    async read(from) {
      const records = (await database(place)).transaction(RECORDS).objectStore(RECORDS);
      if (from > 1 && !(await given(records.getKey(from - 1)))) return null;
      return given(records.getAll(IDBKeyRange.lowerBound(from)));
    },
    async append(position, record) {
      const transaction = (await database(place)).transaction(RECORDS, "readwrite", { durability: "strict" });
      const durable = complete(transaction);
      durable.catch(() => {}); // it is awaited below, or the position says what went wrong
      const records = transaction.objectStore(RECORDS);
      const follows = position === 1 || (await given(records.getKey(position - 1))) !== undefined;
      if (!follows || (await given(records.getKey(position))) !== undefined) throw new Elsewhere();
      records.add(record, position);
      await durable;
      channel?.postMessage(position);
    },
    watch: (changed) => channel?.addEventListener("message", changed),
    async forget() {
      const transaction = (await database(place)).transaction([RECORDS, KNOWN], "readwrite", { durability: "strict" });
      const gone = complete(transaction);
      for (const name of [RECORDS, KNOWN]) transaction.objectStore(name).clear();
      await gone;
      channel?.postMessage(0);
    },
  };
}

/** Keep something that was seen of a match. @param {string} place @param {string} name @param {unknown} value */
export async function remember(place, name, value) {
  const transaction = (await database(place)).transaction(KNOWN, "readwrite");
  const kept = complete(transaction);
  transaction.objectStore(KNOWN).put(value, name);
  await kept;
}

/** What was seen of a match, as it was kept; undefined without it. @param {string} place @param {string} name @returns {Promise<any>} */
export const recall = async (place, name) => given((await database(place)).transaction(KNOWN).objectStore(KNOWN).get(name));
