// What people are called, also those who sat at a seat before, and those whose names were erased; and what they said.

/** @typedef {{seat: number, name: unknown, earlier?: {name: unknown, until: number}[]}} Seat */

/** A word of the page; pages without words have none. @param {string} word */
const worded = (word) => JSON.parse(document.getElementById("said")?.textContent ?? "{}")[word] ?? "";

/** A name; one that was erased is the number of the seat. @param {{seat: number, name: unknown}} seat */
export const nameOf = ({ seat, name }) => (typeof name === "string" ? name : `${worded("seat-unnamed")} ${seat}`);

/**
 * Who has sat at a seat, in order: behind the decision *after*, up to and with *until*.
 * @param {Seat} seat
 */
export function sittingsOf({ seat, name, earlier = [] }) {
  const ends = [...earlier, { name, until: Infinity }];
  return ends.map((one, number) => ({ seat, name: one.name, after: ends[number - 1]?.until ?? -1, until: one.until }));
}

/** The name of who sat there when a decision was made. @param {Seat} seat @param {number} version */
export const nameThen = (seat, version) => nameOf(sittingsOf(seat).find(({ until }) => version <= until) ?? seat);

/** A name without what nobody hears: case, width, spaces. @param {unknown} name */
export const heard = (name) => (typeof name === "string" ? name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim() : null);

/** What somebody said, between marks. @param {string} text */
export const quoted = (text) => `${worded("quote-begins")}${text}${worded("quote-ends")}`;
