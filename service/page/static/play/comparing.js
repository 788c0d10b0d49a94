// What a ruling or a correction would make of the board: as it is and as it would be, side by side, with what differs
// framed. Officials see it before they can send it; nobody else is told so much.

import { drawn, frame, marksAt, parsed } from "../board/board.js";
import { untold } from "../board/knowledge.js";

/** What may change what has been played. */
export const JUDGED = new Set(["table.rule", "table.amend", "table.reveal", "table.take-back"]);

/**
 * The boards before and after what was tried; null where they were not asked for, or are not the reader's to see.
 * @param {any} tried
 * @param {import("../shared/service.js").Service} service @param {Record<string, string>} said
 */
export async function compared(tried, service, said) {
  if (!tried.picture) return null;
  const [before, { board }] = await Promise.all([
    drawn(service, { as: "official", at: null, line: null, shape: "tall" }), service.read("/view"),
  ]);
  const after = parsed(tried.picture);
  after.classList.toggle("dark", before.classList.contains("dark"));
  const pointers = untold(board, tried.view.board);
  const both = Object.assign(document.createElement("div"), { className: "boards" });
  both.append(figure(said["board-before"] ?? "", before), figure(said["board-after"] ?? "", after));
  const says = Object.assign(document.createElement("p"), { textContent: said[pointers.length ? "board-differs" : "board-stays"] });
  const shown = () => {
    // What is asked is above the boards, and the button below them.
    both.closest("form")?.scrollIntoView({ block: "start" });
    for (const picture of [before, after]) frame(picture, pointers.flatMap((pointer) => marksAt(picture, pointer)), "changed");
  };
  return { parts: [says, both], shown };
}

/** @param {string} caption @param {SVGSVGElement} picture */
function figure(caption, picture) {
  const made = document.createElement("figure");
  made.append(Object.assign(document.createElement("figcaption"), { textContent: caption }), picture);
  return made;
}
