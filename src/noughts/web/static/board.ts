/**
 * The board: a grid of buttons, each with its stone drawn in it, and a winning line under its stones.
 *
 * One listener serves all cells, and a new picture changes only the cells that differ.
 */

import { arrowDrawing } from "./arrow.ts";
import { button, h, put, toggle } from "./dom.ts";
import { overlay, shade, stoneDrawing, strikeDrawing, worthDrawing } from "./drawings.ts";
import { counted, t } from "./language.ts";
import { announce } from "./messages.ts";
import { cellName, columnLetter, landing } from "./rules.ts";
import { playSound } from "./sound.ts";
import type { Mark, MoveValue, Picture, Rules, Stone } from "./types.ts";

/** With more columns than this a narrow screen offers to enlarge the cells. */
const WIDE = 8;

/** Below this width (in CSS pixels) a finger misses a cell: what it touches is asked about first. */
const FINGER = 40;

/** Below this width (in CSS pixels) of a cell the numbers in it, about a quarter as high, cannot be read. */
const READABLE = 26;

export class Board {
  play: ((cell: number) => void) | null;
  picture: Picture = { stones: [], open: false };
  /** What each cell shows, to see what has changed. */
  shown: string[] = [];
  /** A cell that was touched, and waits to be confirmed. */
  pending: number | null = null;
  focused = 0;
  /** With gravity, the column that is pointed at. */
  aimed: number | null = null;
  readonly cells: HTMLButtonElement[];
  readonly grid: HTMLDivElement;
  readonly over: SVGElement;
  readonly arrows: SVGElement;
  readonly confirm = h("div", { class: "confirm", hidden: true });
  readonly tops: HTMLSpanElement[];
  readonly frame: HTMLDivElement;
  readonly element: HTMLDivElement;

  /** @param options without `play` a board to look at only */
  constructor(
    readonly rules: Rules,
    { label, play }: { label: string; play?: (cell: number) => void },
  ) {
    this.play = play ?? null;
    this.cells = Array.from({ length: rules.m * rules.n }, (_, cell) =>
      h("button", { type: "button", class: "cell", tabindex: -1, "data-cell": cell }),
    );
    this.grid = h("div", { role: "grid", class: "grid", "aria-label": label }, this.rows());
    this.over = overlay(rules);
    this.arrows = overlay(rules);
    this.arrows.classList.add("arrows");
    this.tops = Array.from({ length: rules.m }, () => h("span", { class: "crown" }));
    this.frame = h("div", { class: "frame" }, this.letters(), this.grid, this.over, this.arrows);
    this.element = h(
      "div",
      { class: rules.gravity ? "board falls" : "board" },
      h("div", { class: "scroller" }, this.frame),
      this.confirm,
      this.zoom(),
    );
    this.element.style.setProperty("--m", String(rules.m));
    this.element.style.setProperty("--n", String(rules.n));
    const tiny = () => this.element.classList.toggle("tiny", this.cells[0].clientWidth < READABLE);
    new ResizeObserver(tiny).observe(this.frame);
    if (!this.play) return;
    this.cells[0].tabIndex = 0;
    this.grid.addEventListener("click", (event) => this.clicked(event));
    this.grid.addEventListener("keydown", (event) => this.pressed(event));
    this.grid.addEventListener("focusin", (event) => this.rove(cellOf(event)));
    if (!rules.gravity) return;
    for (const pointed of ["pointerover", "focusin"]) {
      this.grid.addEventListener(pointed, (event) => this.aim(cellOf(event)));
    }
    for (const left of ["pointerleave", "focusout"]) this.grid.addEventListener(left, () => this.aim(null));
  }

  rows() {
    const { m, n } = this.rules;
    return Array.from({ length: n }, (_, row) =>
      h(
        "div",
        { role: "row", class: "row" },
        h("span", { class: "label", "aria-hidden": "true" }, row + 1),
        this.cells.slice(row * m, row * m + m).map((cell) => h("div", { role: "gridcell" }, cell)),
      ),
    );
  }

  zoom() {
    if (this.rules.m <= WIDE) return null;
    const large = toggle(t("Large cells"), false, (on) => this.element.classList.toggle("zoomed", on));
    return h("div", { class: "zoom" }, large);
  }

  letters() {
    const names = Array.from({ length: this.rules.m }, (_, column) =>
      h("span", { class: "label" }, this.tops[column], columnLetter(column)),
    );
    return h("div", { class: "row letters", "aria-hidden": "true" }, h("span"), names);
  }

  /** Show a picture. */
  show(picture: Picture) {
    const before = this.shown.length ? this.picture.stones : picture.stones;
    this.picture = picture;
    if (picture.stones.some((stone, cell) => stone && stone !== before[cell])) playSound("stone");
    for (const [cell, element] of this.cells.entries()) {
      const stone = picture.stones[cell];
      const mark = picture.marks?.get(cell) ?? {};
      const facts = {
        stone,
        mark,
        last: picture.last === cell,
        nth: picture.line?.indexOf(cell) ?? -1,
        open: picture.open && landing(this.rules, picture.stones, cell) !== null,
        fresh: stone !== null && stone !== before[cell],
      };
      const key = JSON.stringify(facts);
      if (this.shown[cell] === key) continue;
      this.shown[cell] = key;
      this.draw(element, cell, facts);
    }
    this.element.classList.toggle("open", picture.open);
    if (this.rules.gravity) this.crown();
    this.aim(this.aimed);
    this.strike(picture.line ?? null);
    put(
      this.arrows,
      (picture.arrows ?? []).map((arrow) => arrowDrawing(this.rules, arrow)),
    );
    if (this.pending !== null && (!picture.open || picture.stones[this.pending])) this.ask(null);
  }

  /** @param facts `nth`: its place in the winning line */
  draw(
    element: HTMLElement,
    cell: number,
    {
      stone,
      mark,
      last,
      nth,
      open,
      fresh,
    }: { stone: Stone; mark: Mark; last: boolean; nth: number; open: boolean; fresh: boolean },
  ) {
    const won = nth >= 0;
    const { rules } = this;
    if (won) element.style.setProperty("--nth", String(nth));
    if (fresh) element.style.setProperty("--drop", String(Math.floor(cell / rules.m) + 1));
    element.className = [
      "cell",
      last && "last",
      won && "won",
      fresh && "fresh",
      mark.chosen && "chosen",
      mark.hint && "hinted",
    ]
      .filter(Boolean)
      .join(" ");
    if (mark.heat === undefined || stone) element.style.removeProperty("--heat");
    else element.style.setProperty("--heat", shade(mark.heat));
    const column = rules.gravity && open ? columnLetter(cell % rules.m) : null;
    element.setAttribute("aria-label", cellWords(cellName(rules, cell), stone, mark, last, won, column));
    if (this.play) element.setAttribute("aria-disabled", String(!open));
    put(
      element,
      stone && stoneDrawing(stone),
      !rules.gravity && marksDrawing(mark, stone !== null || mark.ghost !== undefined),
      mark.corner !== undefined && h("span", { class: "corner sign", "data-sign": mark.corner }),
      mark.hint && !stone && h("span", { class: "hint" }, "?"),
      mark.threat && !stone && h("span", { class: "hint" }, "!"),
      mark.ghost && !stone && h("span", { class: "ghost" }, stoneDrawing(mark.ghost)),
    );
  }

  /** With gravity, show over each column what its free cell is worth. */
  crown() {
    const { stones, marks } = this.picture;
    for (const [column, top] of this.tops.entries()) {
      const cell = landing(this.rules, stones, column);
      put(top, cell !== null && marksDrawing(marks?.get(cell) ?? {}, false));
    }
  }

  /** Light up the column of a cell, where a stone can fall. */
  aim(cell: number | null) {
    const { rules, picture } = this;
    this.aimed = cell;
    const target = cell === null || !picture.open ? null : landing(rules, picture.stones, cell);
    for (const [each, element] of this.cells.entries()) {
      element.classList.toggle("aimed", rules.gravity && target !== null && each % rules.m === target % rules.m);
      element.classList.toggle("target", rules.gravity && each === target);
    }
  }

  /** Draw a line through some cells, under their stones. */
  strike(line: number[] | null) {
    put(this.over, line && strikeDrawing(this.rules, line));
  }

  clicked(event: MouseEvent) {
    const pressed = cellOf(event);
    if (pressed === null) return;
    this.rove(pressed);
    const cell = landing(this.rules, this.picture.stones, pressed);
    if (!this.picture.open || cell === null) return;
    if (this.needsCare(event) && this.pending !== cell) this.ask(cell);
    else this.choose(cell);
  }

  /** Whether a click comes from a finger on a small cell. */
  needsCare(event: MouseEvent) {
    const finger = "pointerType" in event ? event.pointerType === "touch" : matchMedia("(pointer: coarse)").matches;
    return finger && event.detail > 0 && this.cells[0].getBoundingClientRect().width < FINGER;
  }

  /** Ask whether a cell was meant; null takes the question away. */
  ask(cell: number | null) {
    if (this.pending !== null) this.cells[this.pending].classList.remove("pending");
    this.pending = cell;
    this.confirm.hidden = cell === null;
    if (cell === null) return;
    this.cells[cell].classList.add("pending");
    const name = cellName(this.rules, cell);
    put(
      this.confirm,
      button(t("Play {cell}", { cell: name }), () => this.choose(cell), { class: "button main" }),
      button(t("Cancel"), () => this.ask(null)),
    );
    announce(t("{cell} chosen: touch it again to play there", { cell: name }));
  }

  choose(cell: number) {
    this.ask(null);
    this.play?.(cell);
  }

  pressed(event: KeyboardEvent) {
    const cell = cellOf(event);
    if (cell === null || event.altKey || event.metaKey) return;
    const column = this.rules.gravity && !event.ctrlKey && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
    if (column !== null && column < this.rules.m) {
      this.cells[column].click();
      return;
    }
    const to = this.target(event.key, cell, event.ctrlKey);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.rove(to);
    this.cells[to].focus();
  }

  /** Return the cell that a key leads to. */
  target(key: string, cell: number, ctrl: boolean) {
    const { m, n } = this.rules;
    const [column, row] = [cell % m, Math.floor(cell / m)];
    const targets = {
      ArrowLeft: column > 0 ? cell - 1 : cell,
      ArrowRight: column < m - 1 ? cell + 1 : cell,
      ArrowUp: row > 0 ? cell - m : cell,
      ArrowDown: row < n - 1 ? cell + m : cell,
      Home: ctrl ? 0 : row * m,
      End: ctrl ? m * n - 1 : row * m + m - 1,
      PageUp: column,
      PageDown: (n - 1) * m + column,
    } as Record<string, number>;
    return targets[key] ?? null;
  }

  /** Let the Tab key come back to this cell. */
  rove(cell: number | null) {
    if (cell === null || cell === this.focused) return;
    this.cells[this.focused].tabIndex = -1;
    this.cells[cell].tabIndex = 0;
    this.focused = cell;
  }
}

/** Return the cell that an event happened in. */
function cellOf(event: Event) {
  const element = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  return element ? Number(element.getAttribute("data-cell")) : null;
}

/** Return what a move is worth, drawn. @param tucked over a stone */
function marksDrawing({ score, worth }: Mark, tucked: boolean) {
  if (score === undefined && !worth) return null;
  return h(
    "span",
    { class: tucked ? "marks tucked" : "marks" },
    worth && worthDrawing(worth),
    score !== undefined && h("span", { class: "score" }, score),
  );
}

/** Return what a cell is called: "b2, empty", "b2, X, last move". @param column in which a stone falls from here */
function cellWords(name: string, stone: Stone, mark: Mark, last: boolean, won: boolean, column: string | null) {
  return [
    name,
    stone ?? t("empty"),
    column && t("column {column}", { column }),
    last && t("last move"),
    won && t("in the winning line"),
    mark.hint && t("hint"),
    mark.best && t("best"),
    mark.threat && (mark.threat === "line" ? t("a line can be completed here") : t("a fork is threatened here")),
    mark.chosen && t("chosen"),
    mark.ghost && !stone && t("better for {side}", { side: mark.ghost }),
    mark.worth && worthWords(mark.worth),
    mark.score !== undefined && t("score {score}", { score: mark.score }),
    mark.corner !== undefined && t("number {number}", { number: mark.corner }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Return a worth in words: "win in 3 moves". */
function worthWords({ value, distance }: MoveValue) {
  if (value === "draw") return t("draw");
  if (value === "win")
    return distance === null ? t("win") : counted(distance, "win in {count} move", "win in {count} moves");
  return distance === null ? t("loss") : counted(distance, "loss in {count} move", "loss in {count} moves");
}
