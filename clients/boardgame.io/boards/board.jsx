// A board in React. It is written for boardgame.io, and knows neither a game nor where the match is.

import React from "react";

export function Board({ G, ctx, moves, isActive, isConnected, matchData, playerID }) {
  const names = (matchData ?? []).map(({ name }) => name);
  return (
    <main data-turn={ctx.turn}>
      <h1>{names.join(" and ")}</h1>
      <p className="turn">
        {isConnected ? "" : "(away) "}
        {isActive ? "Your turn" : `${names[ctx.currentPlayer] ?? "Nobody"}'s turn`}
      </p>
      <p className="player">{playerID === null ? "You watch" : `You are ${names[playerID]}`}</p>
      <div className="moves">
        {Object.keys(moves).map((name) => (
          <button key={name} name={name} disabled={!isActive} onClick={() => moves[name]({})}>{name}</button>
        ))}
      </div>
      <pre>{JSON.stringify(G)}</pre>
      <p className="over">{ctx.gameover === undefined ? "" : `Winner: ${names[ctx.gameover.winner] ?? "nobody"}`}</p>
    </main>
  );
}
