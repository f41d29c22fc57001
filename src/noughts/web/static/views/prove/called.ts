/** What a strategy is called in a sentence. */

import { t } from "../../language.ts";
import { levelTitle, strategyTitle } from "../../words.ts";

/** The sides that move there. */
export const SIDES = { first: "X", second: "O" } as const;

/** Return what a seat is called in a sentence. */
export function seatWords(seat: "first" | "second") {
  return seat === "first" ? t("first") : t("second");
}

/** At the start of a sentence, and within one; of a program also the function that chooses its moves. */
export type Called = { start: string; within: string; chooser?: string };

/** Return what a strategy is called that was chosen by its name, or as a level. */
export function calledStrategy(strategy: string, level: string | null): Called {
  if (!level) return { start: strategyTitle(strategy), within: strategyTitle(strategy) };
  const values = { level: levelTitle(level) };
  return { start: t("Level {level}", values), within: t("level {level}", values) };
}

/** @param strategy its name in a proof, as "program.py:choose_move" */
export function calledProgram(strategy: string = ""): Called {
  return { start: t("Your program"), within: t("your program"), chooser: strategy.split(":")[1] };
}

export function calledSheet(): Called {
  return { start: t("Your sheet"), within: t("your sheet") };
}
