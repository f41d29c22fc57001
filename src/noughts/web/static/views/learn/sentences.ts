/** What to look for in a lesson, by the kind of its question. */

import { t } from "../../language.ts";
import type { LessonSentence } from "../../types.ts";

type Kind = LessonSentence["kind"];
type Values = Record<string, string>;

const LOOK: Partial<Record<Kind, (values: Values) => string>> = {
  "ask-win": (values) => t("Look for two {side} in a line whose third cell is free.", values),
  "ask-block": (values) => t("Look for two {other} in a line whose third cell is free.", values),
  "ask-fork": (values) => t("Look for two lines through one free cell, each with an {side} and no {other}.", values),
  "ask-stop": (values) =>
    t(
      "Find where {other} could make two threats. Take that cell, or make a threat that {other} must answer elsewhere.",
      values,
    ),
  "ask-run": (values) =>
    t("Look for three {side} in a line without an {other}: one more makes a four, which must be answered.", values),
};

/** Return what to look for: the first hint to a question. @param kind of the question */
export function lookWords(kind: Kind, values: Values) {
  return (LOOK[kind] ?? ((sides) => t("First look at the moves that make a threat: what must {other} answer?", sides)))(
    values,
  );
}
