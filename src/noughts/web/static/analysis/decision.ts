/** Why a strategy moves as it does: what its scores are made of, drawn as its source draws them. */

import { choice, h, put } from "../dom.ts";
import { t } from "../language.ts";
import { ended } from "../messages.ts";
import { parseCell, sideToMove } from "../rules.ts";
import type { ChosenMove, Mark, Rules, Stone, View } from "../types.ts";
import { isRules, short } from "../words.ts";

/** The cells of 3,3,3 as the list `ring` numbers them: clockwise from the top left, the centre last. */
const RING = [0, 1, 2, 7, 8, 3, 6, 5, 4];

/** Return the marks that a decision puts on the board. */
export function decisionMarks(rules: Rules, decision: ChosenMove, view: View): Map<number, Mark> {
  const marks: Map<number, Mark> = new Map();
  const scores = Object.entries(decision.scores ?? {});
  const ranks = [...new Set(scores.map(([, score]) => score))].sort((a, b) => a - b);
  for (const [name, score] of scores) {
    const heat = ranks.length > 1 ? ranks.indexOf(score) / (ranks.length - 1) : 1;
    marks.set(parseCell(rules, name), { score: short(score, 5), heat });
  }
  for (const name of decision.moves) {
    const cell = parseCell(rules, name);
    marks.set(cell, { ...marks.get(cell), chosen: true });
  }
  if (view === "rules" && /^ring\b/.test(decision.strategy)) {
    for (const [cell, number] of RING.entries()) marks.set(cell, { ...marks.get(cell), corner: String(number) });
  }
  return marks;
}

/** Return what a decision is made of, or null where there is nothing more to show than its reason. */
export function workings(rules: Rules, stones: Stone[], decision: ChosenMove, view: View) {
  if (view === "rules") return ruleList(decision);
  if (decision.lines?.length) return oneColumn(rules, stones, decision);
  return null;
}

/** The rules of a list that had no move here, and the one that decided. */
function ruleList({ reason, passed }: ChosenMove) {
  return h(
    "ol",
    { class: "rules" },
    (passed ?? []).map((rule) => h("li", {}, t("{rule}: no move here", { rule }))),
    h("li", { class: "lit", "aria-current": "true" }, reason.replace(/^\d+\.\s*/, "")),
  );
}

function lineName(cells: string[]) {
  return `${cells[0]}–${cells[cells.length - 1]}`;
}

/** The lines through a cell, which the visitor chooses, the strategy's choice first. */
function oneColumn(rules: Rules, stones: Stone[], decision: ChosenMove) {
  const names = Object.keys(decision.scores ?? {});
  const body = h("div");
  const show = (name: string) => put(body, column(rules, stones, decision, name));
  const first = decision.moves[0];
  show(first);
  return h(
    "div",
    {},
    choice(
      t("Lines through"),
      names.map((name) => [name, name]),
      first,
      show,
    ),
    body,
  );
}

function column(rules: Rules, stones: Stone[], decision: ChosenMove, name: string) {
  const through = (decision.lines ?? []).filter(({ cells, score }) => score !== 0 && cells.includes(name));
  through.sort((a, b) => b.score - a.score);
  const rows = through.map(({ cells, score }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, lineName(cells)),
      h("td", { class: "stones" }, cells.map((cell) => stones[parseCell(rules, cell)] ?? "·").join(" ")),
      h("td", { class: "lit" }, short(score, 9)),
    ),
  );
  const sum = decision.scores?.[name] ?? 0;
  return scrollable(
    t("lines through {cell}", { cell: name }),
    h(
      "table",
      { class: "matrix" },
      h("caption", {}, t("What the lines through {cell} give it", { cell: name })),
      h("tbody", {}, rows),
      h(
        "tfoot",
        {},
        h("tr", {}, h("th", { scope: "row" }, t("sum")), h("td"), h("td", { class: "lit" }, short(sum, 9))),
      ),
    ),
  );
}

/** A table in a region that scrolls by itself, by keyboard too. */
function scrollable(label: string, table: HTMLElement) {
  return h("div", { class: "wide", role: "region", "aria-label": label, tabindex: 0 }, table);
}

/** Return the reason of a decision in a sentence, and what its move does. */
export function decisionWords(decision: ChosenMove, stones: Stone[]) {
  const { moves, chances, choice: drawn, does } = decision;
  const words = moves.map((cell) =>
    chances ? t("{cell} with chance {chance}", { cell, chance: chances[cell] ?? "" }) : cell,
  );
  const cells = words.length > 6 ? `${words.slice(0, 6).join(", ")}, …` : words.join(", ");
  const side = sideToMove(stones);
  const name = isRules(decision.strategy) ? t("The list of rules") : decision.strategy;
  const values = { name, cells, side, count: moves.length, reason: decision.reason };
  if (moves.length === 1) {
    return `${ended(t("{name} would play {cells} for {side}: {reason}", values))} ${does}`.trimEnd();
  }
  const choice = t("{name} would play any of {count} cells ({cells}) for {side}: {reason}", values);
  return does ? `${ended(choice)} ${drawn}: ${does}` : ended(choice);
}
