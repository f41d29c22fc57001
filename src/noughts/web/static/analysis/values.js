/** Exact values, in a game and on any board: one switch, a mark on every free cell, arrows, and what they say together. */

import { h, toggle } from "../dom.js";
import { counted, t } from "../language.js";
import { complain } from "../messages.js";
import { gameText, otherSide, parseCell, positionText } from "../rules.js";
import { prefer, preference } from "../store.js";
import { ask } from "./jobs.js";
import { truthLegend } from "./legend.js";
import { LatestQuestion, searchWords } from "./question.js";

/** @import { Child } from "../dom.js" */
/** @import { Arrow, ExactValues, Mark, MoveMade, MoveValue, Rules, Stone } from "../types.js" */

/** Up to so many cells exact values are there at once, or within a second. */
const WITHIN_REACH = 16;

/** So many best moves have an arrow each; where more are as good, no arrow says anything. */
const MOST_ARROWS = 3;

export class Values {
  /**
   * @param {Rules} rules
   * @param {{kept: boolean, usual: boolean, changed: () => void}} options `kept`: whether the browser remembers the
   * switch; `usual`: whether it is on at first, where values are there at once
   * @param {...Child} more what stands below
   */
  constructor(rules, { kept, usual, changed }, ...more) {
    this.rules = rules;
    this.kept = kept;
    this.withinReach = rules.m * rules.n <= WITHIN_REACH;
    const first = usual && this.withinReach ? "on" : "off";
    this.on = (kept ? preference("truth", first) : first) === "on";
    /** @type {LatestQuestion<ExactValues>} */
    this.latest = new LatestQuestion(
      changed,
      (error) => {
        this.line.textContent = "";
        complain(error);
      },
      searchWords,
    );
    /** @type {LatestQuestion<ExactValues>} what the position was worth before the move that is looked at */
    this.earlier = new LatestQuestion(changed, () => {});
    this.before = h("p", { id: "before" });
    this.line = h("p", { id: "truth", "aria-live": "polite" });
    this.legend = truthLegend();
    const turn = toggle(t("Exact values on the board"), this.on, (on) => {
      this.on = on;
      if (kept) prefer("truth", on ? "on" : "off");
      changed();
    });
    this.element = h(
      "section",
      { class: kept ? "panel" : "results", id: "truth-panel", "aria-label": t("Exact values") },
      turn,
      this.before,
      this.line,
      this.latest.element,
      this.legend,
      ...more,
    );
  }

  /**
   * Look at what a position is worth, and at what it was worth before a move.
   * @param {Stone[] | null} stones null where there is nothing to know
   * @param {{made: MoveMade, stones: Stone[]} | null} [move]
   */
  look(stones, move = null) {
    const game = gameText(this.rules);
    const now = stones && this.on ? positionText(this.rules, stones) : null;
    this.latest.ask(now, (signal, heard) => ask("values", { game, position: now ?? "" }, signal, heard));
    const was = move && this.on && this.withinReach ? positionText(this.rules, move.stones) : null;
    this.earlier.ask(was, (signal) => ask("values", { game, position: was ?? "" }, signal));
    const { answer, asking } = this.latest;
    this.legend.hidden = !answer || answer.value === null;
    const worth = move && this.earlier.answer?.value && valueWords(this.earlier.answer);
    this.before.textContent = worth
      ? t("Before {side} {cell}: {worth}", { side: move.made.side, cell: move.made.cell, worth })
      : "";
    const off = this.kept && !this.on && !this.withinReach && stones;
    const none = off ? t("On a board of this size exact values take a search, which may not find them.") : "";
    this.line.textContent = answer ? valueWords(answer) : asking ? t("Asking…") : none;
  }

  /** Whether values were asked for, and are not known. */
  get unknown() {
    return this.latest.answer !== null && this.latest.answer.value === null;
  }

  /** Return what to mark on the board. @returns {Map<number, Mark> | null} */
  get marks() {
    return this.latest.answer && valueMarks(this.rules, this.latest.answer);
  }

  /** Return arrows to the best moves. @param {number | null} from the last move @returns {Arrow[]} */
  arrows(from) {
    const best = this.latest.answer ? bestMoves(this.latest.answer) : [];
    if (best.length > MOST_ARROWS) return [];
    return best.map((name) => ({ from, to: parseCell(this.rules, name), kind: "best" }));
  }

  leave() {
    this.latest.stop();
    this.earlier.stop();
  }
}

/**
 * Return the marks that exact values put on the board; none where they are not known.
 * @param {Rules} rules
 * @param {ExactValues} values
 * @returns {Map<number, Mark>}
 */
function valueMarks(rules, values) {
  const best = bestMoves(values);
  return new Map(
    Object.entries(values.moves).map(([name, worth]) => [parseCell(rules, name), { worth, best: best.includes(name) }]),
  );
}

/** Return the best moves: the quickest wins, else draws, else the longest losses; none where every move is one. @param {ExactValues} values */
function bestMoves({ moves }) {
  /** @param {MoveValue} worth */
  const rank = ({ value, distance }) => ({ win: 1000 - (distance ?? 0), draw: 0, loss: (distance ?? 0) - 1000 })[value];
  const names = Object.keys(moves);
  const most = Math.max(...names.map((name) => rank(moves[name])));
  const best = names.filter((name) => rank(moves[name]) === most);
  return best.length === names.length ? [] : best;
}

/** Return what the position is worth, in a sentence. @param {ExactValues} values */
function valueWords({ value, distance, side }) {
  if (value === null) return t("Unknown: no table has this position, and a search of a few seconds did not solve it.");
  if (value === "draw") return t("With best play it is a draw.");
  const winner = value === "win" ? side : otherSide(side);
  if (distance === null) return t("With best play {winner} wins.", { winner });
  return counted(
    distance,
    "{winner} wins with the next move.",
    "With best play {winner} wins in {count} moves, both sides counted.",
    { winner },
  );
}

/**
 * Return marks put together, cell by cell.
 * @param {...(Map<number, Mark> | null)} layers
 * @returns {Map<number, Mark>}
 */
export function mergedMarks(...layers) {
  /** @type {Map<number, Mark>} */
  const all = new Map();
  for (const layer of layers) {
    for (const [cell, mark] of layer ?? []) all.set(cell, { ...all.get(cell), ...mark });
  }
  return all;
}
