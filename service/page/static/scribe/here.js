// Which match the page is of: its address alone says that, since the page is the same for all. A plain script, before
// all others.

"use strict";

document.documentElement.dataset.match = (/\/matches\/([^/]+)\/scribe$/.exec(location.pathname)?.[1] ?? "").toLowerCase();
