/** After a game: where it was decided, the score of the series, and how to go on. */

import { api } from "../api.js";
import { button, h, put } from "../dom.js";
import { complain } from "../messages.js";
import { parseGame } from "../rules.js";
import { countGame } from "../store.js";
import { playerName } from "../words.js";
import { enter } from "./newgame.js";

/** @import { Child } from "../dom.js" */
/** @import { GameState, Review, Seat, Side } from "../types.js" */

const SMALL = 16; // cells: on larger boards exact values take too long to wait for

export class After {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    this.asked = false;
    this.decided = h("p", { id: "decided", "aria-live": "polite" });
    this.series = h("p", { class: "quiet-text", id: "series" });
    this.buttons = h("div", { class: "actions", id: "again" });
    this.element = h("div", { class: "after" }, this.decided, this.series, this.buttons);
    this.element.hidden = true;
  }

  /** Show a game. @param {GameState} state @param {Seat[]} mine @param {...Child} others more buttons */
  show(state, mine, ...others) {
    this.element.hidden = state.outcome === null;
    if (!state.outcome) {
      this.asked = false;
      return;
    }
    const { X, O } = state.players;
    const withFriend = [X, O].includes("friend");
    put(
      this.buttons,
      mine.length > 0 && !withFriend && button("Play again", () => void this.again(state, X, O), { class: "button main" }),
      others,
      h("a", { href: "/", class: "button" }, "Another opponent"),
    );
    this.series.textContent = seriesWords(state, mine);
    if (!this.asked) void this.decide(state);
  }

  /** Begin another game of the same players. @param {GameState} state @param {string} x @param {string} o */
  async again({ game }, x, o) {
    try {
      enter(await api.create({ game, x, o }));
    } catch (error) {
      complain(error);
    }
  }

  /** Say which move decided the game, where that can be known quickly. @param {GameState} state */
  async decide(state) {
    this.asked = true;
    this.decided.textContent = "";
    const rules = parseGame(state.game);
    if (!rules || rules.m * rules.n > SMALL || !state.moves.length || state.outcome?.ending === "resignation") return;
    try {
      const review = await api.review(state.game, cells(state), this.signal);
      if (this.asked) this.decided.textContent = decidedWords(review, state.outcome?.winner ?? null);
    } catch {
      // The sentence is an extra: without it the result stands as it is.
    }
  }
}

/** @param {GameState} state */
function cells({ moves }) {
  return moves.map(({ cell }) => cell);
}

/** Return which move decided a game. @param {Review} review @param {Side | null} winner */
function decidedWords({ moves, mistakes }, winner) {
  if (moves.some(({ known }) => !known)) return "";
  if (!winner) {
    const last = mistakes.at(-1);
    if (last === undefined) return "No mistake on either side: with best play it is a draw.";
    return `Nobody could have won after move ${last + 1}.`;
  }
  const lost = moves.findLastIndex((move) => move.known && move.side !== winner && move.mistake && move.after === "loss");
  if (lost < 0) return `With best play ${winner} wins from the start.`;
  return `Move ${lost + 1}, ${moves[lost].side} ${moves[lost].cell}, lost the game.`;
}

/** Count a game that has ended, and return the score against this opponent. @param {GameState} state @param {Seat[]} mine */
function seriesWords(state, mine) {
  const seats = /** @type {Side[]} */ (mine.filter((seat) => seat !== "host"));
  if (seats.length !== 1) return "";
  const [side] = seats;
  const other = side === "X" ? "O" : "X";
  const winner = state.outcome?.winner ?? null;
  const result = winner === null ? "drawn" : winner === side ? "won" : "lost";
  const { won, lost, drawn } = countGame(`${state.game} ${state.players[other]}`, state.id, result);
  if (won + lost + drawn < 2) return "";
  const draws = drawn === 1 ? "1 draw" : `${drawn} draws`;
  return `So far against ${playerName(state, other, mine)}: you ${won}, they ${lost}, ${draws}.`;
}
