// A way to the moves from where the board is: on a phone they are far below it.

import { part } from "../shared/page.js";

/**
 * @param {import("../time/replay.js").Replay} replay
 * @param {import("./play.js").Play} play
 */
export function leadToMoves(replay, play) {
  const button = part("turn");
  play.whenKnown.push(() => {
    button.hidden = play.list.moves.length === 0;
    button.textContent = part("play-title").textContent;
  });
  button.addEventListener("click", () => {
    if (replay.position.at !== null || replay.position.line !== null) part("now").click();
    part("play").scrollIntoView();
    part("play-title").focus({ preventScroll: true });
  });
}
