/** Sentences about a game, and numbers as texts. */

import { counted, language, t } from "./language.ts";
import { cellName, gameWords, otherSide, parseCell, parseGame } from "./rules.ts";
import { levelOf } from "./store.ts";
import type { GameSummary, Level, MoveMade, Rule, RuleShelf, Rules, Side, Stone } from "./types.ts";

/** The switch of a game between friends. */
export const HINTS = t("Hints for both of you, if you both agree");

/** What people are called in a game. */
const PEOPLE = { you: t("you"), yours: t("your friend"), friend: t("a friend"), person: t("a person") };

/** The levels by their names in the API. */
const LEVELS: Record<string, string> = {
  easy: t("easy"),
  medium: t("medium"),
  hard: t("hard"),
  expert: t("expert"),
  perfect: t("perfect"),
  strongest: t("strongest"),
};

/** Return a level as a visitor reads it. */
export function levelTitle(name: string) {
  return LEVELS[name] ?? name;
}

/** Return which person plays a side, for the holder of some seats; null for a strategy. */
function personOf({ players }: GameSummary, side: Side, mine: string[]): keyof typeof PEOPLE | null {
  const player = players[side];
  if (mine.includes(side) && !(mine.includes("X") && mine.includes("O"))) return "you";
  if (player === "friend") return mine.length ? "yours" : "friend";
  if (player === "human") return mine.length && !mine.includes(side) ? "yours" : "person";
  return null;
}

/** Return who plays a side, for the holder of some seats. */
export function playerName(game: GameSummary, side: Side, mine: string[]) {
  const person = personOf(game, side, mine);
  if (person) return PEOPLE[person];
  const level = levelOf(game.id);
  return level ? levelTitle(level) : strategyTitle(game.players[side]);
}

/** Options that say how much a strategy may compute, or how often it errs: nothing to read in a title. */
const EFFORT = ["seconds", "nodes", "plies", "plain", "fours", "slips"];

/** Whether a strategy draws errors by its options: asked again it would have other scores. */
export function isByChance(text: string) {
  return /[:,](level=(easy|medium)|slips=)/.test(text);
}

/** How a list of rules is named as a strategy. */
export const RULES = "rules:";

/** Whether a strategy is a list of rules: its text is the list. */
export function isRules(text: string) {
  return text.startsWith(RULES);
}

/** Return a strategy as a visitor reads it: "paths:level=easy" is "paths, easy". */
export function strategyTitle(text: string) {
  if (isRules(text)) return t("a list of rules");
  const [, name, tail] = /^([a-z-]+):([^:]*=[^:]*)$/.exec(text) ?? [];
  if (name === undefined || tail === undefined) return text;
  const options = tail.split(",").map((part) => part.split("="));
  const told = options.filter(([option]) => !EFFORT.includes(option));
  return [name, ...told.map(([option, value]) => (option === "level" ? levelTitle(value) : `${option} ${value}`))].join(
    ", ",
  );
}

/** Return a rule as a reader reads it. */
export function ruleTitle({ conditions, limits: known }: RuleShelf, { condition, limits }: Rule) {
  const words = limits.map((each) => known.find(({ name }) => name === each)?.meaning ?? each);
  return [...words, conditions.find(({ name }) => name === condition)?.title ?? condition].join(": ");
}

/** Return how a game stands, in a few words. */
export function statusWords(game: GameSummary, mine: string[]) {
  const { outcome, to_move: side } = game;
  if (outcome) return outcomeWords(game, mine);
  if (!side) return t("Unfinished");
  const [person, name] = [personOf(game, side, mine), playerName(game, side, mine)];
  if (game.failure) return t("{side} ({name}) could not move", { side, name });
  if (game.thinking) return t("{side} ({name}) is thinking…", { side, name });
  if (person === "you") return t("Your turn: you are {side}", { side });
  if (person === "yours") return t("Waiting for your friend, {side}", { side });
  return mine.includes(side) ? t("{side} to move", { side }) : t("{side} ({name}) to move", { side, name });
}

function outcomeWords(game: GameSummary, mine: string[]) {
  const { winner, line = null } = game.outcome ?? {};
  const rules = parseGame(game.game);
  if (!winner || !rules) return t("A draw");
  const person = personOf(game, winner, mine);
  const who = person === "you" || person === "person" ? person : "named";
  const cells = line?.map((name) => parseCell(rules, name)) ?? null;
  return wonWords(rules, winner, cells, who, playerName(game, winner, mine));
}

/** Return how a game has ended. @param who has won, in the eyes of the visitor @param name of the winner */
export function wonWords(
  rules: Rules,
  winner: Stone,
  line: number[] | null,
  who: "you" | "person" | "named",
  name: string,
) {
  if (!winner) return t("A draw");
  const cells = (line ?? []).map((cell) => cellName(rules, cell)).join(" ");
  const how = !line ? "resigned" : rules.misere ? "lost" : "won";
  return t(OUTCOMES[how][who], { side: winner, name, line: cells, loser: otherSide(winner) });
}

const OUTCOMES = {
  resigned: {
    you: "You win: {loser} resigned",
    person: "{side} wins: {loser} resigned",
    named: "{side} ({name}) wins: {loser} resigned",
  },
  won: {
    you: "You win with {line}",
    person: "{side} wins with {line}",
    named: "{side} ({name}) wins with {line}",
  },
  lost: {
    you: "You win: {loser} has completed {line}",
    person: "{side} wins: {loser} has completed {line}",
    named: "{side} ({name}) wins: {loser} has completed {line}",
  },
};

/** What to expect of a level that loses often to the best player, and of one that seldom does. */
const HOPES = {
  easy: [t("You should win often."), t("It slips now and then.")],
  medium: [t("It can be beaten."), t("It seldom slips.")],
  hard: [t("Hard to beat."), t("It hardly ever loses.")],
  expert: [t("Only a strong player beats it."), t("It hardly ever loses.")],
} as Record<string, [string, string]>;
const OFTEN = 0.4; // of its games

/** Return what to expect of a level, in a few words. */
export function levelHope({ name, measured }: Level) {
  const [often, seldom] = HOPES[name] ?? ["", ""];
  if (measured) return measured.lost >= OFTEN ? often : seldom;
  if (name === "perfect") return t("It never loses: can you hold the draw?");
  return name === "strongest" ? unmeasuredWords(name) : "";
}

/** Return what a level was measured to be: "It loses 20% of its games against “perfect”." */
export function levelWords({ name, measured, step }: Level) {
  if (!measured) return unmeasuredWords(name);
  const words = lossWords(measured);
  if (!step || step.against === measured.against) return words;
  if (percent(step.lost) !== percent(measured.lost)) return `${words} ${lossWords(step)}`;
  const [level, other] = [step, measured].map(({ against }) => levelTitle(against));
  const values = { level, other, share: percent(step.lost) };
  return step.lost
    ? t("It loses {share} of its games against “{level}”, and as many against “{other}”.", values)
    : t("It loses no game against “{level}” and “{other}”.", values);
}

/** Return what is known of a level that was not measured on this board. */
function unmeasuredWords(name: string) {
  if (name === "perfect") return t("This level never loses.");
  return name === "strongest"
    ? t("The strongest level on this board.")
    : t("How strong it is on this board was not measured.");
}

/** Return a streak in words: "3 wins in a row". @param unbeaten whether draws count */
export function rowWords(streak: number, unbeaten: boolean) {
  return unbeaten
    ? counted(streak, "{count} game unbeaten", "{count} games unbeaten in a row")
    : counted(streak, "{count} win", "{count} wins in a row");
}

function lossWords({ lost, against }: { lost: number; against: string }) {
  const values = { level: levelTitle(against), share: percent(lost) };
  return t(lost ? "It loses {share} of its games against “{level}”." : "It loses no game against “{level}”.", values);
}

function percent(share: number) {
  return share.toLocaleString(language, { style: "percent", maximumSignificantDigits: 2 });
}

/** Return a move as it is announced: "O plays a1". */
export function moveWords({ cell, side }: MoveMade) {
  return t("{side} plays {cell}", { side, cell });
}

/** Return a game in words: "3 × 3, 3 in a row". */
export function rulesWords(text: string) {
  const rules = parseGame(text);
  return rules ? gameWords(rules) : text;
}

/** Return how long ago something was. */
export function ago(time: string, now: number = Date.now()) {
  const minutes = Math.round((now - Date.parse(time)) / 60_000);
  if (Number.isNaN(minutes)) return "";
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (minutes < 1) return t("just now");
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 24 * 60) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / (24 * 60)), "day");
}

/** What stands before decimals. */
const POINT = (0.5).toLocaleString(language).charAt(1);

/** Return a score in at most `width` characters, with as many digits as fit. */
export function short(score: number, width: number) {
  for (const [unit, divisor] of [
    ["", 1],
    ["k", 1e3],
    ["M", 1e6],
    ["G", 1e9],
  ] as [string, number][]) {
    for (const decimals of [3, 2, 1, 0]) {
      const text = String(Number((score / divisor).toFixed(decimals))).replace(/^(-?)0\./, "$1.");
      if (text.length + unit.length <= width && !text.includes("e")) return text.replace(".", POINT) + unit;
    }
  }
  return score.toExponential(0).replace("+", "");
}

/** Return a whole number with its digits in groups; it may be text. */
export function grouped(count: number | string) {
  return BigInt(count).toLocaleString(language);
}

/** Return the sum of whole numbers, however long. */
export function total(counts: (number | string)[]) {
  return counts.reduce((sum, count) => sum + BigInt(count), 0n).toString();
}

/** Return the value of a fraction such as "37/315", whose numbers may be long. */
export function fractionValue(fraction: number | string) {
  const [above, below = "1"] = String(fraction).split("/");
  if (!/^-?\d+$/.test(above)) return Number(fraction);
  const digits = 20 + Math.max(0, below.length - above.length);
  return Number(`${(BigInt(above) * 10n ** BigInt(digits)) / BigInt(below)}e-${digits}`);
}

/** Return a number with so many digits after the point. */
export function rounded(value: number, digits: number) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
