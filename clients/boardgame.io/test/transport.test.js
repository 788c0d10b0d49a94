// The transport with clients of boardgame.io as npm has them, in node. SERVICE is the address of a service.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, test } from "node:test";

import { Kerbholz, gameOf, join } from "../kerbholz.js";

const { Client } = createRequire(import.meta.url)("boardgame.io/client");
const server = process.env.SERVICE;
const clients = [];
const send = globalThis.fetch;
after(() => clients.forEach((client) => client.stop()));

async function ask(path, { token, ...body } = {}) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const sent = Object.keys(body).length ? { method: "POST", body: JSON.stringify(body) } : {};
  const answer = await send(`${server}/v1${path}`, { ...sent, headers });
  return { status: answer.status, ...(await answer.json()) };
}

async function opened(ruleset = "kuhn-poker", more = {}) {
  const { id, tokens } = await ask("/matches", { ruleset, seats: [{ name: "Ada" }, { name: "Ben" }], ...more });
  return { id, tokens, seats: tokens.seats, path: `/matches/${id}` };
}

/** A client that is started, what it was told of as a problem, and a wait for what it shows. */
function started(options) {
  const problems = [];
  const { place, ...more } = options;
  const multiplayer = Kerbholz({ server, onProblem: (problem) => problems.push(problem), ...place });
  const client = Client({ debug: false, multiplayer, ...more });
  clients.push(client);
  client.start();
  return { client, problems, until: (wanted) => until(client, wanted), told: () => client.getState().plugins.kerbholz.data };
}

async function until(client, wanted, patience = 60_000) {
  const end = Date.now() + patience;
  for (;;) {
    const state = client.getState();
    if (state !== null && wanted(state)) return state;
    assert(Date.now() < end, `never: ${wanted} ${JSON.stringify(state)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Clients for both seats and for everybody, by `join`. */
async function table(ruleset, more) {
  const match = await opened(ruleset, more);
  const all = [];
  for (const token of [...match.seats, undefined]) {
    const { multiplayer, ...options } = await join({ server, match: match.id, token });
    all.push(started({ ...options, place: { match: match.id, token } }));
  }
  return { match, all };
}

/** The first of what a pattern stands for. */
const filled = (field) => field?.some_of?.slice(0, field.min) ?? field?.any_of?.[0] ?? field?.min ?? field;

/** Nobody's client holds anything but what the service tells the holder of that token. */
async function told({ path, seats }, all) {
  for (const [number, { client }] of all.entries()) {
    let view, state;
    do { // a decision may have another one behind it
      view = await ask(`${path}/view`, { token: seats[number] });
      state = await until(client, ({ ctx }) => ctx.turn >= view.at);
    } while (state.ctx.turn > view.at);
    const { board, ...others } = view;
    const { moves, table: types, refused, ...rest } = state.plugins.kerbholz.data;
    assert.deepEqual([state.G, rest], [board, others]);
  }
}

test("a whole match is played, and everybody sees their own view of it", async () => {
  const { match, all } = await table("kuhn-poker");
  const [ada, ben, watcher] = all;
  await ada.until(({ isActive, isConnected }) => isActive && isConnected);
  const before = await watcher.until(() => true);
  assert.deepEqual([before.ctx.numPlayers, before.ctx.playOrder], [2, ["0", "1"]]);
  assert.deepEqual([before.ctx.currentPlayer, before.ctx.activePlayers, before.ctx.phase], ["0", null, null]);
  assert.equal(before.isActive, false);
  assert.deepEqual(ada.client.matchData, [{ id: 0, name: "Ada" }, { id: 1, name: "Ben" }]);
  assert.deepEqual(ada.told().moves, [{ type: "check" }, { type: "bet" }]);
  await told(match, all);
  ada.client.moves.check();
  await ben.until(({ isActive }) => isActive);
  await told(match, all);
  ben.client.moves.bet({});
  await ada.until(({ ctx }) => ctx.turn === 3);
  ada.client.moves.call();
  const { ctx, isActive } = await watcher.until(({ ctx: { gameover } }) => gameover !== undefined);
  await told(match, all);
  const { outcome } = await ask(match.path);
  assert.deepEqual(ctx.gameover, { ...outcome, status: "finished", winner: String(outcome.winners[0]) });
  assert.deepEqual([ctx.currentPlayer, ctx.activePlayers, isActive], [null, {}, false]);
  assert.deepEqual(all.flatMap(({ problems }) => problems), []);
});

test("what is sealed stays so, while several are active", async () => {
  const { match, all } = await table("mea-culpa");
  const [ada, ben, watcher] = all;
  for (let both = false; !both; ) {
    await told(match, all);
    const [one] = [ada, ben].filter(({ client }) => client.getState().isActive);
    both = Object.keys(ada.client.getState().ctx.activePlayers ?? {}).length === 2;
    if (both || !one) continue; // somebody is to move alone, or chance is
    const { type, ...fields } = one.told().moves[0];
    const { turn } = one.client.getState().ctx;
    one.client.moves[type](Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, filled(field)])));
    await one.until(({ ctx }) => ctx.turn > turn || one.problems.length);
    assert.deepEqual(one.problems, []);
  }
  await ada.until(({ ctx, isActive }) => isActive && ctx.phase === "auction");
  await ben.until(({ ctx, isActive }) => isActive && Object.keys(ctx.activePlayers).length === 2);
  await told(match, all);
  ada.client.moves.bid({ notches: 1, taler: 3 });
  await ben.until(({ G }) => G.seats[0].bid_set || ada.problems.length);
  assert.deepEqual(ada.problems, []);
  await told(match, all);
  assert.deepEqual(ada.client.getState().G.seats[0].bid.taler, { amount: 3 });
  assert.deepEqual(ben.client.getState().G.seats[0].bid.taler, {});
  // A game that names no phases is in none: boardgame.io would not find its moves.
  const { phases, ...game } = gameOf(await ask("/rulesets/mea-culpa"));
  assert("auction" in phases);
  const other = started({ game, place: { match: match.id, token: match.seats[1] }, playerID: "1" });
  const { ctx: { phase, turn } } = await other.until(({ isActive }) => isActive);
  assert.equal(phase, null);
  other.client.moves.bid({ notches: 1, taler: 0 });
  await ada.until(({ ctx }) => ctx.turn > turn || other.problems.length);
  assert.deepEqual(other.problems, []);
  assert.deepEqual(all.flatMap(({ problems }) => problems), []);
});

test("a refused move changes nothing, and says why", async () => {
  const { match, all: [ada, ben] } = await table("kuhn-poker");
  const before = await ada.until(({ isActive }) => isActive);
  ada.client.moves.call();
  const after_ = await ada.until(({ plugins }) => plugins.kerbholz.data.refused !== null);
  assert.deepEqual([after_.G, after_.ctx], [before.G, before.ctx]);
  const { code, detail, rule, command } = ada.told().refused;
  assert.deepEqual([code, rule, command], ["illegal-move", "KP-3", { seat: 0, type: "call" }]);
  assert.match(detail, /^Nobody has bet/);
  assert.deepEqual(ada.problems.map((problem) => problem.code), ["illegal-move"]);
  ada.client.moves.check();
  await ada.until(({ ctx }) => ctx.turn === 2);
  assert.equal(ada.told().refused, null);
  // Out of turn, with fields that no command has, and with what is no command at all.
  ada.client.moves.check();
  await ada.until(() => ada.problems.length === 2);
  ben.client.moves.bet({ coins: 7 });
  await ben.until(() => ben.problems.length === 1);
  ben.client.moves.bet(1);
  ben.client.moves.bet({}, {});
  ben.client.moves.bet(new Date());
  ben.client.undo();
  await ben.until(() => ben.problems.length === 5);
  assert.deepEqual([ada, ben].map(({ problems }) => problems.map((problem) => problem.code)), [
    ["illegal-move", "not-awaited"], ["invalid", "invalid", "invalid", "invalid", "invalid"],
  ]);
  assert.equal((await ask(match.path)).version, 2);
});

test("what a client has guessed is taken back where the service decides otherwise", async () => {
  const { id, seats } = await opened();
  const { ruleset } = await ask(`/matches/${id}`);
  const game = gameOf(await ask(`/rulesets/${ruleset}`));
  const guess = ({ G }) => { G.guessed = true; };
  const { client, until: shown, problems } = started({
    game: { ...game, moves: { ...game.moves, call: guess, check: guess } }, place: { match: id, token: seats[0] }, playerID: "0",
  });
  const before = await shown(({ isActive }) => isActive);
  client.moves.call();
  assert.equal(client.getState().G.guessed, true);
  await shown(() => problems.length === 1);
  assert.deepEqual(client.getState().G, before.G);
  client.moves.check();
  assert.equal(client.getState().G.guessed, true);
  const { G, _stateID } = await shown(({ ctx }) => ctx.turn === 2);
  assert.deepEqual([G.guessed, G.checks, _stateID], [undefined, 1, 2]);
});

test("a move is for the board that the player saw, unless it is for any", async () => {
  const match = await opened();
  const game = gameOf(await ask("/rulesets/kuhn-poker"));
  const any = { ...game, moves: { ...game.moves, check: { move: () => {}, client: false, ignoreStaleStateID: true } } };
  for (const [played, expected] of [[game, ["version-moved"]], [any, []]]) {
    const one = started({ game: played, place: { match: match.id, token: match.seats[0] }, playerID: "0" });
    const { ctx } = await one.until(({ isActive }) => isActive);
    const note = ask(`${match.path}/commands`, { token: match.seats[1], type: "table.note", text: "tea" });
    const real = globalThis.fetch;
    globalThis.fetch = async (url, options) => { if (options?.method === "POST") await note; return real(url, options); };
    one.client.moves.check();
    await one.until((state) => (expected.length ? one.problems.length : state.ctx.turn > ctx.turn + 1));
    globalThis.fetch = real;
    assert.deepEqual(one.problems.map(({ code }) => code), expected);
    one.client.stop();
  }
});

test("a move whose answer is lost is sent again, and made once", async () => {
  const { match, all: [ada] } = await table("kuhn-poker");
  await ada.until(({ isActive }) => isActive);
  const sent = [];
  globalThis.fetch = async (url, options) => {
    const answer = await send(url, options);
    if (options?.method !== "POST") return answer;
    sent.push(options.headers["Idempotency-Key"]);
    if (sent.length === 1) throw new TypeError("lost");
    return sent.length === 2 ? new Response("<p>Bad gateway", { status: 502 }) : answer;
  };
  ada.client.moves.check();
  ada.client.sendChatMessage("behind it");
  await ada.until(({ ctx }) => ctx.turn === 3);
  globalThis.fetch = send;
  assert.deepEqual(ada.problems, []);
  const [key, again, third, next] = sent;
  assert.deepEqual([sent.length, again, third], [4, key, key]);
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.notEqual(next, key);
  const { decisions } = await ask(`${match.path}/decisions`);
  assert.deepEqual(decisions.slice(2).map(({ command }) => command.type), ["check", "table.note"]);
});

test("who leaves right after a move has moved all the same", async () => {
  const { all: [ada, ben] } = await table("kuhn-poker");
  await ada.until(({ isActive }) => isActive);
  ada.client.moves.check();
  ada.client.stop();
  await ben.until(({ ctx }) => ctx.turn === 2);
  assert.deepEqual([ada.problems, ada.client.getState().ctx.turn], [[], 1]);
});

test("a board that goes wrong does not keep the match from going on", async (context) => {
  const { match, all: [ada, ben] } = await table("kuhn-poker");
  await ada.until(({ isActive }) => isActive);
  const reported = context.mock.method(console, "error", () => {});
  const thrown = new Error("a fault of the board");
  const leave = ada.client.subscribe((state) => { if (state.plugins?.kerbholz.data.refused) throw thrown; });
  ada.client.moves.call();
  await ada.until(() => reported.mock.callCount() > 0);
  assert.throws(() => ada.client.moves.check(), thrown); // boardgame.io shows its board at once, and has sent the move
  await ben.until(({ isActive }) => isActive);
  await ada.until(({ ctx }) => ctx.turn === 2);
  leave();
  assert(reported.mock.calls.every(({ arguments: [error] }) => error === thrown));
  // What cannot be sent is thrown where it was called.
  assert.throws(() => ben.client.moves.bet({ coins: 7n }), TypeError);
  ben.client.moves.bet();
  await ada.until(({ ctx }) => ctx.turn === 3);
  assert.equal((await ask(match.path)).version, 3);
});

test("a move is for the match in which it was made", async () => {
  const [first, second] = [await opened(), await opened()];
  const game = gameOf(await ask("/rulesets/kuhn-poker"));
  const one = started({ game, matchID: first.id, credentials: first.seats[0], playerID: "0" });
  await one.until(({ isActive }) => isActive);
  one.client.moves.check();
  one.client.updateMatchID(second.id);
  one.client.updateCredentials(second.seats[0]);
  const { ctx } = await one.until(({ plugins, isConnected }) => isConnected && plugins.kerbholz.data.match === second.id);
  assert.equal(ctx.turn, 1);
  while ((await ask(first.path)).version === 1) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([(await ask(second.path)).version, one.problems], [1, []]);
});

test("what a seat may do is told with the board that it belongs to", async () => {
  const { match, all: [ada] } = await table("kuhn-poker");
  await ada.until(({ isActive }) => isActive);
  const states = [];
  ada.client.subscribe(({ ctx, plugins }) => states.push([ctx.turn, plugins.kerbholz.data.moves.map(({ type }) => type)]));
  let [moved, bet] = [false, null];
  globalThis.fetch = async (url, options) => {
    if (options?.method === "POST") moved = true;
    // Ben moves in between: behind Ada's view, and before the list of her moves.
    if (moved && url.includes("/moves")) await (bet ??= ask(`${match.path}/commands`, { token: match.seats[1], type: "bet" }));
    return send(url, options);
  };
  ada.client.moves.check();
  await ada.until(({ ctx }) => ctx.turn === 3);
  globalThis.fetch = send;
  assert(bet !== null);
  for (const [turn, moves] of states) assert.deepEqual(moves, { 1: ["check", "bet"], 2: [], 3: ["call", "fold"] }[turn]);
});

test("a client that has stopped hangs up, is told nothing more, and can come back", async () => {
  const { match, all: [ada, ben] } = await table("kuhn-poker");
  ada.client.stop();
  await ben.until(({ isConnected }) => isConnected);
  const streams = [];
  globalThis.fetch = (url, options) => {
    if (url.includes("/stream")) streams.push(options.signal);
    return send(url, options);
  };
  for (let time = 0; time < 3; time += 1) {
    ada.client.start();
    await ada.until(({ isConnected }) => isConnected);
    ada.client.stop();
    assert.equal(ada.client.getState().isConnected, false);
  }
  globalThis.fetch = send;
  assert.deepEqual(streams.map(({ aborted }) => aborted), [true, true, true]);
  await ask(`${match.path}/commands`, { token: match.seats[0], type: "check" });
  await ben.until(({ ctx }) => ctx.turn === 2);
  assert.equal(ada.client.getState().ctx.turn, 1);
  ada.client.start();
  await ada.until(({ ctx }) => ctx.turn === 2);
  assert.deepEqual([...ada.problems, ...ben.problems], []);
});

test("what is taken back is gone from the board, and who is asked for consent is active", async () => {
  const { match, all: [ada, ben, watcher] } = await table("kuhn-poker");
  await ada.until(({ isActive }) => isActive);
  ada.client.moves.check();
  await ben.until(({ isActive }) => isActive);
  ben.client.moves.bet();
  await ada.until(({ ctx }) => ctx.turn === 3);
  ada.client.moves["table.take-back"]({ decision: 2 });
  await ada.until(({ ctx }) => ctx.turn === 4);
  assert.deepEqual(ada.problems, []);
  const { consent } = ada.told();
  if (consent) {
    await ben.until(({ isActive }) => isActive);
    assert.equal(ada.client.getState().isActive, false);
    ben.client.moves["table.consent"]({ agree: true });
  }
  const { ctx } = await watcher.until(({ G }) => G.checks === 0 && G.stakes[1] === 1);
  assert.deepEqual([ctx.currentPlayer, consent?.left], ["0", [1]]);
  await told(match, [ada, ben, watcher]);
});

test("notes are the chat, and it is known who sits where", async () => {
  const { match, all: [ada, ben] } = await table("kuhn-poker");
  await ben.until(({ isConnected }) => isConnected);
  await ada.until(({ isConnected }) => isConnected);
  ada.client.sendChatMessage("tea?");
  await ben.until(() => ben.client.chatMessages.length === 1);
  assert.deepEqual(ben.client.chatMessages, [{ id: "2", sender: "0", payload: "tea?" }]);
  await ask(`${match.path}/commands`, { token: match.tokens.arbiter, type: "table.leave", seat: 1 });
  const { status } = await ask(`${match.path}/commands`, { token: match.tokens.arbiter, type: "table.substitute", seat: 1, name: "Bea" });
  assert.equal(status, 201);
  await ada.until(() => ada.client.matchData[1].name === "Bea");
});

test("as whom a client plays is its own matter: props, and a wrong one", async () => {
  const { id, seats, tokens } = await opened();
  const game = gameOf(await ask("/rulesets/kuhn-poker"));
  const own = started({ game, matchID: id, credentials: seats[0], playerID: "0" });
  assert.deepEqual((await own.until(({ isActive }) => isActive)).G.places["hand:1"], { count: 1 });
  own.client.updateCredentials(seats[1]);
  await own.until(() => own.problems.length === 1);
  assert.deepEqual([own.problems[0].code, own.client.getState().isConnected], ["forbidden", false]);
  own.client.updatePlayerID("1");
  const { G } = await own.until((state) => state.isConnected && state.G.places["hand:1"].things);
  assert.deepEqual(G.places["hand:0"], { count: 1 });
  const other = started({ game, place: { match: "nothing" } });
  const stranger = started({ game, place: { match: id, token: "khz_no" } });
  for (const [one, code] of [[other, "not-found"], [stranger, "unauthorized"]]) {
    while (!one.problems.length) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([one.problems[0].code, one.client.getState()], [code, null]);
  }
  await assert.rejects(join({ server, match: id, token: "khz_no" }), { code: "unauthorized" });
  const spectator = await join({ server: `${server}/`, match: id, token: tokens.spectator });
  assert.deepEqual([spectator.playerID, spectator.game.name, spectator.numPlayers], [undefined, "kuhn-poker", 2]);
});

test("a client that says not who it is has the seat of its token", async () => {
  const { id, seats } = await opened();
  const game = gameOf(await ask("/rulesets/kuhn-poker"));
  const [ada, ben, watcher] = [...seats, undefined].map((token) => started({ game, place: { match: id, token } }));
  await ada.until(({ isActive }) => isActive);
  for (const one of [ben, watcher]) assert.equal((await one.until(({ ctx }) => ctx.turn === 1)).isActive, false);
  ada.client.moves.check();
  await ben.until(({ isActive }) => isActive);
  const { isActive, ctx } = await ada.until((state) => state.ctx.turn === 2);
  assert.deepEqual([isActive, ctx.currentPlayer, ctx.activePlayers], [false, "1", null]);
  assert.deepEqual(Object.keys(ben.client.getState().ctx.activePlayers), ["1"]);
  assert.equal((await watcher.until((state) => state.ctx.turn === 2)).isActive, false);
});

test("a service that has gone back to another log is read anew", async () => {
  const { all: [ada] } = await table("kuhn-poker");
  await ada.until(({ isConnected }) => isConnected);
  ada.client.stop();
  const streams = [];
  globalThis.fetch = async (url, options) => {
    if (!url.includes("/stream")) return send(url, options);
    streams.push(options.headers["Last-Event-ID"]);
    if (streams.length === 2) return Response.json({ code: "log-replaced", status: 409, detail: "" }, { status: 409 });
    const answer = await send(url, options);
    let told = "";
    const cut = new TransformStream({
      transform(chunk, control) {
        control.enqueue(chunk);
        told += new TextDecoder().decode(chunk);
        if (streams.length === 1 && /^event: snapshot$[^]*?\n\n/m.test(told)) control.terminate();
      },
    });
    return new Response(answer.body.pipeThrough(cut), { headers: answer.headers });
  };
  ada.client.start();
  await ada.until(({ isConnected }) => isConnected && streams.length === 3);
  globalThis.fetch = send;
  assert.deepEqual([streams, ada.problems], [[undefined, "1", undefined], []]);
  ada.client.moves.check();
  await ada.until(({ ctx }) => ctx.turn === 2);
});

test("a scribe enters the moves of whose seat it is", async () => {
  const match = await opened("kuhn-poker", { mode: "recorded" });
  const token = match.tokens.scribe;
  await ask(`${match.path}/commands`, { token, type: "deal", cards: ["king", "jack"] });
  const game = gameOf(await ask("/rulesets/kuhn-poker"));
  const one = started({ game, place: { match: match.id, token }, playerID: "0" });
  await one.until(({ isActive }) => isActive);
  assert.deepEqual(one.told().moves, [{ type: "check", seat: 0 }, { type: "bet", seat: 0 }]);
  assert.deepEqual(one.client.getState().G.places["hand:1"], { count: 1 });
  one.client.moves.check();
  await one.until(({ ctx }) => ctx.currentPlayer === "1");
  one.client.updatePlayerID("1");
  await one.until(({ isActive }) => isActive);
  one.client.moves.check();
  await one.until(({ G }) => G.checks === 2);
  assert.deepEqual(one.problems, []);
});
