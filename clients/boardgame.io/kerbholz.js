// Matches of Kerbholz on boards that were written for boardgame.io: a transport for its clients.
//
// The service has the rules and the record, so nothing is worked out here: what a client shows is the view that the
// service tells it, and a move is a command that the service judges.

import { follow } from "./stream.js";

/**
 * @typedef {import("boardgame.io/dist/types/src/types").Game} Game
 * @typedef {import("boardgame.io/dist/types/src/types").State} State
 * @typedef {import("boardgame.io/dist/types/src/types").Ctx} Ctx
 * @typedef {import("boardgame.io/dist/types/src/types").ChatMessage} ChatMessage
 * @typedef {import("boardgame.io/dist/types/src/types").CredentialedActionShape.Any} Action
 * @typedef {import("boardgame.io/dist/types/src/client/transport/transport").Transport} Transport
 * @typedef {import("boardgame.io/dist/types/src/client/transport/transport").TransportOpts} TransportOpts
 */

/**
 * A command of a ruleset or of the table: its type, and its fields.
 * @typedef {{type: string, [field: string]: unknown}} Command
 */

/**
 * What was refused, and why: a problem of the service. With `command`, if it was a move.
 * @typedef {{status: number, code: string, detail: string, title?: string, rule?: string, version?: number,
 *   command?: Command, [more: string]: unknown}} Problem
 */

/**
 * Which match, where, and as whom. Without `match` and `token` they are the client's `matchID` and `credentials`.
 * @typedef {{server?: string, match?: string, token?: string, onProblem?: (problem: Problem) => void}} Place
 */

/**
 * A ruleset as the service describes it.
 * @typedef {{id: string, seats: {min: number, max: number}, commands: Record<string, unknown>,
 *   view?: {properties?: {phase?: {enum?: unknown[]}}}}} Ruleset
 */

/**
 * What `state.plugins.kerbholz.data` holds: the view without its board, what the seat may do, and what was refused.
 * @typedef {{at: number, as: string, status: string, awaiting: unknown[], moves: Command[], table: string[],
 *   refused: Problem | null, [more: string]: unknown}} Told
 */

const PASSING = [408, 429, 502, 503, 504];
const PATIENCE = 20_000; // milliseconds that one request may take
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/**
 * A transport for `Client({ game, board, multiplayer: Kerbholz({ server, match, token }) })`.
 * @param {Place} [place]
 * @returns {(options: TransportOpts) => Transport}
 */
export function Kerbholz(place = {}) {
  return (options) => /** @type {any} */ (new KerbholzTransport(place, options));
}

/**
 * The game of a ruleset: a move for each type of command. Nothing is known of the rules but their names.
 * @param {Ruleset} ruleset the answer to `GET /v1/rulesets/{ruleset}`
 * @returns {Game}
 */
export function gameOf({ id, seats, commands, view }) {
  const phases = (view?.properties?.phase?.enum ?? []).filter((phase) => typeof phase === "string");
  return {
    name: id,
    minPlayers: seats.min,
    maxPlayers: seats.max,
    moves: Object.fromEntries(Object.keys(commands).map((type) => [type, { move: () => {}, client: false }])),
    phases: Object.fromEntries(phases.map((phase) => [phase, {}])),
    events: { endTurn: false, endPhase: false, endGame: false, endStage: false, setPhase: false, setStage: false,
      pass: false, setActivePlayers: false },
    disableUndo: true,
  };
}

/**
 * All that a client has to be given for a match: `Client({ ...(await join({ server, match, token })), board })`.
 * @param {Place & {match: string}} place
 */
export async function join(place) {
  const { signal } = new AbortController();
  const ask = (/** @type {string} */ path) => answered(`${service(place)}${path}`, place.token, signal);
  const [match, { as }] = await Promise.all([ask(`/matches/${place.match}`), ask(`/matches/${place.match}/view`)]);
  const [, seat] = /^seat:(\d+)$/.exec(as) ?? [];
  return {
    game: gameOf(await ask(`/rulesets/${match.ruleset}`)),
    numPlayers: /** @type {number} */ (match.seats.length),
    matchID: place.match,
    ...(seat !== undefined && { playerID: seat }),
    multiplayer: Kerbholz(place),
  };
}

/** @implements {Pick<Transport, keyof Transport>} */
class KerbholzTransport {
  isConnected = false;
  /** @type {() => void} */
  #heard = () => {};
  #stop = new AbortController();
  #running = false;
  /** @type {Promise<unknown>} */
  #reading = Promise.resolve();
  /** @type {Promise<unknown>} */
  #sending = Promise.resolve();
  /** What the client shows. @type {{view: any, listed: any} | null} */
  #shown = null;
  /** @type {{seat: number, name: unknown}[] | null} */
  #seats = null;
  /** @type {Problem | null} */
  #refused = null;

  /**
   * @param {Place} place
   * @param {TransportOpts} options
   */
  constructor(place, options) {
    this.place = place;
    this.game = options.game;
    this.deliver = undisturbed(options.transportDataCallback);
    this.tell = undisturbed(place.onProblem ?? ((/** @type {Problem} */ { detail }) => console.error(detail)));
    this.matchID = options.matchID || "default";
    this.playerID = options.playerID ?? null;
    this.credentials = options.credentials;
  }

  /** @param {() => void} heard */
  subscribeToConnectionStatus(heard) {
    this.#heard = undisturbed(heard);
  }

  connect() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#running = true;
    this.#shown = this.#seats = this.#refused = null;
    void this.#follow(this.#stop.signal);
  }

  disconnect() {
    this.#stop.abort();
    this.#running = false;
    this.#connected(false);
  }

  /** Whatever the client has worked out by itself is replaced when the command is answered. */
  sendAction(/** @type {State} */ state, /** @type {Action} */ action) {
    const { type, args } = /** @type {{type: string, args: any}} */ (action.payload ?? {});
    if (action.type !== "MAKE_MOVE") return this.#unsupported(type ?? action.type.toLowerCase());
    const [fields = {}, ...more] = Array.isArray(args) ? args : [args];
    const plain = fields !== null && Object.getPrototypeOf(fields) === Object.prototype;
    if (!plain || more.length) return this.#refuse(invalid(`${type} takes one object: the fields of the command.`, type));
    const seat = this.playerID === null || type.startsWith("table.") ? {} : { seat: Number(this.playerID) };
    const move = state && this.game.flow.getMove(state.ctx, type, this.playerID ?? state.ctx.currentPlayer);
    const anyVersion = typeof move === "object" && move?.ignoreStaleStateID === true;
    this.#send({ ...seat, ...fields, type }, anyVersion ? null : (this.#shown?.view.at ?? null));
  }

  /** What players say to each other is a note in the record. */
  sendChatMessage(/** @type {string} */ _, /** @type {ChatMessage} */ { payload }) {
    this.#send({ type: "table.note", text: payload }, null);
  }

  requestSync() {
    void this.#read(Infinity, this.#stop.signal).catch((problem) => this.#tell(problem, this.#stop.signal));
  }

  /** @param {string} id */
  updateMatchID(id) {
    this.matchID = id || "default";
    if (this.#running) this.connect();
  }

  /** @param {string | null} id */
  updatePlayerID(id) {
    this.playerID = id ?? null;
    if (this.#running) this.connect();
  }

  /** @param {string} [credentials] */
  updateCredentials(credentials) {
    this.credentials = credentials;
    if (this.#running) this.connect();
  }

  get #address() {
    return `${service(this.place)}/matches/${this.place.match ?? this.matchID}`;
  }

  get #token() {
    return this.place.token ?? this.credentials;
  }

  /** @param {Record<string, string>} [more] */
  #query(more = {}) {
    const query = new URLSearchParams({ ...more, ...(this.playerID !== null && { as: `seat:${this.playerID}` }) });
    return query.size ? `?${query}` : "";
  }

  /** @param {boolean} whether */
  #connected(whether) {
    this.isConnected = whether;
    this.#heard();
  }

  /** Show each version of the match, until the record is closed or the client leaves. @param {AbortSignal} signal */
  async #follow(signal) {
    const told = (/** @type {boolean} */ connected) => { if (!signal.aborted) this.#connected(connected); };
    const address = `${this.#address}/stream${this.#query({ until: "closed" })}`;
    try {
      for await (const { event, version, data } of follow(address, this.#token ?? null, told, signal)) {
        if (signal.aborted) return;
        if (event === "decision") this.#hear(data);
        await this.#read(version, signal);
      }
    } catch (problem) {
      if (signal.aborted) return;
      // The operator has restored a back-up: the log is another one, or shorter than what was read.
      const replaced = ["log-replaced", "invalid"].includes(/** @type {Problem} */ (problem).code);
      if (replaced && this.#shown) return this.connect();
      this.#connected(false);
      this.#tell(problem, signal);
    }
  }

  /** @param {any} decision */
  #hear({ version, actor, command }) {
    if (!command.type.startsWith("table.")) return;
    this.#seats = null; // somebody may have sat down, or has another name
    if (command.type !== "table.note" || typeof command.text !== "string") return;
    const sender = typeof actor === "object" ? String(actor.seat) : actor;
    this.deliver({ type: "chat", args: [this.matchID, { id: String(version), sender, payload: command.text }] });
  }

  /** Show the newest version, if the client does not show this one or a later one already. */
  #read(/** @type {number} */ version, /** @type {AbortSignal} */ signal) {
    const read = async () => {
      if (this.#seats && this.#shown && this.#shown.view.at >= version) return;
      const ask = (/** @type {string} */ path) => answered(`${this.#address}${path}`, this.#token, signal);
      const seats = this.#seats ?? (await ask("")).seats;
      let view, listed;
      do {
        view = await ask(`/view${this.#query()}`);
        const seat = /^seat:(\d+)$/.exec(view.as)?.[1];
        const nothing = { version: view.at, moves: [], table: [] };
        listed = seat === undefined ? nothing : await ask(`/moves?seat=${seat}&as=${view.as}`);
      } while (listed.version !== view.at);
      signal.throwIfAborted();
      const [whole, renamed] = [!this.#shown || version === Infinity, seats !== this.#seats];
      this.#seats = seats;
      this.#shown = { view, listed };
      this.#show(seats, whole, renamed);
    };
    const reading = this.#reading.then(read);
    this.#reading = reading.catch(() => {});
    return reading;
  }

  /**
   * Tell the client what is shown: as an update, or as a whole. The client takes no update that is behind what it has
   * guessed; so after a refusal it is told the whole.
   * @param {{seat: number, name: unknown}[]} seats
   * @param {boolean} whole
   * @param {boolean} renamed whether somebody has another name, or is new
   */
  #show(seats, whole, renamed) {
    const { view, listed } = /** @type {{view: any, listed: any}} */ (this.#shown);
    const { board, ...rest } = view;
    /** @type {Told} */
    const told = { ...rest, moves: listed.moves, table: listed.table, refused: this.#refused };
    const ctx = contextOf(view, seats.length, this.game, this.playerID);
    /** @type {State} */
    const state = { G: board, ctx, plugins: { kerbholz: { data: told } }, _stateID: view.at, _undo: [], _redo: [], deltalog: [] };
    const filteredMetadata = seats.map(({ seat, name }) => (typeof name === "string" ? { id: seat, name } : { id: seat }));
    if (whole) {
      return this.deliver({ type: "sync", args: [this.matchID, { state, initialState: state, log: [], filteredMetadata }] });
    }
    this.deliver({ type: "update", args: [this.matchID, state, []] });
    if (renamed) this.deliver({ type: "matchData", args: [this.matchID, filteredMetadata] });
  }

  /** Send a command when those before it are answered; with the version that the player has seen, or null. */
  #send(/** @type {Command} */ command, /** @type {number | null} */ version) {
    const [address, token, { signal }] = [`${this.#address}/commands`, this.#token, this.#stop];
    const headers = { "Idempotency-Key": newKey(), ...(version !== null && { "If-Match": `"${version}"` }) };
    const sent = { method: "POST", headers, body: JSON.stringify(command) };
    const send = async () => {
      try {
        const answer = await answered(address, token, signal, sent);
        this.#refused = null;
        await this.#read(answer.version, signal);
      } catch (problem) {
        await this.#refuse({ .../** @type {Problem} */ (problem), command }, signal);
      }
    };
    this.#sending = this.#sending.then(send);
  }

  /** @param {string} name */
  #unsupported(name) {
    this.#refuse(invalid(`There is no ${name} here: the rules end turns, and what is taken back is a command.`, name));
  }

  /** Show the match as it is, and say why. */
  async #refuse(/** @type {Problem} */ problem, signal = this.#stop.signal) {
    if (signal.aborted) return;
    this.#refused = problem;
    await this.#read(Infinity, signal).catch((other) => this.#tell(other, signal));
    this.#tell(problem, signal);
  }

  /** @param {unknown} problem @param {AbortSignal} signal */
  #tell(problem, signal) {
    if (!signal.aborted) this.tell(/** @type {Problem} */ (problem));
  }
}

/**
 * Whose turn it is, as boardgame.io says it: one player, several active ones, or none.
 * @param {any} view
 * @param {number} numPlayers
 * @param {Game} game
 * @param {string | null} playerID
 * @returns {Ctx}
 */
function contextOf({ as, at, status, awaiting, outcome, board }, numPlayers, game, playerID) {
  /** @type {string[]} */
  const active = awaiting.flatMap((/** @type {any} */ one) => (one.seat === undefined ? [] : [String(one.seat)]));
  const activePlayers = Object.fromEntries(active.map((seat) => [seat, null]));
  // boardgame.io asks whether the client's playerID is in this. A client without one is the seat of its token.
  const own = playerID === null && active.includes(as.replace("seat:", ""));
  if (own) for (const nobody of ["null", "undefined"]) Object.defineProperty(activePlayers, nobody, { value: null });
  const phase = board?.phase;
  const over = ["finished", "abandoned"].includes(status);
  return {
    numPlayers,
    playOrder: Array.from({ length: numPlayers }, (_, seat) => String(seat)),
    playOrderPos: Number(active[0] ?? 0),
    currentPlayer: active[0] ?? /** @type {any} */ (null),
    activePlayers: active.length === 1 && !own ? null : /** @type {any} */ (activePlayers),
    turn: at,
    phase: game.phases && Object.hasOwn(game.phases, phase) ? phase : /** @type {any} */ (null),
    ...(over && { gameover: overOf(status, outcome) }),
  };
}

/** The outcome, with what boards of boardgame.io look for: `winner` or `draw`. @param {string} status @param {any} outcome */
function overOf(status, outcome) {
  const { winners = [] } = outcome ?? {};
  return {
    status,
    ...outcome,
    ...(winners.length === 1 && { winner: String(winners[0]) }),
    ...(winners.length > 1 && { draw: true }),
  };
}

/**
 * What a board throws is reported, and the match goes on.
 * @template {unknown[]} Given
 * @param {(...given: Given) => void} work
 */
function undisturbed(work) {
  return (/** @type {Given} */ ...given) => {
    try {
      work(...given);
    } catch (error) {
      (globalThis.reportError ?? console.error)(error);
    }
  };
}

/** What all addresses begin with. @param {Place} place */
const service = ({ server = "" }) => `${server.replace(/\/$/, "")}/v1`;

/** @param {string} detail @param {string} type @returns {Problem} */
const invalid = (detail, type) => ({ status: 422, code: "invalid", detail, command: { type } });

/** A key for one command; also where a page came without TLS. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The answer to a request, which is sent until it is answered: what it sends has a key, so it is done once. Throws the
 * problem that was answered, where waiting does not help. The signal ends it; but a command is sent once all the same.
 * @param {string} url
 * @param {string | undefined} token
 * @param {AbortSignal} signal
 * @param {{method?: string, headers?: Record<string, string>, body?: string}} [sent]
 * @returns {Promise<any>}
 */
async function answered(url, token, signal, sent = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", ...sent.headers };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (sent.body) headers["Content-Type"] = "application/json";
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const patience = AbortSignal.timeout(PATIENCE);
    const until = sent.body ? patience : AbortSignal.any([signal, patience]);
    const answer = await fetch(url, { ...sent, headers, cache: "no-store", signal: until }).catch(() => null);
    const body = await answer?.json().catch(() => null);
    if (answer?.ok && body) return body;
    if (answer && !answer.ok && !PASSING.includes(answer.status)) {
      throw body ?? { status: answer.status, code: "", detail: `The service answers ${answer.status}.` };
    }
    signal.throwIfAborted();
    const asked = 1_000 * Number(answer?.headers.get("Retry-After") ?? 0) || 0;
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause * (0.5 + Math.random()), asked)));
  }
}
