// What is said and done at the table, by players and officials: for each type of command a form, made from its schema.
// What is said here beside the schemas: on which other fields a field depends.

import { changeable, commandOf } from "./amending.js";
import { fieldOf } from "./fields.js";
import { chosenIn, listOf, own } from "./lists.js";
import { pointerOf } from "./where.js";

/**
 * @typedef {import("./lists.js").Bench} Bench
 * @typedef {import("./fields.js").Field} Field
 * @typedef {{fields: HTMLElement[], command: () => Record<string, any>}} Form
 */

/** The fields that are asked for only with certain values of another one: undefined stands for none. */
const ONLY = /** @type {Record<string, Record<string, [string, ...any[]]>>} */ ({
  "table.rule": {
    before: ["remedy", "back"], offender: ["remedy", "perform", "penalty"], step: ["remedy", "perform"],
    result: ["remedy", "end"], winners: ["result", "win", "shared"], forfeits: ["remedy", "end"],
  },
  "table.replace-token": { seat: ["role", "seat"] },
  "table.amend": { changes: ["restore", undefined] },
});

/** Fields that are asked for in another order than the schema has them. */
const FIRST = /** @type {Record<string, string[]>} */ ({ "table.amend": ["restore"] });

/** Fields whose decisions depend on another field: on a seat whose they are, or on a decision that is not among them. */
const OF = /** @type {Record<string, string>} */ ({ "table.accuse decisions": "accused", "table.take-back also": "decision" });

/**
 * What is not asked for: the board that is countersigned is the newest one, with the root that this device has kept of it.
 * @type {Record<string, Record<string, (bench: Bench) => any>>}
 */
const GIVEN = {
  "table.countersign": {
    line: ({ decisions }) => decisions.length - 1,
    root: ({ decisions, kept }) => kept.find(({ size }) => size === decisions.length)?.root,
  },
};

/** Fields that need not be about a decision, and begin with an earlier one where that is looked at. */
const LOOKED = new Set(["table.note about", "table.call about", "table.rule about"]);

/** What a field begins with: somebody sits down where nobody sits; while all seats are taken, a name was wrong. @type {Record<string, (bench: Bench) => any>} */
const LIKELY = {
  "table.substitute seat": ({ empty }) => empty[0],
  "table.substitute correction": ({ empty }) => empty.length === 0,
};

/**
 * The form for a command; null where there is nothing that it could be about.
 * @param {string} type
 * @param {Bench} bench
 * @returns {Form | null}
 */
export function formOf(type, bench) {
  const schema = bench.commands[type];
  if (!schema) return null;
  const members = own(schema);
  // A seat says only of itself that it leaves.
  const fixed = type === "table.leave" && bench.own !== null ? { seat: bench.own } : {};
  const names = [...new Set([...(FIRST[type] ?? []), ...Object.keys(members)])].filter((name) => !(name in fixed));
  /** @type {Record<string, Field>} */
  const fields = {};
  for (const name of names) {
    const given = GIVEN[type]?.[name];
    if (given) {
      fields[name] = { field: document.createElement("span"), chosen: () => given(bench) };
      continue;
    }
    const required = schema.required.includes(name);
    const initial = LOOKED.has(`${type} ${name}`) && bench.past ? bench.current : LIKELY[`${type} ${name}`]?.(bench);
    const plain = (/** @type {number} */ of) =>
      fieldOf(name, members[name], { required, listOf: listOf(type, { ...bench, of }), initial, said: bench.said });
    const other = fields[OF[`${type} ${name}`] ?? ""];
    const made = editorOf(type, name, members[name], bench, fields) ?? (other ? remade(other, plain) : plain(-1));
    if (required && made.field.querySelector("select:empty")) return null;
    fields[name] = made;
    made.field.dataset.field = name;
  }
  const whole = document.createElement("div");
  whole.className = "fields";
  whole.append(...Object.values(fields).map(({ field }) => field));
  const asked = () => show(type, fields);
  whole.addEventListener("change", asked);
  asked();
  return { fields: [whole], command: () => ({ type, ...fixed, ...chosenIn(fields) }) };
}

/** A field that is made anew for each value of another one. @param {Field} other @param {(of: any) => Field} make @returns {Field} */
function remade(other, make) {
  const field = document.createElement("div");
  let inner = make(other.chosen());
  const show = () => {
    inner = make(other.chosen());
    field.replaceChildren(inner.field);
  };
  other.field.addEventListener("change", show);
  show();
  return { field, chosen: () => inner.chosen() };
}

/** Ask for the fields that go with what was chosen. @param {string} type @param {Record<string, Field>} fields */
function show(type, fields) {
  for (const [name, [other, ...values]] of Object.entries(ONLY[type] ?? {})) {
    const [mine, master] = [fields[name]?.field, fields[other]];
    if (!mine || !master) continue;
    mine.hidden = master.field.hidden || !values.includes(master.chosen());
    // What is not in sight has to be filled in by nobody.
    for (const control of /** @type {NodeListOf<any>} */ (mine.querySelectorAll("input, select, textarea"))) control.disabled = mine.hidden;
  }
}

/**
 * Fields that hold more than a value: corrections, commands, and what is true at a place of the board.
 * @param {string} type @param {string} name @param {any} schema @param {Bench} bench
 * @param {Record<string, Field>} fields those before it
 * @returns {Field | null}
 */
function editorOf(type, name, schema, bench, fields) {
  if (schema["x-kind"] === "pointer") return pointerOf(name, schema, bench);
  if (type === "table.assert") return /** @type {any} */ (fields.at).value(schema.title ?? name);
  if (type === "table.amend" && name === "changes") return changeable(schema.title ?? name, bench);
  if (type === "table.reveal" && name === "command") return commandOf(fields.decision, bench);
  return null;
}

