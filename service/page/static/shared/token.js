// Takes a token out of the address before anything else is done: it comes in the fragment, which no server is sent.
// It is kept until the tab is closed. A plain script, and the first of the page.

"use strict";

// A link that is opened in a tab which shows the match already changes the fragment alone: the page begins anew with it.
addEventListener("hashchange", () => { if (taken()) location.reload(); });
taken();

/** Whether there was a token. */
function taken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return false;
  const match = document.documentElement.dataset.match ?? "";
  history.replaceState(history.state, "", location.pathname + location.search);
  sessionStorage.setItem(`kerbholz token ${match}`, given); // last: where nothing may be kept, it fails
  return true;
}
