// The board in React, for a match: its address ends in #SERVICE#MATCH#TOKEN, which is sent to nobody.

import { Client } from "boardgame.io/react";
import React, { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

import { join } from "../kerbholz.js";
import { Board } from "./board.jsx";

const [, server, match, token] = location.hash.split("#");
let tell = () => {};
const { playerID, matchID, ...options } = await join({ server, match, token, onProblem: (problem) => tell(problem) });
const Match = Client({ ...options, board: Board, debug: false });

function Page() {
  const [problem, setProblem] = useState(null);
  tell = setProblem;
  return (
    <StrictMode>
      <Match matchID={matchID} playerID={playerID} />
      <p role="alert">{problem && (problem.rule ? `${problem.detail} (${problem.rule})` : problem.detail)}</p>
    </StrictMode>
  );
}

createRoot(document.getElementById("page")).render(<Page />);
