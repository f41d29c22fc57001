/** The form of a new game: the board, who plays which side, and off. */

import { isSite } from "../addresses.js";
import { api } from "../api.js";
import { button, freshId, h, iconButton, put, toggle } from "../dom.js";
import { thumbnail } from "../drawings.js";
import { complain, say } from "../messages.js";
import { go } from "../router.js";
import { emptyBoard, gameText, legal, parseGame, positionText } from "../rules.js";
import { keepKeys } from "../store.js";
import { Picker, strategiesFor } from "./strategies.js";
import { verdictLine } from "./verdict.js";

/** @import { NewGame, Rules, Seat, Side } from "../types.js" */

export const BOARDS = ["3,3,3", "4,4,4", "6,5,4", "15,15,5"];
/** The switch of a game between friends. */
export const HINTS = "Hints for both of you, if you have agreed on them";

/** Who plays O until the server has said whom a person usually meets on this board. */
const UNTIL_KNOWN = "paths";

const SEATS = /** @type {const} */ ({ X: "first", O: "second" });

/** @type {[string, string][]} without a server there is nothing to link to: two people share the board */
const PERSONS = isSite
  ? [["human", "A person here"]]
  : [
      ["human", "You"],
      ["friend", "A friend, by link"],
    ];

/**
 * Return the form. The query may name the game, the players and the moves to begin with.
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 */
export function newGame(query, signal) {
  /** @type {string[]} what of the address could not be followed */
  const notes = [];
  let rules = /** @type {Rules} */ (parseGame(query.get("game")) ?? parseGame("3,3,3"));
  if (query.get("game") && !parseGame(query.get("game"))) {
    notes.push(`There is no board '${query.get("game")}'; chosen instead: ${gameText(rules)}.`);
  }
  let moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  if (!legal(rules, moves)) {
    notes.push(`The moves '${query.get("moves")}' cannot be made here: the board is empty.`);
    moves = [];
  }
  let usual = UNTIL_KNOWN;
  const players = { X: player("X", query.get("x") ?? "human"), O: player("O", query.get("o") ?? usual) };
  const hints = toggle(HINTS, false, () => {});
  const start = h("button", { type: "submit", class: "button main large" }, "Start the game");
  const beginning = h("div");
  const form = h(
    "form",
    { class: "panel new-game", "aria-labelledby": "new-game" },
    h("h2", { id: "new-game" }, "New game"),
    boardField(gameText(rules), (chosen) => {
      rules = chosen;
      moves = [];
      void offer();
    }),
    beginning,
    h(
      "div",
      { class: "players" },
      players.X.element,
      iconButton("swap", "Swap sides", swap),
      players.O.element,
    ),
    hints,
    start,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
  void offer();
  return form;

  /** @param {Side} side @param {string} value */
  function player(side, value) {
    const verdict = h("div");
    const picker = new Picker({ label: "Player", value, others: PERSONS, changed: judge });
    const title = h("legend", {}, `${side} moves ${SEATS[side]}`);
    const element = h("fieldset", { class: `player side-${side.toLowerCase()}` }, title, picker.element, verdict);
    return { picker, element, judge };

    function judge() {
      const { info, text } = picker;
      hints.hidden = !withFriend();
      put(verdict, info && verdictLine({ info, strategy: text, game: gameText(rules), seat: SEATS[side], signal }));
    }
  }

  function withFriend() {
    return [players.X, players.O].some(({ picker }) => picker.text === "friend");
  }

  async function offer() {
    put(beginning, moves.length > 0 && openingNote());
    const game = gameText(rules);
    try {
      const strategies = await strategiesFor(game);
      if (game !== gameText(rules)) return;
      const before = usual;
      usual = strategies.find((info) => info.usual)?.usual ?? UNTIL_KNOWN;
      for (const { picker, judge } of [players.X, players.O]) {
        if (picker.text === before) picker.set(usual);
        notes.push(picker.offer(strategies, usual));
        judge();
      }
      const words = notes.splice(0).filter(Boolean).join(" ");
      if (words) say(words, "trouble");
    } catch (error) {
      complain(error);
    }
  }

  function openingNote() {
    const forget = button("Begin with an empty board", () => {
      moves = [];
      put(beginning);
    });
    return h("p", { class: "opening" }, `It begins after ${moves.length} moves: ${moves.join(" ")}. `, forget);
  }

  function swap() {
    const [x, o] = [players.X.picker.text, players.O.picker.text];
    players.X.picker.set(o);
    players.O.picker.set(x);
    players.X.judge();
    players.O.judge();
  }

  async function begin() {
    start.disabled = true;
    try {
      const [x, o] = [players.X.picker.text, players.O.picker.text];
      const agreed = withFriend() && Boolean(hints.querySelector("input")?.checked);
      enter(await api.create({ game: gameText(rules), x, o, hints: agreed, ...(moves.length ? { moves } : {}) }));
    } catch (error) {
      complain(error);
    } finally {
      start.disabled = false;
    }
  }
}

/** Keep the tokens of a new game, and go there. @param {NewGame} made */
export function enter(made) {
  keepTokens(made);
  go(`/game/${made.game.id}`);
}

/** Keep the tokens of a new game. @param {NewGame} made */
export function keepTokens({ game, tokens }) {
  for (const [seat, token] of /** @type {[Seat, string][]} */ (Object.entries(tokens))) {
    const friends = seat !== "host" && game.players[seat] === "friend";
    keepKeys(game.id, { [friends ? "share" : "mine"]: { [seat]: token } });
  }
}

/**
 * The choice of a board: some well-known ones, or any.
 * @param {string} value
 * @param {(rules: Rules) => void} choose
 */
export function boardField(value, choose, boards = BOARDS) {
  const name = freshId("board");
  const known = boards.includes(value);
  const sizes = sizeFields(parseGame(value) ?? { m: 7, n: 6, k: 4 }, choose);
  sizes.hidden = known;
  /** @param {string} game @param {string} text @param {string} more @param {Node} picture */
  const card = (game, text, more, picture) => {
    const input = h("input", { type: "radio", name, value: game });
    input.checked = game === value || (game === "" && !known);
    return h("label", { class: "card" }, input, picture, h("span", {}, h("strong", {}, text), ` ${more}`));
  };
  const cards = boards.map((game) => {
    const rules = /** @type {Rules} */ (parseGame(game));
    return card(game, `${rules.m} × ${rules.n}`, `${rules.k} in a row`, thumbnail(rules, positionText(rules, emptyBoard(rules))));
  });
  const field = h(
    "fieldset",
    { class: "boards" },
    h("legend", {}, "Board"),
    h("div", { class: "cards" }, cards, card("", "Any size", "your own rules", h("span", { class: "any", "aria-hidden": "true" }, "m,n,k"))),
    sizes,
  );
  field.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name !== name) return;
    sizes.hidden = input.value !== "";
    const rules = parseGame(input.value || sizes.dataset["game"] || "");
    if (rules) choose(rules);
  });
  return field;
}

/** Three numbers. @param {Rules} rules @param {(rules: Rules) => void} choose */
function sizeFields(rules, choose) {
  /** @type {[string, number][]} */
  const fields = [["Columns", rules.m], ["Rows", rules.n], ["In a row", rules.k]];
  const inputs = fields.map(([, value]) => h("input", { type: "number", min: 1, max: 26, value, required: true }));
  const box = h(
    "div",
    { class: "sizes", "data-game": gameText(rules) },
    fields.map(([label], index) => h("label", { class: "field" }, h("span", { class: "field-name" }, label), inputs[index])),
  );
  box.addEventListener("change", (event) => {
    event.stopPropagation();
    const game = inputs.map(({ value }) => value).join(",");
    const chosen = parseGame(game);
    if (!chosen) {
      say("A board has 1 to 26 columns and rows, and a line must fit on it: at most the larger of them in a row");
      return;
    }
    box.dataset["game"] = game;
    choose(chosen);
  });
  return box;
}
