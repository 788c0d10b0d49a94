// One browser for many tests: reads a scenario and what it is given, as JSON, a line each; runs it, and answers with
// what it found, or with what went wrong, in a line.

import { createInterface } from "node:readline";
import { launched } from "./launch.mjs";

const browser = await launched();
for await (const line of createInterface({ input: process.stdin })) {
  const { scenario, given } = JSON.parse(line);
  let answer;
  try {
    const { run } = await import(`./scenarios/${scenario}.mjs`);
    answer = { found: await run(browser, given) };
  } catch (error) {
    answer = { thrown: error.stack };
  }
  for (const context of browser.contexts()) await context.close();
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
