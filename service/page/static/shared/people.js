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

/** What acts on what is around it, or is not seen; joiners and selectors of variants, which writing needs, are left. */
const UNSEEN = /(?![\u200c\u200d\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/** A text that does nothing but be read: on one line, and with numbers for what is not seen. @param {string} text */
export const shown = (text) => text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, " ").replace(UNSEEN, (sign) => {
  const number = (sign.codePointAt(0) ?? 0).toString(16);
  return number.length > 4 ? `\\U${number.padStart(8, "0")}` : `\\u${number.padStart(4, "0")}`;
});

/** What somebody said, between marks. @param {string} text */
export const quoted = (text) => `${worded("quote-begins")}${shown(text)}${worded("quote-ends")}`;
