/** A live game: play it, watch it, and see why the computer moves as it does. */

import { fullAddress, isSite } from "../../addresses.ts";
import { Hint } from "../../analysis/hint.ts";
import { mergedMarks, Values } from "../../analysis/values.ts";
import { api, levelsFor, liveGame, Problem, Unreachable } from "../../api.ts";
import { moveArrow } from "../../arrow.ts";
import { Board } from "../../board.ts";
import { gameDownloads, sharePanel, smallBoard } from "../../controls/sharepanel.ts";
import { boardPage, button, folded, h, panel, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { complain, hush, say, sentence } from "../../messages.ts";
import { pictureLink } from "../../picture.ts";
import { go } from "../../router.ts";
import {
  cellName,
  gameWords,
  hasOptions,
  parseCell,
  parseGame,
  parsePosition,
  stonesAfter,
  winWords,
} from "../../rules.ts";
import { soundSwitch } from "../../sound.ts";
import { enterGame, takeLinkedSeat, takeSeats } from "../../startgame.ts";
import type { Keys } from "../../store.ts";
import { continueSeries, keepHelped, keysOf, levelOf } from "../../store.ts";
import type { GameState, Mark, MoveMade, Page, Rules, Seat, Stone } from "../../types.ts";
import { playerName, statusWords } from "../../words.ts";
import { agreementWords, announceChanges, betweenFriends } from "./announcements.ts";
import { dareWords } from "./dare.ts";
import { History, why } from "./movelist.ts";
import { PersonProgram } from "./ownprogram.ts";
import { Playback } from "./playback.ts";
import { Players } from "./players.ts";
import { GameResult } from "./result.ts";
import { hasWon } from "./score.ts";

export async function open({ url, id }: { url: URL; id: string }): Promise<Page> {
  const refusal = await takeLinkedSeat(id, url);
  const page = new GamePage(await api.game(id));
  if (refusal) complain(refusal);
  const title = hasOptions(page.rules) ? t("Game, {game}", { game: gameWords(page.rules) }) : t("Game");
  return { title, element: page.element, leave: () => page.leave() };
}

type Action = "undo" | "redo" | "hint" | "resign";

const SLOW = 300; // milliseconds

class GamePage {
  readonly rules: Rules;
  readonly keys: Keys;
  gone = new AbortController();
  /** The visitor's own program, where one plays. */
  readonly opponent: PersonProgram | null;
  state: GameState;
  /** The version of the game on which something is being done. */
  sent: number | null = null;
  stepping = 0;
  stepsSlowly = false;
  resigning = false;
  readonly hint: Hint;
  readonly values: Values;
  readonly reason = h("p", { id: "reason" });
  readonly saw = h("p", { class: "quiet-text" });
  readonly seen = folded(t("What the computer saw"), { id: "saw" }, this.saw);
  readonly why = panel(t("Why"), { id: "why" }, this.reason, this.seen);
  readonly menu: HTMLDetailsElement;
  readonly players = new Players();
  readonly history = new History();
  /** Once there is one. */
  result: GameResult | null = null;
  readonly ended = { element: h("div", { class: "after", hidden: true }), links: h("span", { class: "links" }) };
  readonly board: Board;
  readonly status = h("h1", { class: "status", id: "status" });
  readonly agreement = h("p", { class: "quiet-text", id: "agreement" });
  readonly dare = h("p", { class: "dare-line", id: "dare" });
  readonly connection = h(
    "p",
    { class: "connection", role: "status", hidden: true },
    t("The connection is lost; trying again…"),
  );
  readonly undo: HTMLButtonElement;
  readonly redo: HTMLButtonElement;
  readonly hintButton: HTMLButtonElement;
  readonly resign: HTMLButtonElement;
  readonly more = h("div", { class: "actions", id: "more" });
  readonly embed = h("div");
  readonly said = h("p", { id: "said" });
  readonly talking = h("div", { class: "talk" });
  readonly pace: Playback | null;
  readonly element: HTMLDivElement;

  constructor(state: GameState) {
    this.rules = parseGame(state.game) as Rules;
    this.keys = keysOf(state.id);
    this.opponent = PersonProgram.in(
      state.id,
      this.keys,
      this.gone.signal,
      (next) => this.take(next),
      () => this.take(this.state),
    );
    this.state = this.opponent?.dressed(state) ?? state;
    this.hint = new Hint(this.rules, this.gone.signal, () => this.render());
    const changed = () => this.render();
    this.values = new Values(this.rules, { kept: false, usual: false, changed });
    this.menu = h("details", { class: "panel", id: "game-menu", ontoggle: changed });
    const label = t("Board, {game}", { game: gameWords(this.rules) });
    this.board = new Board(this.rules, { label, play: (cell) => void this.act("moves", cellName(this.rules, cell)) });
    this.undo = this.action("undo", t("Undo"), () => void this.act("undo"));
    this.redo = this.action("redo", t("Redo"), () => void this.act("redo"));
    this.hintButton = this.action("hint", t("Hint"), () => void this.askHint());
    this.resign = this.action("resign", t("Resign"), () => this.askResign());
    this.pace = this.keys.mine.host ? new Playback(() => this.act("step"), state.moves.length === state.opening) : null;
    this.element = this.layout();
    this.render();
    this.pace?.follow(state);
    void this.opponent?.follow(state);
    liveGame(state.id, {
      signal: this.gone.signal,
      state: (next) => this.take(next),
      connected: (yes) => {
        this.connection.hidden = yes;
      },
    });
  }

  action(action: Action, text: string, press: () => void) {
    return button(text, () => this.able(action) && press(), { "data-action": action });
  }

  /** Whether a button means anything now: those that do not stay in reach of the keyboard. */
  able(action: Action) {
    const { may, outcome, thinking } = this.state;
    return action === "hint" ? outcome === null && !thinking : this.seatAmong(may[action]) !== null;
  }

  /** What is done and said in the game, in a place of its own whose height does not change. */
  talk() {
    const actions = h(
      "div",
      { class: "actions", id: "actions" },
      this.undo,
      this.redo,
      this.hintButton,
      this.resign,
      this.ended.links,
    );
    put(this.talking, this.more, this.ended.element, this.hint.element, this.said);
    return [actions, this.talking];
  }

  layout() {
    this.players.element.append(...this.talk());
    const label = t(isSite ? "Link to this game, in this browser" : "Link to watch this game");
    const address = fullAddress(`/game/${this.state.id}`);
    put(
      this.menu,
      h("summary", {}, t("Why, sharing")),
      this.why,
      sharePanel(label, address, gameDownloads(this.state.id), this.embed),
      soundSwitch(),
    );
    return boardPage(
      "game",
      [
        this.status,
        hasOptions(this.rules) && h("p", { class: "quiet-text", id: "rule" }, winWords(this.rules)),
        this.agreement,
        this.dare,
        this.connection,
        this.board.element,
      ],
      [this.pace?.element, this.values.element, this.players.element, this.menu, this.history.element],
    );
  }

  /** The seats that I hold. */
  get mine(): Seat[] {
    return Object.keys(this.keys.mine) as Seat[];
  }

  /** Return the seat of mine among some, the one that is to move first. */
  seatAmong(seats: Seat[]) {
    const mine = seats.filter((seat) => this.keys.mine[seat]);
    return mine.find((seat) => seat === this.state.to_move) ?? mine[0] ?? null;
  }

  /** Return the seat with which to do something. */
  seatFor(verb: "moves" | "step" | "undo" | "redo" | "resign") {
    const { to_move: side, may } = this.state;
    if (verb === "moves") return this.seatAmong(side ? [side] : []);
    if (verb === "step") return this.seatAmong(["host", "X", "O"]);
    return this.seatAmong(may[verb]);
  }

  writing(token: string) {
    return { token, signal: this.gone.signal, waiting: (words: string) => say(words) };
  }

  /** Do one thing in each version of the game: the next version may come before the answer. */
  async act(verb: "moves" | "step" | "undo" | "redo" | "resign", cell?: string) {
    const seat = this.seatFor(verb);
    const token = seat && this.keys.mine[seat];
    if (this.opponent && verb === "step") return this.opponent.again(this.state);
    const { version } = this.state;
    if (!token || this.sent === version) return;
    if (verb === "undo") keepHelped(this.state.id);
    if (this.opponent && verb === "undo") return this.opponent.takeBack(this.state);
    this.sent = version;
    clearTimeout(this.stepping);
    this.resigning = false;
    if (verb === "step") this.stepping = window.setTimeout(() => this.step(true), SLOW);
    try {
      const next = await api.act(this.state, verb, this.writing(token), cell);
      hush();
      this.answered(version);
      this.take(next);
    } catch (error) {
      this.answered(version);
      this.refused(error);
    }
  }

  /** Take that what was done on a version is answered. */
  answered(version: number) {
    if (this.sent !== version) return;
    this.sent = null;
    clearTimeout(this.stepping);
    if (this.stepsSlowly) this.step(false);
  }

  /** Say that a strategy takes its time, or no longer. */
  step(slowly: boolean) {
    this.stepsSlowly = slowly;
    this.render();
  }

  refused(error: unknown) {
    this.pace?.stop();
    if (error instanceof Problem && error.state) {
      this.take(error.state);
      say(`${sentence(error.message)} ${t("The board shows the game as it is now.")}`, "trouble");
    } else {
      complain(error);
    }
    this.render();
  }

  /** Take the state that the server sends, unless it is an older one. */
  take(given: GameState) {
    const { state } = this;
    if (given.version < state.version || this.gone.signal.aborted) return;
    const next = this.opponent?.dressed(given) ?? given;
    this.state = next;
    if (next.position !== state.position || next.version !== state.version) this.hint.forget();
    announceChanges(state, next, this.mine);
    this.render();
    this.pace?.follow(next);
    void this.opponent?.follow(next);
  }

  askHint() {
    return this.hint.ask(parsePosition(this.rules, this.state.position) ?? [], this.hintButton);
  }

  askResign() {
    this.resigning = true;
    this.render();
    this.more.querySelector("button")?.focus();
  }

  async rematch() {
    const seat = this.seatAmong(["X", "O", "host"]);
    const token = seat && this.keys.mine[seat];
    if (!token) return;
    try {
      const made = await api.rematch(this.state.id, this.writing(token));
      this.opponent?.goOn(made.game.id);
      continueSeries(made.game.id, this.state.id);
      enterGame(made);
    } catch (error) {
      complain(error);
    }
  }

  /** Take my seats in the rematch that the other player asked for. */
  async join(id: string) {
    try {
      await takeSeats(id, Object.values(this.keys.mine));
      continueSeries(id, this.state.id);
    } catch (error) {
      if (error instanceof Unreachable) {
        complain(error);
        return;
      }
    }
    go(`/game/${id}`);
  }

  render() {
    const { rules } = this;
    const state = this.stepsSlowly ? { ...this.state, thinking: true } : this.state;
    const stones = parsePosition(rules, state.position) ?? [];
    const last = state.moves.at(-1);
    this.explain(stones);
    if (this.values.unknown && this.able("hint")) this.hint.askOnce(stones, this.hintButton);
    if (this.isHelped) keepHelped(state.id);
    this.board.show({
      stones,
      last: last ? parseCell(rules, last.cell) : null,
      line: state.outcome?.line?.map((name) => parseCell(rules, name)) ?? null,
      marks: this.marks(),
      arrows: this.arrows(last ? parseCell(this.rules, last.cell) : null),
      open: state.waits_for === "person" && this.seatFor("moves") !== null,
    });
    this.status.textContent = statusWords(state, this.mine);
    this.status.classList.toggle("joy", hasWon(state, this.mine));
    this.history.show(state, this.withoutHelp);
    this.agreement.textContent = agreementWords(state);
    this.buttons();
    this.result?.show(state, this.mine, this.rematchButton());
    if (state.outcome && !this.result) this.loadResult().catch(complain);
    this.dare.textContent = dareWords(state, this.mine);
    this.players.show(state, this.keys); // with the score that counts this game
    const moves = state.moves.map(({ cell }) => cell);
    const picture = () => pictureLink(rules, moves, statusWords(state, this.mine));
    put(this.embed, state.outcome && [h("p", { class: "downloads" }, picture()), smallBoard(state.game, moves)]);
  }

  /** Show the game that has ended as it was after some moves. */
  look(ply: number) {
    const { moves } = this.state;
    if (ply === moves.length) return this.render();
    const cells = moves.slice(0, ply).map(({ cell }) => cell);
    const last = ply ? parseCell(this.rules, cells[ply - 1]) : null;
    const arrows = moveArrow(this.rules, cells);
    this.board.show({ stones: stonesAfter(this.rules, cells) ?? [], last, arrows, open: false });
  }

  /** Show the result, with the levels of the board if one of them plays. */
  async loadResult() {
    const { id, game } = this.state;
    const levels = levelOf(id) ? await levelsFor(game).catch(() => []) : []; // the next level is an extra
    if (this.result || this.gone.signal.aborted) return;
    this.result = new GameResult(this.gone.signal, this.ended, levels, (ply) => this.look(ply));
    this.render();
  }

  /** Look at the last move that a strategy has made, and at the position as it is. */
  explain(stones: Stone[]) {
    const { moves, outcome } = this.state;
    const ply = moves.findLastIndex(({ reason }) => reason !== null);
    const move = moves[ply];
    const before =
      stonesAfter(
        this.rules,
        moves.slice(0, Math.max(ply, 0)).map(({ cell }) => cell),
      ) ?? [];
    this.said.hidden = !move || outcome !== null || this.hint.isShown || this.withoutHelp || this.resigning;
    const words = move ? `${this.moveOf(move)} ${why(move)}` : "";
    put(this.said, words);
    this.why.hidden = ply < 0 || this.withoutHelp;
    this.values.element.hidden = this.withoutHelp;
    this.talking.classList.toggle("silent", this.withoutHelp); // where nothing is said nothing needs a place
    put(this.reason, words);
    put(this.saw, move?.saw && sentence(move.saw));
    this.seen.hidden = !move?.saw;
    this.values.look(outcome || this.withoutHelp ? null : stones, move ? { made: move, stones: before } : null);
  }

  moveOf({ side, cell }: MoveMade) {
    return t("{side} ({name}) plays {cell}.", { side, name: playerName(this.state, side, this.mine), cell });
  }

  /** Whether a hint or the exact values are shown while the game is on. */
  get isHelped() {
    return this.state.outcome === null && (this.hint.marks !== null || this.values.on);
  }

  /** What to mark on the board: where the last move of a strategy threatens a line, while its reason is open. */
  marks() {
    if (this.state.outcome || this.withoutHelp) return new Map();
    const made = this.menu.open ? this.state.moves.findLast(({ reason }) => reason !== null) : undefined;
    const threats: [number, Mark][] = (made?.lines_end ?? []).map((name) => [
      parseCell(this.rules, name),
      { threat: "line" },
    ]);
    return mergedMarks(new Map(threats), this.values.marks, this.hint.marks);
  }

  /** @param from the last move */
  arrows(from: number | null) {
    if (this.state.outcome || this.withoutHelp) return [];
    return [...this.values.arrows(from), ...this.hint.arrows(from, this.values.unknown)];
  }

  buttons() {
    const { state } = this;
    const playing = this.mine.length > 0;
    for (const each of [this.undo, this.redo, this.hintButton, this.resign]) {
      const action = each.dataset.action as Action;
      each.setAttribute("aria-disabled", String(!this.able(action)));
      each.hidden = !playing && each !== this.hintButton;
    }
    this.redo.hidden ||= state.outcome !== null;
    this.resign.hidden = !playing || Boolean(this.keys.mine.host) || state.outcome !== null;
    const watched = Object.values(state.players).every((player) => player !== "human" && player !== "friend");
    this.hintButton.hidden = state.outcome !== null || watched || this.withoutHelp;
    put(this.more, ...this.offers());
    this.more.hidden = !this.more.childNodes.length;
  }

  /** The buttons that only sometimes make sense. */
  offers() {
    const { state } = this;
    if (this.resigning && this.able("resign")) {
      const keep = () => {
        this.resigning = false;
        this.render();
        this.resign.focus();
      };
      return [
        h("span", {}, t("Resign the game?")),
        button(t("Yes, resign"), () => void this.act("resign"), { class: "button danger" }),
        button(t("Keep playing"), keep),
      ];
    }
    return [
      state.failure && h("span", {}, sentence(state.failure)),
      state.failure && this.mine.length > 0 && button(t("Ask it again"), () => void this.act("step")),
    ];
  }

  /** The button for another game with the sides swapped, or to the one that was asked for. */
  rematchButton() {
    const { rematch } = this.state;
    if (rematch) return button(t("Go to the rematch"), () => void this.join(rematch), { class: "button main" });
    return this.mine.length > 0 && button(t("Rematch, sides swapped"), () => void this.rematch());
  }

  /** Whether two people play against each other, from two places, and have not agreed on help before the game is over. */
  get withoutHelp() {
    return betweenFriends(this.state) && !this.state.hints && !this.state.outcome;
  }

  leave() {
    this.gone.abort();
    this.pace?.stop();
    this.values.leave();
  }
}
