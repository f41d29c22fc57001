/** Which dare a day has: the same for everybody, by the visitor's own calendar. */

import { DARES } from "./dares.ts";

const DAY = 24 * 60 * 60 * 1000; // milliseconds

/** Return a day as text: "2026-11-27". */
export function dayOf(time: Date) {
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return [year, ...[month, day].map((number) => String(number).padStart(2, "0"))].join("-");
}

/** Return the dare of a day. */
export function dareOn(day: string) {
  return DARES[(Date.parse(day) / DAY) % DARES.length];
}
