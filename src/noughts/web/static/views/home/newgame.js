/** The form of a new game: the board, who plays which side, and off. */

import { isSite } from "../../addresses.js";
import { api, strategiesFor, withQuery } from "../../api.js";
import { boardField } from "../../controls/boardfield.js";
import { Picker } from "../../controls/strategypicker.js";
import { verdictLine } from "../../controls/verdictline.js";
import { button, h, iconButton, put, toggle } from "../../dom.js";
import { complain, say } from "../../messages.js";
import { go } from "../../router.js";
import { gameText, legal, parseGame } from "../../rules.js";
import { enterGame, playProgram } from "../../startgame.js";
import { preference } from "../../store.js";
import { HINTS } from "../../words.js";

/** @import { Rules, Side } from "../../types.js" */

/** Who plays O until the server has said whom a person usually meets on this board. */
const UNTIL_KNOWN = "paths";

const SEATS = /** @type {const} */ ({ X: "first", O: "second" });

/** The player that is the visitor's own program, which plays against a person alone. */
const PROGRAM = "program";

/** @type {[string, string][]} without a server there is nothing to link to: two people share the board */
const PERSONS = [
  .../** @type {[string, string][]} */ (isSite ? [["human", "A person here"]] : [["human", "You"], ["friend", "A friend, by link"]]),
  [PROGRAM, "A program of yours"],
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
    const picker = new Picker({ label: "Player", value, others: PERSONS, changed });
    const title = h("legend", {}, `${side} moves ${SEATS[side]}`);
    const element = h("fieldset", { class: `player side-${side.toLowerCase()}` }, title, picker.element, verdict);
    return { picker, element, judge };

    function changed() {
      const other = players[side === "X" ? "O" : "X"];
      if (picker.text !== "human" && [picker.text, other.picker.text].includes(PROGRAM)) other.picker.set("human");
      other.judge();
      judge();
    }

    function judge() {
      const { info, text } = picker;
      hints.hidden = !withFriend();
      put(
        verdict,
        info && verdictLine({ info, strategy: text, game: gameText(rules), seat: SEATS[side], signal }),
        text === PROGRAM && programLine(gameText(rules)),
      );
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
      const game = gameText(rules);
      if ([x, o].includes(PROGRAM)) {
        const source = preference("program", "");
        const side = x === PROGRAM ? "X" : "O";
        if (source) await playProgram(game, { source, read: preference("program-reading", "") || null, side }, moves);
        else go(editorAddress(game));
        return;
      }
      const agreed = withFriend() && Boolean(hints.querySelector("input")?.checked);
      enterGame(await api.create({ game, x, o, hints: agreed, ...(moves.length ? { moves } : {}) }));
    } catch (error) {
      complain(error);
    } finally {
      start.disabled = false;
    }
  }
}

/** Where the visitor's own program is written. @param {string} game */
function editorAddress(game) {
  return withQuery("/prove", { yours: 1, game });
}

/** Return words about the visitor's own program, and the way to it. @param {string} game */
function programLine(game) {
  const words = preference("program", "") ? "The program in the editor, against a person. " : "Nothing is written yet. ";
  return h("p", { class: "about" }, words, h("a", { href: editorAddress(game) }, "Open the editor"));
}
