/** The cross table of a match: each player against each other one, the best first; and what two players did. */

import { withQuery } from "../../api.js";
import { freshId, h } from "../../dom.js";
import { decimal, strategyTitle } from "../../words.js";

/** @import { ExampleGame, MatchTable, PairMatch } from "../../types.js" */

/** @typedef {{match: PairMatch, first: string, second: string, score: number, error: number | null}} Scores two players' match, seen by the first */

/** Return the result of two players, seen by the first; null where they have not met. @param {MatchTable} table @param {string} first @param {string} second @returns {Scores | null} */
export function scoresOf({ matches }, first, second) {
  for (const match of matches) {
    const [pair] = match.pairs;
    const score = typeof pair.score === "string" ? Number(decimal(pair.score)) : pair.score;
    const error = pair.interval ? (pair.interval[1] - pair.interval[0]) / 2 : null;
    if (pair.first === first && pair.second === second) return { match, first, second, score, error };
    if (pair.first === second && pair.second === first) return { match, first, second, score: 1 - score, error };
  }
  return null;
}

/** @param {number} share */
function percent(share) {
  return (100 * share).toFixed(1);
}

/**
 * Return the table; its cells open the games of two players.
 * @param {MatchTable} table
 * @param {(first: string, second: string) => void} open
 */
export function crossTable(table, open) {
  const order = table.standings.map(({ player }) => player);
  const heads = order.map((player) => h("th", { scope: "col" }, strategyTitle(player)));
  return h(
    "table",
    { class: "facts" },
    h("caption", { class: "unseen" }, "Points in per cent, row against column"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "player"), h("th", { scope: "col", class: "mean" }, "mean"), heads)),
    h(
      "tbody",
      {},
      table.standings.map(({ player, mean }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, strategyTitle(player)),
          h("td", { class: "mean" }, mean === null ? "" : percent(mean)),
          order.map((other) => h("td", {}, player === other ? "–" : cell(table, player, other, open))),
        ),
      ),
    ),
  );
}

/** @param {MatchTable} table @param {string} first @param {string} second @param {(first: string, second: string) => void} open */
function cell(table, first, second, open) {
  const found = scoresOf(table, first, second);
  if (!found) return "…";
  const { score, error } = found;
  const range = error === null ? "" : `±${percent(error)}`;
  const sure = error === null ? "exact" : `${range} at 95 %`;
  const label = `${strategyTitle(first)} against ${strategyTitle(second)}: ${percent(score)} per cent, ${sure}. Show the games`;
  const press = () => open(first, second);
  const data = { "aria-label": label, "data-pair": `${first} ${second}` };
  return h("button", { type: "button", class: "button small", onclick: press, ...data }, percent(score), range && h("small", {}, range));
}

/** Return the ranking in a sentence. @param {MatchTable} table */
export function rankWords({ standings }) {
  const ranked = standings.filter(({ mean }) => mean !== null);
  return `${ranked.map(({ player, mean }, index) => `${index + 1}. ${strategyTitle(player)} ${percent(mean ?? 0)} %`).join(", ")}.`;
}

/**
 * Return what two players did, and their games to open.
 * @param {string} game
 * @param {MatchTable} table
 * @param {Scores} found
 */
export function pairPanel(game, table, { match, first, second, score }) {
  const [pair] = match.pairs;
  const [win, loss] = pair.first === first ? [pair.win, pair.loss] : [pair.loss, pair.win];
  const told = pair.interval ? `Won ${win}, drawn ${pair.draw}, lost ${loss} of ${match.played} games, seed ${table.seed}.` : chancesWords(win, pair.draw, loss);
  const [low, high] = pair.first === first ? (pair.interval ?? [0, 1]) : (pair.interval ?? [0, 1]).map((bound) => 1 - bound).reverse();
  const sure = pair.interval ? `, at 95 % confidence from ${percent(low)} % to ${percent(high)} %` : ", exact";
  const points = `${percent(score)} % of the points${sure}.`;
  return h(
    "section",
    { "aria-label": "Two players" },
    h("h2", { tabindex: -1 }, `${strategyTitle(first)} against ${strategyTitle(second)}`),
    h("p", {}, `${told} ${points}`),
    match.reason && h("p", { class: "quiet-text" }, `Played, not computed: ${match.reason}.`),
    gameList(game, match.examples, first, second),
    gameList(game, match.examples, second, first),
  );
}

/** Return some games of X against O. @param {string} game @param {ExampleGame[]} examples @param {string} x @param {string} o */
function gameList(game, examples, x, o) {
  const games = examples.filter((example) => example.x === x && example.o === o);
  if (!games.length) return null;
  const id = freshId("games");
  return h(
    "div",
    {},
    h("h3", { id }, `X ${strategyTitle(x)}, O ${strategyTitle(o)}`),
    h("ul", { class: "game-list", "aria-labelledby": id }, games.map((example) => h("li", {}, gameLink(game, example)))),
  );
}

/** @param {number | string} win @param {number | string} draw @param {number | string} loss */
function chancesWords(win, draw, loss) {
  const [won, drawn, lost] = [win, draw, loss].map((chance) => percent(Number(decimal(String(chance)))));
  return `Wins ${won} %, draws ${drawn} %, loses ${lost} % of all games that their moves allow, X and O by turns.`;
}

const SHOWN = 9; // moves of a game

/** @param {string} game @param {ExampleGame} example */
function gameLink(game, { moves, result, ending }) {
  const winner = result === "draw" ? "A draw" : `${result} wins`;
  const how = ending.includes("forfeits") ? ` (${ending})` : "";
  const more = moves.length > SHOWN ? " …" : "";
  const words = `${winner} after ${moves.length} moves${how}: ${moves.slice(0, SHOWN).join(" ")}${more}`;
  return h("a", { href: withQuery("/review", { game, moves: moves.join(",") }) }, words);
}
