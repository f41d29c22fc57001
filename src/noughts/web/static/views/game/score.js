/** The score against an opponent: the games won, drawn and lost, and those in a row. */

import { counted, t } from "../../language.js";
import { ended } from "../../messages.js";
import { countGame, firstOf, levelOf, seriesAgainst, wasHelped } from "../../store.js";
import { playerName, rowWords } from "../../words.js";
import { betweenFriends } from "./announcements.js";

/** @import { Series, Streak } from "../../store.js" */
/** @import { GameState, Seat, Side } from "../../types.js" */

/** Return the visitor's side; null for a host, a watcher, or a visitor who plays both sides. @param {Seat[]} mine @returns {Side | null} */
export function ownSide(mine) {
  const sides = /** @type {Side[]} */ (mine.filter((seat) => seat !== "host"));
  return sides.length === 1 ? sides[0] : null;
}

/** The name under which the games against an opponent are counted; with a friend these are a game and its rematches. @param {GameState} state @param {Side} other */
export function seriesName({ id, game, players }, other) {
  return seriesAgainst(game, betweenFriends({ players }) ? firstOf(id) : players[other]);
}

/** Return what a game was for the visitor, who played a side. @param {GameState} state @param {Side} side @returns {keyof Series} */
export function resultFor({ outcome }, side) {
  const winner = outcome?.winner ?? null;
  return winner === null ? "drawn" : winner === side ? "won" : "lost";
}

/** Whether no help was had in a game, and it began with an empty board. @param {GameState} state */
export function isUnaided({ id, opening }) {
  return !wasHelped(id) && !opening;
}

/** Count a game that has ended, and return the score against this opponent in words. @param {GameState} state @param {Seat[]} mine */
export function scoreWords(state, mine) {
  const side = ownSide(mine);
  if (!side) return "";
  const other = side === "X" ? "O" : "X";
  const result = resultFor(state, side);
  const score = countGame(seriesName(state, other), state.id, result, effectOnStreak(state, result));
  const isStrategy = !["human", "friend"].includes(state.players[other]);
  return [totalWords(score, playerName(state, other, mine)), isStrategy && streakWords(state, result, score)]
    .filter(Boolean)
    .join(" ");
}

/**
 * Return what a game makes of the streak. A loss ends it; so does a draw, except against a level that never loses, of
 * which one can only hold the draw. A game with help makes it no longer.
 * @param {GameState} state
 * @param {keyof Series} result
 */
function effectOnStreak(state, result) {
  const holds = result === "won" || (result === "drawn" && neverLoses(state));
  if (!holds) return "ended";
  return isUnaided(state) ? "longer" : "same";
}

/** Whether the visitor plays against a level that never loses. @param {GameState} state */
function neverLoses({ id }) {
  return levelOf(id) === "perfect";
}

/** @param {Series} score @param {string} name of the opponent */
function totalWords({ won, lost, drawn }, name) {
  if (won + lost + drawn < 2) return "";
  return counted(
    drawn,
    "So far against {name}: you {won}, they {lost}, 1 draw.",
    "So far against {name}: you {won}, they {lost}, {count} draws.",
    { name, won, lost },
  );
}

/** @param {GameState} state @param {keyof Series} result @param {Streak} score */
function streakWords(state, result, { streak, best }) {
  if (effectOnStreak(state, result) === "same") {
    if (state.opening && !levelOf(state.id)) return ""; // a position that was set up, to try it
    return wasHelped(state.id)
      ? t("You had help: this game does not count for the streak.")
      : t("It began after some moves: this game does not count for the streak.");
  }
  if (streak < 2) return best < 2 ? "" : t("Your longest streak: {best}.", { best });
  const inARow = rowWords(streak, neverLoses(state));
  return streak === best ? t("{row}: your longest streak.", { row: inARow }) : ended(inARow);
}
