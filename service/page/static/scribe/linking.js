// Asks for the link to a match, where the page has none: on a home screen it begins without any.

import { outboxesKept } from "./store.js";
import { html, part, said } from "../shared/page.js";

/** Show the form for a link, and the matches of which something is written down here. */
export async function askForLink() {
  part("link-form").hidden = false;
  part("link-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const link = scribeLink(part("link").value.trim(), location.origin, html.dataset.prefix ?? "");
    if (link) location.assign(link);
    else part("notice").textContent = said["no-link"];
  });
  const known = await outboxesKept().catch(() => []);
  part("matches").replaceChildren(...known.map(({ match, title }) => {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: `${html.dataset.prefix}/matches/${match}/scribe${html.dataset.kept ?? ""}`, textContent: title }));
    return item;
  }));
}

/**
 * The address of the scribe's page, with the token, for a link to a match; null where it is none of this service.
 * @param {string} text @param {string} origin @param {string} prefix
 */
export function scribeLink(text, origin, prefix) {
  const link = URL.canParse(text) ? new URL(text) : null;
  const match = link?.pathname.startsWith(`${prefix}/matches/`) ? link.pathname.slice(`${prefix}/matches/`.length).split("/")[0] : "";
  const token = new URLSearchParams(link?.hash.slice(1)).get("token");
  if (!link || link.origin !== origin || !match || !token) return null;
  return `${prefix}/matches/${match}/scribe#token=${encodeURIComponent(token)}`;
}
