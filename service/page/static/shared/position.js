// The position that is looked at, in the address: `at`, a version, `line` and `as`. A link to it shows the same again.

/** @typedef {{at: number | null, line: number | null, as: string | null}} Position */

/** @returns {Position} */
export function readPosition() {
  const asked = new URLSearchParams(location.search);
  return { at: number(asked.get("at")), line: number(asked.get("line")), as: asked.get("as") };
}

/** The version behind which the reader wants to know nothing; null without one. */
export const readUntil = () => number(new URLSearchParams(location.search).get("until"));

/** @param {Position} position */
export function writePosition(position) {
  history.replaceState(null, "", addressOf(position));
}

/** @param {Position} position */
export function addressOf({ at, line, as }) {
  const asked = new URLSearchParams();
  const until = readUntil();
  if (at !== null) asked.set("at", String(at));
  if (line !== null) asked.set("line", String(line));
  if (as !== null) asked.set("as", as);
  if (until !== null) asked.set("until", String(until));
  const language = new URLSearchParams(location.search).get("lang");
  if (language !== null) asked.set("lang", language);
  const written = asked.toString().replaceAll("%3A", ":");
  return `${location.pathname}${written ? `?${written}` : ""}`;
}

/** @param {string | null} text */
function number(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
