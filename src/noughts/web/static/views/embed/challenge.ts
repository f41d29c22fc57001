/** A position to play on from: the reader moves first, and a strategy answers. */

import { api, levelsFor, withQuery } from "../../api.ts";
import { Board } from "../../board.ts";
import type { Child } from "../../dom.ts";
import { button, h, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { announce, sentence, wordsOf } from "../../messages.ts";
import {
  cellName,
  gameText,
  gameWords,
  outcomeOf,
  parseCell,
  positionText,
  sideToMove,
  stonesAfter,
} from "../../rules.ts";
import type { Rules, Side } from "../../types.ts";
import { levelTitle, moveWords, strategyTitle, wonWords } from "../../words.ts";

/** Return the foot of every board in a frame, whose link opens a place of the whole page. */
export function foot(place: string, ...buttons: Child[]) {
  return h(
    "footer",
    { class: "foot" },
    ...buttons,
    h("a", { href: place, target: "_blank", rel: "noopener" }, "noughts"),
  );
}

export class Challenge {
  readonly start: string[];
  readonly name: string;
  readonly reader: Side;
  readonly computer: string;
  asked = new AbortController();
  thinking = false;
  readonly board: Board;
  readonly status = h("h1", { class: "status" });
  readonly trouble = h("p", { class: "trouble", role: "alert" });
  readonly again = button(t("From the start"), () => this.restart(), { class: "button small" });
  readonly elements: HTMLElement[];

  /** @param moves from which the reader plays on @param play a level, or a strategy */
  constructor(
    readonly rules: Rules,
    public moves: string[],
    readonly play: string,
  ) {
    this.start = moves;
    this.name = strategyTitle(levelTitle(play));
    this.reader = sideToMove(stonesAfter(rules, moves) ?? []);
    this.computer = this.reader === "X" ? "O" : "X";
    const label = t("Board, {game}", { game: gameWords(rules) });
    this.board = new Board(rules, { label, play: (cell) => void this.made(cellName(rules, cell)) });
    const whole = withQuery("/", { game: gameText(rules), moves: moves.join(",") });
    this.elements = [this.status, this.board.element, foot(whole, this.trouble, this.again)];
    this.show();
  }

  restart() {
    this.asked.abort();
    this.thinking = false;
    this.moves = this.start;
    put(this.trouble);
    this.show();
  }

  /** Make the reader's move; the strategy answers it. */
  async made(cell: string) {
    this.moves = [...this.moves, cell];
    if (!this.picture.over) await this.answer();
    else this.show();
  }

  async answer() {
    const { moves } = this;
    this.asked = new AbortController();
    this.thinking = true;
    put(this.trouble);
    this.show();
    try {
      const cell = await this.reply(this.asked.signal);
      if (this.moves !== moves) return;
      this.moves = [...moves, cell];
    } catch (error) {
      if (this.moves !== moves) return;
      const words = wordsOf(error);
      put(
        this.trouble,
        `${sentence(words)} `,
        button(t("Try again"), () => void this.answer(), { class: "button small" }),
      );
    }
    this.thinking = false;
    this.show();
  }

  /** Return the strategy's move. */
  async reply(signal: AbortSignal) {
    const game = gameText(this.rules);
    const level = (await levelsFor(game)).find(({ name }) => name === this.play);
    const position = positionText(this.rules, this.picture.stones);
    const { choice } = await api.decision(game, position, level?.strategy ?? this.play, signal);
    announce(moveWords({ side: this.computer, cell: choice } as any));
    return choice;
  }

  /** The position as it is, and whether the game is over. */
  get picture() {
    const stones = stonesAfter(this.rules, this.moves) ?? [];
    return { stones, ...outcomeOf(this.rules, stones) };
  }

  show() {
    const { stones, line, over } = this.picture;
    const last = this.moves.at(-1);
    const open = !over && sideToMove(stones) === this.reader;
    this.board.show({ stones, line, last: last ? parseCell(this.rules, last) : null, open });
    this.status.textContent = this.words();
    this.again.setAttribute("aria-disabled", String(this.moves === this.start));
    if (over) announce(this.words());
  }

  words() {
    const { stones, winner, line, over } = this.picture;
    const { name, reader, computer: side } = this;
    if (over) return wonWords(this.rules, winner, line, winner === reader ? "you" : "named", name);
    if (this.moves === this.start) return t("Can you beat “{name}”? You are {side}.", { name, side: reader });
    if (this.thinking) return t("{side} ({name}) is thinking…", { side, name });
    return sideToMove(stones) === reader
      ? t("Your turn: you are {side}", { side: reader })
      : t("{side} ({name}) could not move", { side, name });
  }
}
