/** The sentences of lessons, in the visitor's language: the program says their kinds and the values in them. */

import { t } from "../../language.js";

/** @import { LessonSentence } from "../../types.js" */

/** @typedef {LessonSentence["kind"]} Kind */
/** @typedef {Record<string, string>} Values */

/** @type {Record<Kind, (values: Values) => string>} */
const SENTENCES = {
  "ask-win": (values) => t("{side} can win at once. Where?", values),
  "ask-block": (values) => t("{other} threatens to complete a line. Where must {side} play?", values),
  "ask-fork": (values) => t("{side} can win with a fork. Where?", values),
  "ask-stop": (values) => t("{other} threatens to win with a fork. Where must {side} play?", values),
  "ask-winning": (values) => t("Only one move of {side} wins. Which one?", values),
  "ask-drawing": (values) => t("Only one move of {side} keeps the draw. Which one?", values),
  "ask-run": (values) => t("{side} can win with a run of fours. Where does it begin?", values),
  completes: (values) => t("{cell} completes {line}.", values),
  threatened: (values) => t("{other} threatened {cell}: every other move loses at once.", values),
  forks: (values) => t("{cell} threatens {first} and {second}, and {other} can stop only one.", values),
  "stops-forks": (values) =>
    t("After {cell} it is a draw. After any other move {other} makes two threats and wins.", values),
  wins: (values) => t("After {cell} {side} wins.", values),
  "wins-at-once": (values) => t("After {cell} {side} wins at once.", values),
  "wins-in": (values) => t("After {cell} {side} wins in {moves} moves.", values),
  draws: (values) => t("After {cell} it is a draw.", values),
  "others-draw": () => t("Every other move only draws."),
  "others-lose": () => t("Every other move loses."),
  "others-differ": (values) => t("Other moves that only draw: {drawn}. That lose: {lost}.", values),
  run: (values) => t("Each move is a four that {other} must answer: {moves}.", values),
  "now-draw": (values) => t("Now it is only a draw: {other} can hold it.", values),
  "now-loss": (values) => t("Now {other} wins.", values),
  "now-loss-at-once": (values) => t("Now {other} wins at once.", values),
  "now-loss-in": (values) => t("Now {other} wins in {moves} moves.", values),
  "four-answered": (values) => t("{other} answers on {cell}, and no run of fours wins any more.", values),
  "no-four-lost": (values) => t("That makes no four, and now {other} wins with a run of fours.", values),
  "no-four-answered": (values) =>
    t("That makes no four: {other} plays {cell}, and no run of fours wins any more.", values),
  "no-four": (values) => t("That makes no four, and {other} need not answer it: it begins no run of fours.", values),
};

/** Return a sentence of a lesson. @param {LessonSentence} sentence */
export function sentenceWords({ kind, values }) {
  return SENTENCES[kind](values);
}

/** @type {Partial<Record<Kind, (values: Values) => string>>} */
const LOOK = {
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

/**
 * Return what to look for: the first hint to a question.
 * @param {Kind} kind of the question
 * @param {Values} values
 */
export function lookWords(kind, values) {
  return (LOOK[kind] ?? ((sides) => t("First look at the moves that make a threat: what must {other} answer?", sides)))(
    values,
  );
}
