/** A hint: where to move, in the words of a player; what the computer saw stands behind it. */

import { folded, h, put } from "../dom.ts";
import { t } from "../language.ts";
import { announce, complain, sentence } from "../messages.ts";
import { gameText, parseCell, positionText } from "../rules.ts";
import type { Arrow, ChosenMove, Mark, Rules, Stone } from "../types.ts";
import { levelTitle } from "../words.ts";
import { ask } from "./jobs.ts";
import { LatestQuestion, searchWords } from "./question.ts";

export class Hint {
  /** The button that it is asked with, which is busy meanwhile. */
  button: HTMLElement | null = null;
  readonly latest = new LatestQuestion(
    () => this.show(),
    (error) => {
      this.forget();
      complain(error);
    },
    searchWords,
  );
  readonly line = h("p", { class: "hint-line", id: "hint" });
  readonly saw = h("p", { class: "quiet-text" });
  readonly box = h(
    "div",
    { class: "hint-box", hidden: true },
    this.line,
    folded(t("What the computer saw"), {}, this.saw),
  );
  readonly element = h("div", { class: "hint-place" }, this.latest.element, this.box);

  /** @param changed there is a hint to mark on the board */
  constructor(
    readonly rules: Rules,
    signal: AbortSignal,
    readonly changed: () => void,
  ) {
    signal.addEventListener("abort", () => this.forget());
  }

  /** Ask for a hint in a position. @param button which is busy meanwhile */
  ask(stones: Stone[], button: HTMLElement) {
    this.forget();
    const [game, position] = [gameText(this.rules), positionText(this.rules, stones)];
    this.latest.ask(position, (signal, heard) => ask("hint", { game, position }, signal, heard));
    this.button = button;
    button.setAttribute("aria-busy", "true");
  }

  /** Ask, unless it was asked for in this position. */
  askOnce(stones: Stone[], button: HTMLElement) {
    if (this.latest.key !== positionText(this.rules, stones)) this.ask(stones, button);
  }

  show() {
    const { answer: hint, asking } = this.latest;
    if (!asking) this.button?.removeAttribute("aria-busy");
    this.box.hidden = !hint;
    if (hint) {
      put(this.saw, [`${levelTitle(hint.strategy)}: ${hint.reason}`, hint.saw].filter(Boolean).map(sentence).join(" "));
      put(this.line, hintWords(hint));
      announce(this.line.textContent ?? "");
    }
    this.changed();
  }

  /** Forget the hint: the position is another one. */
  forget() {
    this.latest.stop();
    this.button?.removeAttribute("aria-busy");
    this.box.hidden = true;
  }

  /** Whether a hint is shown or waited for. */
  get isShown() {
    return this.latest.answer !== null || this.latest.asking !== null;
  }

  /** The cell of the hint that is shown. */
  get cell() {
    return this.latest.answer && parseCell(this.rules, this.latest.answer.choice);
  }

  /** Return the arrow to the cell. @param from the last move @param guess no exact value stands behind it */
  arrows(from: number | null, guess: boolean): Arrow[] {
    return this.cell === null ? [] : [{ from, to: this.cell, kind: guess ? "guess" : "best" }];
  }

  /** Return what to mark on the board. */
  get marks(): Map<number, Mark> | null {
    return this.cell === null ? null : new Map([[this.cell, { hint: true }]]);
  }
}

/** Return a hint in words. */
function hintWords({ moves, choice, does, reason }: ChosenMove) {
  const [another, ...others] = moves.filter((move) => move !== choice);
  const words = [t("Hint: {cell}.", { cell: choice }), does || sentence(reason)];
  if (others.length) words.push(t("{count} other cells are as good.", { count: others.length + 1 }));
  else if (another) words.push(t("{cell} is as good.", { cell: another }));
  return words.filter(Boolean).join(" ");
}
