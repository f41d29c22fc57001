/** What is said of a game: what two friends agreed on, and what has changed, in words and sounds. */

import { t } from "../../language.ts";
import { announce, ended } from "../../messages.ts";
import { playSound } from "../../sound.ts";
import type { GameState, Seat } from "../../types.ts";
import { moveWords, statusWords } from "../../words.ts";
import { why } from "./movelist.ts";

/** Whether two people play from two places. */
export function betweenFriends({ players }: Pick<GameState, "players">) {
  return Object.values(players).includes("friend");
}

/** Return what two friends have agreed on while they play. */
export function agreementWords(state: GameState) {
  if (!betweenFriends(state) || state.outcome) return "";
  return state.hints
    ? t("Agreed: hints and exact values for both of you.")
    : t("No hints for either of you until the game is over.");
}

/** Let the end of a game be heard. */
function soundEnd({ outcome }: GameState, mine: Seat[]) {
  const winner = outcome?.winner;
  if (!winner) playSound("draw");
  else playSound(mine.some((seat) => seat === "X" || seat === "O") && !mine.includes(winner) ? "loss" : "win");
}

/** Announce what has changed. */
export function announceChanges(old: GameState, next: GameState, mine: Seat[]) {
  const added = next.moves.slice(old.moves.length);
  const words = added.flatMap((move) => [moveWords(move), why(move)]);
  if (next.moves.length < old.moves.length) words.push(t("Taken back"));
  if (next.outcome && !old.outcome) {
    words.push(statusWords(next, mine));
    soundEnd(next, mine);
  } else if (next.failure && !old.failure) words.push(statusWords(next, mine));
  if (words.length) announce(words.filter(Boolean).map(ended).join(" "));
}
