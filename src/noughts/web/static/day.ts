/** Days, as the visitor counts them. */

/** Return a day of the visitor's own calendar as text: "2026-11-27". */
export function dayOf(time: Date) {
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return [year, ...[month, day].map((number) => String(number).padStart(2, "0"))].join("-");
}
