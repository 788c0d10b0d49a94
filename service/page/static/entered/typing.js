// A line of shorthand is read by the service, which says what it would do, before it is entered.

import { query } from "../shared/service.js";

/** The lines that commands were read from. @type {WeakMap<Record<string, any>, string>} */
const lines = new WeakMap();

/** The line that a command was read from; nothing where it was tapped. @param {Record<string, any>} command */
export const lineOf = (command) => lines.get(command) ?? "";

/**
 * Have a line read, and ask whether it is to be entered.
 * @param {import("./entering.js").Entering} entering @param {import("../play/asking.js").Asking} asking @param {string} line
 * @returns {Promise<boolean>} whether it could be read
 */
export async function read(entering, asking, line) {
  const { service, told } = entering;
  try {
    await entering.settled();
    const headers = { "Content-Type": "text/plain" };
    const asked = query({ dry_run: true, text: service.language });
    const tried = await service.read(`/shorthand${asked}`, { method: "POST", text: line, headers });
    const commands = saidIn(tried.decisions);
    const command = commands.length === 1 && commands[0] ? commands[0] : { commands };
    lines.set(command, line);
    await asking.confirm(command, line);
    return true;
  } catch (problem) {
    told.replaceChildren(...entering.explain(problem));
    return false;
  }
}

/** What a line says, as it is sent: each sentence, with what is declined by it. @param {any[]} decisions @returns {Record<string, any>[]} */
function saidIn(decisions) {
  let declining = false;
  return decisions.flatMap((decision) => {
    if (decision.automatic) {
      declining ||= decision.recorded_by !== "service";
      return [];
    }
    const command = { ...commandOf(decision), ...(declining ? { declining } : {}) };
    declining = false;
    return [command];
  });
}

/** The command of a decision, as it is sent. @param {any} decision */
function commandOf({ actor, command, facts, at: _, occurred_at: when }) {
  const broken = (facts ?? []).find((/** @type {any} */ { type }) => type === "Irregular");
  return {
    ...command,
    ...(actor?.seat === undefined ? {} : { seat: actor.seat }),
    ...(broken ? { irregular: broken.note ? { note: broken.note } : true } : {}),
    ...(when === undefined || when === null ? {} : { occurred_at: when }),
  };
}

/**
 * A field for a text, with what is done with it.
 * @param {string} title @param {string} label of the button @param {(text: string) => Promise<unknown>} does
 * @param {{text?: string, most?: number}} [given]
 */
export function typed(title, label, does, { text = "", most } = {}) {
  const form = document.createElement("form");
  const named = document.createElement("label");
  const input = Object.assign(document.createElement("input"), { required: true, autocapitalize: "none", spellcheck: false, value: text });
  if (most !== undefined) input.maxLength = most;
  input.dataset.line = "";
  named.append(`${title} `, input);
  form.append(named, Object.assign(document.createElement("button"), { type: "submit", textContent: label }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void does(input.value).then((done) => { if (done) input.value = ""; });
  });
  return form;
}
