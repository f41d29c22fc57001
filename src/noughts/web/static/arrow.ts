/** An arrow over a board: the move that was made, the one that is best, or a line that is threatened. */

import { svg } from "./dom.ts";
import { parseCell } from "./rules.ts";
import type { Arrow, Rules } from "./types.ts";

const CELL = 100;
const GAP = 34; // from the middle of a cell to an arrow's end: its stone is seen
const HEAD = 26;

/** Return an arrow, for an overlay of a board. From no cell, and where stones fall, it comes from above. */
export function arrowDrawing({ m, gravity }: Rules, { from, to, kind }: Arrow) {
  const middle = (cell: number) => [((cell % m) + 0.5) * CELL, (Math.floor(cell / m) + 0.5) * CELL];
  const [x, y] = middle(to);
  const above = from === null || gravity;
  const [fromX, fromY] = above ? [x, gravity ? 0 : y - 0.8 * CELL] : middle(from);
  const length = Math.hypot(x - fromX, y - fromY);
  const [right, down] = [(x - fromX) / length, (y - fromY) / length];
  /** @param along from the arrow's beginning */
  const at = (along: number, aside: number = 0) =>
    `${Math.round(fromX + along * right - aside * down)} ${Math.round(fromY + along * down + aside * right)}`;
  const [begin, tip] = [above ? 0 : GAP, length - GAP];
  const neck = tip - HEAD;
  const shaft = neck > begin ? `M${at(begin)}L${at(neck)}` : "";
  return svg("path", {
    class: `arrow ${kind}`,
    d: `${shaft}M${at(neck, HEAD / 2)}L${at(tip)}L${at(neck, -HEAD / 2)}Z`,
  });
}

/** Return the arrow of the last of some moves, from the one before; none of a first move. */
export function moveArrow(rules: Rules, moves: string[]): Arrow[] {
  const [from, to] = moves.slice(-2).map((name) => parseCell(rules, name));
  return to === undefined ? [] : [{ from, to, kind: "made" }];
}
