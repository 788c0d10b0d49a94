// Against a running service, whose address is in the variable SERVICE.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { connect, filled, move, play } from "../bot.ts";
import { hold } from "../receipts.ts";
import { newKey, safeRetries } from "../retries.ts";

const address = process.env["SERVICE"] ?? "";

type Seat = ReturnType<typeof connect>;

async function opened(options: Record<string, unknown> = {}) {
  const { data, error } = await connect(address).POST("/v1/matches", {
    params: { header: { "Idempotency-Key": newKey() } },
    body: { ruleset: "seven-sins", seats: [{ name: "Ada" }, { name: "Ben" }], options: { first_seat: 0, ...options } },
  });
  assert.ok(data, error?.detail);
  const [ada, ben] = data.tokens.seats;
  return { identifier: data.id, version: data.version, seats: [connect(address, ada), connect(address, ben)] as const, ada };
}

test("two bots play a whole match", async () => {
  const { identifier, seats } = await opened({ chance: "joint" });
  // Each by itself, as if on machines of their own.
  const [match] = await Promise.all(seats.map((seat) => play(identifier, [seat])));
  assert.equal(match?.status, "finished");
  assert.equal(match?.outcome?.["reason"], "played");
  const { data: log } = await seats[0].GET("/v1/matches/{identifier}/decisions", {
    params: { path: { identifier }, query: { limit: 1000 } },
  });
  assert.ok(typeof log === "object"); // it could be NDJSON
  assert.equal(log.decisions.at(-1)?.version, match?.version);
  assert.equal(log.decisions.findIndex(({ actor }) => actor === "chance"), 5);
});

test("a bot does not play where somebody else has contributed for it", async () => {
  const { identifier, seats } = await opened({ chance: "joint" });
  for (const seat of seats) {
    const body = { type: "table.contribute", commitment: "00".repeat(32) };
    await seat.POST("/v1/matches/{identifier}/commands", { params: { path: { identifier } }, body });
  }
  await assert.rejects(move(identifier, seats[0]), /SEAT 0 IS COMMITTED TO A CONTRIBUTION THAT IS NOT YOURS/);
});

test("a bot stops where the service tells another history", async () => {
  const { identifier, seats } = await opened();
  const file = join(process.env["KERBHOLZ_RECEIPTS"] ?? ".", `${identifier}.receipts.json`);
  await hold(identifier, seats[0]);
  const [kept] = JSON.parse(readFileSync(file, "utf8"));
  for (const forged of [{ ...kept, root: "00".repeat(32) }, { ...kept, size: 99 }]) {
    writeFileSync(file, JSON.stringify([forged]));
    await assert.rejects(play(identifier, [seats[1]]), /THE SERVICE TELLS ANOTHER HISTORY/);
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")).at(-1), forged);
  }
});

test("a bot answers what it is asked", async () => {
  const { data } = await connect(address).POST("/v1/matches", {
    body: { ruleset: "mea-culpa", seats: [{ name: "Ada" }, { name: "Ben" }] },
  });
  assert.ok(data);
  const path = { identifier: data.id };
  const [ada, ben] = data.tokens.seats.map((token) => connect(address, token)) as [Seat, Seat];
  const first = async (type: string) => {
    const { data: log } = await ada.GET("/v1/matches/{identifier}/decisions", { params: { path } });
    assert.ok(typeof log === "object");
    const own = ({ actor }: { actor: unknown }) => actor === "table" || (actor as { seat?: number }).seat === 0;
    return log.decisions.find((one) => one.command["type"] === type && own(one))?.version;
  };
  while ((await first("reveal-bids")) === undefined) for (const seat of [ada, ben]) await move(data.id, seat);
  const body = { type: "table.take-back", decision: await first("bid") };
  const asked = await ada.POST("/v1/matches/{identifier}/commands", { params: { path }, body });
  assert.ok(asked.data, asked.error?.detail);
  assert.equal(await move(data.id, ada), false);
  assert.equal(await move(data.id, ben), true);
  const { data: match } = await ada.GET("/v1/matches/{identifier}", { params: { path } });
  assert.equal(match?.consent, null);
});

test("an error is a problem with a code", async () => {
  const path = { identifier: (await opened()).identifier };
  const { data, error, response } = await connect(address).POST("/v1/matches/{identifier}/commands", {
    params: { path },
    body: { type: "take", sin: "wrath", to: "reserve" },
  });
  assert.deepEqual([data, response.status, error?.code], [undefined, 401, "unauthorized"]);
});

test("every pattern is filled with what it stands for", () => {
  for (let round = 0; round < 50; round += 1) {
    const list = filled({ some_of: ["a", "a", "b"], min: 2, max: 3 }) as string[];
    assert.ok([2, 3].includes(list.length) && list.filter((one) => one === "b").length <= 1, String(list));
    const ended = filled({ some_of: ["a", "b", "c"], min: 2, max: 2, unknown: 2, then: { some_of: ["d"], min: 1, max: 1 }, until: ["c"] });
    assert.ok(String(ended) === "c" || /^[ab],c$/.test(String(ended)) || /^(a,b|b,a),d$/.test(String(ended)), String(ended));
    assert.ok([3, 4, 5].includes(filled({ min: 3, max: 5 }) as number));
    assert.ok(["x", null].includes(filled({ any_of: ["x", null] }) as string));
  }
  assert.equal(filled({ text: 2 }), "be");
  for (const value of [{ unknown: 2 }, "take", 7, null]) assert.deepEqual(filled(value), value);
});

// (scenario 42) The service does what it is asked, but its first answers are lost on the way.
function losing(answers: number) {
  const keys: (string | null)[] = [];
  const send = async (request: Request) => {
    keys.push(request.headers.get("Idempotency-Key"));
    const response = await fetch(request);
    if (keys.length > answers) return response;
    await response.arrayBuffer();
    throw new TypeError("the connection was lost");
  };
  return { keys, fetch: safeRetries({ send, wait: 1 }) };
}

for (const key of [newKey(), undefined]) {
  test(`a POST is sent again only with a key: ${key ? "with" : "without"}`, async () => {
    const { identifier, version, seats } = await opened();
    const { keys, fetch } = losing(2);
    const { data: listed } = await seats[0].GET("/v1/matches/{identifier}/moves", { params: { path: { identifier } } });
    const body = { type: "table.note", text: "once" };
    const sent = seats[0].POST("/v1/matches/{identifier}/commands", {
      params: { path: { identifier }, header: key ? { "Idempotency-Key": key } : {} }, body, fetch,
    });
    if (key) assert.equal((await sent).response.headers.get("Idempotency-Replayed"), "true");
    else await assert.rejects(sent, /the connection was lost/);
    assert.deepEqual(keys, key ? [key, key, key] : [null]);
    const { data: after } = await seats[0].GET("/v1/matches/{identifier}", { params: { path: { identifier } } });
    assert.equal(listed?.version, version);
    assert.equal(after?.version, version + 1);
  });
}

test("what only reads is sent again", async () => {
  const { keys, fetch } = losing(2);
  const { data } = await connect(address).GET("/v1/rulesets", { fetch });
  assert.ok(data?.rulesets.some((ruleset) => ruleset.id === "seven-sins"));
  assert.deepEqual(keys, [null, null, null]);
});
