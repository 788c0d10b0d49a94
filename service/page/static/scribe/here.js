// Which match the page is of: its address alone says that, since the page is the same for all. A plain script, before
// all others.

"use strict";

// Where a browser denies all storage, no script of the page can begin: that is said, too.
addEventListener("error", () => {
  const alarm = document.getElementById("alarm");
  if (!alarm || document.documentElement.dataset.scripts) return;
  alarm.textContent = JSON.parse(document.getElementById("said")?.textContent ?? "{}")["not-kept"];
  alarm.hidden = false;
});

document.documentElement.dataset.match = (/\/matches\/([^/]+)\/scribe$/.exec(location.pathname)?.[1] ?? "").toLowerCase();
