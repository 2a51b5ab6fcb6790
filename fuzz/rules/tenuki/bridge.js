// Replays games in tenuki. Reads one game a line, as JSON, and writes what tenuki sees, as JSON:
// for every move from the start on the stones, the stones taken by each colour and, where asked,
// the legal points; after an ended game its score. Points are numbered from the top left.
"use strict";

const { Game } = require("tenuki");
const lines = require("readline").createInterface({ input: process.stdin });

const LETTERS = { black: "b", white: "w", empty: "." };

function look(game, asked) {
  const state = game.currentState();
  const legal = (point) => !game.isIllegalAt(point.y, point.x);
  return {
    stones: state.intersections.map((point) => LETTERS[point.value]).join(""),
    taken: [state.whiteStonesCaptured, state.blackStonesCaptured],
    legal: asked ? state.intersections.flatMap((point, code) => (legal(point) ? [code] : [])) : null,
  };
}

// Tenuki's own `equivalence` adds the stones handed over for passes to the area. Here they are
// added, with the prisoners, to its territory.
function count(game, dead) {
  const state = game.currentState();
  while (!game.isOver()) game.pass({ render: false });
  // markDeadAt takes all chains of a region at once; the agreed set may have fewer.
  game._deadPoints = dead;
  const [score, territory] = [game.score(), game.territory()];
  const deadOf = (colour) => dead.filter(({ y, x }) => game.intersectionAt(y, x).value === colour).length;
  const extra = state.color === "black" ? 1 : 0;
  const black = territory.black.length + state.whiteStonesCaptured + deadOf("white") + state.whitePassStones + extra;
  const white = territory.white.length + state.blackStonesCaptured + deadOf("black") + state.blackPassStones;
  return { black: score.black, white: score.white, margin: black - white };
}

function replay({ size, handicap, moves, asked, dead }) {
  const rules = { boardSize: size, koRule: "positional-superko", scoring: "area" };
  const game = new Game(rules);
  const place = (code) => ({ y: Math.floor(code / size), x: code % size });
  const put = (board, code) => board.playAt(place(code).y, place(code).x, { render: false });
  const play = (code) => put(game, code);
  // Passing ends its game; here play can be resumed with a pass.
  const pass = () => game.pass({ render: false }) || game._moves.push(game.currentState().playPass(game.currentPlayer()));
  if (handicap.length > 0) {
    // Its fixed handicap has another third stone, and its history leaves out the start.
    const start = new Game({ ...rules, handicapStones: handicap.length, freeHandicapPlacement: true });
    handicap.forEach((code) => put(start, code));
    game._moves.push(start.currentState());
  }
  const seen = [look(game, asked[0])];
  for (const [index, move] of moves.entries()) {
    if (!(move === null ? pass() : play(move))) break;
    seen.push(look(game, asked[index + 1]));
  }
  return { seen, score: dead === null ? null : count(game, dead.map(place)) };
}

lines.on("line", (line) => console.log(JSON.stringify(replay(JSON.parse(line)))));
