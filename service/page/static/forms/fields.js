// Fields for the values of commands, made from their JSON Schemas: titles, explanations, and what the values are called.

/**
 * @typedef {{value: any, label: string, group?: string, about?: string}} Choice `about` is told when it is chosen
 * @typedef {{field: HTMLElement, chosen: () => any}} Field `chosen` gives undefined where nothing was chosen
 * @typedef {(name: string, kind: string | undefined, schema: any) => Choice[] | null} ListOf
 * the values that a field can have, where they are known
 * @typedef {{required: boolean, listOf: ListOf, initial?: any, said: Record<string, string>}} Wanted
 */

const LONG_TEXT = 200;
const MANY = 30;

/** A schema without what stands for values that nobody saw. @param {any} schema */
export const plainOf = (schema) => schema.anyOf?.find((/** @type {any} */ one) => !one.properties?.unknown) ?? schema;

/**
 * A field for a value of a command.
 * @param {string} name
 * @param {any} schema
 * @param {Wanted} wanted
 * @returns {Field}
 */
export function fieldOf(name, schema, wanted) {
  const plain = plainOf(schema);
  const kind = schema["x-kind"];
  const { title = name } = schema;
  if (plain.type === "array") return several(title, schema, wanted, wanted.listOf(name, kind, plain.items ?? {}), kind);
  if (plain.type === "boolean" || (plain.enum?.length === 1 && plain.enum[0] === true)) return yesOrNo(title, schema, wanted);
  const list = choicesOf(name, kind, plain, wanted.listOf);
  if (list) return oneOf(title, schema, list, wanted);
  return plain.type === "integer" ? number(title, schema, plain, wanted) : text(title, schema, plain, wanted);
}

/** @param {string} name @param {string | undefined} kind @param {any} plain @param {ListOf} listOf */
function choicesOf(name, kind, plain, listOf) {
  const named = listOf(name, kind, plain);
  const { enum: values, minimum, maximum } = plain;
  const known = values ?? (plain.type === "integer" && maximum - minimum < MANY ? counted(minimum, maximum) : null);
  if (!known) return named;
  const label = (/** @type {any} */ value) => named?.find((one) => one.value === value)?.label ?? String(value);
  return known.map((/** @type {any} */ value) => ({ value, label: label(value) }));
}

/** @param {number} least @param {number} most */
export const counted = (least, most) => Array.from({ length: most - least + 1 }, (_, index) => least + index);

/** @param {string} title @param {HTMLElement} control @param {any} schema */
export function labelled(title, control, schema = {}) {
  const field = document.createElement("label");
  field.append(`${title} `, control, ...about(schema));
  return field;
}

/** What explains a field, if something does. @param {any} schema */
export function about({ description }) {
  return description ? [Object.assign(document.createElement("span"), { className: "about", textContent: description })] : [];
}

/** A control to choose one of several, some of them in groups. @param {Choice[]} list @param {string | null} nothing */
function selectOf(list, nothing) {
  const select = document.createElement("select");
  if (nothing !== null) select.append(new Option(nothing, ""));
  /** @type {HTMLOptGroupElement | null} */
  let group = null;
  list.forEach(({ value, label, group: wanted }, index) => {
    if (wanted === undefined) group = null;
    else if (group?.label !== wanted) group = select.appendChild(Object.assign(document.createElement("optgroup"), { label: wanted }));
    (group ?? select).append(new Option(label, ["string", "number"].includes(typeof value) ? String(value) : `#${index}`));
  });
  return select;
}

/** @param {any} one @param {any} other */
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {string} title @param {any} schema @param {Choice[]} list @param {Wanted} wanted @returns {Field} */
function oneOf(title, schema, list, { required, initial, said }) {
  const all = initial?.unknown === undefined ? list : [{ value: initial, label: said["nobody-saw"] ?? "" }, ...list];
  const select = selectOf(all, required ? null : "–");
  const at = all.findIndex(({ value }) => alike(value, initial));
  if (at >= 0) select.selectedIndex = at + (required ? 0 : 1);
  const one = () => all[select.selectedIndex - (required ? 0 : 1)];
  const field = labelled(title, select, schema);
  if (all.some(({ about: more }) => more !== undefined)) {
    const told = field.appendChild(Object.assign(document.createElement("span"), { className: "about" }));
    select.addEventListener("change", () => { told.textContent = one()?.about ?? ""; });
  }
  return { field, chosen: () => one()?.value };
}

/** @param {string} title @param {any} schema @param {Wanted} wanted @returns {Field} */
function yesOrNo(title, schema, { required, initial }) {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: initial === true });
  const field = document.createElement("label");
  field.append(box, ` ${title}`, ...about(schema));
  return { field, chosen: () => box.checked || (required ? false : undefined) };
}

/** @param {string} title @param {any} schema @param {any} plain @param {Wanted} wanted @returns {Field} */
function number(title, schema, plain, { required, initial }) {
  const input = Object.assign(document.createElement("input"), { type: "number", step: "1", required, inputMode: "numeric" });
  if (plain.minimum !== undefined) input.min = String(plain.minimum);
  if (plain.maximum !== undefined) input.max = String(plain.maximum);
  if (typeof initial === "number") input.value = String(initial);
  return { field: labelled(title, input, schema), chosen: () => (input.value === "" ? undefined : Number(input.value)) };
}

/** @param {string} title @param {any} schema @param {any} plain @param {Wanted} wanted @returns {Field} */
function text(title, schema, plain, { required, initial }) {
  const long = !(plain.maxLength <= LONG_TEXT);
  const control = document.createElement(long ? "textarea" : "input");
  Object.assign(control, { required, ...(plain.maxLength ? { maxLength: plain.maxLength } : {}) });
  if (typeof initial === "string") control.value = initial;
  return { field: labelled(title, control, schema), chosen: () => (control.value === "" ? undefined : control.value) };
}

/**
 * @param {string} title @param {any} schema @param {Wanted} wanted @param {Choice[] | null} list
 * @param {string | undefined} kind
 * @returns {Field}
 */
function several(title, schema, wanted, list, kind) {
  const field = document.createElement("fieldset");
  field.append(Object.assign(document.createElement("legend"), { textContent: title }), ...about(schema));
  const initial = Array.isArray(wanted.initial) ? wanted.initial : [];
  const left = (/** @type {any[]} */ values) => (values.length || wanted.required ? values : undefined);
  if (!list) {
    const input = field.appendChild(Object.assign(document.createElement("input"), { value: initial.join(", ") }));
    input.setAttribute("aria-label", title);
    return { field, chosen: () => left(input.value.split(",").map((one) => one.trim()).filter(Boolean)) };
  }
  const distinct = kind === "seat" || kind === "version";
  const chosen = distinct ? ticked(field, list, initial) : picked(field, list, initial, wanted.said);
  return { field, chosen: () => left(chosen()) };
}

/** Boxes, one for each value, in their order. @param {HTMLElement} field @param {Choice[]} list @param {any[]} initial */
function ticked(field, list, initial) {
  const lines = field.appendChild(Object.assign(document.createElement("div"), { className: "evidence" }));
  const boxes = list.map(({ value, label }) => {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: initial.includes(value) });
    const line = lines.appendChild(document.createElement("label"));
    line.append(box, ` ${label}`);
    return box;
  });
  return () => list.filter((_, index) => boxes[index]?.checked).map(({ value }) => value).sort((a, b) => a - b);
}

/**
 * A list to which values are added one by one, some perhaps several times.
 * @param {HTMLElement} field @param {Choice[]} list @param {any[]} initial @param {Record<string, string>} said
 */
function picked(field, list, initial, said) {
  const label = (/** @type {any} */ value) => list.find((one) => alike(one.value, value))?.label ?? String(value);
  const row = field.appendChild(Object.assign(document.createElement("div"), { className: "choices" }));
  const line = field.appendChild(Object.assign(document.createElement("div"), { className: "choices" }));
  const select = line.appendChild(selectOf(list, null));
  select.setAttribute("aria-label", field.querySelector("legend")?.textContent ?? "");
  const add = line.appendChild(Object.assign(document.createElement("button"), { type: "button", textContent: said["add"] }));
  let values = [...initial];
  const draw = () => row.replaceChildren(...values.map((value, index) => {
    const chip = document.createElement("button");
    Object.assign(chip, { type: "button", className: "chip", textContent: `${label(value)} ×` });
    chip.setAttribute("aria-label", `${said["leave-out"]}: ${label(value)}`);
    chip.addEventListener("click", () => { values = values.filter((_, other) => other !== index); draw(); add.focus(); });
    return chip;
  }));
  add.addEventListener("click", () => { values = [...values, list[select.selectedIndex]?.value]; draw(); });
  draw();
  return () => values;
}
