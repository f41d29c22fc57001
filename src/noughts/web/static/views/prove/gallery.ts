/** Is it really unbeatable? What is proved and measured of every shipped strategy and level on a board. */

import { api, levelsFor } from "../../api.ts";
import { badge, kindOf, verdictOf, verdictText } from "../../controls/verdictline.ts";
import { button, folded, h, panel, put, quiet } from "../../dom.ts";
import { t } from "../../language.ts";
import { complain } from "../../messages.ts";
import { parseGame } from "../../rules.ts";
import type { Level, SeatsDocument, Verdict } from "../../types.ts";
import { levelTitle, levelWords, strategyTitle } from "../../words.ts";
import { calledStrategy, seatWords } from "./called.ts";
import { sharesOf, sharesText } from "./shares.ts";

const SEATS = ["first", "second"] as const;

/** The strategies that a visitor meets in the page; its levels are there too. */
const KNOWN = ["ring", "newell-simon", "centre-corner", "centre-block", "paths", "weights", "menace"];

/** Up to so many cells a plan and a poster can be read. */
const READABLE = 9;

type Choose = (strategy: string, level: string | null) => void;
/** `chances`: with the shares of games */
type Row = { game: string; proof: SeatsDocument; level: string | null; choose: Choose; chances: boolean };

/** Return the table; choosing a strategy shows its proof. */
export function gallery(choose: Choose) {
  const known = h("div", { class: "wide", role: "region", "aria-label": t("Strategies"), tabindex: 0 });
  const all = h("div", { class: "wide", role: "region", "aria-label": t("All strategies"), tabindex: 0 });
  const summary = h("summary", {});
  const more = h("details", {}, summary, about(), all);
  const hint = quiet(t("Press a name to see the proof."));
  const ladder = h("div");
  const element = panel(t("Is it really unbeatable?"), { id: "gallery" }, hint, known, more, ladder);
  let now = "";
  return { element, show };

  /** Show the strategies and levels of a board. */
  async function show(game: string) {
    now = game;
    try {
      const [{ proofs }, levels] = await Promise.all([api.gallery(game), levelsFor(game)]);
      if (game !== now) return;
      const rows = sorted(proofs, levels).map(({ proof, level }) => ({ game, proof, level, choose }));
      const met = rows.filter(({ proof, level }) => level || KNOWN.includes(proof.strategy));
      put(known, table(met.map((row) => ({ ...row, chances: false }))));
      put(all, table(rows.map((row) => ({ ...row, chances: true }))));
      summary.textContent = t("All {count} strategies, with their chances", { count: rows.length });
      hint.hidden = known.hidden = more.hidden = !rows.length;
      put(ladder, ladderList(levels));
      element.hidden = !rows.length && !ladder.childElementCount;
    } catch (error) {
      complain(error);
    }
  }
}

/** The levels first, then what a visitor meets, then the others. */
function sorted(proofs: SeatsDocument[], levels: Level[]) {
  const rows = proofs.map((proof) => {
    const at = levels.findIndex(({ strategy }) => strategy === proof.strategy);
    const met = KNOWN.indexOf(proof.strategy);
    const rank = at >= 0 ? at : levels.length + (met >= 0 ? met : KNOWN.length);
    return { proof, level: levels[at]?.name ?? null, rank };
  });
  return rows.sort((one, other) => one.rank - other.rank);
}

function about() {
  return quiet(
    t(
      "Each strategy plays against every reply, and makes each of its equal moves. The chances are of games won, drawn and lost: exact, or of 1,000 games for a strategy that moves by chance. A perfect player makes any of the best moves; where they are not known, there is no number.",
    ),
  );
}

function table(rows: Row[]) {
  const heads = [t("strategy"), t("moving first"), t("moving second")];
  return h(
    "table",
    { class: "facts gallery" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          name(row),
          SEATS.map((seat) => h("td", {}, cell(row, seat))),
        ),
      ),
    ),
  );
}

/** The name of a strategy: a level's own, with the strategy behind it. */
function name({ proof: { strategy }, level, choose }: Row) {
  const called = calledStrategy(strategy, level).start;
  const press = button(called, () => choose(strategy, level), { class: "button small" });
  return h("th", { scope: "row" }, press, level && h("small", {}, strategyTitle(strategy)));
}

function cell(row: Row, seat: "first" | "second"): Node[] {
  const finding = row.proof.seats[seat];
  if (!finding) return [];
  const words = verdictOf(finding);
  return [
    h("p", { class: "seat-verdict" }, badge(kindOf(words)), h("span", {}, verdictText(words))),
    ...(row.chances ? chances(finding) : []),
    ...drawings(row, seat, finding),
  ];
}

function chances({ against_random: random, against_perfect: perfect, games }: Verdict) {
  const sampled = random ?? (games && sharesOf(games));
  return [
    sampled && t("against random play {shares}", { shares: sharesText(sampled) }),
    perfect && t("against perfect play {shares}", { shares: sharesText(perfect) }),
  ].flatMap((words) => (words ? [h("p", {}, words)] : []));
}

function drawings({ game, proof: { strategy }, level }: Row, seat: "first" | "second", { verdict: proved }: Verdict) {
  const { m, n } = parseGame(game) ?? { m: 0, n: 0 };
  if (!proved || m * n > READABLE) return [];
  const values = { strategy: calledStrategy(strategy, level).within, seat: seatWords(seat) };
  const plan = t("Plan to keep: {strategy}, moving {seat}. What a person must learn, as a picture", values);
  const poster = t(
    "Poster: {strategy}, moving {seat}. All its games on one sheet; a press on a board leads into it",
    values,
  );
  const link = (kind: "plan" | "poster", text: string, says: string) =>
    h("a", { ...api.drawing(kind, strategy, game, seat), "aria-label": says, title: says }, text);
  return [
    h(
      "p",
      { class: "downloads" },
      proved === "never loses" && link("plan", t("Plan to keep"), plan),
      link("poster", t("Poster"), poster),
    ),
  ];
}

/** What each level was measured to be, folded. */
function ladderList(levels: Level[]) {
  const told = levels.filter((level) => level.measured);
  if (!told.length) return null;
  return folded(
    t("How strong the levels of this board are"),
    {},
    h(
      "ul",
      { class: "ladder" },
      levels.map((level) =>
        h("li", {}, h("strong", {}, levelTitle(level.name)), ": ", levelWords(level), ` ${sizeWords(level)}`),
      ),
    ),
  );
}

/** Return how sure the share of lost games is. */
function sizeWords({ measured }: Level) {
  if (!measured?.games || !measured.interval) return "";
  const [low, high] = measured.interval.map((bound) => Math.round(bound * 100));
  return t("({low} to {high} %, at 95 % confidence: {games} games)", { low, high, games: measured.games });
}
