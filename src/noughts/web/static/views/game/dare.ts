/** A game that is the dare of a day: what is asked, and what became of it. */

import { t } from "../../language.ts";
import { otherSide } from "../../rules.ts";
import { dayOfDare, prefer, wasHelped } from "../../store.ts";
import type { GameState, Seat } from "../../types.ts";
import { strategyTitle } from "../../words.ts";
import { ownSide, resultFor } from "./score.ts";

/** A dare in a game, against a strategy in a seat. */
type Dared = { state: "open" | "done" | "helped" | "missed"; day: string; strategy: string; seat: "first" | "second" };

/** Return the dare that a game is; null for any other game. */
export function dareOf(game: GameState, mine: Seat[]): Dared | null {
  const [day, side] = [dayOfDare(game.id), ownSide(mine)];
  if (!day || !side) return null;
  const seat = side === "X" ? "second" : "first";
  return { state: stateOf(game, side), day, strategy: game.players[otherSide(side)], seat };
}

function stateOf(game: GameState, side: "X" | "O"): Dared["state"] {
  if (!game.outcome) return "open";
  if (resultFor(game, side) !== "won") return "missed";
  return wasHelped(game.id) ? "helped" : "done";
}

/** Remember that a day's dare is done, where the game says so. */
export function keepDone(game: GameState, mine: Seat[]) {
  const dare = dareOf(game, mine);
  if (dare?.state === "done") prefer("dare", dare.day);
}

const WORDS = {
  open: "The day's dare: beat “{strategy}” from here.",
  done: "✓ The day's dare is done: you have beaten “{strategy}”.",
  helped: "You have beaten “{strategy}”, with help. Can you do it without?",
  missed: "“{strategy}” has held this time, but it can be beaten from there.",
};

/** Return what is said of a dare above its board. */
export function dareWords(game: GameState, mine: Seat[]) {
  const dare = dareOf(game, mine);
  return dare ? t(WORDS[dare.state], { strategy: strategyTitle(dare.strategy) }) : "";
}
