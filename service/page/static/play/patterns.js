// A move with patterns as a small form: a field for each value that is open.

/**
 * @typedef {{min?: number, max?: number, any_of?: any[], some_of?: any[], ticked?: string, text?: number, unknown?: number,
 *   then?: any, until?: any[]}} Pattern
 * @typedef {{field: HTMLElement, chosen: () => any}} Field
 */

/**
 * Whether something is open: an integer in a range, one of several values, some of a list, a text.
 * @param {any} value
 */
export function isPattern(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return "any_of" in value || "some_of" in value || "text" in value || ("min" in value && "max" in value);
}

/** The only value that fits a pattern; undefined where there are several. @param {any} pattern */
function only({ any_of, some_of, min, max, unknown, then, until }) {
  if (unknown || then || until) return undefined;
  if (some_of) return min === some_of.length ? some_of : undefined;
  if (any_of) return any_of.length === 1 ? any_of[0] : undefined;
  return min === max ? min : undefined;
}

/**
 * A command without the patterns that leave no choice: their only value is in it.
 * @template {Record<string, any>} Open
 * @param {Open} command
 * @returns {Open}
 */
export const settled = (command) => /** @type {Open} */ (Object.fromEntries(
  Object.entries(command).map(([name, value]) => [name, isPattern(value) ? (only(value) ?? value) : value]),
));

/**
 * A field for an open value, and a function that says what was chosen.
 * @param {string} label
 * @param {any} pattern
 * @param {(value: any) => string} name what a value is called
 * @param {string} unseen what stands for something that nobody has seen
 * @returns {Field}
 */
export function fieldFor(label, pattern, name, unseen) {
  if ("some_of" in pattern) return someOf(label, pattern, name, unseen);
  if (pattern.unknown) return orUnseen(fieldFor(label, { ...pattern, unknown: 0 }, name, unseen), unseen);
  const field = document.createElement("label");
  field.append(`${label} `);
  if ("any_of" in pattern) {
    const select = field.appendChild(document.createElement("select"));
    pattern.any_of.forEach((/** @type {any} */ value, /** @type {number} */ index) => {
      const option = select.appendChild(document.createElement("option"));
      option.value = String(index);
      option.textContent = name(value);
    });
    return { field, chosen: () => pattern.any_of[Number(select.value)] };
  }
  if ("text" in pattern) {
    const area = field.appendChild(document.createElement("textarea"));
    area.maxLength = pattern.text;
    area.required = true;
    return { field, chosen: () => area.value };
  }
  const input = field.appendChild(document.createElement("input"));
  Object.assign(input, { type: "number", min: String(pattern.min), max: String(pattern.max), step: "1", required: true });
  input.value = String(pattern.min);
  input.inputMode = "numeric";
  return { field, chosen: () => Number(input.value) };
}

/** A field with a box beside it, for what nobody has seen. @param {Field} known @param {string} unseen @returns {Field} */
function orUnseen({ field, chosen }, unseen) {
  const both = document.createElement("div");
  const line = document.createElement("label");
  const box = Object.assign(document.createElement("input"), { type: "checkbox" });
  line.append(box, ` ${unseen}`);
  both.append(field, line);
  box.addEventListener("change", () => {
    for (const control of field.querySelectorAll("input, select")) /** @type {HTMLInputElement} */ (control).disabled = box.checked;
  });
  return { field: both, chosen: () => (box.checked ? { unknown: 1 } : chosen()) };
}

/**
 * Boxes to be ticked, one for each position of the list: the same value may be there twice. Beside them how many nobody
 * has seen, and behind them the boxes of what comes then. Where the list may end early, the last that ends it stands last.
 * @param {string} label
 * @param {any} pattern
 * @param {(value: any) => string} name
 * @param {string} unseen
 * @returns {Field}
 */
function someOf(label, pattern, name, unseen) {
  const field = document.createElement("fieldset");
  const legend = field.appendChild(document.createElement("legend"));
  legend.textContent = pattern.min === pattern.max ? `${label} (${pattern.min})` : `${label} (${pattern.min}-${pattern.max})`;
  const boxes = pattern.some_of.map((/** @type {any} */ value) => {
    const line = field.appendChild(document.createElement("label"));
    const box = line.appendChild(document.createElement("input"));
    box.type = "checkbox";
    line.append(name(value));
    return box;
  });
  const first = pattern.some_of.findIndex((/** @type {any} */ value) => String(value) === pattern.ticked);
  if (first >= 0) boxes[first].checked = true;
  const hidden = pattern.unknown ? numberOf(field, unseen, pattern.unknown) : null;
  const then = pattern.then ? fieldFor(label, pattern.then, name, unseen) : null;
  if (then) field.append(then.field);
  /** @returns {any[]} */
  const ticked = () => pattern.some_of.filter((/** @type {any} */ _, /** @type {number} */ index) => boxes[index].checked);
  const number = () => Number(hidden?.value ?? 0);
  const check = () => {
    const here = ticked();
    const length = here.length + number();
    const fits = length <= pattern.max && (length >= pattern.min || ended(here, pattern.until));
    (boxes[0] ?? hidden)?.setCustomValidity(fits ? "" : legend.textContent);
  };
  field.addEventListener("change", check);
  check();
  const chosen = () => {
    const here = ended(ticked(), pattern.until) ? endingWith(ticked(), pattern.until) : ticked();
    const unknown = number() ? [{ unknown: number() }] : [];
    return [...unknown, ...here, ...(then && !ended(here, pattern.until) ? then.chosen() : [])];
  };
  return { field, chosen };
}

/** How many nobody has seen. @param {HTMLElement} field @param {string} label @param {number} most */
function numberOf(field, label, most) {
  const line = field.appendChild(document.createElement("label"));
  line.append(`${label} `);
  const input = line.appendChild(document.createElement("input"));
  Object.assign(input, { type: "number", min: "0", max: String(most), step: "1", value: "0", inputMode: "numeric" });
  return input;
}

/** Whether all that ends a list early is in it. @param {any[]} list @param {any[]} [until] */
function ended(list, until = []) {
  const left = [...until];
  for (const one of list) if (left.includes(one)) left.splice(left.indexOf(one), 1);
  return until.length > 0 && left.length === 0;
}

/** A list with the last that ends it at its end. @param {any[]} list @param {any[]} until */
function endingWith(list, until) {
  const last = until.at(-1);
  const at = list.lastIndexOf(last);
  return [...list.slice(0, at), ...list.slice(at + 1), last];
}
