// A move with patterns as a small form: a field for each value that is open.

/** @typedef {{min?: number, max?: number, any_of?: any[], some_of?: any[], ticked?: string, text?: number, unknown?: number}} Pattern */

/**
 * Whether something is open: an integer in a range, one of several values, some of a list, a text.
 * @param {any} value
 */
export function isPattern(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return "any_of" in value || "some_of" in value || "text" in value || ("min" in value && "max" in value);
}

/** The only value that fits a pattern; undefined where there are several. @param {any} pattern */
function only({ any_of, some_of, min, max }) {
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
 * @returns {{field: HTMLElement, chosen: () => any}}
 */
export function fieldFor(label, pattern, name) {
  if ("some_of" in pattern) return someOf(label, pattern, name);
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

/**
 * Boxes to be ticked, one for each position of the list: the same value may be there twice.
 * @param {string} label
 * @param {any} pattern
 * @param {(value: any) => string} name
 */
function someOf(label, pattern, name) {
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
  const ticked = pattern.some_of.findIndex((/** @type {any} */ value) => String(value) === pattern.ticked);
  if (ticked >= 0) boxes[ticked].checked = true;
  const check = () => {
    const ticked = boxes.filter((/** @type {HTMLInputElement} */ box) => box.checked).length;
    const fits = ticked >= pattern.min && ticked <= pattern.max;
    boxes[0]?.setCustomValidity(fits ? "" : legend.textContent);
  };
  field.addEventListener("change", check);
  check();
  return {
    field,
    chosen: () => pattern.some_of.filter((/** @type {any} */ _, /** @type {number} */ index) => boxes[index].checked),
  };
}
