/** The first page: a board, ready for a move; who plays on it; and everything else one tap further. */

import { isSite } from "../../addresses.js";
import { api, levelsFor } from "../../api.js";
import { Board } from "../../board.js";
import { BOARDS, putExactSwitch } from "../../controls/boardfield.js";
import { boardPage, button, chips, h, panel, put, stylesheet, toggle } from "../../dom.js";
import { complain, say } from "../../messages.js";
import { go } from "../../router.js";
import { cellName, emptyBoard, exactly, gameText, gameWords, parseGame, winWords } from "../../rules.js";
import { soundSwitch } from "../../sound.js";
import { keepTokens, prefer, preference } from "../../store.js";
import { HINTS, levelWords } from "../../words.js";
import { loadRecord } from "./loadrecord.js";
import { myGames } from "./mygames.js";

/** @import { Level, Rules, Side } from "../../types.js" */

const FRIEND = "friend";
const WITH_FRIEND = isSite ? "The two of you take turns at this board." : "Your first move makes a link for your friend.";

/** The levels that every board has; the best one's name depends on the board. */
const LEVELS = ["easy", "medium", "hard"];

/** @type {[string, string][]} */
const SIDES = [["X", "X, first"], ["O", "O, second"]];

/** @param {{url: URL}} at @returns {import("../../types.js").Page} */
export function open({ url }) {
  const page = new HomePage(url.searchParams);
  return { title: "Play", element: page.element, leave: () => page.gone.abort() };
}

class HomePage {
  /** @param {URLSearchParams} query */
  constructor(query) {
    this.gone = new AbortController();
    this.rules = /** @type {Rules} */ (
      parseGame(query.get("game")) ?? parseGame(preference("board", BOARDS[0])) ?? parseGame(BOARDS[0])
    );
    this.exact = this.rules.exact;
    this.exactness = h("div");
    this.opponent = preference("opponent", "medium");
    this.side = /** @type {Side} */ (preference("side", "X") === "O" ? "O" : "X");
    /** @type {Level[]} none until they are known */
    this.levels = [];
    this.sending = false;
    this.status = h("h1", { class: "status", id: "status" });
    this.place = h("div");
    this.starter = h("div", { class: "actions", id: "start" });
    this.opponents = h("div");
    this.hints = toggle(HINTS, false, () => {});
    this.about = h("p", { class: "quiet-text", id: "level", "aria-live": "polite" });
    this.element = this.layout(query);
    this.setUp();
  }

  /** @param {URLSearchParams} query */
  layout(query) {
    const boards = BOARDS.map((text) => /** @type {[string, string]} */ ([text, text.split(",").slice(0, 2).join(" × ")]));
    const more = h(
      "details",
      { class: "panel", id: "more-games" },
      h("summary", {}, "More: every strategy, any board, two computers"),
    );
    more.open = ["x", "o", "moves"].some((name) => query.has(name));
    if (more.open || query.has("game")) this.fill(more, query).catch(complain);
    else more.addEventListener("toggle", () => void this.fill(more, query).catch(complain), { once: true });
    return boardPage(
      "home",
      [this.status, this.place, this.starter],
      [
        panel(
          "Game",
          { id: "game-choice" },
          chips("Board", boards, gameText(exactly(this.rules, false)), (text) => this.choose(parseGame(text) ?? this.rules)),
          this.exactness,
          this.opponents,
          chips("You are", SIDES, this.side, (side) => {
            this.side = side === "O" ? "O" : "X";
            prefer("side", side);
            this.show();
          }),
          this.hints,
          this.about,
          soundSwitch(),
        ),
        more,
        myGames(),
        loadRecord(query.has("load")),
      ],
    );
  }

  /** Put the form for any game there, which few visitors need. @param {HTMLElement} more @param {URLSearchParams} query */
  async fill(more, query) {
    const { newGame } = await import("./newgame.js");
    await stylesheet("controls");
    if (!this.gone.signal.aborted) more.append(newGame(query, this.gone.signal));
  }

  /** @param {Rules} rules */
  choose(rules) {
    this.rules = exactly(rules, this.exact);
    prefer("board", gameText(this.rules));
    this.setUp();
  }

  /** Put an empty board there, and ask for the levels on it. */
  setUp() {
    const { rules } = this;
    this.offerExactness();
    const label = `Board, ${gameWords(rules)}`;
    this.board = new Board(rules, { label, play: (cell) => void this.begin(cell) });
    put(this.place, this.board.element);
    this.levels = [];
    this.show();
    levelsFor(gameText(rules)).then(
      (levels) => {
        if (rules !== this.rules || this.gone.signal.aborted) return;
        this.levels = levels;
        this.show();
      },
      (error) => complain(error),
    );
  }

  /** The name of the level chosen, or "friend". The best level has another name on other boards. */
  get chosen() {
    const names = this.levels.map(({ name }) => name);
    if (this.opponent === FRIEND || LEVELS.includes(this.opponent) || names.includes(this.opponent)) return this.opponent;
    return names.at(-1) ?? this.opponent;
  }

  show() {
    const { chosen, rules, side } = this;
    const friend = chosen === FRIEND;
    const level = this.levels.find(({ name }) => name === chosen);
    this.offerOpponents();
    this.board?.show({ stones: emptyBoard(rules), open: side === "X" && !this.sending });
    this.status.textContent = side === "X" ? "Your turn: you are X" : friend ? "Your friend begins" : "The computer begins";
    const start = friend && !isSite ? "Make the link for your friend" : "Start";
    put(this.starter, side === "O" && button(start, () => void this.begin(null), { class: "button main large" }));
    const about = friend ? WITH_FRIEND : level ? levelWords(level) : "";
    this.hints.hidden = !friend || isSite;
    this.about.textContent = `${winWords(rules)} ${about}`;
  }

  /** Offer the exact game of this board, but leave the switch there that has just been turned. */
  offerExactness() {
    const { rules } = this;
    const key = gameText(exactly(rules, false));
    if (key === this.exactness.dataset["key"]) return;
    this.exactness.dataset["key"] = key;
    const turn = (/** @type {boolean} */ on) => {
      this.exact = on;
      this.choose(rules);
    };
    putExactSwitch(this.exactness, rules, turn);
  }

  /** Offer the levels of the board, and a friend. */
  offerOpponents() {
    const names = this.levels.length ? this.levels.map(({ name }) => name) : LEVELS;
    const key = [...names, this.chosen].join();
    if (key === this.opponents.dataset["key"]) return;
    this.opponents.dataset["key"] = key;
    const focused = this.opponents.contains(document.activeElement);
    const options = names.map((name) => /** @type {[string, string]} */ ([name, name]));
    const choose = (/** @type {string} */ name) => {
      this.opponent = name;
      prefer("opponent", name);
      this.show();
    };
    put(this.opponents, chips("Against", [...options, [FRIEND, "a friend"]], this.chosen, choose));
    if (focused) /** @type {HTMLInputElement | null} */ (this.opponents.querySelector("input:checked"))?.focus();
  }

  /** Begin the game: with a move, or with that of the other side. @param {number | null} cell */
  async begin(cell) {
    if (this.sending) return;
    this.sending = true;
    const { rules, side, gone } = this;
    if (cell !== null) {
      const stones = emptyBoard(rules);
      stones[cell] = "X";
      this.board?.show({ stones, last: cell, open: false });
    }
    try {
      const made = await api.create({ game: gameText(rules), ...this.players(await levelsFor(gameText(rules)), side) });
      keepTokens(made);
      const token = made.tokens[side] ?? "";
      const writing = { token, signal: gone.signal, waiting: (/** @type {string} */ words) => say(words) };
      if (cell !== null) await api.act(made.game, "moves", writing, cellName(rules, cell));
      go(`/game/${made.game.id}`, { cell });
    } catch (error) {
      if (gone.signal.aborted) return;
      complain(error);
      this.sending = false;
      this.show();
    }
  }

  /** @param {Level[]} levels @param {Side} side */
  players(levels, side) {
    const level = levels.find(({ name }) => name === this.chosen) ?? levels[levels.length - 1];
    const friend = this.chosen === FRIEND;
    const other = !friend ? level.strategy : isSite ? "human" : FRIEND;
    const hints = friend && !isSite && Boolean(this.hints.querySelector("input")?.checked);
    return side === "X" ? { x: "human", o: other, hints } : { x: other, o: "human", hints };
  }
}
