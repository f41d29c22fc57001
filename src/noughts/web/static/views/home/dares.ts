/** Positions from which a visitor can force a win against what is called unbeatable; written by `make current`. */

/** The strategy is `called` unbeatable, or is a reading of what is. */
export type Dare = { strategy: string; called: string; side: "X" | "O"; moves: string[] };

export const DARES: Dare[] = [
  { strategy: "ring:average=plain", called: "ring", side: "X", moves: ["a2", "b2"] },
  { strategy: "newell-simon:fork=careless", called: "newell-simon", side: "X", moves: ["b2", "c1", "a3", "a2"] },
  { strategy: "centre-block", called: "centre-block", side: "O", moves: ["b2", "a1", "b1"] },
  { strategy: "ring:gap=edge", called: "ring", side: "X", moves: ["a3", "b2", "b1", "a2"] },
  { strategy: "centre-block", called: "centre-block", side: "X", moves: ["b2", "a1"] },
  { strategy: "ring:gap=first", called: "ring", side: "X", moves: ["a3", "b2", "b1", "a2"] },
  { strategy: "ring:gap=last", called: "ring", side: "X", moves: ["b3", "b2", "a1", "a2"] },
];
