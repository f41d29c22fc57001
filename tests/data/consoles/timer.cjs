// The computer is O, moves second, and thinks on a timer: Node waits for its terminal and for the time at once.
const readline = require("readline").createInterface({ input: process.stdin, output: process.stdout });
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const board = Array(9).fill(" ");
const free = (cell) => board[cell] === " ";
const won = (mark) => LINES.some((line) => line.every((cell) => board[cell] === mark));

function show() {
  console.log([0, 3, 6].map((start) => board.slice(start, start + 3).join("|")).join("\n-+-+-\n"));
}

function reply() {
  board[[4, 0, 2, 6, 8, 1, 3, 5, 7].find(free)] = "O";
  show();
  if (won("O")) readline.close();
  else ask();
}

function ask() {
  readline.question("Your move (1-9): ", (text) => {
    const cell = parseInt(text, 10) - 1;
    if (!(cell >= 0 && cell < 9 && free(cell))) return ask();
    board[cell] = "X";
    if (won("X") || !board.includes(" ")) {
      show();
      readline.close();
    } else setTimeout(reply, 20);
  });
}

show();
ask();
