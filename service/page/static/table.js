// What is said at the table: a note, a decision taken back, an accusation, a reminder. Each is a small form.

import { changesOf } from "./lines.js";
import { kindOf } from "./log.js";

/**
 * @typedef {import("./log.js").Decision} Decision
 * @typedef {{own: number | null, seats: string[], steps: Record<string, string>, rules: [string, [string, string][]][],
 *   decisions: Decision[], titles: Record<string, Record<string, any>>}} Table `titles` are the schemas of commands
 * @typedef {{fields: HTMLElement[], command: () => Record<string, any>}} Form
 */

const LISTED = 40;

/** The types that have a form here, and that form. @type {Record<string, (table: Table, said: Record<string, string>) => Form | null>} */
export const FORMS = { "table.take-back": takeBack, "table.note": note, "table.accuse": accuse, "table.remind": remind };

/** @param {Table} table @param {string} type @param {string} field */
const title = (table, type, field) => table.titles[type]?.properties?.[field]?.title ?? field;

/** @param {string} label @param {HTMLElement} control */
function labelled(label, control) {
  const field = document.createElement("label");
  field.append(label, control);
  return field;
}

/** @param {[string, string][]} options value and label */
function select(options) {
  const chosen = document.createElement("select");
  chosen.append(...options.map(([value, label]) => new Option(label, value)));
  return chosen;
}

/** @param {boolean} [required] */
const area = (required = false) => Object.assign(document.createElement("textarea"), { maxLength: 2000, required });

/** Fields that were left empty are not sent. @param {Record<string, any>} command */
const filledIn = (command) =>
  Object.fromEntries(Object.entries(command).filter(([, value]) => value !== "" && value !== null && value?.length !== 0));

/** Decisions of the game, the newest first. @param {Table} table @param {(decision: Decision) => boolean} wanted */
const newest = (table, wanted) =>
  table.decisions.filter((one) => kindOf(one) === "game" && wanted(one)).slice(-LISTED).reverse();

/** @param {Decision} decision @returns {[string, string]} */
const listed = ({ version, text, command }) => [String(version), `${version}: ${text ?? command.type}`];

/** The seats of others. @param {Table} table @returns {[string, string][]} */
const others = (table) =>
  table.seats.map((name, seat) => /** @type {[string, string]} */ ([String(seat), name])).filter(([seat]) => Number(seat) !== table.own);

/** One's own last decision; officials take back anybody's. @param {Table} table @returns {Form | null} */
function takeBack(table) {
  const type = "table.take-back";
  const changes = changesOf(table.decisions);
  const [last] = newest(table, ({ version, actor }) => changes.get(version)?.effect !== "struck"
    && actor?.seat !== undefined && (table.own === null || actor.seat === table.own));
  if (!last) return null;
  const told = Object.assign(document.createElement("p"), { textContent: listed(last)[1] });
  const reason = area();
  return {
    fields: [told, labelled(title(table, type, "reason"), reason)],
    command: () => filledIn({ type, decision: last.version, reason: reason.value }),
  };
}

/** @param {Table} table @param {Record<string, string>} said @returns {Form} */
function note(table, said) {
  const type = "table.note";
  const text = area(true);
  const about = select([["", said["about-match"] ?? ""], ...newest(table, () => true).map(listed)]);
  return {
    fields: [labelled(title(table, type, "text"), text), labelled(title(table, type, "about"), about)],
    command: () => filledIn({ type, text: text.value, about: about.value && Number(about.value) }),
  };
}

/** @param {Table} table @param {Record<string, string>} said @returns {Form} */
function accuse(table, said) {
  const type = "table.accuse";
  const accused = select(others(table));
  const rule = select([["", said["no-rule"] ?? ""]]);
  for (const [part, rules] of table.rules) {
    const group = Object.assign(document.createElement("optgroup"), { label: part });
    group.append(...rules.map(([number, text]) => new Option(`${number} ${text}`, number)));
    rule.append(group);
  }
  const whole = document.createElement("p");
  rule.addEventListener("change", () => { whole.textContent = table.rules.flatMap(([, rules]) => rules).find(([one]) => one === rule.value)?.[1] ?? ""; });
  const evidence = document.createElement("fieldset");
  const show = () => {
    const legend = Object.assign(document.createElement("legend"), { textContent: title(table, type, "decisions") });
    const boxes = newest(table, ({ actor }) => actor?.seat === Number(accused.value)).map((decision) => {
      const box = Object.assign(document.createElement("input"), { type: "checkbox", value: String(decision.version) });
      const line = document.createElement("label");
      line.append(box, ` ${listed(decision)[1]}`);
      return line;
    });
    evidence.replaceChildren(legend, ...boxes);
  };
  accused.addEventListener("change", show);
  show();
  evidence.className = "evidence";
  const reason = area();
  const ticked = () => [...evidence.querySelectorAll("input")].filter((box) => box.checked).map((box) => Number(box.value));
  return {
    fields: [
      labelled(title(table, type, "accused"), accused), labelled(title(table, type, "rule"), rule), whole, evidence,
      labelled(title(table, type, "reason"), reason),
    ],
    command: () => filledIn({
      type, accused: Number(accused.value), rule: rule.value, decisions: ticked().sort((a, b) => a - b), reason: reason.value,
    }),
  };
}

/** @param {Table} table @param {Record<string, string>} said @returns {Form} */
function remind(table, said) {
  const type = "table.remind";
  const reminded = select(others(table));
  const step = select([["", said["no-step"] ?? ""], ...Object.entries(table.steps)]);
  const steps = Object.keys(table.steps).length ? [labelled(title(table, type, "step"), step)] : [];
  return {
    fields: [labelled(title(table, type, "reminded"), reminded), ...steps],
    command: () => filledIn({ type, reminded: Number(reminded.value), step: step.value }),
  };
}
