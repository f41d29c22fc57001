/** A picture (PNG) of a game, to share: a sentence above the board as it is drawn, each stone with its move's number. */

import { h } from "./dom.ts";
import { strikeDrawing } from "./drawings.ts";
import { t } from "./language.ts";
import { outcomeOf, parseCell, stonesAfter } from "./rules.ts";
import shapes from "./shapes.js";
import type { Rules } from "./types.ts";

const CELL = 100;
const MARGIN = 50;
const LEAST = 600; // pixels across, so that a sentence fits
const LINE = 34; // of the sentence

/** Return the link that saves the picture. @param sentence what the game shows */
export function pictureLink(rules: Rules, moves: string[], sentence: string) {
  const save = () => link.setAttribute("href", drawn(rules, moves, sentence).toDataURL("image/png"));
  const link = h("a", { href: "#", download: "noughts.png", onclick: save }, t("Save the picture"));
  return link;
}

/** Draw the game at its end. */
function drawn(rules: Rules, moves: string[], sentence: string) {
  const { m, n } = rules;
  const canvas = h("canvas", { width: Math.max(LEAST, m * CELL + 2 * MARGIN) });
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const font = getComputedStyle(document.body).fontFamily;
  const write = (size: string, colour: string) =>
    Object.assign(pen, { font: `${size} ${font}`, fillStyle: inked(colour) });
  write("600 26px", "--ink");
  const lines = broken(pen, sentence, canvas.width - 2 * MARGIN);
  const top = MARGIN + lines.length * LINE;
  canvas.height = top + n * CELL + 2 * MARGIN; // which empties the canvas
  pen.fillStyle = inked("--card");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write("600 26px", "--ink");
  for (const [at, line] of lines.entries()) pen.fillText(line, MARGIN, MARGIN + at * LINE);
  write("20px", "--soft");
  pen.fillText("noughts", MARGIN, canvas.height - MARGIN / 2);
  pen.translate((canvas.width - m * CELL) / 2, top);
  board(pen, rules, moves);
  write("20px", "--soft");
  for (const [at, move] of moves.entries()) {
    const cell = parseCell(rules, move);
    pen.fillText(String(at + 1), (cell % m) * CELL + 7, Math.floor(cell / m) * CELL + 22);
  }
  return canvas;
}

/** Draw the cells, the winning line, and the stones. */
function board(pen: CanvasRenderingContext2D, rules: Rules, moves: string[]) {
  const { m } = rules;
  const stones = stonesAfter(rules, moves) ?? [];
  const { line } = outcomeOf(rules, stones);
  const at = (cell: number) => [(cell % m) * CELL, Math.floor(cell / m) * CELL] as const;
  for (const [cell] of stones.entries()) {
    pen.fillStyle = inked(line?.includes(cell) ? "--won" : "--card");
    pen.strokeStyle = inked("--edge");
    pen.fillRect(...at(cell), CELL, CELL);
    pen.strokeRect(...at(cell), CELL, CELL);
  }
  pen.lineCap = "round";
  if (line) {
    const strike = strikeDrawing(rules, line);
    const [x1, y1, x2, y2, width] = ["x1", "y1", "x2", "y2", "stroke-width"].map((name) =>
      Number(strike.getAttribute(name)),
    );
    pen.strokeStyle = inked("--strike");
    pen.lineWidth = width;
    pen.stroke(new Path2D(`M${x1} ${y1}L${x2} ${y2}`));
  }
  pen.lineWidth = shapes.stroke;
  for (const [cell, stone] of stones.entries()) {
    if (!stone) continue;
    pen.strokeStyle = inked(stone === "X" ? "--ink" : "--accent");
    const shape = new Path2D();
    shape.addPath(new Path2D(shapes[stone === "X" ? "x" : "o"]), new DOMMatrix().translate(...at(cell)));
    pen.stroke(shape);
  }
}

/** Return a colour of the page as it is now, light or dark. */
function inked(name: string) {
  const probe = h("span", {});
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Return a sentence in lines, none wider than so many pixels. */
function broken(pen: CanvasRenderingContext2D, sentence: string, width: number) {
  const lines = [""];
  for (const word of sentence.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
