/** Who is better? Everyone against everyone on one board: the cross table, the ranking, and the games to open. */

import { run } from "../../analysis/jobs.js";
import { waitingWords } from "../../analysis/waiting.js";
import { api, levelsFor, strategiesFor, withQuery } from "../../api.js";
import { boardField } from "../../controls/boardfield.js";
import { ProgressPanel } from "../../controls/progresspanel.js";
import { chips, formPage, h, put } from "../../dom.js";
import { t } from "../../language.js";
import { announce, complain, say } from "../../messages.js";
import { rename } from "../../router.js";
import { gameText, parseGame } from "../../rules.js";
import { grouped } from "../../words.js";
import { crossTable, pairPanel, rankWords, scoresOf } from "./crosstable.js";
import { namesOn, playerChoices } from "./playerchoices.js";

/** @import { NameOf } from "./playerchoices.js" */
/** @import { MatchProgress, MatchState, MatchTable, Rules } from "../../types.js" */

const BOARDS = ["3,3,3", "4,3,3", "4,4,4", "6,5,4"];
const GAMES = [10, 20, 50, 100];
const RANDOM = "random";

/** @param {{url: URL}} at @returns {import("../../types.js").Page} */
export function open({ url }) {
  const query = url.searchParams;
  const rules = parseGame(query.get("game") ?? "3,3,3");
  if (!rules) throw new Error(t("This address names no board."));
  const page = new MatchesPage(
    rules,
    query.getAll("player"),
    Number(query.get("games") ?? 20),
    Number(query.get("seed") ?? 0),
  );
  return { title: t("Matches"), element: page.element, leave: () => page.leave() };
}

class MatchesPage {
  /** @param {Rules} rules @param {string[]} players none: those that are usual on the board @param {number} games @param {number} seed */
  constructor(rules, players, games, seed) {
    this.rules = rules;
    this.players = players;
    this.games = games;
    this.seed = seed;
    this.gone = false;
    this.nameOf = namesOn([]);
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {MatchState | null} what was heard last of the match that runs */
    this.match = null;
    this.choices = h("div");
    this.start = h("button", { type: "submit", class: "button main large" }, t("Play them all"));
    this.progress = new ProgressPanel(t("Progress of the match"), t("Stop"), () => void this.stop());
    this.summary = h("p", { id: "ranking" });
    this.table = h("div", { class: "wide crosstable", role: "region", "aria-label": t("Cross table"), tabindex: 0 });
    this.note = h("p", { class: "quiet-text" });
    this.pair = h("div", { class: "pair" });
    this.results = h(
      "section",
      { class: "panel", id: "table", "aria-label": t("Result"), hidden: true },
      this.summary,
      this.table,
      this.note,
      this.pair,
    );
    this.element = this.layout();
    void this.offer(players.length > 0);
  }

  layout() {
    const form = h(
      "form",
      { class: "panel question", "aria-label": t("Who plays, and where") },
      boardField(gameText(this.rules), (rules) => this.choose(rules), BOARDS),
      this.choices,
      chips(
        t("Games per pair, where only playing can tell"),
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
    return formPage(
      "matches",
      t("Who is better?"),
      t(
        "Everyone plays everyone, as X and as O. The result is exact where it can be computed; else they play some games, and the table says how sure it is.",
      ),
      form,
      this.progress.element,
      this.results,
    );
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
      this.nameOf = namesOn(levels);
      const usual = levels.filter(({ name }) => name !== "strongest").map(({ strategy }) => strategy);
      if (!this.players.length) this.players = [...usual, RANDOM];
      put(
        this.choices,
        playerChoices(levels, strategies, this.players, (players) => {
          this.players = players;
        }),
      );
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
    const running = new AbortController();
    this.running = running;
    const { nameOf } = this; // another board gives other names
    const question = { game: gameText(this.rules), players: this.players, games: this.games, seed: this.seed };
    rename(this.address());
    this.match = null;
    this.results.hidden = true;
    put(this.pair);
    this.wait(null, nameOf);
    try {
      const match = await run("matches", question, running.signal, (each) => {
        this.match = each;
        this.wait(each, nameOf);
        this.show(question.game, each.result, nameOf);
      });
      if (running.signal.aborted) return;
      this.end(match, nameOf);
    } catch (error) {
      if (running.signal.aborted) return;
      complain(error);
    }
    this.progress.hide();
  }

  /** Show how far it is. @param {MatchState | null} match @param {NameOf} nameOf */
  wait(match, nameOf) {
    const at = /** @type {MatchProgress | null} */ (match?.progress ?? null);
    const words = waitingWords(match, () => (at ? progressWords(at, nameOf) : t("Starting…")), 0);
    this.progress.show(words, at && { done: at.pairs + (at.games ?? 0) / (at.games_of ?? 1), of: at.of });
  }

  /** @param {MatchState} match @param {NameOf} nameOf */
  end({ game, status, result, problem }, nameOf) {
    this.show(game, result, nameOf);
    if (status === "done" && result) announce(`${rankWords(result, nameOf)} ${result.reason ?? ""}`);
    else say(problem?.detail ?? t("The match ended before it was finished"), "trouble");
    this.results.scrollIntoView({ block: "nearest" });
  }

  /** Stop, and keep what is finished. */
  async stop() {
    const { match } = this;
    this.running?.abort();
    this.progress.hide();
    this.start.focus();
    say(match?.result ? t("Stopped: the table has what was finished") : t("Stopped."));
    if (!match) return;
    try {
      await api.cancel("matches", match.id);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} game @param {MatchTable | null} table @param {NameOf} nameOf */
  show(game, table, nameOf) {
    if (!table?.matches.length) return;
    this.results.hidden = false;
    this.summary.textContent = rankWords(table, nameOf);
    const held = this.table.contains(document.activeElement) ? document.activeElement?.getAttribute("data-pair") : null;
    put(
      this.table,
      crossTable(table, nameOf, (first, second) => this.open(game, table, nameOf, first, second)),
    );
    if (held)
      /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-pair="${CSS.escape(held)}"]`))?.focus();
    this.note.textContent = noteWords(table);
  }

  /** Show two players' result and games. @param {string} game @param {MatchTable} table @param {NameOf} nameOf @param {string} first @param {string} second */
  open(game, table, nameOf, first, second) {
    const found = scoresOf(table, first, second);
    if (!found) return;
    const section = pairPanel(game, table, nameOf, found);
    put(this.pair, section);
    section.querySelector("h2")?.focus();
    section.scrollIntoView({ block: "nearest" });
  }

  leave() {
    this.gone = true;
    this.running?.abort();
  }
}

/** @param {MatchProgress} at @param {NameOf} nameOf */
function progressWords({ pairs, of, players, games, games_of: planned, positions, seconds }, nameOf) {
  const [first, second] = players.map(nameOf);
  const values = {
    pairs,
    of,
    first,
    second,
    game: games ?? 0,
    games: planned ?? 0,
    positions: grouped(positions ?? 0),
    seconds: seconds.toFixed(0),
  };
  return games == null
    ? t("{pairs} of {of} pairs. {first} – {second}: {positions} positions, {seconds} s", values)
    : t("{pairs} of {of} pairs. {first} – {second}: game {game} of {games}, {seconds} s", values);
}

/** @param {MatchTable} table */
function noteWords({ complete, reason, matches, games, seed, players }) {
  const sampled = matches.filter(({ method }) => method === "sampled").length;
  const values = {
    done: matches.length,
    pairs: (players.length * (players.length - 1)) / 2,
    reason: reason ?? "",
    games,
    seed,
  };
  return [
    t("Points in per cent, row against column."),
    matches.length > sampled && t("Without a range: exact."),
    sampled && t("With a range: {games} games of two players, seed {seed}, at 95 % confidence.", values),
    !complete &&
      (reason ? t("{done} of {pairs} pairs so far: {reason}.", values) : t("{done} of {pairs} pairs so far.", values)),
    t("Press a cell to see the games."),
  ]
    .filter(Boolean)
    .join(" ");
}
