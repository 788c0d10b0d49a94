// A bot that knows no rules: it takes one of the listed moves, and fills each pattern in it at random.
import createClient, { type Client } from "openapi-fetch";

import { contributed } from "./contributions.ts";
import type { components, paths } from "./generated/kerbholz.ts";
import { visited } from "./receipts.ts";
import { newKey, safeRetries } from "./retries.ts";

type Command = components["schemas"]["Command"];
type Match = components["schemas"]["Match"];
type Seat = Client<paths>;

/** A client with somebody's token, or with none. */
export const connect = (baseUrl: string, token?: string): Seat =>
  createClient<paths>({ baseUrl, fetch: safeRetries(), headers: token ? { Authorization: `Bearer ${token}` } : {} });

const between = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least + 1));

interface Pattern {
  some_of?: unknown[];
  then?: Pattern;
  until?: unknown[];
  any_of?: unknown[];
  min?: number;
  max?: number;
  text?: number;
}

/** A list up to where all of these are in it, if there are any: there it ends. */
function upToItsEnd(found: unknown[], until: unknown[]): unknown[] {
  const left = [...until];
  const end = found.findIndex((one) => {
    const position = left.indexOf(one);
    if (position >= 0) left.splice(position, 1);
    return until.length > 0 && left.length === 0;
  });
  return end < 0 ? found : found.slice(0, end + 1);
}

/** What a pattern stands for, at random; anything else as it is. */
export function filled(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const pattern = value as Pattern;
  if (pattern.some_of) {
    const left = [...pattern.some_of];
    const number = between(pattern.min ?? 0, pattern.max ?? left.length);
    const found = Array.from({ length: number }, () => left.splice(between(0, left.length - 1), 1)[0]);
    return upToItsEnd([...found, ...(pattern.then ? (filled(pattern.then) as unknown[]) : [])], pattern.until ?? []);
  }
  if (pattern.any_of) return pattern.any_of[between(0, pattern.any_of.length - 1)];
  if (pattern.min !== undefined && pattern.max !== undefined) return between(pattern.min, pattern.max);
  return pattern.text === undefined ? value : "beep".slice(0, pattern.text);
}

/** Send one of the moves of this seat, if it has any. Should others be faster, there is a next time. */
export async function move(identifier: string, seat: Seat): Promise<boolean> {
  const { data: listed } = await seat.GET("/v1/matches/{identifier}/moves", { params: { path: { identifier } } });
  if (!listed || listed.moves.length === 0) return false;
  const chosen = await contributed(identifier, seat, listed.moves[between(0, listed.moves.length - 1)] ?? {});
  const fields = Object.entries(chosen);
  const header = { "If-Match": `"${listed.version}"`, "Idempotency-Key": newKey() };
  const { data, error } = await seat.POST("/v1/matches/{identifier}/commands", {
    params: { path: { identifier }, header },
    body: Object.fromEntries(fields.map(([name, field]) => [name, filled(field)])) as Command,
  });
  if (error?.status === 422) throw new Error(`${error.code}: ${error.detail}`);
  return data !== undefined;
}

/** Play these seats until the match is over; whose turn it is, the lists of moves say. */
export async function play(identifier: string, seats: [Seat, ...Seat[]]): Promise<Match> {
  for (;;) {
    const { data: match, error } = await seats[0].GET("/v1/matches/{identifier}", { params: { path: { identifier } } });
    if (!match) throw new Error(`${error?.code}: ${error?.detail}`);
    await visited(identifier, seats[0], match);
    if (match.status === "finished" || match.status === "abandoned") return match;
    let moved = false;
    for (const seat of seats) moved = (await move(identifier, seat)) || moved;
    if (!moved) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
