/** What is said of a move that was judged: by exact values, or by what a search proves or estimates. */

import { said, t } from "../../language.js";
import { eitherOf } from "../../words.js";

/** @import { JudgedMove, Result, Searched } from "../../types.js" */

const KEPT = {
  win: {
    any: said("review.kept-win"),
    only: said("review.kept-win-only"),
    forced: said("review.kept-win-forced"),
  },
  draw: {
    any: said("review.kept-draw"),
    only: said("review.kept-draw-only"),
    forced: said("review.kept-draw-forced"),
  },
};
const SHOWN = 12; // moves of a line
const SEEN = 100_000; // from such an estimate on the search has seen the end of the game, in some lines only

/**
 * Return what is said of a move.
 * @param {JudgedMove} judged
 * @param {"line" | "full" | null} end what the move ends the game with, if it does
 */
export function judgedWords(judged, end) {
  if (judged.before && judged.after) return exactWords(judged, judged.before, judged.after);
  return judged.search ? searchWords(judged.search, end) : t("not judged");
}

/** @param {JudgedMove} judged @param {Result} before @param {Result} after */
function exactWords({ mistake, only, forced, better }, before, after) {
  if (before === "loss") return said("review.lost-already");
  if (!mistake) return KEPT[before][forced ? "forced" : only ? "only" : "any"];
  const values = { moves: eitherOf(better ?? []) };
  if (before === "draw") return said("review.lost-draw", values);
  return said(after === "draw" ? "review.slip-draw" : "review.slip-loss", values);
}

/** @param {Searched} search @param {"line" | "full" | null} end */
function searchWords({ words, before, after, better, line, estimate, drop }, end) {
  if (end) return end === "line" ? words : t("a draw: the board is full");
  const values = { better: better ?? "", line: line.slice(0, SHOWN).join(" ") };
  if (before === "win") return better ? t(MISSED[after ?? "unknown"], values) : t("keeps a proved win");
  if (before === "loss") return t("lost already, as the search proves");
  if (after === "loss") {
    if (!better) return t("loses to the opponent's win: the search has found no better move");
    return t(
      line.length
        ? "overlooked the opponent's win ({line}); {better} prevents it"
        : "overlooked the opponent's win; {better} prevents it",
      values,
    );
  }
  if (after) return after === "win" ? t("wins, as the search proves") : t("a draw, as the search proves");
  if (estimate === null) return t("not judged");
  const now = estimateWords(estimate);
  if (!better) return now;
  return t("{estimate}, before it {before}: the search prefers {better}", {
    estimate: now,
    before: estimateWords(estimate + drop),
    better,
  });
}

const MISSED = {
  win: "keeps a proved win",
  draw: "missed a proved win with {better}; now it is a draw",
  loss: "missed a proved win with {better}; now the opponent has one",
  unknown: "missed a proved win with {better}; no win is proved after it",
};

/** @param {number} score */
function estimateWords(score) {
  if (Math.abs(score) >= SEEN) return score > 0 ? t("a win seen, not proved") : t("a loss seen, not proved");
  return t("estimate {score}", { score: score < 0 ? score : `+${score}` });
}
