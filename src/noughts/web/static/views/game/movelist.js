/** The moves of a live game, and what those of strategies do. */

import { withQuery } from "../../api.js";
import { h, panel, put } from "../../dom.js";
import { t } from "../../language.js";
import { sentence } from "../../messages.js";
import { isByChance } from "../../words.js";

/** @import { GameState, MoveMade } from "../../types.js" */

export class History {
  constructor() {
    this.list = h("ol", { class: "moves", "aria-label": t("Moves") });
    this.links = h("div", { class: "actions" });
    this.element = panel(t("Moves"), { id: "moves" }, this.list, this.links);
    /** @type {string[]} what each row shows */
    this.shown = [];
  }

  /** @param {GameState} state @param {boolean} closed whether nothing may lead to a page that helps */
  show({ game, moves, outcome }, closed) {
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

/** A move. @param {MoveMade} move */
function plainRow({ side, cell }) {
  return h("li", {}, h("span", { class: "move" }, h("span", { class: "who" }, `${side} ${cell}`)));
}

/**
 * A move, and the way to the position in which it was made.
 * @param {MoveMade} move
 * @param {string} words why it was made
 * @param {string} game
 * @param {string[]} before
 */
function row(move, words, game, before) {
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

/** Why a strategy made a move: what it does, as a player sees it, and its own reason. @param {MoveMade} move */
export function why({ does, reason }) {
  return [does, reason && sentence(reason)].filter(Boolean).join(" ");
}
