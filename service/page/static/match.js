// The page of a match: watches it live, replays it, tells where things come from, and plays it. Here its parts are
// made and put together; each is in a module of its own.

import { listenToKeeping, nameActing, showActing } from "./readers/acting.js";
import { aloneFor } from "./board/alone.js";
import { walk } from "./board/marks.js";
import { Audit } from "./audit/audit.js";
import { nameOf } from "./shared/people.js";
import { Autoplay } from "./time/autoplay.js";
import { Filter } from "./log/filter.js";
import { Following } from "./log/following.js";
import { areOn, listen, switchKeys } from "./shared/keys.js";
import { Knowledge } from "./board/knowledge.js";
import { fillLanes } from "./time/lanes.js";
import { LastLook } from "./log/last_look.js";
import { Lines } from "./log/lines.js";
import { Origins } from "./board/origin.js";
import { copy, html, part, said, service, token, told } from "./shared/page.js";
import { Play } from "./play/play.js";
import { Proving } from "./proving/proving.js";
import { pointAtMoves } from "./play/pointing.js";
import { leadToMoves } from "./play/turn.js";
import { offerOwn } from "./readers/mine.js";
import { showRenewed } from "./readers/renewed.js";
import { offerReseating } from "./readers/reseating.js";
import { offerTakingHome } from "./readers/taking_home.js";
import { Replay } from "./time/replay.js";
import { Rules } from "./audit/rules.js";
import { query } from "./shared/service.js";
import { stepFrom } from "./time/steps.js";
import { roleOf } from "./shared/tokens.js";
import { listViewers, nameViewers, viewerOf } from "./readers/viewers.js";

const replay = new Replay();
const go = (/** @type {number} */ version) => void replay.go(version);
const audit = new Audit(service, part("audit"), said, go, (version) => replay.sentence(version));
const rules = new Rules(service, part("rules"));
export const play = new Play(service, part("moves"), said, rules, replay);
const origins = new Origins(service, part("origin"), said, go, (version) => replay.sentence(version));
const following = new Following(replay, audit, play);
const autoplay = new Autoplay(replay);
pointAtMoves(replay, play);
leadToMoves(replay, play);
const proving = new Proving();
play.asking.whenSent.push((answer) => void showRenewed(answer, play.seats), ({ receipt }) => proving.keep(receipt));
const filter = new Filter(replay);
const knowledge = new Knowledge(replay);
new LastLook(replay);
new Lines(replay, () => void following.anew());
/** The types of facts that open a secret. */
const opening = new Set();
replay.whenGrown.push(() => fillLanes(replay.scrubber, replay.log.decisions, opening));

replay.whenCleared.push(() => origins.forget());
replay.whenMoved.push(
  () => origins.clear(),
  () => audit.mark(replay.current),
  () => {
    part("play").hidden = service.until !== null || roleOf(token) === "public";
    part("play").classList.toggle("past", replay.position.at !== null); // where only the table can be spoken to
  },
);

/** Who sits at the seats, wherever they are named: somebody else may sit down, or a name be mended. @param {any} match @param {any} game */
function name(match, game) {
  const people = match.seats.map(nameOf);
  if (audit.seats.length && audit.seats.map(nameOf).join() === people.join()) return;
  audit.seats = match.seats;
  filter.learn(people);
  nameViewers(match);
  nameActing(match);
  document.title = `${match.game?.title ?? game.title}: ${people.join(", ")}`;
  part("title").textContent = document.title;
}

/** Learn about the match what does not change. */
async function learn() {
  const [match, as] = await Promise.all([following.state(), viewerOf()]);
  delete html.dataset.private;
  if (match.options.history === "fading" && match.outcome === null) {
    service.cache = "no-store";
    replay.pictures.ahead = false;
  }
  listViewers(replay, match, as);
  replay.bound(match.version);
  if (replay.pictures.ahead) void replay.early(match.version);
  showActing(match, replay.own);
  offerOwn(match, replay.own);
  knowledge.over = match.outcome !== null;
  const game = await service.read(`${match.links.ruleset}${query({ lang: service.language })}`);
  await rules.learn(game);
  audit.rules = rules.texts;
  for (const [type, fact] of Object.entries(game.facts)) if (fact["x-opens"]) opening.add(type);
  following.whenTold = (now) => {
    name(now, game);
    void offerTakingHome(now);
  };
  offerReseating(match, match.game?.title ?? game.title);
  name(match, game);
  void offerTakingHome(match);
  if (roleOf(token) !== "public") await play.learn(match, game, replay.own);
}

/** @param {"one" | "turn" | "part"} unit @param {1 | -1} direction */
const step = (unit, direction) => () => go(stepFrom(replay.log.decisions, replay.current, unit, direction));

const actions = {
  first: () => go(0),
  "back-part": step("part", -1),
  "back-turn": step("turn", -1),
  back: step("one", -1),
  run: () => autoplay.toggle(),
  on: step("one", 1),
  "on-turn": step("turn", 1),
  "on-part": step("part", 1),
  last: () => go(replay.log.newest),
  now: () => {
    if (replay.position.line === null) go(replay.log.newest);
    else {
      Object.assign(replay.position, { at: null, line: null });
      replay.write();
      void following.anew();
    }
  },
  link: () => void copy(replay.link),
  alone: aloneFor(replay),
  help: () => part("keys-told").showModal(),
};
for (const [id, action] of Object.entries(actions)) part(id)?.addEventListener("click", action);
listen({
  Home: actions.first, End: actions.last, ArrowLeft: actions.back, ArrowRight: actions.on, ",": actions["back-turn"],
  ".": actions["on-turn"], "<": actions["back-part"], ">": actions["on-part"], " ": actions.run, c: actions.link, b: actions.alone,
  n: () => part("number").focus(), "?": actions.help,
});

part("number").addEventListener("change", () => go(Math.trunc(Number(part("number").value))));
part("as").addEventListener("change", () => {
  replay.position.as = part("as").value;
  replay.write();
  void following.anew();
});
part("in-words").addEventListener("toggle", () => void replay.show());
walk(part("picture"));
part("picture").addEventListener("click", (/** @type {Event} */ event) => {
  const mark = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-at]"));
  if (mark) void origins.tell(mark.dataset.at ?? "", mark.querySelector("title")?.textContent ?? "", replay.place);
});
part("keys").checked = areOn();
part("keys").addEventListener("change", () => switchKeys(part("keys").checked));
listenToKeeping();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => void replay.show());

html.dataset.scripts = "yes";
learn().then(() => {
  void proving.visit();
  return following.anew();
}).catch((problem) => {
  part("picture").replaceChildren(told(problem));
  if (token === null || ![401, 403].includes(problem.status)) return;
  html.dataset.private = ""; // with this token nothing can be shown, so nothing is there to be used
  const without = Object.assign(document.createElement("button"), { type: "button", textContent: said["without-link"] });
  without.addEventListener("click", () => part("forget").click());
  part("picture").append(without);
});
addEventListener("online", () => void replay.mend());
