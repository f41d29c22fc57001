/** A position to explore: put stones, see what every move is worth, ask any strategy what it would do and why. */

import { fullAddress } from "../../addresses.js";
import { Hint } from "../../analysis/hint.js";
import { AnalysisPanels } from "../../analysis/panels.js";
import { mergedMarks } from "../../analysis/values.js";
import { api, strategiesFor, withQuery } from "../../api.js";
import { Board } from "../../board.js";
import { boardField } from "../../controls/boardfield.js";
import { moveDownloads, sharePanel, smallBoard } from "../../controls/sharepanel.js";
import { Picker } from "../../controls/strategypicker.js";
import { boardPage, button, h, panel, put } from "../../dom.js";
import { t } from "../../language.js";
import { announce, complain, say } from "../../messages.js";
import { go, rename } from "../../router.js";
import * as rules from "../../rules.js";
import { playSound, soundSwitch } from "../../sound.js";

/** @import { Rules, Stone } from "../../types.js" */

/** Up to so many free cells the tree of replies is offered: the program refuses more. */
const MOST_FREE = 6;

/** @param {{url: URL}} at @returns {Promise<import("../../types.js").Page>} */
export async function open({ url }) {
  const query = url.searchParams;
  const { game, given, start, moves } = rules.positionIn(query);
  const reach = given ? (await api.load(given, rules.gameText(game))).reach : []; // it refuses one that no game leads to
  const page = new BoardPage(game, start, reach, moves, query.get("strategy"));
  return { title: t("Explore"), element: page.element, leave: () => page.leave() };
}

class BoardPage {
  /**
   * @param {Rules} game
   * @param {Stone[]} start the position that the moves begin from
   * @param {string[] | null} reach moves that lead there, where they are known
   * @param {string[]} moves
   * @param {string | null} strategy whose scores are to be shown
   */
  constructor(game, start, reach, moves, strategy) {
    this.game = game;
    this.start = start;
    this.reach = reach;
    this.moves = moves;
    /** @type {string[]} */
    this.undone = [];
    this.gone = new AbortController();
    this.tree = h("p", { class: "actions" });
    this.analysis = new AnalysisPanels(game, {
      always: true,
      more: this.tree,
      scores: strategy !== null,
      changed: () => this.changed(),
    });
    this.hint = new Hint(game, { signal: this.gone.signal, changed: () => this.render() });
    this.hintButton = button(
      t("Hint"),
      () => this.hintButton.ariaDisabled === "true" || void this.hint.ask(this.stones, this.hintButton),
    );
    const label = t("Board, {game}", { game: rules.gameWords(game) });
    this.board = new Board(game, { label, play: (cell) => this.play(cell) });
    this.picker = new Picker({ label: t("Strategy"), value: strategy ?? "paths", changed: () => this.changed() });
    this.status = h("p", { class: "status", id: "status" });
    this.undoButton = button(t("Undo"), () => this.undo());
    this.redoButton = button(t("Redo"), () => this.redo());
    this.links = h("p", { class: "links" });
    this.share = h("div");
    this.element = this.layout();
    this.render();
    strategiesFor(rules.gameText(game)).then((strategies) => {
      if (this.gone.signal.aborted) return;
      const replaced = this.picker.offer(strategies);
      if (replaced && strategy) say(replaced, "trouble");
      this.changed();
    }, complain);
  }

  layout() {
    const value = rules.gameText(this.game);
    const another = boardField(this.game, (chosen) => go(withQuery("/board", { game: rules.gameText(chosen) })));
    const clear = button(t("Clear"), () => go(withQuery("/board", { game: value })));
    return boardPage(
      "board",
      [
        h("h1", {}, t("Which moves win, draw or lose?")),
        this.status,
        rules.hasOptions(this.game) && h("p", { class: "quiet-text", id: "rule" }, rules.winWords(this.game)),
        this.board.element,
        h("div", { class: "actions" }, this.hintButton, this.undoButton, this.redoButton, clear),
        this.hint.element,
      ],
      [
        ...this.analysis.panels(this.picker.element),
        panel(t("From here"), { id: "from-here" }, this.links),
        this.share,
        h("details", { class: "panel" }, h("summary", {}, t("Another board")), another),
        soundSwitch(),
      ],
    );
  }

  get stones() {
    return rules.stonesFrom(this.game, this.start, this.moves);
  }

  /** @param {number} cell */
  play(cell) {
    const name = rules.cellName(this.game, cell);
    announce(t("{side} plays {cell}", { side: rules.sideToMove(this.stones), cell: name }));
    this.moves = [...this.moves, name];
    this.undone = [];
    this.moved();
    const { over, line } = rules.outcomeOf(this.game, this.stones);
    if (over) playSound(line ? "win" : "draw");
  }

  undo() {
    const last = this.moves.at(-1);
    if (last === undefined) return;
    this.moves = this.moves.slice(0, -1);
    this.undone = [...this.undone, last];
    announce(t("{cell} taken back", { cell: last }));
    this.moved();
  }

  redo() {
    const next = this.undone.at(-1);
    if (next === undefined) return;
    this.moves = [...this.moves, next];
    this.undone = this.undone.slice(0, -1);
    announce(t("{cell} made again", { cell: next }));
    this.moved();
  }

  moved() {
    this.hint.forget();
    rename(this.address(), true);
    this.render();
  }

  changed() {
    rename(this.address());
    this.render();
  }

  address() {
    return withQuery("/board", { ...this.place, strategy: this.analysis.scores ? this.picker.text : null });
  }

  /** What an address says of the position. */
  get place() {
    const empty = rules.positionText(this.game, this.start).replace(/[./]/g, "") === "";
    const game = rules.gameText(this.game);
    if (empty) return { game, moves: this.moves.join(",") };
    return { game, position: rules.positionText(this.game, this.stones) };
  }

  render() {
    const { stones, game } = this;
    const { line, over } = rules.outcomeOf(game, stones);
    const strategy = this.picker.info ? this.picker.text : null;
    this.analysis.look({
      thought: strategy && !over ? { strategy, stones } : null,
      words: over ? t("The game is over here.") : null,
      stones: over ? null : stones,
    });
    const last = this.moves.at(-1);
    this.board.show({
      stones,
      last: last ? rules.parseCell(game, last) : null,
      line,
      marks: mergedMarks(this.analysis.marks, this.hint.marks),
      open: !over,
    });
    this.status.textContent = rules.standWords(game, stones);
    this.hintButton.setAttribute("aria-disabled", String(over));
    this.undoButton.setAttribute("aria-disabled", String(this.moves.length === 0));
    this.redoButton.setAttribute("aria-disabled", String(this.undone.length === 0));
    this.lead(stones, over);
  }

  /** Where one may go from here. @param {Stone[]} stones @param {boolean} over */
  lead(stones, over) {
    const game = rules.gameText(this.game);
    const moves = [...(this.reach ?? []), ...this.moves];
    const query = { game, moves: moves.join(",") };
    const reviewable = !this.start.some(Boolean) && moves.length > 0;
    put(
      this.links,
      !over && this.reach && h("a", { class: "button", href: withQuery("/", query) }, t("Play on from here")),
      reviewable && h("a", { class: "button", href: withQuery("/review", query) }, t("Review these moves")),
    );
    const tree = withQuery("/tree", this.place);
    put(
      this.tree,
      !over &&
        stones.filter((stone) => !stone).length <= MOST_FREE &&
        h("a", { class: "button", href: tree }, t("How this value comes about")),
    );
    const files = reviewable ? moveDownloads(game, moves) : null;
    const small = over ? reviewable && smallBoard(game, moves) : smallBoard(game, moves, this.picker.text);
    put(this.share, sharePanel(t("Link to this position"), fullAddress(this.address()), files, small || null));
  }

  leave() {
    this.gone.abort();
    this.analysis.leave();
  }
}
