/** The first page: a board, ready for a move; who plays on it; and everything else one tap further. */

import { isSite } from "../../addresses.ts";
import { api, levelsFor, withQuery } from "../../api.ts";
import { Board } from "../../board.ts";
import { BOARDS, boardField } from "../../controls/boardfield.ts";
import { loadRecord } from "../../controls/loadrecord.ts";
import type { Child } from "../../dom.ts";
import { boardPage, button, chips, folded, h, panel, put, toggle } from "../../dom.ts";
import { parts, t } from "../../language.ts";
import { complain, say } from "../../messages.ts";
import { go } from "../../router.ts";
import { cellName, emptyBoard, gameText, gameWords, parseGame, winWords } from "../../rules.ts";
import { soundSwitch } from "../../sound.ts";
import { beginGame, playersWith } from "../../startgame.ts";
import { keepLevel, keepTokens, prefer, preference, seriesAgainst, seriesOf } from "../../store.ts";
import type { Level, Page, Rules, Side } from "../../types.ts";
import { HINTS, levelHope, levelTitle, levelWords, rowWords } from "../../words.ts";
import { dareCard } from "./dare.ts";
import { myGames } from "./mygames.ts";
import { newGame } from "./newgame.ts";

const FRIEND = "friend";
const WITH_FRIEND = t(
  isSite ? "The two of you take turns at this board." : "Your first move makes a link for your friend.",
);

/** A strategy that is called unbeatable, and is not. */
const UNBEATABLE = "centre-block";
const ITS_GAME = "3,3,3";

/** The levels that almost every board has; the best one's name depends on the board. */
const LEVELS = ["easy", "medium", "hard"];

const SIDES: [string, string][] = [
  ["X", t("X, first")],
  ["O", t("O, second")],
];

export function open({ url }: { url: URL }): Page {
  const page = new HomePage(url.searchParams);
  return { title: t("Play"), element: page.element, leave: () => page.gone.abort() };
}

class HomePage {
  gone = new AbortController();
  rules: Rules;
  /** Lets the form take what is chosen, once it is there. */
  takeBoard: ((rules: Rules) => void) | null = null;
  opponent = preference("opponent", "medium");
  side: Side = (preference("side", "X") === "O" ? "O" : "X") as Side;
  /** None until they are known. */
  levels: Level[] = [];
  sending = false;
  readonly status = h("h1", { class: "status", id: "status" });
  readonly place = h("div");
  readonly starter = h("div", { class: "actions", id: "start" });
  readonly opponents = h("div");
  readonly hints = toggle(HINTS, false, () => {});
  readonly about = h("p", { class: "quiet-text", id: "level", "aria-live": "polite" });
  readonly measuredWords = h("p", {});
  readonly measured = folded(t("How strong it is"), { class: "quiet-text" }, this.measuredWords);
  readonly element: HTMLDivElement;
  board: Board | undefined;

  constructor(query: URLSearchParams) {
    this.rules = (parseGame(query.get("game")) ??
      parseGame(preference("board", BOARDS[0])) ??
      parseGame(BOARDS[0])) as Rules;
    this.element = this.layout(query);
    this.setUp();
  }

  layout(query: URLSearchParams) {
    const more = folded(t("More: every strategy, two computers, your program"), { class: "panel", id: "more-games" });
    if (query.get("game") && !parseGame(query.get("game"))) {
      const values = { asked: query.get("game") ?? "", game: gameText(this.rules) };
      say(t("There is no board '{asked}'; chosen instead: {game}.", values), "trouble");
    }
    more.open = ["x", "o", "moves"].some((name) => query.has(name));
    if (more.open || query.has("game")) this.fill(more, query);
    else more.addEventListener("toggle", () => this.fill(more, query), { once: true });
    return boardPage(
      "home",
      [this.status, this.place, this.starter, this.purpose()],
      [
        panel(
          t("Game"),
          { id: "game-choice" },
          boardField(this.rules, (rules) => this.choose(rules), { title: ({ m, n }) => `${m} × ${n}` }),
          this.opponents,
          chips(t("You are"), SIDES, this.side, (side) => {
            this.side = side === "O" ? "O" : "X";
            prefer("side", side);
            this.takeBoard?.(this.rules);
            this.show();
          }),
          this.hints,
          this.about,
          this.measured,
          soundSwitch(),
        ),
        dareCard(),
        more,
        myGames(),
        loadRecord(query.has("load")),
        h("p", {}, h("a", { href: "/teachers" }, t("For teachers: posters, a lesson of 45 minutes, an assignment"))),
      ],
    );
  }

  /** What this page is for, in one line that leads there. */
  purpose() {
    const values = {
      strategy: UNBEATABLE,
      beat: button(t("beat it"), () => void beginGame({ game: ITS_GAME, x: "human", o: UNBEATABLE }), {
        class: "link",
      }),
      proof: h(
        "a",
        { href: withQuery("/prove", { strategy: UNBEATABLE, game: ITS_GAME, seat: "second" }) },
        t("see the proof"),
      ),
    };
    const words = parts("Every claim here is proved. “{strategy}” is called unbeatable: {beat}, then {proof}.", values);
    return h("p", { id: "purpose" }, words);
  }

  /** Put the form for any game there, which few visitors need. */
  fill(more: HTMLElement, query: URLSearchParams) {
    const { form, take } = newGame(query, this.rules, (rules) => this.playersOn(rules));
    this.takeBoard = take;
    more.append(form);
  }

  /** Return who plays on a board, by the level and the side that are chosen. */
  async playersOn(rules: Rules) {
    const { x, o } = this.players(this.level(await levelsFor(gameText(rules))), this.side);
    return { X: x, O: o };
  }

  choose(rules: Rules) {
    this.rules = rules;
    prefer("board", gameText(this.rules));
    this.takeBoard?.(this.rules);
    this.setUp();
  }

  /** Put an empty board there, and ask for the levels on it. */
  setUp() {
    const { rules } = this;
    const label = t("Board, {game}", { game: gameWords(rules) });
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
    const usual = LEVELS.includes(this.opponent);
    if (this.opponent === FRIEND || names.includes(this.opponent) || (usual && !names.length)) return this.opponent;
    return (usual ? names[1] : names.at(-1)) ?? this.opponent;
  }

  show() {
    const { chosen, rules, side } = this;
    const friend = chosen === FRIEND;
    const level = this.levels.find(({ name }) => name === chosen);
    this.offerOpponents();
    this.board?.show({ stones: emptyBoard(rules), open: side === "X" && !this.sending });
    const begins = t(friend ? "Your friend begins" : "The computer begins");
    this.status.textContent = side === "X" ? t("Your turn: you are {side}", { side }) : begins;
    const start = t(friend && !isSite ? "Make the link for your friend" : "Start");
    put(this.starter, side === "O" && button(start, () => void this.begin(null), { class: "button main large" }));
    const about = friend ? WITH_FRIEND : level ? levelHope(level) : "";
    this.measured.hidden = !level?.measured;
    put(this.measuredWords, level && levelWords(level));
    this.hints.hidden = !friend || isSite;
    this.about.textContent = `${winWords(rules)} ${about}`;
  }

  /** Offer the levels of the board, and a friend. */
  offerOpponents() {
    const names = this.levels.length ? this.levels.map(({ name }) => name) : LEVELS;
    const key = [gameText(this.rules), ...names, this.chosen].join();
    if (key === this.opponents.dataset.key) return;
    this.opponents.dataset.key = key;
    const focused = this.opponents.contains(document.activeElement);
    const options = names.map((name) => [name, this.levelLabel(name)] as [string, Child[]]);
    const choose = (name: string) => {
      this.opponent = name;
      prefer("opponent", name);
      this.takeBoard?.(this.rules);
      this.show();
    };
    put(this.opponents, chips(t("Against"), [...options, [FRIEND, t("a friend")]], this.chosen, choose));
    if (focused) (this.opponents.querySelector("input:checked") as HTMLInputElement | null)?.focus();
  }

  /** Return what a level's choice shows: its name, and the visitor's games won in a row. */
  levelLabel(name: string): Child[] {
    const level = this.levels.find((each) => each.name === name);
    const streak = level ? seriesOf(seriesAgainst(gameText(this.rules), level.strategy)).streak : 0;
    if (streak < 2) return [levelTitle(name)];
    const words = rowWords(streak, name === "perfect");
    return [
      levelTitle(name),
      h("span", { class: "streak", title: words, "aria-hidden": "true" }, streak),
      h("span", { class: "unseen" }, `(${words})`),
    ];
  }

  /** Begin the game: with a move, or with that of the other side. */
  async begin(cell: number | null) {
    if (this.sending) return;
    this.sending = true;
    const { rules, side, gone } = this;
    if (cell !== null) {
      const stones = emptyBoard(rules);
      stones[cell] = "X";
      this.board?.show({ stones, last: cell, open: false });
    }
    if (isSite) this.status.textContent = t("Starting…"); // Python takes seconds
    try {
      const level = this.level(await levelsFor(gameText(rules)));
      const made = await api.create({ game: gameText(rules), ...this.players(level, side) });
      keepTokens(made);
      keepLevel(made.game.id, level?.name ?? null);
      const token = made.tokens[side] ?? "";
      const writing = { token, signal: gone.signal, waiting: (words: string) => say(words) };
      if (cell !== null) await api.act(made.game, "moves", writing, cellName(rules, cell));
      go(`/game/${made.game.id}`, { cell });
    } catch (error) {
      if (gone.signal.aborted) return;
      complain(error);
      this.sending = false;
      this.show();
    }
  }

  /** Return the level chosen; null for a friend. */
  level(levels: Level[]) {
    if (this.chosen === FRIEND) return null;
    return levels.find(({ name }) => name === this.chosen) ?? levels[levels.length - 1] ?? null;
  }

  players(level: Level | null, side: Side) {
    const other = level?.strategy ?? (isSite ? "human" : FRIEND);
    const hints = !level && !isSite && Boolean(this.hints.querySelector("input")?.checked);
    return { ...playersWith(side, other), hints };
  }
}
