// Moves are chosen on the board as well: marks that some move is about are framed, and a click on one narrows the list.

import { frame } from "../board/board.js";
import { marksAbout, thingOf } from "./narrowing.js";
import { part } from "../shared/page.js";

const MARKS = "[data-value], [data-at]";

/**
 * @param {import("../time/replay.js").Replay} replay
 * @param {import("./play.js").Play} play
 */
export function pointAtMoves(replay, play) {
  const plays = () => replay.position.at === null && replay.position.as === replay.own;
  const show = () => {
    const picture = part("picture").querySelector("svg");
    if (!picture || !plays()) return;
    frame(picture, marksAbout(picture, play.list.moves, play), "can");
  };
  replay.whenShown.push(show);
  play.whenKnown.push(show);
  part("picture").addEventListener("click", (/** @type {Event} */ event) => {
    if (!plays()) return;
    let mark = /** @type {Element} */ (event.target).closest(MARKS);
    for (; mark; mark = mark.parentElement?.closest(MARKS) ?? null) {
      const thing = thingOf(mark);
      const label = thing && (mark.querySelector(":scope > title")?.textContent ?? play.words[thing.kind ?? ""]?.[thing.value] ?? thing.value);
      if (thing && label && play.list.narrow(thing, label)) return;
    }
  });
}
