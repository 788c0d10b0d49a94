// What a scribe's page would ask for in a match, by the page's own rule: a line is a match and what was listed in it.
//
// {"learn": name, "view": its schema}; {"truth": id, "turns"} keeps the turns of a match without a slip;
// {"of": id, "until", "turns", "seed"} are those of a match that goes on otherwise behind `until` entries: answers with the
// questions, each with the turn it was asked in (below 0: before the slip).

import { createInterface } from "node:readline";
import { askable, Choosing } from "../../../service/page/static/entered/askable.js";

const views = {};
const truths = {};

/** Numbers at random that are the same for a seed (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function questions({ game, seats, before, turns, seed }) {
  Math.random = random(seed);
  const choosing = new Choosing(seats.length);
  const found = [];
  for (const [number, { awaiting, board }] of [...before, ...turns].entries()) {
    if (!choosing.due(awaiting)) continue;
    const chosen = choosing.chosen(askable(board, views[game], seats, {}), board);
    if (chosen) found.push({ turn: number - before.length, at: chosen.at });
  }
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line);
  if ("learn" in said) views[said.learn] = said.view;
  else if ("truth" in said) truths[said.truth] = said;
  else {
    const { game, seats, turns: all } = truths[said.of];
    const before = all.filter(({ entries }) => entries <= said.until);
    process.stdout.write(`${JSON.stringify(questions({ game, seats, before, turns: said.turns, seed: said.seed }))}\n`);
  }
}
