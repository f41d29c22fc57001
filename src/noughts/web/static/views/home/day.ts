/** Which dare a day has: the same for everybody, by the visitor's own calendar. */

import { DARES } from "./dares.ts";

const DAY = 24 * 60 * 60 * 1000; // milliseconds

/** Return the dare of a day. */
export function dareOn(day: string) {
  return DARES[(Date.parse(day) / DAY) % DARES.length];
}
