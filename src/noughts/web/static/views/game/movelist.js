/** The moves of a live game, and what those of strategies do. */

import { moveIdea } from "../../analysis/tactics.js";
import { withQuery } from "../../api.js";
import { h, panel, put } from "../../dom.js";
import { parseCell, parseGame, stonesAfter } from "../../rules.js";

/** @import { GameState, MoveMade } from "../../types.js" */

export class History {
  constructor() {
    this.list = h("ol", { class: "moves", "aria-label": "Moves" });
    this.links = h("div", { class: "actions" });
    this.element = panel("Moves", { id: "moves" }, this.list, this.links);
    /** @type {string[]} what each row shows */
    this.shown = [];
  }

  /** @param {GameState} state @param {boolean} closed whether nothing may lead to a page that helps */
  show({ game, moves, outcome }, closed) {
    this.element.hidden = closed && moves.length === 0;
    const cells = moves.map(({ cell }) => cell);
    const keys = moves.map(({ cell, reason }) => `${cell} ${reason} ${closed} ${outcome !== null}`);
    const kept = keys.findIndex((key, index) => key !== this.shown[index]);
    const from = kept < 0 ? keys.length : kept;
    if (from === keys.length && keys.length === this.shown.length && keys.length) return;
    this.shown = keys;
    while (this.list.children.length > from) this.list.lastElementChild?.remove();
    for (const [index, move] of moves.entries()) {
      if (index >= from) this.list.append(closed ? plainRow(move) : row(move, game, cells.slice(0, index)));
    }
    this.list.scrollTop = this.list.scrollHeight;
    const query = { game, moves: cells.join(",") };
    put(
      this.links,
      !closed && !outcome && moves.length > 0 && h("a", { class: "button", href: withQuery("/review", query) }, "Review the game"),
      !closed && h("a", { class: "button", href: withQuery("/board", query) }, "Explore this position"),
    );
  }
}

/** A move. @param {MoveMade} move */
function plainRow({ side, cell }) {
  return h("li", {}, h("span", { class: "move" }, h("span", { class: "who" }, `${side} ${cell}`)));
}

/** A move, and the way to the position in which it was made. @param {MoveMade} move @param {string} game @param {string[]} before */
function row(move, game, before) {
  const strategy = move.reason === null ? null : move.by;
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
      strategy && h("span", { class: "words" }, idea(game, before, move.cell)),
      h("span", { class: "unseen" }, " Look at the position before it"),
    ),
  );
}

/** What a move does, as a player sees it. @param {string} game @param {string[]} before the moves before it @param {string} cell */
function idea(game, before, cell) {
  const rules = parseGame(game);
  const stones = rules && stonesAfter(rules, before);
  return rules && stones ? moveIdea(rules, stones, parseCell(rules, cell)) : "";
}
