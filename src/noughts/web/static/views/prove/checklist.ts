/** A program point by point, in every position and on both sides: is each answer legal, is no win and no draw given away. */

import { badge } from "../../controls/verdictline.ts";
import { h } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { counted, t } from "../../language.ts";
import { cellName, otherSide, parseCell, positionText, sideToMove, stonesAfter, threatsOf } from "../../rules.ts";
import type { Rules } from "../../types.ts";
import { grouped } from "../../words.ts";
import { offer } from "./exceptions.ts";

/** How often value of a kind is given away, moves to a position where it is, and the move there. */
type Slip = { count: number; line: string[]; move: string };
type Regret = { decisions: number; kinds: Partial<Record<"win to draw" | "win to loss" | "draw to loss", Slip>> };

/** Return the button, in whose place the points come. */
export function checklist(rules: Rules, ask: () => Promise<Regret>) {
  return offer(t("Check it point by point"), t("It is asked in every position…"), async () => {
    const { decisions, kinds } = await ask();
    const wins = [kinds["win to loss"], kinds["win to draw"]].filter((slip) => slip !== undefined);
    const points = [
      point(t("It answers with a legal move: in all {count} positions.", { count: grouped(decisions) })),
      wins.length ? broken(rules, wins, t("It gives a win away")) : point(t("It never gives a win away.")),
      kinds["draw to loss"]
        ? broken(rules, [kinds["draw to loss"]], t("It gives a draw away"))
        : point(t("It never gives a draw away.")),
    ];
    return [h("ul", { class: "checklist" }, points)];
  });
}

function point(words: string) {
  return h("li", { class: "seat-verdict" }, badge("good"), words);
}

/** A point that is not kept: how often, and the first position. */
function broken(rules: Rules, slips: Slip[], what: string) {
  const [{ line, move }] = slips;
  const count = slips.reduce((sum, slip) => sum + slip.count, 0);
  const stones = stonesAfter(rules, line) ?? [];
  const [side, cell] = [sideToMove(stones), parseCell(rules, move)];
  const other = otherSide(side);
  const { cells, forks } = threatsOf(rules, stones.with(cell, side), other);
  const named = [...cells, ...forks].map((each) => cellName(rules, each)).join(", ");
  const values = { what, count: grouped(count), side, move, other, cells: named };
  const words = [
    counted(
      count,
      "{what} in {count} position. Here {side} plays {move}.",
      "{what} in {count} positions. Here {side} plays {move}.",
      values,
    ),
    cells.length && t("Then {other} can complete a line: {cells}.", values),
    !cells.length && forks.length && t("Then {other} has a fork: {cells}.", values),
  ];
  const picture = thumbnail(rules, positionText(rules, stones), [cell]);
  return h("li", { class: "seat-verdict" }, badge("bad"), picture, h("span", {}, words.filter(Boolean).join(" ")));
}
