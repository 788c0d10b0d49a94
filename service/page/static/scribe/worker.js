// Lets the scribe's page open without the network. It keeps the files that the page is made of, which are the same for
// everybody, and answers for nothing else: what is asked of the API goes past it, and of a request it reads the method,
// the path and whether there is an Authorization. Before it the service puts what `SHELL` is.

const worker = /** @type {any} */ (globalThis);

/** @type {{edition: string, page: string, files: string[], api: string}} the address of the page without a match, and those of its files */
const SHELL = worker.SHELL;
const PATIENCE = 4000; // milliseconds, for a network that is neither there nor away

const here = () => new URL(worker.registration.scope).pathname;
const nameOf = (/** @type {string} */ edition) => `kerbholz ${here()} ${edition}`;
const kept = async (/** @type {string} */ address) => (await caches.open(nameOf(SHELL.edition))).match(address);

worker.addEventListener("install", (/** @type {any} */ event) => {
  // Where browsers can do that, it is not even told of what is asked of the API.
  if (event.addRoutes && "URLPattern" in worker) {
    const condition = { urlPattern: new worker.URLPattern({ pathname: `${SHELL.api}*` }) };
    event.waitUntil(event.addRoutes([{ condition, source: "network" }]));
  }
  event.waitUntil(caches.open(nameOf(SHELL.edition)).then((all) => all.addAll([SHELL.page, ...SHELL.files])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string} */ name) => name.startsWith(nameOf("")) && name !== nameOf(SHELL.edition);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url, headers } = event.request;
  if (method !== "GET" || headers.has("Authorization")) return;
  const { pathname } = new URL(url);
  if (SHELL.files.includes(pathname)) event.respondWith(kept(pathname).then((file) => file ?? fetch(event.request)));
  else if (mode === "navigate" && pathname === here()) event.respondWith(page(event.request));
});

/** The page from the service; where no answer comes, as it was kept. @param {Request} request */
async function page(request) {
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  return (answer && answer.status < 500 ? answer : await kept(SHELL.page)) ?? answer ?? Response.error();
}
