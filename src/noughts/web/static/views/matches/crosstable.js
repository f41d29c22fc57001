/** The cross table of a match: each player against each other one, the best first; and what two players did. */

import { withQuery } from "../../api.js";
import { freshId, h } from "../../dom.js";
import { t } from "../../language.js";
import { fractionValue, rounded } from "../../words.js";

/** @import { ExampleGame, MatchTable, PairMatch } from "../../types.js" */
/** @import { NameOf } from "./playerchoices.js" */

/** @typedef {{match: PairMatch, first: string, second: string, score: number, interval: [number, number] | null}} Scores two players' match, seen by the first; `interval` of a score that was played, not computed */

/** Return the result of two players, seen by the first; null where they have not met. @param {MatchTable} table @param {string} first @param {string} second @returns {Scores | null} */
export function scoresOf({ matches }, first, second) {
  for (const match of matches) {
    const [pair] = match.pairs;
    const score = fractionValue(pair.score);
    const interval = pair.interval ?? null;
    if (pair.first === first && pair.second === second) return { match, first, second, score, interval };
    if (pair.first === second && pair.second === first)
      return { match, first, second, score: 1 - score, interval: interval && turned(interval) };
  }
  return null;
}

/** Return the bounds of the other player's score. @param {[number, number]} interval @returns {[number, number]} */
function turned([low, high]) {
  return [1 - high, 1 - low];
}

/** @param {number} share */
function percent(share) {
  return rounded(100 * share, 1);
}

/** The same in a sentence, where the sign must not begin a line. @param {number} share */
function percentSign(share) {
  return `${percent(share)}\u00a0%`;
}

/**
 * Return the table; its cells open the games of two players.
 * @param {MatchTable} table
 * @param {NameOf} nameOf
 * @param {(first: string, second: string) => void} open
 */
export function crossTable(table, nameOf, open) {
  const order = table.standings.map(({ player }) => player);
  const heads = order.map((player) => h("th", { scope: "col" }, nameOf(player)));
  return h(
    "table",
    { class: "facts" },
    h("caption", { class: "unseen" }, t("Points in per cent, row against column")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("player")),
        h("th", { scope: "col", class: "mean" }, t("average")),
        heads,
      ),
    ),
    h(
      "tbody",
      {},
      table.standings.map(({ player, mean }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, nameOf(player)),
          h("td", { class: "mean" }, mean === null ? "" : percent(mean)),
          order.map((other) => h("td", {}, player === other ? "–" : cell(table, nameOf, player, other, open))),
        ),
      ),
    ),
  );
}

/** @param {MatchTable} table @param {NameOf} nameOf @param {string} first @param {string} second @param {(first: string, second: string) => void} open */
function cell(table, nameOf, first, second, open) {
  const found = scoresOf(table, first, second);
  if (!found) return "…";
  const { score, interval } = found;
  const [low, high] = bounds(interval ?? [score, score]);
  const values = { first: nameOf(first), second: nameOf(second), points: percent(score), low, high };
  const label = interval
    ? t("{first} against {second}: {points} ({low}–{high}) per cent, at 95 %. Show the games", values)
    : t("{first} against {second}: {points} per cent, exact. Show the games", values);
  const press = () => open(first, second);
  const data = { "aria-label": label, "data-pair": `${first} ${second}` };
  return h(
    "button",
    { type: "button", class: "button small", onclick: press, ...data },
    interval ? `${percent(score)} ` : percent(score),
    interval && h("small", {}, `(${low}–${high})`),
  );
}

/** Return an interval in whole per cents, never narrower than it is. @param {[number, number]} interval */
function bounds([low, high]) {
  return [Math.floor(100 * low), Math.ceil(100 * high)];
}

/** Return the ranking in a sentence. @param {MatchTable} table @param {NameOf} nameOf */
export function rankWords({ standings }, nameOf) {
  const ranked = standings.filter(({ mean }) => mean !== null);
  return `${ranked.map(({ player, mean }, index) => `${index + 1}. ${nameOf(player)} ${percentSign(mean ?? 0)}`).join(", ")}.`;
}

/**
 * Return what two players did, and their games to open.
 * @param {string} game
 * @param {MatchTable} table
 * @param {NameOf} nameOf
 * @param {Scores} found
 */
export function pairPanel(game, table, nameOf, { match, first, second, score, interval }) {
  const [pair] = match.pairs;
  const [win, loss] = pair.first === first ? [pair.win, pair.loss] : [pair.loss, pair.win];
  const words = interval
    ? [
        t("Won {win}, drawn {draw}, lost {loss} of {played} games, seed {seed}.", {
          win,
          draw: pair.draw,
          loss,
          played: match.played ?? 0,
          seed: table.seed,
        }),
        t("{points} of the points, at 95 % confidence from {low} to {high}.", {
          points: percentSign(score),
          low: percent(interval[0]),
          high: percentSign(interval[1]),
        }),
      ]
    : [chancesWords(win, pair.draw, loss), t("{points} of the points, exact.", { points: percentSign(score) })];
  return h(
    "section",
    { "aria-label": t("Two players") },
    h("h2", { tabindex: -1 }, t("{first} against {second}", { first: nameOf(first), second: nameOf(second) })),
    h("p", {}, words.join(" ")),
    match.reason && h("p", { class: "quiet-text" }, t("Played, not computed: {reason}.", { reason: match.reason })),
    gameList(game, match.examples, nameOf, first, second),
    gameList(game, match.examples, nameOf, second, first),
  );
}

/** Return some games of X against O. @param {string} game @param {ExampleGame[]} examples @param {NameOf} nameOf @param {string} x @param {string} o */
function gameList(game, examples, nameOf, x, o) {
  const games = examples.filter((example) => example.x === x && example.o === o);
  if (!games.length) return null;
  const id = freshId("games");
  return h(
    "div",
    {},
    h("h3", { id }, t("X is {x}, O is {o}", { x: nameOf(x), o: nameOf(o) })),
    h(
      "ul",
      { class: "game-list", "aria-labelledby": id },
      games.map((example) => h("li", {}, gameLink(game, example))),
    ),
  );
}

/** @param {number | string} win @param {number | string} draw @param {number | string} loss */
function chancesWords(win, draw, loss) {
  const [won, drawn, lost] = [win, draw, loss].map((chance) => percentSign(fractionValue(chance)));
  return t(
    "Wins {won}, draws {drawn}, loses {lost} of all games that their moves allow, half of them as X and half as O.",
    { won, drawn, lost },
  );
}

const SHOWN = 9; // moves of a game

/** @param {string} game @param {ExampleGame} example */
function gameLink(game, { moves, result, ending }) {
  const begun = moves.slice(0, SHOWN).join(" ");
  const values = {
    winner: result ?? "",
    count: moves.length,
    moves: moves.length > SHOWN ? `${begun} …` : begun,
    ending,
  };
  return h("a", { href: withQuery("/review", { game, moves: moves.join(",") }) }, gameWords(values));
}

/** @param {{winner: string, count: number, moves: string, ending: string}} values */
function gameWords(values) {
  if (values.winner === "draw") return t("A draw after {count} moves: {moves}", values);
  if (values.ending.includes("forfeits")) return t("{winner} wins after {count} moves ({ending}): {moves}", values);
  return t("{winner} wins after {count} moves: {moves}", values);
}
