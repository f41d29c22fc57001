/** What a strategy is called in a sentence. */

import { t } from "../../language.js";
import { levelTitle, strategyTitle } from "../../words.js";

/** @typedef {{start: string, within: string}} Called at the start of a sentence, and within one */

/** Return what a strategy is called that was chosen by its name, or as a level. @param {string} strategy @param {string | null} level @returns {Called} */
export function calledStrategy(strategy, level) {
  if (!level) return { start: strategyTitle(strategy), within: strategyTitle(strategy) };
  const values = { level: levelTitle(level) };
  return { start: t("Level {level}", values), within: t("level {level}", values) };
}

/** @returns {Called} */
export function calledProgram() {
  return { start: t("Your program"), within: t("your program") };
}

/** @returns {Called} */
export function calledSheet() {
  return { start: t("Your sheet"), within: t("your sheet") };
}
