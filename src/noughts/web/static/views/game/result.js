/** After a game: where it was decided, the score of the series, and how to go on. */

import { address } from "../../addresses.js";
import { api, withQuery } from "../../api.js";
import { button, h, put } from "../../dom.js";
import { counted, t } from "../../language.js";
import { complain } from "../../messages.js";
import { parseGame } from "../../rules.js";
import { enterGame, playProgram } from "../../startgame.js";
import { continueSeries, countGame, firstOf, programOf } from "../../store.js";
import { eitherOf, playerName } from "../../words.js";
import { betweenFriends } from "./announcements.js";

/** @import { Child } from "../../dom.js" */
/** @import { GameState, Review, Seat, Side } from "../../types.js" */

const SMALL = 16; // cells: on larger boards exact values take too long to wait for

export class GameResult {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    this.asked = false;
    this.decided = h("p", { id: "decided", "aria-live": "polite" });
    this.series = h("p", { class: "quiet-text", id: "series" });
    this.buttons = h("div", { class: "actions", id: "again" });
    this.links = h("span", { class: "links" }); // they stand where hints were asked for
    /** @type {number | null} the number of the move that decided the game, once it is known */
    this.ply = null;
    /** @type {HTMLAnchorElement | null} */
    this.review = null;
    this.element = h("div", { class: "after" }, this.buttons, this.decided, this.series);
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
    const { X, O } = state.players;
    const withFriend = betweenFriends(state);
    this.review = h("a", { href: reviewOf(state, this.ply), class: "button" }, t("Review the game"));
    put(
      this.buttons,
      mine.length > 0 &&
        !withFriend &&
        button(t("Play again"), () => void this.again(state, X, O), { class: "button main" }),
      others,
    );
    put(this.links, state.moves.length > 0 && this.review, h("a", { href: "/", class: "button" }, t("New game")));
    this.series.textContent = seriesWords(state, mine);
    if (!this.asked) void this.decide(state, mine);
  }

  /** Begin another game of the same players. @param {GameState} state @param {string} x @param {string} o */
  async again({ id, game }, x, o) {
    try {
      const program = programOf(id);
      if (program) {
        await playProgram(game, program);
        return;
      }
      const made = await api.create({ game, x, o });
      continueSeries(made.game.id, id);
      enterGame(made);
    } catch (error) {
      complain(error);
    }
  }

  /** Say what decided the game, where that can be known quickly. @param {GameState} state @param {Seat[]} mine */
  async decide(state, mine) {
    this.asked = true;
    this.decided.textContent = "";
    const rules = parseGame(state.game);
    if (!rules || rules.m * rules.n > SMALL || !state.moves.length || state.outcome?.ending === "resignation") return;
    try {
      const review = await api.question("review", { game: state.game, moves: cells(state).join(",") }, this.signal);
      if (!this.asked) return;
      const winner = state.outcome?.winner ?? null;
      this.decided.textContent = decidedWords(review, winner, mine);
      this.ply = decisive(review, winner)?.number ?? null;
      this.review?.setAttribute("href", address(reviewOf(state, this.ply)));
    } catch {
      // The sentence is an extra: without it the result stands as it is.
    }
  }
}

/** Return the address of a game's review, from a move on. @param {GameState} state @param {number | null} ply */
function reviewOf(state, ply) {
  return withQuery("/review", { game: state.game, moves: cells(state).join(","), ply });
}

/** @param {GameState} state */
function cells({ moves }) {
  return moves.map(({ cell }) => cell);
}

/**
 * Return what decided a game, by exact values; nothing where they do not tell.
 * @param {Review} review
 * @param {Side | null} winner
 * @param {Seat[]} mine
 */
function decidedWords(review, winner, mine) {
  const { moves, mistakes } = review;
  if (!mistakes.length) return moves.every(({ known }) => known) ? flawless(winner) : "";
  const slip = decisive(review, winner);
  if (!slip) return "";
  const { number, side, move, before, better } = slip;
  const values = { side, moves: eitherOf(better ?? []), number, move };
  const held = before === "win" ? "won" : "drawn";
  return t(TURNING[winner ? held : "missed"][mine.length === 1 && mine[0] === side ? "you" : "side"], values);
}

/** Where a game was lost that could have been won or drawn, and where a win was missed. */
const TURNING = {
  won: {
    you: "You could still have won with {moves} at move {number}: {move} lost the game.",
    side: "{side} could still have won with {moves} at move {number}: {move} lost the game.",
  },
  drawn: {
    you: "You could have held the draw with {moves} at move {number}: {move} lost the game.",
    side: "{side} could have held the draw with {moves} at move {number}: {move} lost the game.",
  },
  missed: {
    you: "You could have won with {moves} at move {number}; after {move} neither side could, if both played well.",
    side: "{side} could have won with {moves} at move {number}; after {move} neither side could, if both played well.",
  },
};

/** Return the last mistake that cost a game its result, with its number; none where there is none. @param {Review} review @param {Side | null} winner */
function decisive({ moves }, winner) {
  const slips = moves.flatMap((move, index) => (move.known && move.mistake ? [{ ...move, number: index + 1 }] : []));
  return winner ? slips.findLast(({ side, after }) => side !== winner && after === "loss") : slips.at(-1);
}

/** @param {Side | null} winner */
function flawless(winner) {
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
