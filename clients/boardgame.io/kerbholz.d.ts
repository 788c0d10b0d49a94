/**
 * A transport for `Client({ game, board, multiplayer: Kerbholz({ server, match, token }) })`.
 * @param {Place} [place]
 * @returns {(options: TransportOpts) => Transport}
 */
export function Kerbholz(place?: Place): (options: TransportOpts) => Transport;
/**
 * The game of a ruleset: a move for each type of command. Nothing is known of the rules but their names.
 * @param {Ruleset} ruleset the answer to `GET /v1/rulesets/{ruleset}`
 * @returns {Game}
 */
export function gameOf({ id, seats, commands, view }: Ruleset): Game;
/**
 * All that a client has to be given for a match: `Client({ ...(await join({ server, match, token })), board })`.
 * @param {Place & {match: string}} place
 */
export function join(place: Place & {
    match: string;
}): Promise<{
    multiplayer: (options: TransportOpts) => Transport;
    playerID?: string | undefined;
    game: import("boardgame.io/dist/types/src/types").Game<any, Record<string, unknown>, any>;
    numPlayers: number;
    matchID: string;
}>;
export type Game = import("boardgame.io/dist/types/src/types").Game;
export type State = import("boardgame.io/dist/types/src/types").State;
export type Ctx = import("boardgame.io/dist/types/src/types").Ctx;
export type ChatMessage = import("boardgame.io/dist/types/src/types").ChatMessage;
export type Action = import("boardgame.io/dist/types/src/types").CredentialedActionShape.Any;
export type Transport = import("boardgame.io/dist/types/src/client/transport/transport").Transport;
export type TransportOpts = import("boardgame.io/dist/types/src/client/transport/transport").TransportOpts;
/**
 * A command of a ruleset or of the table: its type, and its fields.
 */
export type Command = {
    type: string;
    [field: string]: unknown;
};
/**
 * What was refused, and why: a problem of the service. With `command`, if it was a move.
 */
export type Problem = {
    status: number;
    code: string;
    detail: string;
    title?: string;
    rule?: string;
    version?: number;
    command?: Command;
    [more: string]: unknown;
};
/**
 * Which match, where, and as whom. Without `match` and `token` they are the client's `matchID` and `credentials`.
 */
export type Place = {
    server?: string;
    match?: string;
    token?: string;
    onProblem?: (problem: Problem) => void;
};
/**
 * A ruleset as the service describes it.
 */
export type Ruleset = {
    id: string;
    seats: {
        min: number;
        max: number;
    };
    commands: Record<string, unknown>;
    view?: {
        properties?: {
            phase?: {
                enum?: unknown[];
            };
        };
    };
};
/**
 * What `state.plugins.kerbholz.data` holds: the view without its board, what the seat may do, and what was refused.
 */
export type Told = {
    at: number;
    as: string;
    status: string;
    awaiting: unknown[];
    moves: Command[];
    table: string[];
    refused: Problem | null;
    [more: string]: unknown;
};
