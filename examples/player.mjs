// A player for `noughts` in JavaScript: win, block, fork, allow no fork, else the cells with the best lines.
// It plays every m,n,k-game. Try it: noughts prove "pipe:node examples/player.mjs"
import { createInterface } from "node:readline";

// All lines of k cells on a board of m columns and n rows; a cell is its number, row * m + column. In an exact game each
// has the cells beyond its ends, where a stone of the same side keeps it from winning.
function linesOf(m, n, k, exact) {
  const lines = [];
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < m; column++) {
      for (const [down, right] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ]) {
        const at = (i) => {
          const [y, x] = [row + i * down, column + i * right];
          return y >= 0 && y < n && x >= 0 && x < m ? y * m + x : null;
        };
        if (at(k - 1) !== null) {
          const beyond = (exact ? [at(-1), at(k)] : []).filter((cell) => cell !== null);
          lines.push({ cells: Array.from({ length: k }, (_, i) => at(i)), beyond });
        }
      }
    }
  }
  return lines;
}

// The cells where `side` wins with its next stone. `through` has the lines through each cell.
function wins(board, side, free, through) {
  return free.filter((cell) =>
    through[cell].some(
      ({ cells, beyond }) =>
        cells.every((other) => other === cell || board[other] === side) && beyond.every((end) => board[end] !== side),
    ),
  );
}

// Those of some cells where a stone of `side` makes two threats at once.
function forks(board, side, cells, free, through) {
  return cells.filter((cell) => {
    board[cell] = side;
    const threats = wins(
      board,
      side,
      free.filter((one) => one !== cell),
      through,
    );
    board[cell] = ".";
    return threats.length > 1;
  });
}

// The cells where a stone of `side` leaves the other side no fork that it has the time for.
function safe(board, side, other, free, through) {
  return free.filter((cell) => {
    board[cell] = side;
    const left = free.filter((one) => one !== cell);
    const threats = wins(board, side, left, through);
    const answers = threats.length ? threats : left; // a threat must be answered
    const danger = forks(board, other, answers, left, through);
    board[cell] = ".";
    return danger.length === 0;
  });
}

// Those of some cells with the best sum over their lines: a line counts if it holds stones of one side alone, four
// times as much for each stone.
function best(board, cells, through) {
  const score = (cell) => {
    let sum = 0;
    for (const line of through[cell]) {
      const stones = line.cells.map((one) => board[one]).filter((mark) => mark !== ".");
      if (new Set(stones).size < 2) sum += 4 ** stones.length;
    }
    return sum;
  };
  const scores = cells.map(score);
  const most = Math.max(...scores);
  return cells.filter((_, i) => scores[i] === most);
}

// All moves that this player may make, and why: the first rule that names a cell decides.
function decide({ game, position, side, moves }) {
  const [m, n, k, exact] = game;
  const board = [...position.replaceAll("/", "")];
  const other = side === "X" ? "O" : "X";
  const through = board.map(() => []);
  for (const line of linesOf(m, n, k, exact)) for (const cell of line.cells) through[cell].push(line);
  const free = board.flatMap((mark, cell) => (mark === "." ? [cell] : []));
  const name = Object.fromEntries(free.map((cell, i) => [cell, moves[i]])); // both are in the same order
  const small = board.length <= 16; // on larger boards looking for forks takes too long
  const rules = [
    ["a win", () => wins(board, side, free, through)],
    ["a block", () => wins(board, other, free, through)],
    ["a fork", () => (small ? forks(board, side, free, free, through) : [])],
    ["no fork for the other", () => best(board, small ? safe(board, side, other, free, through) : [], through)],
    ["the best lines", () => best(board, free, through)],
  ];
  for (const [reason, rule] of rules) {
    const cells = rule();
    if (cells.length) return { moves: cells.map((cell) => name[cell]), reason };
  }
}

// One request a line, one answer a line.
createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(decide(JSON.parse(line))));
});
