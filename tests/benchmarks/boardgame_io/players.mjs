// Players of boardgame.io, each in a match of their own: the next move is sent when the last one has been told.
//   node players.mjs PORT PLAYERS MOVES
// Prints the seconds from the first move to the last update.
import { io } from "socket.io-client";

const [port, players, moves] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;

async function posted(path, body) {
  const answer = await fetch(`${address}/games/counting/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function seated() {
  const { matchID } = await posted("create", { numPlayers: 2 });
  const { playerCredentials } = await posted(`${matchID}/join`, { playerID: "0", playerName: "Ada" });
  const socket = io(`${address}/counting`, { transports: ["websocket"] });
  const synced = new Promise((done) => socket.once("sync", done));
  socket.emit("sync", matchID, "0", playerCredentials, 2);
  await synced;
  return { socket, matchID, playerCredentials };
}

function played({ socket, matchID, playerCredentials }) {
  return new Promise((done) => {
    let number = 0;
    const move = () =>
      socket.emit(
        "update",
        { type: "MAKE_MOVE", payload: { type: "add", args: [], playerID: "0", credentials: playerCredentials } },
        number,
        matchID,
        "0",
      );
    socket.on("update", (_, state) => {
      if (state._stateID !== number + 1) throw new Error(`state ${state._stateID} after ${number}`);
      number += 1;
      if (number === moves) done();
      else move();
    });
    move();
  });
}

const seats = [];
for (let player = 0; player < players; player += 1) seats.push(await seated());
const start = performance.now();
await Promise.all(seats.map(played));
console.log(JSON.stringify({ seconds: (performance.now() - start) / 1000 }));
for (const { socket } of seats) socket.close();
