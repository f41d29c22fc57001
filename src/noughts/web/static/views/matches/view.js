/** Who is better? Everyone against everyone on one board: the cross table, the ranking, and the games to open. */

import { run } from "../../analysis/jobs.js";
import { waitingWords } from "../../analysis/waiting.js";
import { api, levelsFor, strategiesFor, withQuery } from "../../api.js";
import { boardField } from "../../controls/boardfield.js";
import { ProgressPanel } from "../../controls/progresspanel.js";
import { chips, formPage, h, put } from "../../dom.js";
import { announce, complain, say } from "../../messages.js";
import { rename } from "../../router.js";
import { gameText, parseGame } from "../../rules.js";
import { grouped, strategyTitle } from "../../words.js";
import { crossTable, pairPanel, rankWords, scoresOf } from "./crosstable.js";
import { playerChoices } from "./playerchoices.js";

/** @import { MatchProgress, MatchState, MatchTable, Rules } from "../../types.js" */

const BOARDS = ["3,3,3", "4,3,3", "4,4,4", "6,5,4"];
const GAMES = [10, 20, 50, 100];
const RANDOM = "random";

/** @param {{url: URL}} at @returns {import("../../types.js").Page} */
export function open({ url }) {
  const query = url.searchParams;
  const rules = parseGame(query.get("game") ?? "3,3,3");
  if (!rules) throw new Error("This address names no board.");
  const page = new MatchesPage(rules, query.getAll("player"), Number(query.get("games") ?? 20), Number(query.get("seed") ?? 0));
  return { title: "Matches", element: page.element, leave: () => page.leave() };
}

class MatchesPage {
  /** @param {Rules} rules @param {string[]} players none: those that are usual on the board @param {number} games @param {number} seed */
  constructor(rules, players, games, seed) {
    this.rules = rules;
    this.players = players;
    this.games = games;
    this.seed = seed;
    this.gone = false;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {MatchState | null} what was heard last of the match that runs */
    this.match = null;
    this.choices = h("div");
    this.start = h("button", { type: "submit", class: "button main large" }, "Play them all");
    this.progress = new ProgressPanel("Progress of the match", "Stop", () => void this.stop());
    this.summary = h("p", { id: "ranking" });
    this.table = h("div", { class: "wide crosstable", role: "region", "aria-label": "Cross table", tabindex: 0 });
    this.note = h("p", { class: "quiet-text" });
    this.pair = h("div", { class: "pair" });
    this.results = h("section", { class: "panel", id: "table", "aria-label": "Result", hidden: true }, this.summary, this.table, this.note, this.pair);
    this.element = this.layout();
    void this.offer(players.length > 0);
  }

  layout() {
    const form = h(
      "form",
      { class: "panel question", "aria-label": "Who plays, and where" },
      boardField(gameText(this.rules), (rules) => this.choose(rules), BOARDS),
      this.choices,
      chips(
        "Games of a pair that must be played out",
        GAMES.map((games) => [String(games), String(games)]),
        String(this.games),
        (games) => {
          this.games = Number(games);
        },
      ),
      this.start,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.run();
    });
    const about = "Everyone against everyone, as X and as O. The result is computed where it can be, else many games are played, with error bars.";
    return formPage("matches", "Who is better?", about, form, this.progress.element, this.results);
  }

  /** Take another board: its players are others. @param {Rules} rules */
  choose(rules) {
    this.rules = rules;
    this.players = [];
    void this.offer(false);
  }

  /** Offer the players of the board. @param {boolean} run play at once, as the address names them */
  async offer(run) {
    const game = gameText(this.rules);
    try {
      const [levels, strategies] = await Promise.all([levelsFor(game), strategiesFor(game)]);
      if (game !== gameText(this.rules) || this.gone) return;
      const usual = levels.filter(({ name }) => name !== "strongest").map(({ strategy }) => strategy);
      if (!this.players.length) this.players = [...usual, RANDOM];
      put(this.choices, playerChoices(levels, strategies, this.players, (players) => {
        this.players = players;
      }));
      if (run) await this.run();
    } catch (error) {
      complain(error);
    }
  }

  address() {
    const { players, games, seed } = this;
    return withQuery("/matches", { game: gameText(this.rules), player: players, games, seed: seed || null });
  }

  async run() {
    this.running?.abort();
    const running = (this.running = new AbortController());
    const question = { game: gameText(this.rules), players: this.players, games: this.games, seed: this.seed };
    rename(this.address());
    this.match = null;
    this.results.hidden = true;
    put(this.pair);
    this.wait(null);
    try {
      const match = await run("matches", question, running.signal, (each) => {
        this.match = each;
        this.wait(each);
        this.show(question.game, each.result);
      });
      if (running.signal.aborted) return;
      this.end(match);
    } catch (error) {
      if (running.signal.aborted) return;
      complain(error);
    }
    this.progress.hide();
  }

  /** Show how far it is. @param {MatchState | null} match */
  wait(match) {
    const at = /** @type {MatchProgress | null} */ (match?.progress ?? null);
    const words = waitingWords(match, () => (at ? progressWords(at) : "Starting…"), 0);
    this.progress.show(words, at && { done: at.pairs + (at.games ?? 0) / (at.games_of ?? 1), of: at.of });
  }

  /** @param {MatchState} match */
  end({ game, status, result, problem }) {
    this.show(game, result);
    if (status === "done" && result) announce(`${rankWords(result)} ${result.reason ?? ""}`);
    else say(problem?.detail ?? "The match has ended before it was finished", "trouble");
  }

  /** Stop, and keep what is finished. */
  async stop() {
    const { match } = this;
    this.running?.abort();
    this.progress.hide();
    this.start.focus();
    say(match?.result ? "Stopped: the table has what was finished" : "Stopped");
    if (!match) return;
    try {
      await api.cancel("matches", match.id);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} game @param {MatchTable | null} table */
  show(game, table) {
    if (!table || !table.matches.length) return;
    this.results.hidden = false;
    this.summary.textContent = rankWords(table);
    const held = this.table.contains(document.activeElement) ? document.activeElement?.getAttribute("data-pair") : null;
    put(this.table, crossTable(table, (first, second) => this.open(game, table, first, second)));
    if (held) /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-pair="${CSS.escape(held)}"]`))?.focus();
    this.note.textContent = noteWords(table);
  }

  /** Show two players' result and games. @param {string} game @param {MatchTable} table @param {string} first @param {string} second */
  open(game, table, first, second) {
    const found = scoresOf(table, first, second);
    if (!found) return;
    const section = pairPanel(game, table, found);
    put(this.pair, section);
    section.querySelector("h2")?.focus();
    section.scrollIntoView({ block: "nearest" });
  }

  leave() {
    this.gone = true;
    this.running?.abort();
  }
}

/** @param {MatchProgress} at */
function progressWords({ pairs, of, players, games, games_of: planned, positions, seconds }) {
  const far = games == null ? `${grouped(positions ?? 0)} positions` : `game ${games} of ${planned}`;
  return `${pairs} of ${of} pairs. ${players.map(strategyTitle).join(" – ")}: ${far}, ${seconds.toFixed(0)} s`;
}

/** @param {MatchTable} table */
function noteWords({ complete, reason, matches, games, seed, players }) {
  const sampled = matches.filter(({ method }) => method === "sampled").length;
  const pairs = (players.length * (players.length - 1)) / 2;
  const missing = complete ? "" : ` ${matches.length} of ${pairs} pairs so far${reason ? `: ${reason}` : ""}.`;
  const played = sampled ? ` With ±: ${games} games of two players, seed ${seed}, at 95 % confidence.` : "";
  const exact = matches.length - sampled ? " Without ±: exact." : "";
  return `Points in per cent, row against column.${exact}${played}${missing} Press a cell to see the games.`;
}
