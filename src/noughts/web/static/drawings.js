/** What is drawn: stones, worths, small boards. */

import { h, svg } from "./dom.js";
import { parsePosition } from "./rules.js";

/** @import { Rules, Worth } from "./types.js" */

const LETTERS = { win: "W", draw: "D", loss: "L" };

/** Return a worth in letters: "W3", "D", "L4". @param {Worth} worth */
export function worthLetters({ result, distance }) {
  return LETTERS[result] + (result === "draw" || distance === null ? "" : distance);
}

const WORTH_SHAPES = { win: "M6 1 11 10H1Z", draw: "M1 3H11V5H1ZM1 7H11V9H1Z", loss: "M6 10.500 1 1.500H11Z" };

/** Return a worth drawn: a shape and letters. @param {Worth} worth */
export function worthDrawing(worth) {
  const shape = svg("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, svg("path", { d: WORTH_SHAPES[worth.result] }));
  return h("span", { class: `worth ${worth.result}` }, shape, worthLetters(worth));
}

/** Return a stone drawn. @param {"X" | "O"} side */
export function stoneDrawing(side) {
  const shape =
    side === "X" ? svg("path", { d: "M24 24 76 76M76 24 24 76" }) : svg("circle", { cx: 50, cy: 50, r: 29 });
  return svg("svg", { class: `stone ${side.toLowerCase()}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, shape);
}

/** Return a small drawing of a position, to look at. @param {Rules} rules @param {string} position */
export function thumbnail(rules, position) {
  const { m, n } = rules;
  const drawing = svg("svg", { class: "thumbnail", viewBox: `-0.050 -0.050 ${m + 0.1} ${n + 0.1}`, "aria-hidden": "true" });
  const across = Array.from({ length: n + 1 }, (_, row) => `M0 ${row}H${m}`).join("");
  const down = Array.from({ length: m + 1 }, (_, column) => `M${column} 0V${n}`).join("");
  drawing.append(svg("path", { class: "lines", d: across + down }));
  for (const [cell, stone] of (parsePosition(rules, position) ?? []).entries()) {
    if (!stone) continue;
    const [x, y] = [(cell % m) + 0.5, Math.floor(cell / m) + 0.5];
    const cross = `M${x - 0.25} ${y - 0.25}l.5 .5m0-.5l-.5 .5`;
    drawing.append(
      stone === "X"
        ? svg("path", { class: "mark-x", d: cross })
        : svg("circle", { class: "mark-o", cx: x, cy: y, r: 0.28 }),
    );
  }
  return drawing;
}
