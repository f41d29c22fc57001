/** The form of a new game on the board above it: who plays which side, with which options, and off. */

import { isSite } from "../../addresses.ts";
import { strategiesFor, withQuery } from "../../api.ts";
import { Picker } from "../../controls/strategypicker.ts";
import { verdictLine } from "../../controls/verdictline.ts";
import { button, h, iconButton, put, toggle } from "../../dom.ts";
import { counted, t } from "../../language.ts";
import { complain, say } from "../../messages.ts";
import { go } from "../../router.ts";
import { gameText, legal } from "../../rules.ts";
import { beginGame, playProgram } from "../../startgame.ts";
import { preference } from "../../store.ts";
import type { Rules, Side } from "../../types.ts";
import { HINTS } from "../../words.ts";

const SEATS = { X: "first", O: "second" } as const;
const SEAT_NAMES = { X: t("X moves first"), O: t("O moves second") };

/** The player that is the visitor's own program, which plays against a person alone. */
const PROGRAM = "program";

/** Without a server there is nothing to link to: two people share the board. */
const PERSONS: [string, string][] = [
  ...((isSite
    ? [["human", t("A person here")]]
    : [
        ["human", t("You")],
        ["friend", t("A friend, by link")],
      ]) as [string, string][]),
  [PROGRAM, t("A program of yours")],
];

/** The players that are chosen above the form. */
type Chosen = Record<Side, string>;

/**
 * Return the form, and the function that takes another board. The query may name the players and the moves to begin with.
 * @param chosen who plays on a board by what is chosen above
 */
export function newGame(query: URLSearchParams, board: Rules, chosen: (rules: Rules) => Promise<Chosen>) {
  /** What of the address could not be followed. */
  const notes: string[] = [];
  let rules = board;
  let moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  if (!legal(rules, moves)) {
    notes.push(t("The moves '{moves}' cannot be made here: the board is empty.", { moves: moves.join(",") }));
    moves = [];
  }
  let usual: Chosen = { X: "human", O: "paths" }; // until it is known who plays by what is chosen
  const players = { X: player("X", query.get("x") ?? usual.X), O: player("O", query.get("o") ?? usual.O) };
  const hints = toggle(HINTS, false, () => {});
  const start = h("button", { type: "submit", class: "button main large" }, t("Start the game"));
  const beginning = h("div");
  const form = h(
    "form",
    { class: "new-game", "aria-label": t("New game") },
    beginning,
    h("div", { class: "players" }, players.X.element, iconButton("swap", t("Swap sides"), swap), players.O.element),
    hints,
    start,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
  void offer();
  return { form, take };

  /** Take what is chosen above the form: a board, and players where none were chosen here. */
  function take(other: Rules) {
    if (gameText(other) !== gameText(rules)) moves = [];
    rules = other;
    void offer();
  }

  function player(side: Side, value: string) {
    const verdict = h("div");
    const picker = new Picker(t("Player"), value, changed, PERSONS);
    const title = h("legend", {}, SEAT_NAMES[side]);
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
        info && verdictLine(info, text, gameText(rules), SEATS[side]),
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
      usual = await chosen(rules);
      if (game !== gameText(rules)) return;
      for (const side of ["X", "O"] as const) {
        const { picker, judge } = players[side];
        if (picker.text === before[side] && !query.has(side.toLowerCase())) picker.set(usual[side]);
        notes.push(picker.offer(strategies, usual[side]));
        judge();
      }
      const words = notes.splice(0).filter(Boolean).join(" ");
      if (words) say(words, "trouble");
    } catch (error) {
      complain(error);
    }
  }

  function openingNote() {
    const forget = button(t("Begin with an empty board"), () => {
      moves = [];
      put(beginning);
    });
    const made = { moves: moves.join(" ") };
    const words = counted(
      moves.length,
      "It begins after one move: {moves}.",
      "It begins after {count} moves: {moves}.",
      made,
    );
    return h("p", { class: "opening" }, `${words} `, forget);
  }

  function swap() {
    const [x, o] = [players.X.picker.text, players.O.picker.text];
    players.X.picker.set(o);
    players.O.picker.set(x);
    players.X.judge();
    players.O.judge();
  }

  async function begin() {
    const [x, o] = [players.X.picker.text, players.O.picker.text];
    const game = gameText(rules);
    const own = [x, o].includes(PROGRAM);
    const source = preference("program", "");
    if (own && !source) return go(editorAddress(game));
    start.disabled = true;
    if (own) {
      const read = preference("program-reading", "") || null;
      await playProgram(game, { source, read, side: x === PROGRAM ? "X" : "O" }, moves);
    } else {
      const agreed = withFriend() && Boolean(hints.querySelector("input")?.checked);
      await beginGame({ game, x, o, hints: agreed, moves });
    }
    start.disabled = false;
  }
}

/** Where the visitor's own program is written. */
function editorAddress(game: string) {
  return withQuery("/prove", { yours: 1, game });
}

/** Return words about the visitor's own program, and the way to it. */
function programLine(game: string) {
  const words = preference("program", "")
    ? t("The program in the editor, against a person.")
    : t("Nothing is written yet.");
  return h("p", { class: "about" }, `${words} `, h("a", { href: editorAddress(game) }, t("Open the editor")));
}
