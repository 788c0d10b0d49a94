// A place of the board as a JSON pointer, chosen step by step or by a click on the board, and what is said to be there.

import { fieldOf, labelled } from "./fields.js";
import { part } from "../shared/page.js";
import { resolved } from "../shared/schemas.js";

/**
 * @typedef {import("./lists.js").Bench} Bench
 * @typedef {import("./fields.js").Field} Field
 */

/** The schema of a member, or of each item. @param {any} schema @param {string} key @param {any} whole */
function within(schema, key, whole) {
  const { properties, items, additionalProperties } = schema;
  const inner = properties?.[key] ?? items ?? additionalProperties;
  const kept = schema["x-kind"] ? { "x-kind": schema["x-kind"] } : {};
  return { ...kept, ...resolved(inner === true ? {} : inner, whole) };
}

/** What a step into something is called. @param {any} schema @param {string} key @param {Bench} bench @returns {string} */
function called(schema, key, bench) {
  const index = schema["x-index"] ?? schema["x-kind"];
  if (index === "seat") return bench.seats[Number(key)] ?? key;
  return schema.properties?.[key]?.title ?? bench.words[index ?? ""]?.[key] ?? key;
}

/** @param {string} key */
const escaped = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** The steps that lead on from a value: none into what is hidden. @param {any} value */
const stepsFrom = (value) => (value !== null && typeof value === "object" && !("hidden" in value) ? Object.keys(value) : []);

/**
 * @param {string} name @param {any} schema @param {Bench} bench
 * @returns {Field & {value: (title: string) => Field}} `value` makes the field that says what is there
 */
export function pointerOf(name, schema, bench) {
  const field = document.createElement("fieldset");
  field.append(Object.assign(document.createElement("legend"), { textContent: schema.title ?? name }));
  field.append(Object.assign(document.createElement("p"), { className: "about", textContent: bench.said["where-told"] }));
  const steps = field.appendChild(Object.assign(document.createElement("div"), { className: "choices" }));
  /** @type {string[]} */
  let path = [];
  /** @type {(() => void)[]} */
  const moved = [];
  const there = () => {
    let [value, of] = [bench.board, resolved(bench.view, bench.view)];
    for (const key of path) [value, of] = [value?.[key], within(of, key, bench.view)];
    return { value, schema: of };
  };
  const draw = () => {
    let [value, of] = [bench.board, resolved(bench.view, bench.view)];
    steps.replaceChildren();
    for (let depth = 0; stepsFrom(value).length; depth += 1) {
      const select = steps.appendChild(document.createElement("select"));
      select.setAttribute("aria-label", `${schema.title ?? name} ${depth + 1}`);
      select.required = depth === 0; // of the whole board nobody says anything
      const keys = stepsFrom(value);
      select.append(new Option("–", ""), ...keys.map((key) => new Option(called(of, key, bench), key)));
      const key = path[depth];
      select.value = key ?? "";
      select.addEventListener("change", () => {
        path = [...path.slice(0, depth), ...(select.value === "" ? [] : [select.value])];
        draw();
        /** @type {any} */ (steps.children[depth])?.focus();
      });
      if (key === undefined) break;
      [value, of] = [value?.[key], within(of, key, bench.view)];
    }
    for (const tell of moved) tell();
  };
  const pointed = (/** @type {Event} */ event) => {
    if (!field.isConnected) {
      part("picture").removeEventListener("click", pointed, { capture: true });
      return;
    }
    const mark = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-at]"));
    if (!mark) return;
    event.stopImmediatePropagation(); // while it is asked where, a click means nothing else
    path = (mark.dataset.at ?? "").split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    draw();
  };
  part("picture").addEventListener("click", pointed, { capture: true });
  draw();
  return {
    field,
    chosen: () => path.map((key) => `/${escaped(key)}`).join(""),
    value: (title) => valueAt(title, there, moved, bench),
  };
}

/**
 * What is said to be there: as the board has it, a number, one of several values, or else JSON.
 * @param {string} title @param {() => {value: any, schema: any}} there @param {(() => void)[]} moved @param {Bench} bench
 * @returns {Field}
 */
function valueAt(title, there, moved, bench) {
  const field = document.createElement("div");
  /** @type {Field | undefined} */
  let inner;
  const show = () => {
    inner = undefined;
    const { value, schema } = there();
    field.hidden = value === bench.board;
    if (field.hidden) return field.replaceChildren();
    inner = simple(value, schema) ? fieldOf("is", { ...plainly(value, schema), title }, {
      required: true, said: bench.said, initial: counts(value, schema) ? undefined : value,
      listOf: (_, kind, of) => listed(bench, kind, of),
    }) : json(title, value);
    field.replaceChildren(inner.field);
  };
  moved.push(show);
  show();
  return { field, chosen: () => inner?.chosen() };
}

/** @param {Bench} bench @param {string | undefined} kind @param {any} schema */
function listed(bench, kind, schema) {
  const named = kind === "seat" ? bench.seats.map((label, seat) => [String(seat), label]) : Object.entries(bench.words[kind ?? ""] ?? {});
  if (!named.length) return null;
  return named.map(([value, label]) => ({ value: schema.type === "integer" ? Number(value) : value, label: String(label) }));
}

/** @param {any} value @param {any} schema */
const typeOf = (value, schema) => [schema.type ?? []].flat().find((one) => one !== "null") ?? (value === null ? "object" : typeof value);

/** @param {any} value @param {any} schema */
const simple = (value, schema) => schema.enum !== undefined || ["integer", "number", "boolean", "string"].includes(typeOf(value, schema));

/** Whether it is a number that is counted anew, and not one that stands for something. @param {any} value @param {any} schema */
const counts = (value, schema) => typeof value === "number" && schema["x-kind"] === undefined;

/** @param {any} value @param {any} schema */
function plainly(value, schema) {
  const kind = schema["x-kind"] ? { "x-kind": schema["x-kind"] } : {};
  if (schema.enum) return { ...kind, enum: schema.enum.filter((/** @type {any} */ one) => one !== null) };
  const type = typeOf(value, schema);
  return type === "string" ? { ...kind, type, maxLength: 100 } : { ...kind, type: type === "number" ? "integer" : type };
}

/** @param {string} title @param {any} value @returns {Field} */
function json(title, value) {
  const area = Object.assign(document.createElement("textarea"), { value: JSON.stringify(value ?? ""), required: true });
  const read = () => {
    try {
      area.setCustomValidity("");
      return JSON.parse(area.value);
    } catch (problem) {
      area.setCustomValidity(/** @type {Error} */ (problem).message);
      return undefined;
    }
  };
  area.addEventListener("input", read);
  return { field: labelled(`${title} (JSON)`, area), chosen: read };
}
