// A match that is over is taken to where its players keep their plays: by a link that opens BG Stats, or as a table.

import { download, part, service, told } from "../shared/page.js";
import { query } from "../shared/service.js";

/** The end that is offered now: a ruling can change it. */
let offered = "null";

/** Offer it when there is a result, and keep it as the match says. @param {any} match */
export async function offerTakingHome({ outcome, status, seats }) {
  const end = JSON.stringify([outcome, seats]);
  if (outcome === null || status !== "finished" || service.until !== null) {
    offered = "null";
    part("take-home").hidden = true;
    return;
  }
  if (offered === end) return;
  offered = end;
  try {
    const { links } = await service.read(`/result${query({ text: service.language })}`);
    part("bg-stats").hidden = !links.bg_stats;
    part("bg-stats").href = links.bg_stats ?? "";
    part("take-home").hidden = false;
  } catch {
    part("take-home").hidden = true;
    offered = "null"; // it is asked again when the match is told again
  }
}

part("save-table").addEventListener("click", async () => {
  part("not-taken").replaceChildren();
  try {
    const answer = await service.ask("/result", { accept: "text/csv" });
    download(await answer.blob(), `${service.match}.csv`);
  } catch (problem) {
    part("not-taken").replaceChildren(told(problem));
  }
});
