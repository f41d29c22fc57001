/** The score against an opponent: the games won, drawn and lost, and those in a row. */

import { counted, t } from "../../language.ts";
import { ended } from "../../messages.ts";
import type { Series, Streak } from "../../store.ts";
import { countGame, firstOf, levelOf, seriesAgainst, wasHelped } from "../../store.ts";
import type { GameState, Seat, Side } from "../../types.ts";
import { playerName, rowWords } from "../../words.ts";
import { betweenFriends } from "./announcements.ts";

/** Return the visitor's side; null for a host, a watcher, or a visitor who plays both sides. */
export function ownSide(mine: Seat[]): Side | null {
  const sides = mine.filter((seat) => seat !== "host") as Side[];
  return sides.length === 1 ? sides[0] : null;
}

/**
 * The name under which the games against an opponent are counted; with a friend these are a game and its rematches.
 */
export function seriesName({ id, game, players }: GameState, other: Side) {
  return seriesAgainst(game, betweenFriends({ players }) ? firstOf(id) : players[other]);
}

/** Return what a game was for the visitor, who played a side. */
export function resultFor({ outcome }: GameState, side: Side): keyof Series {
  const winner = outcome?.winner ?? null;
  return winner === null ? "drawn" : winner === side ? "won" : "lost";
}

export function hasWon(state: GameState, mine: Seat[]) {
  const side = ownSide(mine);
  return side !== null && resultFor(state, side) === "won";
}

/** Whether no help was had in a game, and it began with an empty board. */
function isUnaided({ id, opening }: GameState) {
  return !wasHelped(id) && !opening;
}

/** Count a game that has ended, and return the score against this opponent in words. */
export function scoreWords(state: GameState, mine: Seat[]) {
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
 */
function effectOnStreak(state: GameState, result: keyof Series) {
  const holds = result === "won" || (result === "drawn" && neverLoses(state));
  if (!holds) return "ended";
  return isUnaided(state) ? "longer" : "same";
}

/** Whether the visitor plays against a level that never loses. */
function neverLoses({ id }: GameState) {
  return levelOf(id) === "perfect";
}

/** @param name of the opponent */
function totalWords({ won, lost, drawn }: Series, name: string) {
  if (won + lost + drawn < 2) return "";
  return counted(
    drawn,
    "So far against {name}: you {won}, they {lost}, 1 draw.",
    "So far against {name}: you {won}, they {lost}, {count} draws.",
    { name, won, lost },
  );
}

function streakWords(state: GameState, result: keyof Series, { streak, best }: Streak) {
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
