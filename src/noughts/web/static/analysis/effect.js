/** What a move does to the lines, in the words of a player: the server says which of these sentences is true. */

import { counted, t } from "../language.js";
import { otherSide } from "../rules.js";

/** @import { MoveEffect, Rules, Side } from "../types.js" */

/**
 * Return what a move does, as a sentence.
 * @param {MoveEffect} effect
 * @param {Rules} rules
 * @param {Side} side that moves
 */
export function effectWords({ kind, stops, cells, count }, { k, exact }, side) {
  const other = otherSide(side);
  switch (kind) {
    case "wins":
      return exact ? t("It wins: exactly {k} in a row.", { k }) : t("It wins: {k} in a row.", { k });
    case "stops-but-lost":
      return t("It stops one line, but {other} can complete another.", { other });
    case "threats":
      return threatsWords(cells.length, stops, k);
    case "threat": {
      const values = { k, other, cell: cells[0] };
      return stops
        ? t("It stops {k} in a row, and makes a threat: {other} must answer at {cell}.", values)
        : t("It makes a threat: {other} must answer at {cell}.", values);
    }
    case "stops":
      return t("It stops {k} in a row.", { k });
    case "takes-their-fork":
      return t("It takes the cell where {other} could make two threats at once.", { other });
    case "lines":
      return counted(count, "It lies on one line that is still open.", "It lies on {count} lines that are still open.");
    case "nothing":
      return t("It lies on no line that its side can still complete.");
  }
}

/** @param {number} count @param {boolean} stops @param {number} k */
function threatsWords(count, stops, k) {
  if (count > 2) {
    return stops
      ? t("It stops {k} in a row, and makes {count} threats at once.", { k, count })
      : t("It makes {count} threats at once.", { count });
  }
  return stops ? t("It stops {k} in a row, and makes two threats at once.", { k }) : t("It makes two threats at once.");
}
