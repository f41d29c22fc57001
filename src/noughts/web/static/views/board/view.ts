/** A position to look at: set by hand, pasted, or of a game that is stepped through and judged; and what is true of it. */

import { fullAddress, placeAt } from "../../addresses.ts";
import { Hint } from "../../analysis/hint.ts";
import { LatestQuestion } from "../../analysis/question.ts";
import { mergedMarks, Values } from "../../analysis/values.ts";
import { Why } from "../../analysis/why.ts";
import { api, strategiesFor, withQuery } from "../../api.ts";
import { Board } from "../../board.ts";
import { boardField } from "../../controls/boardfield.ts";
import { loadRecord } from "../../controls/loadrecord.ts";
import { moveDownloads, sharePanel, smallBoard } from "../../controls/sharepanel.ts";
import { Steps } from "../../controls/steps.ts";
import { Picker } from "../../controls/strategypicker.ts";
import { boardPage, button, chips, folded, h, put, toggle } from "../../dom.ts";
import { t } from "../../language.ts";
import { announce, complain, say, sentence, wordsOf } from "../../messages.ts";
import { go, rename } from "../../router.ts";
import * as rules from "../../rules.ts";
import { playSound, soundSwitch } from "../../sound.ts";
import type { Arrow, Mark, Page, Pasted, Rules, Side, Stone } from "../../types.ts";
import { JudgedMoves } from "./judged.ts";

/** A stone, and the cell that it was put in. */
type Placed = { cell: string; side: Side };

/** Up to so many free cells the tree of replies is offered: the program refuses more. */
const MOST_FREE = 6;

export async function open({ url }: { url: URL }): Promise<Page> {
  const query = url.searchParams;
  const { game, given, start, moves } = rules.positionIn(query);
  const reach = given ? (await api.load(given, rules.gameText(game))).reach : []; // it refuses one that no game leads to
  const page = new LookPage(game, start, reach, moves, {
    ply: Number(query.get("ply") ?? moves.length),
    judged: placeAt(url) === "/review",
    strategy: query.get("strategy"),
  });
  return { title: t("Look at it"), element: page.element, leave: () => page.leave() };
}

class LookPage {
  readonly text: string;
  placed: Placed[] = [];
  /** Whose stones are put by hand; null in turn. */
  hand: Side | null = null;
  threatening = false;
  gone = new AbortController();
  /** How a position that was put out of turn can come about. */
  readonly checked: LatestQuestion<Pasted>;
  readonly steps: Steps;
  readonly judged: JudgedMoves;
  readonly picker: Picker;
  readonly why: Why;
  readonly hint: Hint;
  readonly hintButton = button(
    t("Hint"),
    () => this.hintButton.ariaDisabled === "true" || void this.hint.ask(this.stones, this.hintButton),
  );
  readonly board: Board;
  readonly status = h("p", { class: "status", id: "status" });
  readonly judgement = h("p", { class: "judgement", id: "judgement" });
  readonly trouble = h("p", { class: "trouble", id: "trouble", role: "status" });
  readonly threats = h("p", { id: "threats", "aria-live": "polite" });
  readonly threatSwitch = toggle(t("What the other side threatens (x)"), false, (on) => {
    this.threatening = on;
    this.render();
  });
  readonly links = h("p", { class: "actions" });
  readonly values: Values;
  readonly share = h("div");
  readonly element: HTMLDivElement;

  /**
   * @param start the position that the moves begin from
   * @param reach moves that lead there, where they are known
   * @param asked how many of the moves are made, whether each is to be judged, and the strategy whose scores are to be shown
   */
  constructor(
    readonly game: Rules,
    readonly start: Stone[],
    readonly reach: string[] | null,
    moves: string[],
    { ply, judged, strategy }: { ply: number; judged: boolean; strategy: string | null },
  ) {
    this.text = rules.gameText(game);
    for (const cell of moves) this.placed.push({ cell, side: rules.sideToMove(this.stonesAt(this.placed.length)) });
    const changed = () => this.changed();
    this.checked = new LatestQuestion(changed, (error) => this.refused(error));
    this.steps = new Steps(moves.length, ply, () => this.stepped());
    this.judged = new JudgedMoves(game, this.text, judged, (to) => this.steps.go(to), changed);
    this.picker = new Picker(t("Strategy"), strategy ?? "paths", changed);
    this.why = new Why(game, strategy !== null, changed, this.picker.element);
    this.hint = new Hint(game, this.gone.signal, () => this.render());
    this.board = new Board(game, {
      label: t("Board, {game}", { game: rules.gameWords(game) }),
      play: (cell) => this.play(cell),
    });
    const { threats, threatSwitch, links } = this;
    const more = game.misere ? [links] : [threatSwitch, threats, links];
    this.values = new Values(game, { kept: true, usual: strategy === null, changed }, ...more);
    this.element = this.layout();
    document.addEventListener("keydown", (event) => this.steps.pressed(event), { signal: this.gone.signal });
    this.render();
    strategiesFor(this.text).then((strategies) => {
      if (this.gone.signal.aborted) return;
      const replaced = this.picker.offer(strategies);
      if (replaced && strategy) say(replaced, "trouble");
      this.changed();
    }, complain);
  }

  layout() {
    const another = boardField(this.game, (chosen) => go(withQuery("/board", { game: rules.gameText(chosen) })));
    const clear = button(t("Clear"), () => go(withQuery("/board", { game: this.text })));
    this.board.grid.setAttribute("aria-keyshortcuts", "x");
    this.board.grid.addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey }) => {
      if (key === "x" && !altKey && !ctrlKey && !metaKey && !this.game.misere) this.threatSwitch.click();
    });
    const hands: [string, string][] = [
      ["", t("in turn")],
      ["X", t("only {side}", { side: "X" })],
      ["O", t("only {side}", { side: "O" })],
    ];
    const hand = chips(t("Whose stones"), hands, "", (side) => {
      this.hand = side ? (side as Side) : null;
      this.render();
    });
    return boardPage(
      "board",
      [
        h("h1", {}, t("Look at it")),
        this.status,
        this.judgement,
        rules.hasOptions(this.game) && h("p", { class: "quiet-text", id: "rule" }, rules.winWords(this.game)),
        this.board.element,
        this.steps.bar,
        this.trouble,
        h("div", { class: "actions" }, this.hintButton, clear, hand),
        this.hint.element,
      ],
      [
        this.values.element,
        this.judged.element,
        this.why.element,
        this.share,
        folded(t("Another board"), { class: "panel" }, another),
        loadRecord(false),
        soundSwitch(),
      ],
    );
  }

  /** Return the stones after some of those that were put. */
  stonesAt(count: number) {
    const stones = [...this.start];
    for (const { cell, side } of this.placed.slice(0, count)) stones[rules.parseCell(this.game, cell)] = side;
    return stones;
  }

  get stones() {
    return this.stonesAt(this.steps.at);
  }

  /** How many of the stones were put as in a game: in turn, and before its end. */
  get inTurn() {
    const odd = this.placed.findIndex(({ side }, index) => {
      const before = this.stonesAt(index);
      return side !== rules.sideToMove(before) || rules.completedLine(this.game, before) !== null;
    });
    return odd < 0 ? this.placed.length : odd;
  }

  /** Put a stone; what came after it before is taken away. */
  play(cell: number) {
    const { at } = this.steps;
    const side = this.hand ?? rules.sideToMove(this.stones);
    const name = rules.cellName(this.game, cell);
    announce(t("{side} plays {cell}", { side, cell: name }));
    const same = this.placed[at]?.cell === name && this.placed[at].side === side;
    if (!same) this.placed = [...this.placed.slice(0, at), { cell: name, side }];
    this.steps.take(this.placed.length, at + 1);
    this.moved(true);
    const { over, line } = rules.outcomeOf(this.game, this.stones);
    if (over) playSound(line ? "win" : "draw");
  }

  /** Show another step, by a visitor's wish. */
  stepped() {
    this.moved(false);
    announce(this.judgement.textContent || this.status.textContent || "");
  }

  /** @param step as a step to go back from */
  moved(step: boolean) {
    this.hint.forget();
    this.trouble.textContent = "";
    if (this.inTurn >= this.steps.at) rename(this.address(), step);
    this.render();
  }

  changed() {
    if (this.inTurn >= this.steps.at || this.checked.answer) rename(this.address());
    this.render();
  }

  /** The moves from the empty board on; none where it begins from a position, or stones are put out of turn. */
  get record() {
    const whole = !this.start.some(Boolean) && this.inTurn === this.placed.length;
    return whole ? this.placed.map(({ cell }) => cell) : [];
  }

  address() {
    const path = this.judged.on && (this.record.length || !this.placed.length) ? "/review" : "/board";
    return withQuery(path, { ...this.place, strategy: this.why.on ? this.picker.text : null });
  }

  /** What an address says of the position. */
  get place() {
    const { record, text: game, steps } = this;
    if (record.length) return { game, moves: record.join(","), ply: steps.at === record.length ? null : steps.at };
    const { stones } = this;
    return stones.some(Boolean) ? { game, position: rules.positionText(this.game, stones) } : { game };
  }

  /** Say why a position cannot be. */
  refused(error: unknown) {
    this.trouble.textContent = sentence(wordsOf(error));
  }

  /**
   * Ask how stones that were put out of turn can come about; return the moves that lead to them, null where no game does or it is not known yet.
   */
  reached(stones: Stone[]) {
    if (this.inTurn >= this.steps.at) {
      this.checked.ask(null, () => Promise.reject());
      const moves = this.placed.slice(0, this.steps.at).map(({ cell }) => cell);
      return { possible: true, moves: this.reach && [...this.reach, ...moves] };
    }
    const [x, o] = [rules.countOf(stones, "X"), rules.countOf(stones, "O")];
    const fair = x === o || x === o + 1;
    const position = rules.positionText(this.game, stones);
    this.checked.ask(fair ? position : null, () => api.load(position, this.text));
    if (!fair)
      this.trouble.textContent = t("{x} X and {o} O: X has as many stones as O in a game, or one more.", { x, o });
    return { possible: this.checked.answer !== null, moves: this.checked.answer?.reach ?? null };
  }

  render() {
    const { stones, game, steps } = this;
    const { line, over } = rules.outcomeOf(game, stones);
    const { possible, moves } = this.reached(stones);
    const open = possible && !over;
    const strategy = this.picker.info ? this.picker.text : null;
    this.values.look(open ? stones : null);
    this.why.look(strategy, open ? stones : null);
    this.judged.element.hidden = !this.record.length && (this.placed.length > 0 || !this.judged.on);
    this.judged.show(this.record, steps.at);
    const made = this.placed[steps.at - 1];
    const last = made ? rules.parseCell(game, made.cell) : null;
    const threats = this.threat(open ? stones : null);
    const better = this.judged.marks;
    const best = better.size ? [] : this.values.arrows(last); // at a mistake the better moves are drawn, not the replies
    this.board.show({
      stones,
      last,
      line,
      marks: mergedMarks(better, this.why.marks, this.values.marks, threats.marks, this.hint.marks),
      arrows: [...best, ...this.hint.arrows(last, this.values.unknown), ...threats.arrows],
      open: this.hand !== null || !over,
    });
    this.status.textContent = rules.standWords(game, stones);
    this.judgement.textContent = this.judged.words;
    this.hintButton.setAttribute("aria-disabled", String(!open));
    if (open && this.values.unknown) this.hint.askOnce(stones, this.hintButton);
    this.lead(stones, open, moves);
  }

  /** Say what the side that is not to move threatens; return what to mark and the arrows. */
  threat(stones: Stone[] | null): { marks: Map<number, Mark>; arrows: Arrow[] } {
    if (!stones || !this.threatening) {
      this.threats.textContent = "";
      return { marks: new Map(), arrows: [] };
    }
    const side = rules.otherSide(rules.sideToMove(stones));
    const { lines, forks, cells } = rules.threatsOf(this.game, stones, side);
    const named = [...cells, ...forks].map((cell) => rules.cellName(this.game, cell)).join(", ");
    this.threats.textContent = lines.length
      ? t("{side} threatens to complete a line: {cells}.", { side, cells: named })
      : forks.length
        ? t("{side} threatens a fork, two lines at once: {cells}.", { side, cells: named })
        : t("{side} threatens no line, and no fork.", { side });
    const marks: [number, Mark][] = [...cells, ...forks].map((cell) => [
      cell,
      { threat: cells.includes(cell) ? "line" : "fork" },
    ]);
    return { marks: new Map(marks), arrows: lines.map(({ cell, end }) => ({ from: end, to: cell, kind: "threat" })) };
  }

  /** Where one may go from here. @param moves that lead here */
  lead(stones: Stone[], open: boolean, moves: string[] | null) {
    const { text: game, record } = this;
    const made = { game, moves: record.slice(0, this.steps.at).join(",") };
    const tree = withQuery("/tree", record.length ? made : this.place);
    const few = stones.filter((stone) => !stone).length <= MOST_FREE;
    const here = open && moves && withQuery("/", { game, moves: moves.join(",") });
    put(
      this.links,
      here && h("a", { class: "button", href: here }, t("Play on from here")),
      open && few && h("a", { class: "button", href: tree }, t("How this value comes about")),
    );
    const files = record.length ? moveDownloads(game, record) : null;
    const small =
      open && moves && !this.judged.on
        ? smallBoard(game, moves, this.picker.text)
        : record.length && smallBoard(game, record);
    const label = this.judged.on ? t("Link to this game") : t("Link to this position");
    put(this.share, sharePanel(label, fullAddress(this.address()), files, small || null));
  }

  leave() {
    this.gone.abort();
    for (const each of [this.values, this.why, this.judged]) each.leave();
    this.checked.stop();
    this.steps.pause();
  }
}
