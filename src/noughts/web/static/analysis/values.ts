/** Exact values, in a game and on any board: one switch, a mark on every free cell, arrows, and what they say together. */

import type { Child } from "../dom.ts";
import { h, toggle } from "../dom.ts";
import { counted, t } from "../language.ts";
import { complain } from "../messages.ts";
import { gameText, otherSide, parseCell, positionText } from "../rules.ts";
import { prefer, preference } from "../store.ts";
import type { Arrow, ExactValues, Mark, MoveMade, MoveValue, Rules, Stone } from "../types.ts";
import { ask } from "./jobs.ts";
import { truthLegend } from "./legend.ts";
import { LatestQuestion, searchWords } from "./question.ts";

/** Up to so many cells exact values are there at once, or within a second. */
const WITHIN_REACH = 16;

/** So many best moves have an arrow each; where more are as good, no arrow says anything. */
const MOST_ARROWS = 3;

export class Values {
  readonly kept: boolean;
  withinReach: boolean;
  on: boolean;
  readonly latest: LatestQuestion<ExactValues>;
  /** What the position was worth before the move that is looked at. */
  readonly earlier: LatestQuestion<ExactValues>;
  readonly before = h("p", { id: "before" });
  readonly line = h("p", { id: "truth", "aria-live": "polite" });
  readonly legend = truthLegend();
  readonly element: HTMLElement;

  /**
   * @param options `kept`: whether the browser remembers the switch; `usual`: whether it is on at first, where values are there at once
   * @param more what stands below
   */
  constructor(
    readonly rules: Rules,
    { kept, usual, changed }: { kept: boolean; usual: boolean; changed: () => void },
    ...more: Child[]
  ) {
    this.kept = kept;
    this.withinReach = rules.m * rules.n <= WITHIN_REACH;
    const first = usual && this.withinReach ? "on" : "off";
    this.on = (kept ? preference("truth", first) : first) === "on";
    this.latest = new LatestQuestion(
      changed,
      (error) => {
        this.line.textContent = "";
        complain(error);
      },
      searchWords,
    );
    this.earlier = new LatestQuestion(changed, () => {});
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
   * @param stones null where there is nothing to know
   */
  look(stones: Stone[] | null, move: { made: MoveMade; stones: Stone[] } | null = null) {
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

  /** Return what to mark on the board. */
  get marks(): Map<number, Mark> | null {
    return this.latest.answer && valueMarks(this.rules, this.latest.answer);
  }

  /** Return arrows to the best moves. @param from the last move */
  arrows(from: number | null): Arrow[] {
    const best = this.latest.answer ? bestMoves(this.latest.answer) : [];
    if (best.length > MOST_ARROWS) return [];
    return best.map((name) => ({ from, to: parseCell(this.rules, name), kind: "best" }));
  }

  leave() {
    this.latest.stop();
    this.earlier.stop();
  }
}

/** Return the marks that exact values put on the board; none where they are not known. */
function valueMarks(rules: Rules, values: ExactValues): Map<number, Mark> {
  const best = bestMoves(values);
  return new Map(
    Object.entries(values.moves).map(([name, worth]) => [parseCell(rules, name), { worth, best: best.includes(name) }]),
  );
}

/** Return the best moves: the quickest wins, else draws, else the longest losses; none where every move is one. */
function bestMoves({ moves }: ExactValues) {
  const rank = ({ value, distance }: MoveValue) =>
    ({ win: 1000 - (distance ?? 0), draw: 0, loss: (distance ?? 0) - 1000 })[value];
  const names = Object.keys(moves);
  const most = Math.max(...names.map((name) => rank(moves[name])));
  const best = names.filter((name) => rank(moves[name]) === most);
  return best.length === names.length ? [] : best;
}

/** Return what the position is worth, in a sentence. */
function valueWords({ value, distance, side }: ExactValues) {
  if (value === null)
    return t(
      "Not known: a search of a few seconds did not solve it. The dashed arrow shows the move that the search would make.",
    );
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

/** Return marks put together, cell by cell. */
export function mergedMarks(...layers: (Map<number, Mark> | null)[]): Map<number, Mark> {
  const all: Map<number, Mark> = new Map();
  for (const layer of layers) {
    for (const [cell, mark] of layer ?? []) all.set(cell, { ...all.get(cell), ...mark });
  }
  return all;
}
