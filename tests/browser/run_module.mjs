// Runs a module in a page of its own origin, and prints what it says on the console, line by line.
// Arguments: the file with the module; a JSON document, which the module finds as `globalThis.given`.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { launched } from "./launch.mjs";

const [file, given] = process.argv.slice(2);
const module = await readFile(file, "utf8");
const page = `<!doctype html><title>test</title><script>globalThis.given = ${given}</script>
<script type="module" src="/module.mjs"></script>`;

const server = createServer((request, response) => {
  const [type, text] = request.url === "/" ? ["text/html", page] : ["text/javascript", module];
  response.writeHead(request.url === "/favicon.ico" ? 404 : 200, { "Content-Type": `${type}; charset=utf-8` });
  response.end(text);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));

const browser = await launched();
const tab = await browser.newPage();
const done = new Promise((resolve) => {
  tab.on("console", (message) => {
    if (message.type() !== "log") return; // the browser itself complains of connections that were refused
    if (message.text() === "done") resolve(undefined);
    else process.stdout.write(message.text() + "\n");
  });
  tab.on("pageerror", (error) => {
    process.stdout.write(JSON.stringify({ thrown: error.message }) + "\n");
    resolve(undefined);
  });
});
await tab.goto(`http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`);
await done;
await browser.close();
server.close();
