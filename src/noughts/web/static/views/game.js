/** A live game: play it, watch it, and see why the computer moves as it does. */

import { api, Problem, Unreachable, withQuery } from "../api.js";
import { Board } from "../board.js";
import { button, h, panel, put, toggle } from "../dom.js";
import { stoneDrawing } from "../drawings.js";
import { announce, complain, ended, hush, say, sentence } from "../messages.js";
import { Latest } from "../parts/latest.js";
import { liveGame } from "../parts/live.js";
import { enter } from "../parts/newgame.js";
import { Pace } from "../parts/pace.js";
import { copyField, gameDownloads, sharePanel } from "../parts/share.js";
import { strategiesFor } from "../parts/strategies.js";
import { together, truthMarks, truthWords } from "../parts/truth.js";
import { decisionMarks, workings } from "../parts/why.js";
import { go, rename } from "../router.js";
import { cellName, gameWords, parseCell, parseGame, parsePosition, positionText, stonesAfter } from "../rules.js";
import { keepKeys, keysOf, prefer, preference } from "../store.js";
import { moveWords, playerName, statusWords } from "../words.js";

/** @import { Decision, GameState, Mark, Move, Page, Rules, Seat, Side, Values, View } from "../types.js" */

/** @param {{url: URL, id: string}} at @returns {Promise<Page>} */
export async function open({ url, id }) {
  const token = new URLSearchParams(url.hash.slice(1)).get("seat");
  /** @type {unknown} */
  let refusal = null;
  if (token) refusal = await takeSeat(id, token);
  const page = new GamePage(await api.game(id));
  if (refusal) setTimeout(() => complain(refusal));
  return { title: "Game", element: page.element, leave: () => page.leave() };
}

/** Take the seat of a link; the token does not stay in the address. @param {string} id @param {string} token */
async function takeSeat(id, token) {
  try {
    const { seats } = await api.claim(id, token);
    keepKeys(id, { mine: Object.fromEntries(seats.map((seat) => [seat, token])) });
    rename(`/game/${id}`);
    return null;
  } catch (error) {
    return error;
  }
}

class GamePage {
  /** @param {GameState} state */
  constructor(state) {
    this.state = state;
    this.rules = /** @type {Rules} */ (parseGame(state.game));
    this.keys = keysOf(state.id);
    this.gone = new AbortController();
    this.sending = false;
    this.resigning = false;
    /** @type {Decision | null} */
    this.hint = null;
    /** @type {Values | null} */
    this.values = null;
    /** @type {Decision | null} */
    this.decision = null;
    /** @type {View} */
    this.view = null;
    this.askValues = new Latest();
    this.askDecision = new Latest();
    this.scores = preference("scores", "on") === "on";
    this.truth = preference("truth", "off") === "on";

    const label = `Board, ${gameWords(this.rules)}`;
    this.board = new Board(this.rules, { label, play: (cell) => void this.act("moves", cellName(this.rules, cell)) });
    this.status = h("h1", { class: "status", id: "status" });
    this.connection = h("p", { class: "connection", role: "status", hidden: true }, "The connection is lost; trying again…");
    this.players = h("ul", { class: "seats", id: "players" });
    this.undo = this.action("Undo", () => void this.act("undo"));
    this.redo = this.action("Redo", () => void this.act("redo"));
    this.hintButton = this.action("Hint", () => void this.askHint());
    this.resign = this.action("Resign", () => this.askResign());
    this.more = h("div", { class: "actions", id: "more" });
    this.hintLine = h("p", { class: "hint-line", id: "hint", hidden: true });
    this.reason = h("p", { id: "reason" });
    this.work = h("div", { id: "workings" });
    this.truthLine = h("p", { id: "truth", "aria-live": "polite" });
    this.moves = h("ol", { class: "moves", "aria-label": "Moves" });
    this.invitation = h("div");
    this.links = h("div", { class: "actions" });
    this.pace = this.keys.mine.host ? new Pace(() => this.act("step"), state.moves.length === state.opening) : null;
    this.element = this.layout();
    this.render();
    liveGame(state.id, {
      signal: this.gone.signal,
      state: (next) => this.take(next),
      connected: (yes) => {
        this.connection.hidden = yes;
      },
    });
  }

  /** @param {string} text @param {() => void} press */
  action(text, press) {
    return button(text, () => this.able(text) && press(), { "data-action": text.toLowerCase() });
  }

  /** Whether a button means anything now: those that do not stay in reach of the keyboard. @param {string} text */
  able(text) {
    const { may } = this.state;
    if (text === "Undo") return this.seatAmong(may.undo) !== null;
    if (text === "Redo") return this.seatAmong(may.redo) !== null;
    if (text === "Resign") return this.seatAmong(may.resign) !== null;
    return this.state.outcome === null && !this.state.thinking;
  }

  layout() {
    const address = `${location.origin}/game/${this.state.id}`;
    return h(
      "div",
      { class: "page two", "data-view": "game" },
      h(
        "div",
        { class: "stage" },
        this.status,
        this.connection,
        this.board.element,
        this.hintLine,
        h("div", { class: "actions", id: "actions" }, this.undo, this.redo, this.hintButton, this.resign),
        this.more,
        this.pace?.element,
      ),
      h(
        "div",
        { class: "side" },
        panel("Players", { id: "players-panel" }, this.players, this.invitation),
        panel(
          "Why",
          { id: "why" },
          this.reason,
          toggle("Scores on the board", this.scores, (on) => {
            this.scores = on;
            prefer("scores", on ? "on" : "off");
            this.render();
          }),
          this.work,
        ),
        panel(
          "Truth",
          { id: "truth-panel" },
          toggle("Exact values on the board", this.truth, (on) => {
            this.truth = on;
            prefer("truth", on ? "on" : "off");
            this.render();
          }),
          this.truthLine,
        ),
        panel("Moves", { id: "moves" }, this.moves, this.links),
        sharePanel("Link to watch this game", address, gameDownloads(this.state.id)),
      ),
    );
  }

  /** The seats that I hold. @returns {Seat[]} */
  get mine() {
    return /** @type {Seat[]} */ (Object.keys(this.keys.mine));
  }

  /** Return the seat of mine among some, the one that is to move first. @param {Seat[]} seats */
  seatAmong(seats) {
    const mine = seats.filter((seat) => this.keys.mine[seat]);
    return mine.find((seat) => seat === this.state.to_move) ?? mine[0] ?? null;
  }

  /** Return the seat with which to do something. @param {"moves" | "step" | "undo" | "redo" | "resign"} verb */
  seatFor(verb) {
    const { to_move: side, may } = this.state;
    if (verb === "moves") return this.seatAmong(side ? [side] : []);
    if (verb === "step") return this.seatAmong(["host", "X", "O"]);
    return this.seatAmong(may[verb]);
  }

  /** @param {string} token */
  writing(token) {
    return { token, signal: this.gone.signal, waiting: (/** @type {string} */ words) => say(words) };
  }

  /** Do something in the game; one thing at a time. @param {"moves" | "step" | "undo" | "redo" | "resign"} verb @param {string} [cell] */
  async act(verb, cell) {
    const seat = this.seatFor(verb);
    const token = seat && this.keys.mine[seat];
    if (!token || this.sending) return;
    this.sending = true;
    this.resigning = false;
    try {
      const next = await api.act(this.state, verb, this.writing(token), cell);
      hush();
      this.sending = false;
      this.take(next);
    } catch (error) {
      this.sending = false;
      this.refused(error);
    }
  }

  /** @param {unknown} error */
  refused(error) {
    this.pace?.stop();
    if (error instanceof Problem && error.state) {
      this.take(error.state);
      say(`${sentence(error.message)} The board shows the game as it is now.`, "trouble");
    } else {
      complain(error);
    }
    this.render();
  }

  /** Take the state that the server sends, unless it is an older one. @param {GameState} next */
  take(next) {
    const { state } = this;
    if (next.version < state.version || this.gone.signal.aborted) return;
    this.state = next;
    if (next.position !== state.position || next.version !== state.version) this.hint = null;
    tell(state, next, this.mine);
    this.render();
    this.pace?.follow(next);
  }

  async askHint() {
    const { game, position, version } = this.state;
    this.hintButton.setAttribute("aria-busy", "true");
    try {
      const hint = await api.hint(game, position, this.gone.signal);
      if (version !== this.state.version) return;
      this.hint = hint;
      this.render();
      announce(this.hintLine.textContent ?? "");
    } catch (error) {
      complain(error);
    } finally {
      this.hintButton.removeAttribute("aria-busy");
    }
  }

  askResign() {
    this.resigning = true;
    this.render();
    this.more.querySelector("button")?.focus();
  }

  async rematch() {
    const seat = this.seatAmong(["X", "O", "host"]);
    const token = seat && this.keys.mine[seat];
    if (!token) return;
    try {
      enter(await api.rematch(this.state.id, this.writing(token)));
    } catch (error) {
      complain(error);
    }
  }

  /** Take my seats in the rematch that somebody else asked for. @param {string} id */
  async join(id) {
    try {
      for (const token of Object.values(this.keys.mine)) {
        const { seats } = await api.claim(id, token);
        keepKeys(id, { mine: Object.fromEntries(seats.map((seat) => [seat, token])) });
      }
    } catch (error) {
      if (error instanceof Unreachable) {
        complain(error);
        return;
      }
    }
    go(`/game/${id}`);
  }

  render() {
    const { state, rules } = this;
    const stones = parsePosition(rules, state.position) ?? [];
    this.look();
    const last = state.moves.at(-1);
    this.board.show({
      stones,
      last: last ? parseCell(rules, last.cell) : null,
      line: state.outcome?.line?.map((name) => parseCell(rules, name)) ?? null,
      marks: this.marks(),
      open: state.waits_for === "person" && this.seatFor("moves") !== null,
    });
    this.status.textContent = statusWords(state, this.mine);
    this.seats();
    this.buttons();
    this.explain();
    this.history();
    this.hintLine.hidden = this.hint === null;
    if (this.hint) this.hintLine.textContent = hintWords(this.hint);
  }

  /** The last move that a strategy made, and after how many moves. @returns {[Move, number] | null} */
  get thought() {
    const ply = this.state.moves.findLastIndex(({ reason }) => reason !== null);
    return ply < 0 ? null : [this.state.moves[ply], ply];
  }

  /** The position in which the strategy's last move was made. */
  get before() {
    const cells = this.state.moves.slice(0, this.thought?.[1] ?? 0).map(({ cell }) => cell);
    return stonesAfter(this.rules, cells) ?? [];
  }

  /** Ask for what the switches want to show. */
  look() {
    const { game, position, outcome } = this.state;
    const thought = this.thought;
    const key = thought ? `${thought[0].by} ${positionText(this.rules, this.before)}` : null;
    if (key !== this.askDecision.key) this.decision = null;
    if (!this.scores || !thought || !key) this.askDecision.stop();
    else {
      const [{ by }] = thought;
      const before = positionText(this.rules, this.before);
      this.askDecision.ask(key, (signal) => this.decide(game, before, by, signal), () => this.render(), complain);
    }
    if (position !== this.askValues.key) this.values = null;
    if (!this.truth || outcome) this.askValues.stop();
    else {
      const use = (/** @type {Values} */ values) => {
        this.values = values;
        this.render();
      };
      this.askValues.ask(position, (signal) => api.values(game, position, signal), use, complain);
    }
  }

  /** @param {string} game @param {string} position @param {string} strategy @param {AbortSignal} signal */
  async decide(game, position, strategy, signal) {
    const [decision, strategies] = await Promise.all([
      api.decision(game, position, strategy, signal),
      strategiesFor(game),
    ]);
    this.view = strategies.find(({ name }) => name === strategy.split(":")[0])?.view ?? null;
    this.decision = decision;
  }

  marks() {
    /** @type {Map<number, Mark>} */
    const hints = new Map(this.hint ? [[parseCell(this.rules, this.hint.moves[0]), { hint: true }]] : []);
    return together(
      this.scores && this.decision && !this.state.outcome ? decisionMarks(this.rules, this.decision, this.view) : null,
      this.truth && this.values ? truthMarks(this.rules, this.values) : null,
      hints,
    );
  }

  seats() {
    const { state, mine } = this;
    const sides = /** @type {Side[]} */ (["X", "O"]);
    put(
      this.players,
      sides.map((side) => {
        const turn = state.to_move === side;
        const won = state.outcome?.winner === side;
        return h(
          "li",
          { class: turn ? "turn" : "" },
          stoneDrawing(side),
          h("span", { class: "name" }, `${side}: ${playerName(state, side, mine)}`),
          turn && h("span", { class: "chip" }, state.thinking ? "thinking" : "to move"),
          won && h("span", { class: "chip" }, "winner"),
        );
      }),
    );
    if (this.invitation.childElementCount || state.outcome) return;
    const shares = /** @type {[Side, string][]} */ (Object.entries(this.keys.share));
    const open = shares.filter(([side]) => !this.keys.mine[side]);
    const at = `${location.origin}/game/${state.id}`;
    put(this.invitation, open.map(([side, token]) => copyField(`Link for your friend, who plays ${side}`, `${at}#seat=${token}`)));
  }

  buttons() {
    const { state } = this;
    const playing = this.mine.length > 0;
    for (const each of [this.undo, this.redo, this.hintButton, this.resign]) {
      each.setAttribute("aria-disabled", String(!this.able(each.textContent ?? "")));
      each.hidden = !playing && each !== this.hintButton;
    }
    this.resign.hidden = !playing || Boolean(this.keys.mine.host) || state.outcome !== null;
    this.hintButton.hidden = state.outcome !== null;
    put(this.more, ...this.offers());
  }

  /** The buttons that only sometimes make sense. */
  offers() {
    const { state } = this;
    if (this.resigning && this.able("Resign")) {
      const keep = () => {
        this.resigning = false;
        this.render();
        this.resign.focus();
      };
      return [
        h("span", {}, "Resign the game?"),
        button("Yes, resign", () => void this.act("resign"), { class: "button main" }),
        button("Keep playing", keep),
      ];
    }
    const { rematch } = state;
    return [
      state.failure && h("span", {}, sentence(state.failure)),
      state.failure && this.mine.length > 0 && button("Ask it again", () => void this.act("step")),
      rematch && button("Go to the rematch", () => void this.join(rematch), { class: "button main" }),
      !rematch && state.outcome && this.mine.length > 0 &&
        button("Rematch, sides swapped", () => void this.rematch(), { class: "button main" }),
    ];
  }

  explain() {
    const thought = this.thought;
    const { values, decision } = this;
    this.reason.textContent = thought
      ? ended(moveWords(thought[0]).replace(" plays", ` (${thought[0].by}) plays`))
      : "No strategy has moved yet.";
    const shown = this.scores && decision;
    const other = shown && thought && !decision.moves.includes(thought[0].cell);
    put(
      this.work,
      shown && workings(this.rules, this.before, decision, this.view),
      other && h("p", { class: "quiet-text" }, "It draws random errors: these scores are another draw than that of its move."),
    );
    if (!this.truth || this.state.outcome) this.truthLine.textContent = "";
    else this.truthLine.textContent = values ? truthWords(values) : "Asking…";
  }

  history() {
    const { game, moves, position } = this.state;
    const cells = moves.map(({ cell }) => cell);
    for (const [index, move] of moves.entries()) {
      const key = `${move.cell} ${move.reason}`;
      const old = /** @type {HTMLElement | undefined} */ (this.moves.children[index]);
      if (old?.dataset["key"] === key) continue;
      const row = moveRow(move, withQuery("/board", { game, moves: cells.slice(0, index).join(","), strategy: move.reason === null ? null : move.by }));
      row.dataset["key"] = key;
      if (old) old.replaceWith(row);
      else this.moves.append(row);
    }
    while (this.moves.children.length > moves.length) this.moves.lastElementChild?.remove();
    if (this.links.dataset["position"] === position) return;
    this.links.dataset["position"] = position;
    this.moves.scrollTop = this.moves.scrollHeight;
    const query = { game, moves: cells.join(",") };
    put(
      this.links,
      h("a", { class: "button", href: withQuery("/review", query) }, "Review the game"),
      h("a", { class: "button", href: withQuery("/board", query) }, "Explore this position"),
    );
  }

  leave() {
    this.gone.abort();
    this.pace?.stop();
    this.askValues.stop();
    this.askDecision.stop();
  }
}

/** @param {Decision} hint */
function hintWords({ moves, reason, strategy }) {
  const others = moves.length > 1 ? `, or one of ${moves.length - 1} others as good` : "";
  return ended(`Hint by ${strategy}: ${moves[0]}${others}: ${reason}`);
}

/** @param {Move} move @param {string} address where the choice can be looked at */
function moveRow(move, address) {
  return h(
    "li",
    {},
    h("a", { class: "move", href: address, "aria-label": `${moveWords(move)}. Look at the position before it` },
      h("span", { class: "who" }, `${move.side} ${move.cell}`),
      move.reason && h("span", { class: "words" }, move.reason),
    ),
  );
}

/** Announce what has changed. @param {GameState} old @param {GameState} next @param {Seat[]} mine */
function tell(old, next, mine) {
  const added = next.moves.slice(old.moves.length);
  const words = added.map(moveWords);
  if (next.moves.length < old.moves.length) words.push("Taken back");
  if (next.outcome && !old.outcome) words.push(statusWords(next, mine));
  else if (next.failure && !old.failure) words.push(statusWords(next, mine));
  if (words.length) announce(`${words.join(". ")}.`);
}
