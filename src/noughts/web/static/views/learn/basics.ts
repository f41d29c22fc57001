/** The first screen: what a line, a threat and a fork are. The visitor makes each of them, and the page's rules check it. */

import { Board } from "../../board.ts";
import { button, h, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { announce } from "../../messages.ts";
import { cellName, completedLine, gameWords, parseCell, parsePosition, STANDARD } from "../../rules.ts";
import type { Mark, Stone } from "../../types.ts";

type Judged = { right: boolean; words: string };

/** X is to move in all of them. */
const STEPS: { ask: string; position: string; judge: (made: Made) => Judged }[] = [
  { ask: t("Make a line: put your third X in a row."), position: "X.O/OX./...", judge: judgeLine },
  { ask: t("Make a threat: two X in a line whose third cell is free."), position: "X../.O./...", judge: judgeThreat },
  { ask: t("Make a fork: two threats at once."), position: "XO./.X./..O", judge: judgeFork },
];

/** What a move has made: the cells of a line, and the free cells that would complete one. */
type Made = { cell: string; line: string[]; threats: string[] };

function judgeLine({ cell, line }: Made): Judged {
  if (line.length)
    return { right: true, words: t("Right: {cells} is a line, and a line wins.", { cells: line.join(" ") }) };
  return { right: false, words: t("{cell} makes no line. Which cell makes three X in a row?", { cell }) };
}

function judgeThreat({ cell, threats: [threat] }: Made): Judged {
  if (threat)
    return {
      right: true,
      words: t("Right: that threatens {threat}. O must play there, or you complete the line.", { threat }),
    };
  return {
    right: false,
    words: t("{cell} makes no threat: each of its lines has an O in it, or no other X. Which cell makes one?", {
      cell,
    }),
  };
}

function judgeFork({ cell, threats: [first, second] }: Made): Judged {
  if (second)
    return {
      right: true,
      words: t("Right: that threatens {first} and {second}. O can stop only one: a fork wins.", { first, second }),
    };
  if (first)
    return {
      right: false,
      words: t("{cell} makes one threat: O stops it at {first}. Which cell makes two?", { cell, first }),
    };
  return { right: false, words: t("{cell} makes no threat. Which cell makes two?", { cell }) };
}

/** Return what X has made. @param cell that X has just taken */
function made(stones: Stone[], cell: number): Made {
  const name = (each: number) => cellName(STANDARD, each);
  const threats = stones.flatMap((stone, free) =>
    !stone && completedLine(STANDARD, stones.with(free, "X")) ? [name(free)] : [],
  );
  return { cell: name(cell), line: (completedLine(STANDARD, stones) ?? []).map(name), threats };
}

/** What the screen writes to. */
type Places = {
  head: (words: string, kind?: string) => void;
  tell: (words: string) => void;
  place: HTMLElement;
  actions: HTMLElement;
};

export class Basics {
  step = 0;
  stones: Stone[] = [];
  readonly board = new Board(STANDARD, {
    label: t("Board, {game}", { game: gameWords(STANDARD) }),
    play: (cell) => this.play(cell),
  });

  constructor(
    readonly places: Places,
    readonly end: (how: "done" | "skipped") => void,
  ) {
    put(places.place, h("div", { class: "basics" }, this.board.element));
  }

  /** @param focus on the board, where a button has gone */
  ask(focus: boolean) {
    const { ask, position } = STEPS[this.step];
    const { head, tell, actions } = this.places;
    this.stones = parsePosition(STANDARD, position) ?? [];
    head(ask);
    tell(
      t("{title} · {step} of {steps}", { title: t("Line, threat, fork"), step: this.step + 1, steps: STEPS.length }),
    );
    put(
      actions,
      button(t("Skip this"), () => this.end("skipped")),
    );
    this.board.show({ stones: this.stones, open: true });
    this.board.rove(this.stones.indexOf(null));
    if (focus) this.board.cells[this.board.focused].focus({ preventScroll: true });
    announce(ask);
  }

  play(cell: number) {
    const stones = this.stones.with(cell, "X");
    const what = made(stones, cell);
    const { right, words } = STEPS[this.step].judge(what);
    const line = completedLine(STANDARD, stones);
    this.board.show({ stones, last: cell, line, marks: right ? threatMarks(what.threats) : new Map(), open: !right });
    this.places.head(words, right ? "lesson-good" : "lesson-bad");
    announce(words);
    if (right) this.lead();
  }

  /** After a right answer: the next step, or the lessons. */
  lead() {
    const last = this.step === STEPS.length - 1;
    const next = last
      ? button(t("To the lessons"), () => this.end("done"), { class: "button main" })
      : button(t("Next"), () => this.go(), { class: "button main" });
    put(this.places.actions, next);
    next.focus({ preventScroll: true });
  }

  go() {
    this.step += 1;
    this.ask(true);
  }
}

/** Mark the cells that a line lacks. */
function threatMarks(threats: string[]): Map<number, Mark> {
  return new Map(threats.map((name) => [parseCell(STANDARD, name), { hint: true }]));
}
