// A seat's part in joint chance: bytes of the system's randomness, kept in a file until they are opened.
//
// Nobody can have chosen the dice if one seat keeps its bytes to itself until all are committed. So a seat looks whether
// what is recorded in its name is its own, and does not play where it is not.
import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "openapi-fetch";

import type { paths } from "./generated/kerbholz.ts";

type Seat = Client<paths>;
type Move = Record<string, unknown>;

/** Where the files are: one for each seat of a match with joint chance. */
const folder = process.env["KERBHOLZ_CONTRIBUTIONS"] ?? ".";
const looked = new WeakMap<Seat, Set<string>>();

/** What is recorded for this seat is not its own: somebody else has its token. */
export class NotYours extends Error {}

/** A move with what this seat contributes to chance, if that is asked for; throws NotYours. */
export async function contributed(identifier: string, seat: Seat, move: Move): Promise<Move> {
  if (move["type"] === "table.contribute") {
    const { number } = await log(identifier, seat);
    return { ...move, commitment: commitment(identifier, number, kept(identifier, number)) };
  }
  if (move["type"] === "table.open-contribution") {
    const { number } = await log(identifier, seat);
    check(identifier, number, (move["value"] as { opens: string }).opens);
    return { ...move, value: kept(identifier, number) };
  }
  const matches = looked.get(seat) ?? new Set();
  if (!matches.has(identifier)) await look(identifier, seat);
  looked.set(seat, matches.add(identifier));
  return move;
}

function commitment(identifier: string, number: number, value: string): string {
  const head = `kerbholz contribution 1\n${identifier}\n${number}\n`;
  return createHash("sha256").update(head).update(Buffer.from(value, "hex")).digest("hex");
}

/** The bytes of a seat, in hex; they are on the disk before anybody hears of them. */
function kept(identifier: string, number: number): string {
  const path = join(folder, `${identifier}.seat-${number}.contribution`);
  if (!existsSync(path)) {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, randomBytes(32).toString("hex"));
    fsyncSync(file);
    closeSync(file);
  }
  return readFileSync(path, "utf8");
}

/** Before the first move: the contribution that is recorded for this seat, if there is one, is its own. */
async function look(identifier: string, seat: Seat): Promise<void> {
  const { number, decisions } = await log(identifier, seat);
  for (const fact of decisions.flatMap((decision) => (decision["facts"] ?? []) as Move[])) {
    if (fact["type"] === "ContributionMade" && fact["seat"] === number) {
      check(identifier, number, String(fact["commitment"]));
    }
  }
}

/** The number of the seat, and the first decisions of the log. */
async function log(identifier: string, seat: Seat): Promise<{ number: number; decisions: Move[] }> {
  const { data } = await seat.GET("/v1/matches/{identifier}/decisions", {
    params: { path: { identifier }, query: { limit: 1000 } },
  });
  if (typeof data !== "object") throw new Error("the log cannot be read");
  return { number: Number(data.as.slice("seat:".length)), decisions: data.decisions as Move[] };
}

function check(identifier: string, number: number, recorded: string): void {
  if (commitment(identifier, number, kept(identifier, number)) === recorded) return;
  throw new NotYours(`SEAT ${number} IS COMMITTED TO A CONTRIBUTION THAT IS NOT YOURS: ${recorded}. Do not play.`);
}
