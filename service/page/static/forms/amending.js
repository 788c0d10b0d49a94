// Corrections of the record, and what was unknown in a decision: forms in forms, made from the schemas of the commands.

import { fieldOf, labelled } from "./fields.js";
import { chosenIn, listOf, own, versions } from "./lists.js";

/**
 * @typedef {import("./lists.js").Bench} Bench
 * @typedef {import("./fields.js").Field} Field
 */

const EFFECTS = ["replace", "remove", "insert"];

/** @param {string} label @param {() => void} does */
function button(label, does) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  made.addEventListener("click", does);
  return made;
}

/** A control with choices, the first of them chosen. @param {[string, string][]} options value and label */
function select(options) {
  const made = document.createElement("select");
  made.append(...options.map(([value, label]) => new Option(label, value)));
  return made;
}

/** The commands of a game, not those of the table. @param {Bench} bench @returns {[string, string][]} */
const ofGame = ({ commands }) => Object.entries(commands)
  .filter(([type]) => !type.startsWith("table.") && type !== "open").map(([type, { title }]) => [type, title ?? type]);

/**
 * Several changes of the record, each about one decision of the game.
 * @param {string} title
 * @param {Bench} bench
 * @returns {Field}
 */
export function changeable(title, bench) {
  const field = Object.assign(document.createElement("fieldset"), { className: "fields" });
  field.append(Object.assign(document.createElement("legend"), { textContent: title }));
  const list = field.appendChild(document.createElement("div"));
  list.className = "fields";
  /** @type {Set<Field>} */
  const changes = new Set();
  const add = () => {
    const change = changeOf(bench, () => {
      changes.delete(change);
      change.field.remove();
    });
    changes.add(change);
    list.append(change.field);
  };
  add();
  field.append(button(bench.said["one-change-more"] ?? "", add));
  return { field, chosen: () => (changes.size ? [...changes].map(({ chosen }) => chosen()) : undefined) };
}

/** One of them. @param {Bench} bench @param {() => void} leave @returns {Field} */
function changeOf(bench, leave) {
  const { said } = bench;
  const field = Object.assign(document.createElement("fieldset"), { className: "fields" });
  const effect = select(EFFECTS.map((one) => [one, said[`change-${one}`] ?? one]));
  const decision = select(versions(bench, "table.amend decision").map(({ value, label }) => [String(value), label]));
  const made = document.createElement("div");
  made.className = "fields";
  /** @type {Field | null} */
  let command = null;
  const show = () => {
    const old = bench.decisions[Number(decision.value)];
    command = effect.value === "remove" ? null : entered(bench, effect.value === "replace" ? old : undefined);
    made.replaceChildren(...(command ? [command.field] : []));
  };
  for (const control of [effect, decision]) control.addEventListener("change", show);
  show();
  field.append(labelled(said["change-what"] ?? "", effect), labelled(said["change-which"] ?? "", decision), made, button(said["leave-out"] ?? "", leave));
  const chosen = () => ({
    decision: Number(decision.value), effect: effect.value, ...(command ? { commands: [command.chosen()] } : {}),
  });
  return { field, chosen };
}

/**
 * What was decided instead, or as well: of whom, and whether it breaks a rule.
 * @param {Bench} bench @param {import("../log/log.js").Decision} [old] what it begins with
 * @returns {Field}
 */
function entered(bench, old) {
  const { said } = bench;
  const field = document.createElement("div");
  field.className = "fields";
  const types = ofGame(bench);
  const type = select(types);
  if (old && types.some(([one]) => one === old.command.type)) type.value = old.command.type;
  const seat = select([["", "–"], ...bench.seats.map((name, number) => /** @type {[string, string]} */ ([String(number), name]))]);
  seat.value = String(old?.actor?.seat ?? "");
  const irregular = Object.assign(document.createElement("input"), { type: "checkbox" });
  const broken = document.createElement("label");
  broken.append(irregular, ` ${said["change-irregular"]}`);
  const inner = document.createElement("div");
  inner.className = "fields";
  /** @type {Record<string, Field>} */
  let fields = {};
  const show = () => {
    fields = fieldsOf(type.value, bench, type.value === old?.command.type ? old.command : {});
    inner.replaceChildren(...Object.values(fields).map(({ field: one }) => one));
  };
  type.addEventListener("change", show);
  show();
  field.append(labelled(said["change-command"] ?? "", type), labelled(said["change-seat"] ?? "", seat), inner);
  if (bench.recorded) field.append(broken); // nothing else can break a rule
  const chosen = () => ({
    command: { type: type.value, ...chosenIn(fields) },
    ...(seat.value === "" ? {} : { seat: Number(seat.value) }),
    ...(irregular.checked ? { irregular: true } : {}),
  });
  return { field, chosen };
}

/** @param {string} type @param {Bench} bench @param {Record<string, any>} initial */
function fieldsOf(type, bench, initial) {
  const schema = bench.commands[type];
  return Object.fromEntries(Object.entries(own(schema)).map(([name, member]) => {
    const wanted = { required: schema.required.includes(name), listOf: listOf(type, bench), initial: initial[name], said: bench.said };
    const made = fieldOf(name, member, wanted);
    made.field.dataset.field = name;
    return [name, made];
  }));
}

/**
 * The command of a decision, with what was unknown in it to be filled in.
 * @param {Field | undefined} decision
 * @param {Bench} bench
 * @returns {Field}
 */
export function commandOf(decision, bench) {
  const field = document.createElement("div");
  field.className = "fields";
  /** @type {Record<string, Field>} */
  let fields = {};
  let type = "";
  const show = () => {
    const command = /** @type {any} */ (bench.decisions[decision?.chosen()]?.command ?? { type: "" });
    type = command.type;
    fields = bench.commands[type] ? fieldsOf(type, bench, command) : {};
    field.replaceChildren(...Object.values(fields).map(({ field: one }) => one));
  };
  decision?.field.addEventListener("change", show);
  show();
  return { field, chosen: () => ({ type, ...chosenIn(fields) }) };
}
