/** What every board in a frame has: how the game stands, and the way to the whole page. */

import { h } from "../../dom.js";
import { t } from "../../language.js";
import { otherSide, sideToMove } from "../../rules.js";

/** @import { Child } from "../../dom.js" */
/** @import { Stone } from "../../types.js" */

/** Return how a game stands, for who watches it. @param {Stone[]} stones @param {number[] | null} line that is complete */
export function outcomeWords(stones, line) {
  const side = sideToMove(stones);
  if (line) return t("{side} wins", { side: otherSide(side) });
  return stones.every(Boolean) ? t("A draw") : t("{side} to move", { side });
}

/** Return the foot, whose link opens a place of the whole page. @param {string} place @param {...Child} buttons */
export function foot(place, ...buttons) {
  return h(
    "footer",
    { class: "foot" },
    ...buttons,
    h("a", { href: place, target: "_blank", rel: "noopener" }, "noughts"),
  );
}
