// Says what the second verifier says of many archives: once for each that comes on the standard input.
//
//   node second.mjs VERIFIER OPTIONS < ARCHIVES
//
// OPTIONS is JSON, `{"roots", "keys"}`. Before each archive is a line with its length in bytes. An answer is a line:
// `[holds, archive, decision, what]`.

import { readFileSync } from "node:fs";

const [, , verifier, options] = process.argv;
const { verify } = await import(verifier);
const given = JSON.parse(options);
const input = readFileSync(0);
const answers = [];
for (let at = 0; at < input.length; ) {
  const start = input.indexOf(10, at) + 1;
  const end = start + Number(input.subarray(at, start));
  const { holds, archive, decision, what } = await verify(new Uint8Array(input.subarray(start, end)), given);
  answers.push(JSON.stringify([holds, archive, decision, what]));
  at = end;
}
process.stdout.write(`${answers.join("\n")}\n`);
