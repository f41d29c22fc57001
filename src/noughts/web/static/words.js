/** Sentences about a game, and numbers as texts. */

import { gameWords, parseGame } from "./rules.js";
import { t } from "./language.js";
import { levelOf } from "./store.js";

/** @import { GameSummary, Level, MoveMade, Side } from "./types.js" */

/** The switch of a game between friends. */
export const HINTS = "Hints for both of you, if you both agree";

/**
 * Return who plays a side, for the holder of some seats.
 * @param {GameSummary} game
 * @param {Side} side
 * @param {string[]} mine
 */
export function playerName({ id, players }, side, mine) {
  const player = players[side];
  if (mine.includes(side) && !(mine.includes("X") && mine.includes("O"))) return "you";
  if (player === "friend") return mine.length ? "your friend" : "a friend";
  if (player === "human") return mine.length && !mine.includes(side) ? "your friend" : "a person";
  return levelOf(id) ?? strategyTitle(player);
}

/** Options that say how much a strategy may compute, or how often it errs: nothing to read in a title. */
const EFFORT = ["seconds", "nodes", "plain", "fours", "slips"];

/** Whether a strategy is a list of rules: its text is the list. @param {string} text */
export function isRules(text) {
  return text.startsWith("rules:");
}

/** Return a strategy as a visitor reads it: "paths:level=easy" is "paths, easy". @param {string} text */
export function strategyTitle(text) {
  if (isRules(text)) return "a list of rules";
  const [, name, tail] = /^([a-z-]+):([^:]*=[^:]*)$/.exec(text) ?? [];
  if (name === undefined || tail === undefined) return text;
  const options = tail.split(",").map((part) => part.split("="));
  const told = options.filter(([option]) => !EFFORT.includes(option));
  return [name, ...told.map(([option, value]) => (option === "level" ? value : `${option} ${value}`))].join(", ");
}

/** Return how a game stands, in a few words. @param {GameSummary} game @param {string[]} mine */
export function statusWords(game, mine) {
  const { outcome, to_move: side } = game;
  if (outcome) return outcomeWords(game, mine);
  if (!side) return "Unfinished";
  const name = playerName(game, side, mine);
  if (game.failure) return `${side} (${name}) could not move`;
  if (game.thinking) return `${side} (${name}) is thinking…`;
  if (name === "you") return `Your turn: you are ${side}`;
  if (name === "your friend") return `Waiting for your friend, ${side}`;
  return mine.includes(side) ? `${side} to move` : `${side} (${name}) to move`;
}

/** @param {GameSummary} game @param {string[]} mine */
function outcomeWords(game, mine) {
  const { winner, line, ending } = game.outcome ?? { winner: null, line: null, ending: "" };
  if (!winner) return "A draw";
  const name = playerName(game, winner, mine);
  const wins = name === "you" ? "You win" : name === "a person" ? `${winner} wins` : `${winner} (${name}) wins`;
  if (line) return `${wins} with ${line.join(" ")}`;
  return ending === "resignation" ? `${wins}: ${winner === "X" ? "O" : "X"} resigned` : wins;
}

/** Return what a level is called. @param {string} name */
export function levelTitle(name) {
  const titles = /** @type {Record<string, string>} */ ({
    easy: t("easy"),
    medium: t("medium"),
    hard: t("hard"),
    expert: t("expert"),
    strongest: t("strongest"),
    perfect: t("perfect"),
  });
  return titles[name] ?? name;
}

/** What to expect of a level that loses often to the best player, and of one that seldom does. */
const HOPES = /** @type {Record<string, [string, string]>} */ ({
  easy: ["You should win often.", "It slips now and then."],
  medium: ["It can be beaten.", "It seldom slips."],
  hard: ["Hard to beat.", "It hardly ever loses."],
  expert: ["Only a strong player beats it.", "It hardly ever loses."],
});
const OFTEN = 0.4; // of its games

/** Return what to expect of a level, in a few words. @param {Level} level */
export function levelHope({ name, measured }) {
  if (!measured) return { perfect: "It never loses: can you hold the draw?", strongest: "The best player on this board." }[name] ?? "";
  const [often, seldom] = HOPES[name] ?? ["", ""];
  return measured.lost >= OFTEN ? often : seldom;
}

/**
 * Return what a level was measured to be: "This level loses one game in five to a perfect player."
 * @param {Level} level
 */
export function levelWords({ name, measured, step }) {
  if (!measured) return { perfect: "This level never loses.", strongest: "The best player on this board." }[name] ?? "";
  const rival = measured.against === "perfect" ? "a perfect player" : "the strongest level";
  const words = `This level loses ${gamesIn(measured.lost)} to ${rival}`;
  return step && step.against !== measured.against ? `${words}, and ${gamesIn(step.lost)} to ${step.against}.` : `${words}.`;
}

const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** @param {number} share */
function gamesIn(share) {
  if (share === 0) return "no game";
  if (share >= 0.95) return "nearly every game";
  if (share >= 0.25) return `${NUMBERS[Math.round(share * 10)]} games in ten`;
  const of = Math.round(1 / share);
  return `one game in ${NUMBERS[of] ?? of}`;
}

/** Return a move as it is announced: "O plays a1". @param {MoveMade} move */
export function moveWords({ cell, side }) {
  return `${side} plays ${cell}`;
}

/** Return a game in words: "3 × 3, 3 in a row". @param {string} text */
export function rulesWords(text) {
  const rules = parseGame(text);
  return rules ? gameWords(rules) : text;
}

/** Return how long ago something was. @param {string} time @param {number} [now] */
export function ago(time, now = Date.now()) {
  const minutes = Math.round((now - Date.parse(time)) / 60_000);
  if (Number.isNaN(minutes)) return "";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 1) return "just now";
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 24 * 60) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / (24 * 60)), "day");
}

/**
 * Return a score in at most `width` characters, with as many digits as fit.
 * @param {number} score
 * @param {number} width
 */
export function short(score, width) {
  for (const [unit, divisor] of /** @type {[string, number][]} */ ([["", 1], ["k", 1e3], ["M", 1e6], ["G", 1e9]])) {
    for (const decimals of [3, 2, 1, 0]) {
      const text = String(Number((score / divisor).toFixed(decimals))).replace(/^(-?)0\./, "$1.");
      if (text.length + unit.length <= width && !text.includes("e")) return text + unit;
    }
  }
  return score.toExponential(0).replace("+", "");
}

/** Return a whole number with its digits in groups; it may be text. @param {number | string} count */
export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Return the sum of whole numbers, however long. @param {(number | string)[]} counts */
export function total(counts) {
  return counts.reduce((sum, count) => sum + BigInt(count), 0n).toString();
}

/** Return a fraction such as "37/315" as a decimal of six digits. @param {string} fraction */
export function decimal(fraction) {
  const [above, below = "1"] = fraction.split("/");
  const digits = 20 + Math.max(0, below.length - above.length);
  const scaled = (BigInt(above) * 10n ** BigInt(digits)) / BigInt(below);
  return String(Number(Number(`${scaled}e-${digits}`).toPrecision(6)));
}
