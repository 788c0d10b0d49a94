// The home page: the matches that everybody may see, and a search over them.

import { nameOf } from "./shared/people.js";
import { query, Service, Unanswered } from "./shared/service.js";

const html = document.documentElement;
/** @type {Record<string, string>} */
const said = JSON.parse(document.getElementById("said")?.textContent ?? "{}");
const prefix = html.dataset.prefix ?? "";
const service = new Service(prefix, "", null, html.lang);
const form = /** @type {HTMLFormElement} */ (document.getElementById("search"));
const rows = /** @type {HTMLTableSectionElement} */ (document.querySelector("#matches tbody"));
const more = /** @type {HTMLButtonElement} */ (document.getElementById("more"));
const nothing = /** @type {HTMLElement} */ (document.getElementById("nothing"));

/** @type {string | null} */
let next = null;

/** What a game is called, as the form has it. */
const title = (/** @type {string} */ id) => [...form.ruleset.options].find((option) => option.value === id)?.textContent ?? id;

/** @param {any} match */
function row(match) {
  const line = document.createElement("tr");
  const link = document.createElement("a");
  link.href = `${prefix}/matches/${match.id}${html.dataset.kept ?? ""}`;
  link.textContent = match.game?.title ?? title(match.ruleset);
  const names = match.seats.map(nameOf).join(", ");
  const opened = new Date(match.opened_at).toLocaleDateString(html.lang, { dateStyle: "medium" });
  const whole = Object.assign(document.createElement("div"), { title: names, textContent: names });
  const time = Object.assign(document.createElement("time"), { dateTime: match.opened_at, textContent: opened });
  for (const what of [link, whole, said[`status-${match.status}`] ?? match.status, time]) {
    line.appendChild(document.createElement("td")).append(what);
  }
  whole.parentElement?.classList.add("names");
  return line;
}

/**
 * Show what is found; or what went wrong, beside what is there already.
 * @param {string} path @param {boolean} [anew]
 */
async function show(path, anew = false) {
  const found = await service.read(path).catch((problem) => {
    nothing.textContent = problem instanceof Unanswered ? (said["no-answer"] ?? "") : problem.message;
    nothing.hidden = false;
  });
  if (!found) return;
  nothing.textContent = said["nothing-found"] ?? "";
  if (anew) rows.replaceChildren();
  rows.append(...found.matches.map(row));
  next = found.next;
  more.hidden = next === null;
  nothing.hidden = rows.children.length > 0;
}

function search() {
  const { ruleset, player } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  const wanted = { ruleset: ruleset || null, player: player || null };
  const language = new URLSearchParams(location.search).get("lang");
  history.replaceState(null, "", location.pathname + query({ ...wanted, lang: language })); // to come back to, and to be passed on
  return show(`${prefix}/v1/matches${query({ limit: 50, ...wanted })}`, true);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void search();
});
more.addEventListener("click", () => next !== null && void show(next));
const asked = new URLSearchParams(location.search);
if ([...form.ruleset.options].some(({ value }) => value === asked.get("ruleset"))) form.ruleset.value = asked.get("ruleset");
form.player.value = asked.get("player") ?? "";
html.dataset.scripts = "yes";
void search();
