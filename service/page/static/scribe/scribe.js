// The scribe's page of a match. Here its parts are made and put together; each is in a module of its own.

import { nameOf } from "../shared/people.js";
import { install, lookAfter } from "./device.js";
import { askForLink } from "./linking.js";
import { Elsewhere, open, TooLate } from "./outbox.js";
import { Question } from "./question.js";
import { Standing } from "./standing.js";
import { sendFrom } from "./writer.js";
import { Tapping } from "../entered/tapping.js";
import { Written } from "./written.js";
import { keepReceipt } from "../proving/kept.js";
import { html, notify, part, said, service, token, wording } from "../shared/page.js";
import { Problem, Unanswered } from "../shared/service.js";
import { roleOf } from "../shared/tokens.js";

/** What could not be done, for the reader. @param {any} problem */
export function wrong(problem) {
  if (problem instanceof TooLate) notify(said["too-late"] ?? "");
  else if (problem instanceof Elsewhere) notify(said["other-tab"] ?? "");
  else notify(problem instanceof Problem || problem instanceof Unanswered ? wording(problem) : (said["not-kept"] ?? ""));
}

/**
 * What the page works with, as soon as it is there.
 * @type {{outbox?: import("./outbox.js").Outbox, standing?: Standing, sending?: import("./sending.js").Sending,
 *   written?: Written}}
 */
export const bench = {};

async function begin() {
  part("table").hidden = false;
  const place = `${service.match} ${roleOf(token)}`;
  const outbox = await open(place);
  const standing = new Standing(place);
  const sending = sendFrom(place, outbox, service);
  Object.assign(bench, { outbox, standing, sending });
  const tapping = new Tapping(service, outbox, () => sending.wake(), said, part("entering"), part("recent"), part("picture"));
  bench.written = new Written(outbox, wrong);
  new Question(outbox, () => standing.version, wrong);
  lookAfter(outbox, wrong);
  sending.whenStored.push(() => void standing.read().catch(() => {}), ({ receipt }) => {
    if (receipt) keepReceipt({ ...receipt, match: service.match }, null);
  });
  standing.whenShown.push(({ match }) => {
    document.title = match.seats.map(nameOf).join(", ");
    part("title").textContent = document.title;
    void tapping.shown(match).catch(wrong);
  });
  const show = () => {
    html.dataset.unsent = String(outbox.entries.unsent.length);
    html.dataset.writes = outbox.writes ? "yes" : "no";
    part("alarm").textContent = outbox.writes ? (sending.trouble?.detail ?? "") : said["other-tab"];
    part("alarm").hidden = part("alarm").textContent === "";
  };
  outbox.onChange(show);
  setTimeout(show, 500); // it takes a moment to know that no other tab writes
  await standing.begin();
}

html.dataset.scripts = "yes";
if (html.dataset.match) part("home").href = `${html.dataset.prefix}/matches/${service.match}${html.dataset.kept ?? ""}`;
if (!html.dataset.match || !["scribe", "arbiter"].includes(roleOf(token))) void askForLink();
else begin().catch((problem) => {
  part("alarm").hidden = false;
  part("alarm").textContent = problem.code === undefined ? said["not-kept"] : wording(problem);
});
if (!html.dataset.match) install();
