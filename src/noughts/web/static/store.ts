/** What the page remembers in this browser. */

import { dayOf } from "./day.ts";
import { read, write } from "./storage.ts";
import type { Created, Seat } from "./types.ts";

type Tokens = Partial<Record<Seat, string>>;
/** Tokens of the seats that are mine, and of those to give away. */
export type Keys = { mine: Tokens; share: Tokens };

/** Return what is kept under a name; null where that is nothing, or damaged. */
export function kept(name: string) {
  try {
    return JSON.parse(read(name) ?? "null");
  } catch {
    return null;
  }
}

/** Return the tokens that this browser holds for a game. */
export function keysOf(id: string): Keys {
  return { mine: {}, share: {}, ...kept(`seats.${id}`) };
}

/** Add tokens to those that this browser holds for a game. */
export function keepKeys(id: string, { mine = {}, share = {} }: Partial<Keys>) {
  const held = keysOf(id);
  write(`seats.${id}`, JSON.stringify({ mine: { ...held.mine, ...mine }, share: { ...held.share, ...share } }));
}

/** Keep the tokens of a new game. */
export function keepTokens({ game, tokens }: Created) {
  for (const [seat, token] of Object.entries(tokens) as [Seat, string][]) {
    const friends = seat !== "host" && game.players[seat] === "friend";
    keepKeys(game.id, { [friends ? "share" : "mine"]: { [seat]: token } });
  }
}

/** A visitor's own, and the side that it plays. */
export type Program = { source: string; read: string | null; side: "X" | "O" };

/** Return the program that plays in a game of this browser, or null. */
export function programOf(id: string): Program | null {
  return kept(`program.${id}`);
}

/** @param id of a game */
export function keepProgram(id: string, program: Program) {
  write(`program.${id}`, JSON.stringify(program));
}

/** Return the level that the visitor chose in a game of this browser, by its name; null for none. */
export function levelOf(id: string): string | null {
  return read(`level.${id}`);
}

/** @param id of a game @param name of the level */
export function keepLevel(id: string, name: string | null) {
  if (name) write(`level.${id}`, name);
}

/** Return the day whose dare a game of this browser is; null for any other game. */
export function dayOfDare(id: string): string | null {
  return read(`dare.${id}`);
}

/** @param id of a game */
export function keepDare(id: string, day: string) {
  write(`dare.${id}`, day);
}

/** Whether the visitor was helped in a game: by a hint, by exact values, by taking a move back. */
export function wasHelped(id: string) {
  return read(`helped.${id}`) !== null;
}

/** @param id of a game in which the visitor is helped */
export function keepHelped(id: string) {
  if (!wasHelped(id)) write(`helped.${id}`, "");
}

/** Let a game be the next one after another: against the same level, or in the same series with a friend. */
export function continueSeries(id: string, before: string) {
  keepLevel(id, levelOf(before));
  write(`first.${id}`, firstOf(before));
}

/** Return the first game of the series that a game belongs to, by its id. */
export function firstOf(id: string) {
  return read(`first.${id}`) ?? id;
}

/** Return a preference. */
export function preference(name: string, otherwise: string) {
  return read(`prefer.${name}`) ?? otherwise;
}

export function prefer(name: string, value: string) {
  write(`prefer.${name}`, value);
}

/** Return the name under which the games of a board against an opponent are counted. */
export function seriesAgainst(game: string, opponent: string) {
  return `${game} ${opponent}`;
}

/** The day on which something was last done, and how many days in a row it is; right answers in a row. */
type Habit = { day: string; days: number; answers: number };

/** Return how many days in a row, and right answers in a row, there are now. */
export function habit(now: Date = new Date()): Habit {
  const held: Habit = { day: "", days: 0, answers: 0, ...kept("habit") };
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return [dayOf(now), dayOf(yesterday)].includes(held.day) ? held : { ...held, days: 0 };
}

/** Count this day, on which a game came to its end or a question was answered. @param right of an answer */
export function countDay(right: boolean | null = null) {
  const { day, days, answers } = habit();
  const today = dayOf(new Date());
  const row = right === null ? answers : right ? answers + 1 : 0;
  write("habit", JSON.stringify({ day: today, days: day === today ? days : days + 1, answers: row }));
}

export type Series = { won: number; drawn: number; lost: number };
/** Games in a row, now and at most. */
export type Streak = { streak: number; best: number };

const COUNTED = 20; // games of a series that are remembered, so as to count each once

/**
 * Count a game that has ended, once, and return the results of its series.
 * @param id of the game
 * @param streak what the game makes of the streak
 */
export function countGame(
  series: string,
  id: string,
  result: keyof Series,
  streak: "longer" | "same" | "ended",
): Series & Streak {
  const held = seriesOf(series);
  if (!held.games.includes(id)) {
    held[result] += 1;
    held.streak = streak === "ended" ? 0 : held.streak + Number(streak === "longer");
    held.best = Math.max(held.best, held.streak);
    countDay();
    held.games = [...held.games, id].slice(-COUNTED);
    write(`series.${series}`, JSON.stringify(held));
  }
  return held;
}

/** Return the results of a series so far. */
export function seriesOf(series: string): Series & Streak & { games: string[] } {
  return { won: 0, drawn: 0, lost: 0, streak: 0, best: 0, games: [], ...kept(`series.${series}`) };
}
