/** A live game: play it, watch it, and see why the computer moves as it does. */

import { fullAddress, isSite } from "../../addresses.js";
import { Hint } from "../../analysis/hint.js";
import { mergedMarks, Values } from "../../analysis/values.js";
import { api, levelsFor, liveGame, Problem, Unreachable } from "../../api.js";
import { moveArrow } from "../../arrow.js";
import { Board } from "../../board.js";
import { gameDownloads, sharePanel, smallBoard } from "../../controls/sharepanel.js";
import { boardPage, button, h, panel, put } from "../../dom.js";
import { t } from "../../language.js";
import { complain, hush, say, sentence } from "../../messages.js";
import { go } from "../../router.js";
import {
  cellName,
  gameWords,
  hasOptions,
  parseCell,
  parseGame,
  parsePosition,
  stonesAfter,
  winWords,
} from "../../rules.js";
import { soundSwitch } from "../../sound.js";
import { enterGame, takeLinkedSeat, takeSeats } from "../../startgame.js";
import { continueSeries, keepHelped, keysOf, levelOf } from "../../store.js";
import { playerName, statusWords } from "../../words.js";
import { agreementWords, announceChanges, betweenFriends } from "./announcements.js";
import { dareWords } from "./dare.js";
import { History, why } from "./movelist.js";
import { PersonProgram } from "./ownprogram.js";
import { Playback } from "./playback.js";
import { Players } from "./players.js";
import { GameResult } from "./result.js";

/** @import { GameState, Mark, MoveMade, Page, Rules, Seat, Stone } from "../../types.js" */

/** @param {{url: URL, id: string}} at @returns {Promise<Page>} */
export async function open({ url, id }) {
  const refusal = await takeLinkedSeat(id, url);
  const page = new GamePage(await api.game(id));
  if (refusal) complain(refusal);
  const title = hasOptions(page.rules) ? t("Game, {game}", { game: gameWords(page.rules) }) : t("Game");
  return { title, element: page.element, leave: () => page.leave() };
}

/** @typedef {"undo" | "redo" | "hint" | "resign"} Action */

const SLOW = 300; // milliseconds

class GamePage {
  /** @param {GameState} state */
  constructor(state) {
    this.rules = /** @type {Rules} */ (parseGame(state.game));
    this.keys = keysOf(state.id);
    this.gone = new AbortController();
    /** The visitor's own program, where one plays. */
    this.opponent = PersonProgram.in(state.id, this.keys, {
      signal: this.gone.signal,
      take: (next) => this.take(next),
      changed: () => this.take(this.state),
    });
    this.state = this.opponent?.dressed(state) ?? state;
    /** @type {number | null} the version of the game on which something is being done */
    this.sent = null;
    this.stepping = 0; // the timer after which a strategy that was asked for its move is said to think
    this.stepsSlowly = false;
    this.resigning = false;
    this.hint = new Hint(this.rules, { signal: this.gone.signal, changed: () => this.render() });
    const changed = () => this.render();
    this.values = new Values(this.rules, { kept: false, usual: false, changed });
    this.reason = h("p", { id: "reason" });
    this.saw = h("p", { class: "quiet-text" });
    this.seen = h("details", { id: "saw" }, h("summary", {}, t("What the computer saw")), this.saw);
    this.why = panel(t("Why"), { id: "why" }, this.reason, this.seen);
    this.menu = h("details", { class: "panel", id: "game-menu", ontoggle: changed });
    this.players = new Players();
    this.history = new History();
    /** @type {GameResult | null} once there is one */
    this.result = null;
    this.ended = { element: h("div", { class: "after", hidden: true }), links: h("span", { class: "links" }) };
    const label = t("Board, {game}", { game: gameWords(this.rules) });
    this.board = new Board(this.rules, { label, play: (cell) => void this.act("moves", cellName(this.rules, cell)) });
    this.status = h("h1", { class: "status", id: "status" });
    this.agreement = h("p", { class: "quiet-text", id: "agreement" });
    this.dare = h("p", { class: "dare-line", id: "dare" });
    this.connection = h(
      "p",
      { class: "connection", role: "status", hidden: true },
      t("The connection is lost; trying again…"),
    );
    this.undo = this.action("undo", t("Undo"), () => void this.act("undo"));
    this.redo = this.action("redo", t("Redo"), () => void this.act("redo"));
    this.hintButton = this.action("hint", t("Hint"), () => void this.askHint());
    this.resign = this.action("resign", t("Resign"), () => this.askResign());
    this.more = h("div", { class: "actions", id: "more" });
    this.embed = h("div");
    this.said = h("p", { id: "said" });
    this.talking = h("div", { class: "talk" });
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

  /** @param {Action} action @param {string} text @param {() => void} press */
  action(action, text, press) {
    return button(text, () => this.able(action) && press(), { "data-action": action });
  }

  /** Whether a button means anything now: those that do not stay in reach of the keyboard. @param {Action} action */
  able(action) {
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

  /** The seats that I hold. @returns {Seat[]} */
  get mine() {
    return /** @type {Seat[]} */ (Object.keys(this.keys.mine));
  }

  /** Whether the game is over and this visitor, who plays one side, has won it. */
  get haveWon() {
    const sides = this.mine.filter((seat) => seat !== "host");
    return sides.length === 1 && this.state.outcome?.winner === sides[0];
  }

  /** Return the seat of mine among some, the one that is to move first. @param {Seat[]} seats */
  seatAmong(seats) {
    const mine = seats.filter((seat) => this.keys.mine[seat]);
    return mine.find((seat) => seat === this.state.to_move) ?? mine[0] ?? null;
  }

  /** Return the seat with which to do something. @param {"moves" | "step" | "undo" | "redo" | "resign"} verb */
  seatFor(verb) {
    const { to_move: side, may } = this.state;
    if (verb === "moves") return this.seatAmong(side ? [side] : []);
    if (verb === "step") return this.seatAmong(["host", "X", "O"]);
    return this.seatAmong(may[verb]);
  }

  /** @param {string} token */
  writing(token) {
    return { token, signal: this.gone.signal, waiting: (/** @type {string} */ words) => say(words) };
  }

  /** Do one thing in each version of the game: the next version may come before the answer. @param {"moves" | "step" | "undo" | "redo" | "resign"} verb @param {string} [cell] */
  async act(verb, cell) {
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

  /** Take that what was done on a version is answered. @param {number} version */
  answered(version) {
    if (this.sent !== version) return;
    this.sent = null;
    clearTimeout(this.stepping);
    if (this.stepsSlowly) this.step(false);
  }

  /** Say that a strategy takes its time, or no longer. @param {boolean} slowly */
  step(slowly) {
    this.stepsSlowly = slowly;
    this.render();
  }

  /** @param {unknown} error */
  refused(error) {
    this.pace?.stop();
    if (error instanceof Problem && error.state) {
      this.take(error.state);
      say(`${sentence(error.message)} ${t("The board shows the game as it is now.")}`, "trouble");
    } else {
      complain(error);
    }
    this.render();
  }

  /** Take the state that the server sends, unless it is an older one. @param {GameState} given */
  take(given) {
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

  /** Take my seats in the rematch that the other player asked for. @param {string} id */
  async join(id) {
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
    this.status.classList.toggle("joy", this.haveWon);
    this.history.show(state, this.withoutHelp);
    this.agreement.textContent = agreementWords(state);
    this.buttons();
    this.result?.show(state, this.mine, this.rematchButton());
    if (state.outcome && !this.result) this.loadResult().catch(complain);
    this.dare.textContent = dareWords(state, this.mine);
    this.players.show(state, this.keys); // with the score that counts this game
    const moves = state.moves.map(({ cell }) => cell);
    put(this.embed, state.outcome && smallBoard(state.game, moves));
  }

  /** Show the game that has ended as it was after some moves. @param {number} ply */
  look(ply) {
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

  /** Look at the last move that a strategy has made, and at the position as it is. @param {Stone[]} stones */
  explain(stones) {
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

  /** @param {MoveMade} move */
  moveOf({ side, cell }) {
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
    /** @type {[number, Mark][]} */
    const threats = (made?.lines_end ?? []).map((name) => [parseCell(this.rules, name), { threat: "line" }]);
    return mergedMarks(new Map(threats), this.values.marks, this.hint.marks);
  }

  /** @param {number | null} from the last move */
  arrows(from) {
    if (this.state.outcome || this.withoutHelp) return [];
    return [...this.values.arrows(from), ...this.hint.arrows(from, false)];
  }

  buttons() {
    const { state } = this;
    const playing = this.mine.length > 0;
    for (const each of [this.undo, this.redo, this.hintButton, this.resign]) {
      const action = /** @type {Action} */ (each.dataset.action);
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
