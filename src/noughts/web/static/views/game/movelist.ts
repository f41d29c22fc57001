/** The moves of a live game, and what those of strategies do. */

import { withQuery } from "../../api.ts";
import { h, panel, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { sentence } from "../../messages.ts";
import type { GameState, MoveMade } from "../../types.ts";
import { isByChance } from "../../words.ts";

export class History {
  readonly list = h("ol", { class: "moves", "aria-label": t("Moves") });
  readonly links = h("div", { class: "actions" });
  readonly element = panel(t("Moves"), { id: "moves" }, this.list, this.links);
  /** What each row shows. */
  shown: string[] = [];

  /** @param closed whether nothing may lead to a page that helps */
  show({ game, moves, outcome }: GameState, closed: boolean) {
    this.element.hidden = closed && moves.length === 0;
    const cells = moves.map(({ cell }) => cell);
    const told = outcome ? -1 : moves.findLastIndex(({ reason }) => reason !== null); // under the board
    const keys = moves.map(({ cell, reason }, index) => `${cell} ${reason} ${closed} ${index === told}`);
    const kept = keys.findIndex((key, index) => key !== this.shown[index]);
    const from = kept < 0 ? keys.length : kept;
    if (from === keys.length && keys.length === this.shown.length && keys.length) return;
    this.shown = keys;
    while (this.list.children.length > from) this.list.lastElementChild?.remove();
    for (const [index, move] of moves.entries()) {
      const words = index === told ? "" : why(move);
      if (index >= from) this.list.append(closed ? plainRow(move) : row(move, words, game, cells.slice(0, index)));
    }
    this.list.scrollTop = this.list.scrollHeight;
    const here = withQuery("/board", { game, moves: cells.join(",") });
    put(this.links, !closed && h("a", { class: "button", href: here }, t("Look at this position")));
  }
}

/** A move. */
function plainRow({ side, cell }: MoveMade) {
  return h("li", {}, h("span", { class: "move" }, h("span", { class: "who" }, `${side} ${cell}`)));
}

/** A move, and the way to the position in which it was made. @param words why it was made */
function row(move: MoveMade, words: string, game: string, before: string[]) {
  const strategy = move.reason === null || isByChance(move.by) ? null : move.by;
  return h(
    "li",
    {},
    h(
      "a",
      {
        class: "move",
        href: withQuery("/board", { game, moves: before.join(","), strategy }),
      },
      h("span", { class: "who" }, `${move.side} ${move.cell}`),
      words && h("span", { class: "words" }, words),
      h("span", { class: "unseen" }, ` ${t("Look at the position before it")}`),
    ),
  );
}

/** Why a strategy made a move: what it does, as a player sees it, and its own reason. */
export function why({ does, reason }: MoveMade) {
  return [does, reason && sentence(reason)].filter(Boolean).join(" ");
}
