// The outbox as lines of shorthand: to be read, corrected in any editor, and entered by another program.

import { commandsOf } from "./conflicts.js";

/**
 * @param {string} match its id
 * @param {import("./entries.js").Line[]} lines
 * @param {Record<string, string>} said the words of the page
 */
export function shorthandOf(match, lines, said) {
  const head = [`# ${match}`, `# ${said["export-told"]}`];
  return [...head, ...lines.flatMap((line) => [
    `# ${line.number}: ${remark(said[`is-${line.state}`] ?? line.state)}. ${remark(line.sentence)}`,
    ...commandsOf(line.body).map((command) => lineOf(command, "commands" in line.body ? "" : line.actor)),
  ])].map((one) => `${one}\n`).join("");
}

/** A command in a line, whichever game it is of. @param {import("./entries.js").Body} command @param {string} actor */
function lineOf(command, actor) {
  const { occurred_at: time, irregular, entered_by: _, declining: __, ...rest } = command;
  const { seat, ...bare } = rest;
  const who = actor || (command.type.startsWith("table.") ? "scribe" : String(seat ?? "chance"));
  const note = irregular ? ` irregular ${JSON.stringify(irregular.note ?? "")}` : "";
  return `${time ? `@${time} ` : ""}${who}: command ${JSON.stringify(who === String(seat) ? bare : rest)}${note}`;
}

const remark = (/** @type {string} */ text) => text.replace(/\s+/g, " ");
