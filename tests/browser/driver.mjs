// One browser for many tests: reads a scenario and what it is given, as JSON, a line each; runs it, and answers with
// what it found, or with what went wrong, in a line. A scenario can be told something meanwhile, in a line of its own.

import { createInterface } from "node:readline";
import { launched } from "./launch.mjs";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const heard = async () => (await lines.next()).value;

const browser = await launched();
for (let line = await heard(); line !== undefined; line = await heard()) {
  const { scenario, given } = JSON.parse(line);
  let answer;
  try {
    const { run } = await import(`./scenarios/${scenario}.mjs`);
    answer = { found: (await run(browser, given, heard)) ?? null };
  } catch (error) {
    answer = { thrown: [error.stack, error.cause?.stack].filter(Boolean).join("\n") };
  }
  for (const context of browser.contexts()) await context.close();
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
