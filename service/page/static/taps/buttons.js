// The buttons of the pad, and what stands beside them. Each says in its data what it decides.

/** @typedef {import("./offers.js").Group} Group */

/**
 * A button that decides something of a group.
 * @param {string} label @param {Group} group @param {Record<string, any>} fields what it decides
 * @param {import("./guard.js").Guard} guard @param {() => void} does
 * @param {Record<string, any> | null} command the whole decision, if nothing is left open then
 */
export function buttonOf(label, group, fields, guard, does, command) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
  Object.assign(button.dataset, { type: group.type, seat: String(group.seat ?? ""), fields: JSON.stringify(given), key: `${group.key} ${label}` });
  if (command) button.dataset.decides = JSON.stringify(command);
  if (group.place !== null) button.dataset.place = group.place;
  if (group.declines) button.dataset.declines = String(group.declines);
  button.addEventListener("click", () => { if (guard.counts()) does(); });
  return button;
}

/** How many there are. @param {number} number */
export const badge = (number) => Object.assign(document.createElement("span"), { className: "count", textContent: `×${number}` });

/** What was tapped. @param {string} label @param {number} number how often */
export function chip(label, number) {
  const made = Object.assign(document.createElement("span"), { className: "tapped", textContent: label });
  if (number > 1) made.append(badge(number));
  return made;
}

/** So many buttons are shown at first, of very many. */
const SHOWN = 30, LONG = 45;

/**
 * Buttons, of very many the first ones, and one that shows more.
 * @param {HTMLButtonElement[]} buttons @param {string} label @param {import("./guard.js").Guard} guard
 * @returns {HTMLButtonElement[]}
 */
export function paged(buttons, label, guard) {
  if (buttons.length <= LONG) return buttons;
  const [first, rest] = [buttons.slice(0, SHOWN), buttons.slice(SHOWN)];
  const more = Object.assign(document.createElement("button"), { type: "button", textContent: `${rest[0]?.textContent} …` });
  more.setAttribute("aria-label", `${more.textContent} ${label}`);
  more.dataset.more = "";
  more.addEventListener("click", () => {
    if (!guard.counts()) return;
    const [next] = rest;
    more.replaceWith(...paged(rest, label, guard));
    next?.focus();
  });
  return [...first, more];
}
