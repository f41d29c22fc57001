/** What is drawn: stones, worths, winning lines, small boards; their shapes are those of every drawing. */

import { h, svg } from "./dom.ts";
import { t } from "./language.ts";
import { parsePosition } from "./rules.ts";
import shapes from "./shapes.js";
import type { MoveValue, Rules } from "./types.ts";

const CELL = 100;

const LETTERS = { win: t("W"), draw: t("D"), loss: t("L") };

/** Return a worth in letters: "W3", "D", "L4". */
function worthLetters({ value, distance }: MoveValue) {
  return LETTERS[value] + (value === "draw" || distance === null ? "" : distance);
}

/** Return a worth drawn: a shape and letters. */
export function worthDrawing(worth: MoveValue) {
  const shape = svg(
    "svg",
    { viewBox: "0 0 12 12", "aria-hidden": "true" },
    svg("path", { d: shapes.worth[worth.value] }),
  );
  return h("span", { class: `worth sign ${worth.value}`, "data-sign": worthLetters(worth) }, shape);
}

/** Return the sign of a draw. */
export function drawDrawing() {
  return svg(
    "svg",
    { class: "drawn", viewBox: "0 0 12 12", "aria-hidden": "true" },
    svg("path", { d: shapes.worth.draw }),
  );
}

/** Return the path of a stone, in a cell of 100 by 100. */
function stonePath(side: "X" | "O", place?: Record<string, unknown>) {
  const kind = side === "X" ? "x" : "o";
  return svg("path", { class: kind, d: shapes[kind], "stroke-width": shapes.stroke, ...place });
}

/** Return a stone drawn. */
export function stoneDrawing(side: "X" | "O") {
  return svg("svg", { class: "stone", viewBox: `0 0 ${CELL} ${CELL}`, "aria-hidden": "true" }, stonePath(side));
}

/** Return the shade under a score, in percent of the accent. @param heat from 0 to 1 */
export function shade(heat: number) {
  return `${Math.round(heat * shapes.heat)}%`;
}

/** Return an empty drawing that covers a board, to draw a winning line in. */
export function overlay({ m, n }: Rules) {
  return svg("svg", { class: "over", viewBox: `0 0 ${m * CELL} ${n * CELL}`, "aria-hidden": "true" });
}

/** Return the line through a winner's stones, for an overlay. */
export function strikeDrawing({ m }: Rules, line: number[]) {
  const [[x1, y1], [x2, y2]] = [Math.min(...line), Math.max(...line)].map((cell) => [cell % m, Math.floor(cell / m)]);
  const { over, width } = shapes.strike;
  const [right, down] = [over * Math.sign(x2 - x1), over * Math.sign(y2 - y1)];
  const middle = (at: number) => (at + 0.5) * CELL;
  return svg("line", {
    class: "strike",
    x1: middle(x1) - right,
    y1: middle(y1) - down,
    x2: middle(x2) + right,
    y2: middle(y2) + down,
    "stroke-width": width,
    pathLength: 1,
  });
}

/** Return a small drawing of a position, to look at. @param framed cells */
export function thumbnail(rules: Rules, position: string, framed: number[] = []) {
  const { m, n } = rules;
  const size = { viewBox: `-5 -5 ${m * CELL + 10} ${n * CELL + 10}`, "aria-hidden": "true" };
  const drawing = svg("svg", { class: "thumbnail", ...size });
  const across = Array.from({ length: n + 1 }, (_, row) => `M0 ${row * CELL}H${m * CELL}`).join("");
  const down = Array.from({ length: m + 1 }, (_, column) => `M${column * CELL} 0V${n * CELL}`).join("");
  drawing.append(svg("path", { class: "lines", d: across + down }));
  for (const cell of framed) {
    const place = { x: (cell % m) * CELL + 14, y: Math.floor(cell / m) * CELL + 14 };
    drawing.append(svg("rect", { class: "framed", ...place, width: CELL - 28, height: CELL - 28 }));
  }
  for (const [cell, stone] of (parsePosition(rules, position) ?? []).entries()) {
    const place = { transform: `translate(${(cell % m) * CELL} ${Math.floor(cell / m) * CELL})` };
    if (stone) drawing.append(stonePath(stone, place));
  }
  return drawing;
}
