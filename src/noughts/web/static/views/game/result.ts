/** After a game: where it was decided, the score of the series, and how to go on. */

import { address } from "../../addresses.ts";
import { ask } from "../../analysis/jobs.ts";
import { withQuery } from "../../api.ts";
import { Steps } from "../../controls/steps.ts";
import type { Child } from "../../dom.ts";
import { button, h, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { parseGame } from "../../rules.ts";
import { offerSounds } from "../../sound.ts";
import { beginGame, playersWith, playProgram } from "../../startgame.ts";
import { continueSeries, dayOfDare, keepDare, keepLevel, levelOf, prefer, programOf } from "../../store.ts";
import type { GameState, Level, Review, Seat, Side, Turned } from "../../types.ts";
import { levelTitle } from "../../words.ts";
import { betweenFriends } from "./announcements.ts";
import { dareOf, keepDone } from "./dare.ts";
import { hasWon, ownSide, resultFor, scoreWords } from "./score.ts";

const SMALL = 16; // cells: on larger boards it takes a while, which only a game that was lost is worth

/** Where the result is shown. `links` stand where hints were asked for */
type Places = { element: HTMLElement; links: HTMLElement };

export class GameResult {
  readonly element: HTMLElement;
  readonly links: HTMLElement;
  asked = false;
  readonly decided = h("p", { id: "decided", "aria-live": "polite" });
  readonly retry = h("span", { id: "retry" });
  readonly series = h("p", { class: "quiet-text", id: "series" });
  readonly buttons = h("div", { class: "actions", id: "again" });
  readonly sounds = h("div");
  /** The number of the move that decided the game, once it is known. */
  ply: number | null = null;
  review: HTMLAnchorElement | null = null;

  /**
   * @param levels of the board, the weakest first; none where no level plays
   * @param look shows the game as it was after so many moves
   */
  constructor(
    readonly signal: AbortSignal,
    { element, links }: Places,
    readonly levels: Level[],
    readonly look: (ply: number) => void,
  ) {
    this.element = element;
    this.links = links;
    put(element, this.buttons, h("div", { class: "turning" }, this.decided, this.retry), this.series, this.sounds);
  }

  /** Show a game. @param others more buttons */
  show(state: GameState, mine: Seat[], ...others: Child[]) {
    this.element.hidden = this.links.hidden = state.outcome === null;
    if (!state.outcome) {
      this.asked = false;
      this.ply = null;
      return;
    }
    keepDone(state, mine);
    this.review = h("a", { href: reviewOf(state, this.ply), class: "button" }, t("Review the game"));
    this.offer(state, mine, others);
    put(this.links, state.moves.length > 0 && this.review, h("a", { href: "/", class: "button" }, t("New game")));
    this.series.textContent = scoreWords(state, mine);
    if (hasWon(state, mine)) offerSounds(this.sounds);
    if (!this.asked) void this.decide(state, mine);
  }

  /** Offer the ways to go on: the first one is the main one. */
  offer(state: GameState, mine: Seat[], others: Child[]) {
    const plays = mine.length > 0 && !betweenFriends(state);
    const ways = plays ? [this.nextLevel(state, mine), this.proof(state, mine), this.same(state)] : [];
    const [main, ...rest] = ways.filter((way) => way !== null);
    main?.classList.add("main");
    put(this.buttons, main, rest, others);
  }

  /** Return the button to the level above the one that was beaten, if there is one. */
  nextLevel(state: GameState, mine: Seat[]) {
    const next = hasWon(state, mine) && levelAbove(this.levels, levelOf(state.id));
    if (!next) return null;
    return button(t("Next: {title}", { title: levelTitle(next.name) }), () => void this.climb(state, mine, next));
  }

  /** Return the way to the proof of what a dare has shown, once it is done. */
  proof(state: GameState, mine: Seat[]) {
    const dare = dareOf(state, mine);
    if (dare?.state !== "done") return null;
    const { strategy, seat } = dare;
    return h(
      "a",
      { class: "button", href: withQuery("/prove", { strategy, game: state.game, seat }) },
      t("See the proof"),
    );
  }

  /** Return the button for the same again: the same dare, or the same players on an empty board. */
  same(state: GameState) {
    const dared = dayOfDare(state.id) !== null;
    const moves = dared ? cells(state).slice(0, state.opening) : [];
    return button(t(dared ? "Try the dare again" : "Play again"), () => void this.again(state, moves));
  }

  /** Begin a game on the same side against another level. */
  climb({ game }: GameState, mine: Seat[], { name, strategy }: Level) {
    return beginGame({ game, ...playersWith(ownSide(mine) ?? "O", strategy) }, (id) => {
      keepLevel(id, name);
      prefer("opponent", name);
    });
  }

  /** Begin another game of the same players, after some moves. */
  again({ id, game, opening, players: { X: x, O: o } }: GameState, moves: string[] = []) {
    const program = programOf(id);
    if (program) return playProgram(game, program, moves);
    return beginGame({ game, x, o, moves }, (next) => {
      continueSeries(next, id);
      const day = dayOfDare(id);
      if (day && moves.length === opening) keepDare(next, day);
    });
  }

  /** Say where the game turned. */
  async decide(state: GameState, mine: Seat[]) {
    this.asked = true;
    this.decided.textContent = "";
    put(this.retry);
    const { moves, outcome } = state;
    if (!outcome || !moves.length || !(isSmall(state) || hasLost(state, mine))) return;
    try {
      if (!isSmall(state)) this.decided.textContent = t("Looking where the game turned…");
      const review = await this.reviewed(state);
      if (!this.asked) return;
      this.decided.textContent = outcome.ending === "resignation" ? "" : flawless(review, outcome.winner);
      this.turned(state, review.turned, mine);
    } catch {
      this.decided.textContent = ""; // it is an extra: without it the result stands as it is
    }
  }

  /** Show the turning point, if the game ended as that move left it. */
  turned(state: GameState, turned: Turned | null, mine: Seat[]) {
    const winner = state.outcome?.winner ?? null;
    if (!turned || turned.side === winner) return;
    const { number, side, words, to_mover } = turned;
    const own = mine.length === 1 && mine[0] === side;
    this.decided.textContent = own ? to_mover : words;
    this.ply = number;
    this.review?.setAttribute("href", address(reviewOf(state, number)));
    if (!own || betweenFriends(state)) return;
    const before = cells(state).slice(0, number - 1);
    const steps = new Steps(state.moves.length, state.moves.length, this.look);
    put(
      this.retry,
      steps.bar,
      button(t("Try it again from there"), () => void this.again(state, before), { class: "button small" }),
    );
    steps.run(number - 1);
  }

  /** Return the review of a game, as soon as it says where the game turned. */
  reviewed(state: GameState): Promise<Review> {
    const found = new AbortController();
    const signal = AbortSignal.any([this.signal, found.signal]);
    return new Promise((resolve, reject) => {
      ask("review", { game: state.game, moves: cells(state).join(",") }, signal, ({ result }) => {
        if (!result?.turned) return;
        resolve(result);
        found.abort();
      }).then(resolve, reject);
    });
  }
}

/** Whether exact values are known at once. */
function isSmall({ game }: GameState) {
  const rules = parseGame(game);
  return rules !== null && rules.m * rules.n <= SMALL;
}

function hasLost(state: GameState, mine: Seat[]) {
  const side = ownSide(mine);
  return side !== null && resultFor(state, side) === "lost";
}

/** Return the level after another one, if there is one. */
function levelAbove(levels: Level[], name: string | null) {
  const at = levels.findIndex((level) => level.name === name);
  return at < 0 ? null : (levels[at + 1] ?? null);
}

/** Return the address of a game's review, from a move on. */
function reviewOf(state: GameState, ply: number | null) {
  return withQuery("/review", { game: state.game, moves: cells(state).join(","), ply });
}

function cells({ moves }: GameState) {
  return moves.map(({ cell }) => cell);
}

/** Return what a game was whose result never changed; nothing where not every move is judged. */
function flawless({ moves, turned }: Review, winner: Side | null) {
  if (turned || !moves.every(({ known }) => known)) return "";
  if (!winner) return t("No mistake on either side: with best play it is a draw.");
  return t("With best play {side} wins from the start.", { side: winner });
}
