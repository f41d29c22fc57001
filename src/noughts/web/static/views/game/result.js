/** After a game: where it was decided, the score of the series, and how to go on. */

import { address } from "../../addresses.js";
import { ask } from "../../analysis/jobs.js";
import { api, withQuery } from "../../api.js";
import { button, h, put } from "../../dom.js";
import { counted, t } from "../../language.js";
import { complain } from "../../messages.js";
import { parseGame } from "../../rules.js";
import { enterGame, playProgram } from "../../startgame.js";
import { continueSeries, countGame, firstOf, programOf } from "../../store.js";
import { playerName } from "../../words.js";
import { betweenFriends } from "./announcements.js";

/** @import { Child } from "../../dom.js" */
/** @import { GameState, Review, Seat, Side, Turned } from "../../types.js" */

const SMALL = 16; // cells: on larger boards it takes a while, which only a game that was lost is worth

export class GameResult {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    this.asked = false;
    this.decided = h("p", { id: "decided", "aria-live": "polite" });
    this.retry = h("span", { id: "retry" });
    this.series = h("p", { class: "quiet-text", id: "series" });
    this.buttons = h("div", { class: "actions", id: "again" });
    this.links = h("span", { class: "links" }); // they stand where hints were asked for
    /** @type {number | null} the number of the move that decided the game, once it is known */
    this.ply = null;
    /** @type {HTMLAnchorElement | null} */
    this.review = null;
    const turning = h("div", { class: "turning" }, this.decided, this.retry);
    this.element = h("div", { class: "after" }, this.buttons, turning, this.series);
    this.element.hidden = true;
  }

  /** Show a game. @param {GameState} state @param {Seat[]} mine @param {...Child} others more buttons */
  show(state, mine, ...others) {
    this.element.hidden = this.links.hidden = state.outcome === null;
    if (!state.outcome) {
      this.asked = false;
      this.ply = null;
      return;
    }
    const withFriend = betweenFriends(state);
    this.review = h("a", { href: reviewOf(state, this.ply), class: "button" }, t("Review the game"));
    put(
      this.buttons,
      mine.length > 0 && !withFriend && button(t("Play again"), () => void this.again(state), { class: "button main" }),
      others,
    );
    put(this.links, state.moves.length > 0 && this.review, h("a", { href: "/", class: "button" }, t("New game")));
    this.series.textContent = seriesWords(state, mine);
    if (!this.asked) void this.decide(state, mine);
  }

  /** Begin another game of the same players, after some moves. @param {GameState} state @param {string[]} [moves] */
  async again({ id, game, players: { X: x, O: o } }, moves = []) {
    try {
      const program = programOf(id);
      if (program) {
        await playProgram(game, program, moves);
        return;
      }
      const made = await api.create({ game, x, o, ...(moves.length ? { moves } : {}) });
      continueSeries(made.game.id, id);
      enterGame(made);
    } catch (error) {
      complain(error);
    }
  }

  /** Say where the game turned. @param {GameState} state @param {Seat[]} mine */
  async decide(state, mine) {
    this.asked = true;
    this.decided.textContent = "";
    put(this.retry);
    const { moves, outcome } = state;
    if (!outcome || !moves.length || !(isSmall(state) || hasLost(state, mine))) return;
    try {
      if (!isSmall(state)) this.decided.textContent = t("Looking where the game turned…");
      const review = await this.reviewed(state);
      if (!this.asked) return;
      this.decided.textContent = outcome.ending === "resignation" ? "" : flawless(review, outcome.winner);
      this.turned(state, review.turned, mine);
    } catch {
      this.decided.textContent = ""; // it is an extra: without it the result stands as it is
    }
  }

  /** Show the turning point, if the game ended as that move left it. @param {GameState} state @param {Turned | null} turned @param {Seat[]} mine */
  turned(state, turned, mine) {
    const winner = state.outcome?.winner ?? null;
    if (!turned || turned.side === winner) return;
    const { number, side, words, to_mover } = turned;
    const own = mine.length === 1 && mine[0] === side;
    this.decided.textContent = own ? to_mover : words;
    this.ply = number;
    this.review?.setAttribute("href", address(reviewOf(state, number)));
    if (!own || betweenFriends(state)) return;
    const before = cells(state).slice(0, number - 1);
    put(
      this.retry,
      button(t("Try it again from there"), () => void this.again(state, before), { class: "button small" }),
    );
  }

  /** Return the review of a game, as soon as it says where the game turned. @param {GameState} state @returns {Promise<Review>} */
  reviewed(state) {
    const found = new AbortController();
    const signal = AbortSignal.any([this.signal, found.signal]);
    return new Promise((resolve, reject) => {
      ask("review", { game: state.game, moves: cells(state).join(",") }, signal, ({ result }) => {
        if (!result?.turned) return;
        resolve(result);
        found.abort();
      }).then(resolve, reject);
    });
  }
}

/** Whether exact values are known at once. @param {GameState} state */
function isSmall({ game }) {
  const rules = parseGame(game);
  return rules !== null && rules.m * rules.n <= SMALL;
}

/** @param {GameState} state @param {Seat[]} mine */
function hasLost({ outcome }, mine) {
  return mine.length === 1 && (mine[0] === "X" ? "O" : "X") === outcome?.winner;
}

/** Return the address of a game's review, from a move on. @param {GameState} state @param {number | null} ply */
function reviewOf(state, ply) {
  return withQuery("/review", { game: state.game, moves: cells(state).join(","), ply });
}

/** @param {GameState} state */
function cells({ moves }) {
  return moves.map(({ cell }) => cell);
}

/** Return what a game was whose result never changed; nothing where not every move is judged. @param {Review} review @param {Side | null} winner */
function flawless({ moves, turned }, winner) {
  if (turned || !moves.every(({ known }) => known)) return "";
  if (!winner) return t("No mistake on either side: with best play it is a draw.");
  return t("With best play {side} wins from the start.", { side: winner });
}

/** The name under which the games against an opponent are counted; with a friend these are a game and its rematches. @param {GameState} state @param {Side} other */
export function seriesName({ id, game, players }, other) {
  return `${game} ${betweenFriends({ players }) ? firstOf(id) : players[other]}`;
}

/** Count a game that has ended, and return the score against this opponent. @param {GameState} state @param {Seat[]} mine */
function seriesWords(state, mine) {
  const seats = /** @type {Side[]} */ (mine.filter((seat) => seat !== "host"));
  if (seats.length !== 1) return "";
  const [side] = seats;
  const other = side === "X" ? "O" : "X";
  const winner = state.outcome?.winner ?? null;
  const result = winner === null ? "drawn" : winner === side ? "won" : "lost";
  const { won, lost, drawn } = countGame(seriesName(state, other), state.id, result);
  if (won + lost + drawn < 2) return "";
  const values = { name: playerName(state, other, mine), won, lost };
  return counted(
    drawn,
    "So far against {name}: you {won}, they {lost}, 1 draw.",
    "So far against {name}: you {won}, they {lost}, {count} draws.",
    values,
  );
}
