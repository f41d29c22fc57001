/** Into a game: a new one, or a seat in one by a link. */

import { api } from "./api.ts";
import { complain } from "./messages.ts";
import { go, rename } from "./router.ts";
import type { Program } from "./store.ts";
import { keepKeys, keepProgram, keepTokens } from "./store.ts";
import type { Created, Side } from "./types.ts";

/** Return the players of a game in which the visitor plays a side. @param other who plays the other one */
export function playersWith(side: Side, other: string) {
  return side === "X" ? { x: "human", o: other } : { x: other, o: "human" };
}

/** Keep the tokens of a new game, and go there. */
export function enterGame(made: Created) {
  keepTokens(made);
  go(`/game/${made.game.id}`);
}

/** Begin a game, and go there; say what goes wrong. @param keep what the browser remembers of it */
export async function beginGame(asked: Parameters<typeof api.create>[0], keep: (id: string) => void = () => {}) {
  try {
    const made = await api.create(asked);
    keep(made.game.id);
    enterGame(made);
  } catch (error) {
    complain(error);
  }
}

/** Begin a game against a program of the visitor's own. */
export function playProgram(game: string, program: Program, moves: string[] = []) {
  return beginGame({ game, x: "human", o: "human", moves }, (id) => keepProgram(id, program));
}

/** Take the seats of some tokens, and keep these in this browser. @param id of the game */
export async function takeSeats(id: string, tokens: string[]) {
  for (const token of tokens) {
    const { seats } = await api.claim(id, token);
    keepKeys(id, { mine: Object.fromEntries(seats.map((seat) => [seat, token])) });
  }
}

/** Take the seat of a link, if the address is one; the token does not stay there. Return the error, or null. */
export async function takeLinkedSeat(id: string, url: URL): Promise<unknown> {
  const token = new URLSearchParams(url.hash.slice(1)).get("seat");
  if (!token) return null;
  try {
    await takeSeats(id, [token]);
    rename(`/game/${id}`);
    return null;
  } catch (error) {
    return error;
  }
}
