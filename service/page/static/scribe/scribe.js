// The scribe's page of a match. Here its parts are made and put together; each is in a module of its own.

import { nameOf } from "../shared/people.js";
import { install, lookAfter } from "./device.js";
import { askForLink } from "./linking.js";
import { open } from "./outbox.js";
import { Question } from "./question.js";
import { Standing } from "./standing.js";
import { sendFrom } from "./writer.js";
import { Tapping } from "../entered/tapping.js";
import { wordsFor } from "./words.js";
import { Written } from "./written.js";
import { keepReceipt } from "../proving/kept.js";
import { html, notify, part, said, service, token } from "../shared/page.js";
import { roleOf } from "../shared/tokens.js";

/** What could not be done, for the reader. @param {any} problem */
const wrong = (problem) => notify(wordsFor(problem));

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
  const tapping = new Tapping(service, outbox, () => sending.wake(), said, part("entering"), part("recent"), part("picture"), place);
  bench.written = new Written(outbox, wrong, (line) => void tapping.entering.edit(line));
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
    part("alarm").textContent = outbox.writes ? (sending.trouble ? sending.trouble.detail ?? wordsFor(sending.trouble) : "") : said["other-tab"];
    part("alarm").hidden = part("alarm").textContent === "";
    standing.away(!outbox.connected);
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
  part("alarm").textContent = wordsFor(problem);
});
if (!html.dataset.match) install();
