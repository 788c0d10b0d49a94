// A server of boardgame.io with the smallest game there is: in memory, or on the PostgreSQL that is named.
//   node server.mjs [FOLDER-OF-THE-SOCKET DATABASE]
// Says where it listens when it accepts connections.
import { createRequire } from "node:module";

process.env.NODE_ENV = "production"; // as it is run by operators; else it writes a line for each move
const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");

const counting = {
  name: "counting",
  setup: () => ({ number: 0 }),
  moves: { add: ({ G }) => ({ number: G.number + 1 }) },
  disableUndo: true,
  minPlayers: 2,
  maxPlayers: 2,
};

const [folder, database] = process.argv.slice(2);
const options = { games: [counting], origins: [/.*/] };
if (folder) {
  const { PostgresStore } = require("bgio-postgres");
  options.db = new PostgresStore({ dialect: "postgres", host: folder, username: "postgres", database, logging: false });
}
const { appServer } = await Server(options).run({ port: 0, callback: () => {} });
console.log(`listening on http://127.0.0.1:${appServer.address().port}`);
