// A match's options as fields, made from their JSON Schema: titles, explanations and the names of values.

import { about, counted, labelled } from "./fields.js";

/** @typedef {{field: HTMLElement, chosen: () => any}} Field `chosen` throws where what was typed is no such value */

/** @param {any} schema @param {any} value @returns {string} */
const named = (schema, value) => schema["x-labels"]?.[String(value)] ?? String(value);

/** A schema whose values are of a kind, with what the game's words call them. @param {any} schema @param {any} words */
function withLabels(schema, words) {
  const kind = [schema, schema.items, ...(schema.oneOf ?? [])].map((one) => one?.["x-kind"]).find(Boolean);
  return kind ? { ...schema, "x-labels": { ...words[kind], ...schema["x-labels"] } } : schema;
}

/** @param {any} schema @returns {string[]} */
const typesOf = (schema) => [schema.type ?? []].flat();

/**
 * A field for an option.
 * @param {string} name
 * @param {any} schema
 * @param {any} words kind → value → what it is called
 * @returns {Field}
 */
export function fieldOf(name, schema, words) {
  const titled = { title: name, ...withLabels(schema, words) };
  if (typesOf(schema).includes("boolean")) return yesOrNo(titled);
  if (schema.enum) return oneOf(titled, schema.enum);
  if (schema.oneOf) return oneOf(titled, schema.oneOf.flatMap(values));
  if (schema.items?.enum) return someOf(titled, schema.items.enum);
  if (schema.items?.["x-kind"] === "seat") return inOrder(titled);
  if (schema.items?.["x-kind"]) return someOf(titled, Object.keys(words[schema.items["x-kind"]]));
  if (typesOf(schema).includes("integer") && typesOf(schema).includes("null")) return oneOf(titled, [null, ...values(schema)]);
  if (typesOf(schema).includes("array")) return listed(titled);
  return typed(titled);
}

/** The single values of a schema. @param {any} schema @returns {any[]} */
function values(schema) {
  return "const" in schema ? [schema.const] : counted(schema.minimum, schema.maximum);
}

/** @param {any} schema @returns {Field} */
function yesOrNo(schema) {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: schema.default });
  const field = document.createElement("label");
  field.append(box, ` ${schema.title}`, ...about(schema));
  return { field, chosen: () => box.checked };
}

/** @param {any} schema @param {any[]} all @returns {Field} */
function oneOf(schema, all) {
  const select = document.createElement("select");
  select.append(...all.map((value, index) => new Option(value === null ? "–" : named(schema, value), String(index), false, value === schema.default)));
  return { field: labelled(schema.title, select, schema), chosen: () => all[Number(select.value)] };
}

/** Boxes to tick; none where there is no default stands for the game's own choice. @param {any} schema @param {string[]} all @returns {Field} */
function someOf(schema, all) {
  const field = document.createElement("fieldset");
  field.append(Object.assign(document.createElement("legend"), { textContent: schema.title }));
  field.append(...about(schema));
  const boxes = all.map((value) => {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value, checked: schema.default?.includes(value) ?? false });
    const line = field.appendChild(document.createElement("label"));
    line.append(box, ` ${named(schema, value)}`);
    return box;
  });
  const chosen = () => {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    return ticked.length === 0 && schema.default === null ? null : ticked;
  };
  return { field, chosen };
}

/** What is written in one line, one after the other. @param {HTMLInputElement} input */
const items = (input) => input.value.split(",").map((item) => item.trim()).filter((item) => item !== "");

/** A list in one line; empty stands for the default. @param {any} schema @returns {Field} */
function listed(schema) {
  const input = Object.assign(document.createElement("input"), { value: (schema.default ?? []).join(", ") });
  const whole = schema.items?.type === "integer";
  const chosen = () => (items(input).length === 0 ? schema.default : items(input).map((item) => (whole && /^\d+$/.test(item) ? Number(item) : item)));
  return { field: labelled(schema.title, input, schema), chosen };
}

/** Seats in an order, by their numbers from 1, as the form counts them; empty stands for the default. @param {any} schema @returns {Field} */
function inOrder(schema) {
  const input = Object.assign(document.createElement("input"), { placeholder: "2, 1, 3" });
  const chosen = () => (items(input).length === 0 ? schema.default : items(input).map((item) => (/^\d+$/.test(item) ? Number(item) - 1 : item)));
  return { field: labelled(schema.title, input, schema), chosen };
}

/** @param {any} schema @returns {Field} */
function typed(schema) {
  const whole = typesOf(schema).includes("integer");
  const input = Object.assign(document.createElement("input"), { type: whole ? "number" : "text", value: String(schema.default ?? "") });
  return { field: labelled(schema.title, input, schema), chosen: () => (whole ? Number(input.value) : input.value) };
}
