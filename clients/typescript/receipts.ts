// What the service has told of a match, kept in a file, and held against what it tells later.
//
// The service has to prove each time that what it told before is the beginning of what it tells now. If it cannot, the
// file has what it told each time, signed: give it to `kerbholz verify --receipt`.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "openapi-fetch";

import type { components, paths } from "./generated/kerbholz.ts";

type Match = components["schemas"]["Match"];
type Tree = { size: number; root: string };

/** Where the files are: one for each match. */
const folder = process.env["KERBHOLZ_RECEIPTS"] ?? ".";
const held = new WeakMap<Client<paths>, Set<string>>();

/** The service tells another history of a match than it told before. */
export class OtherHistory extends Error {}

/** The match as it was answered; at the first look, and when it is over, with `hold`. */
export async function visited(identifier: string, seat: Client<paths>, match: Match): Promise<Match> {
  const matches = held.get(seat) ?? new Set();
  const over = match.status === "finished" || match.status === "abandoned";
  if (over || !matches.has(identifier)) await hold(identifier, seat);
  held.set(seat, matches.add(identifier));
  return match;
}

/** Hold what was kept against what the service tells now, and keep that; throws OtherHistory. */
export async function hold(identifier: string, seat: Client<paths>): Promise<void> {
  const path = join(folder, `${identifier}.receipts.json`);
  if (!existsSync(path)) {
    const { data } = await seat.GET("/v1/matches/{identifier}/checkpoint", { params: { path: { identifier } } });
    if (typeof data !== "object") throw new Error("the checkpoint cannot be read");
    return keep(path, [data]);
  }
  const before = (JSON.parse(readFileSync(path, "utf8")) as Tree[]).at(-1) as Tree;
  const { data, error } = await seat.GET("/v1/matches/{identifier}/consistency", {
    params: { path: { identifier }, query: { from: before.size } },
  });
  const other = `THE SERVICE TELLS ANOTHER HISTORY OF ${identifier} THAN BEFORE: see ${path}. Do not play.`;
  if (error?.status === 422) throw new OtherHistory(other); // there were more decisions than there are now
  if (typeof data !== "object") throw new Error(`${error?.code}: ${error?.detail}`);
  const [again, now] = [{ match: identifier, ...data.from }, { match: identifier, ...data.to }];
  if (begins(before, now, data.hashes)) return keep(path, [now]);
  keep(path, [now, again, before]);
  throw new OtherHistory(other);
}

/** Whether one tree is the beginning of another one (RFC 9162, section 2.1.4.2). */
export function begins(first: Tree, second: Tree, hashes: string[]): boolean {
  if (first.size === second.size) return hashes.length === 0 && first.root === second.root;
  let [number, last] = [first.size - 1, second.size - 1];
  for (; number % 2 === 1; number >>= 1) last >>= 1;
  const [start, ...rest] = number ? hashes : [first.root, ...hashes];
  if (start === undefined || first.size > second.size) return false;
  let [before, now] = [start, start];
  for (const one of rest) {
    if (last === 0) return false;
    if (number % 2 === 1 || number === last) {
      [before, now] = [above(one, before), above(one, now)];
      for (; number && number % 2 === 0; number >>= 1) last >>= 1;
    } else now = above(now, one);
    [number, last] = [number >> 1, last >> 1];
  }
  return last === 0 && before === first.root && now === second.root;
}

const above = (left: string, right: string): string =>
  createHash("sha256").update(Buffer.from(`01${left}${right}`, "hex")).digest("hex");

function keep(path: string, receipts: Tree[]): void {
  writeFileSync(`${path}.${process.pid}.part`, JSON.stringify(receipts), { flush: true });
  renameSync(`${path}.${process.pid}.part`, path);
}
