/** What is said of a game: what two friends agreed on, and what has changed, in words and sounds. */

import { t } from "../../language.js";
import { announce, ended } from "../../messages.js";
import { playSound } from "../../sound.js";
import { moveWords, statusWords } from "../../words.js";
import { why } from "./movelist.js";

/** @import { GameState, Seat } from "../../types.js" */

/** Whether two people play from two places. @param {Pick<GameState, "players">} state */
export function betweenFriends({ players }) {
  return Object.values(players).includes("friend");
}

/** Return what two friends have agreed on while they play. @param {GameState} state */
export function agreementWords(state) {
  if (!betweenFriends(state) || state.outcome) return "";
  return state.hints
    ? t("Agreed: hints and exact values for both of you.")
    : t("No hints for either of you until the game is over.");
}

/** Let the end of a game be heard. @param {GameState} state @param {Seat[]} mine */
function soundEnd({ outcome }, mine) {
  const winner = outcome?.winner;
  if (!winner) playSound("draw");
  else playSound(mine.some((seat) => seat === "X" || seat === "O") && !mine.includes(winner) ? "loss" : "win");
}

/** Announce what has changed. @param {GameState} old @param {GameState} next @param {Seat[]} mine */
export function announceChanges(old, next, mine) {
  const added = next.moves.slice(old.moves.length);
  const words = added.flatMap((move) => [moveWords(move), why(move)]);
  if (next.moves.length < old.moves.length) words.push(t("Taken back"));
  if (next.outcome && !old.outcome) {
    words.push(statusWords(next, mine));
    soundEnd(next, mine);
  } else if (next.failure && !old.failure) words.push(statusWords(next, mine));
  if (words.length) announce(words.filter(Boolean).map(ended).join(" "));
}
