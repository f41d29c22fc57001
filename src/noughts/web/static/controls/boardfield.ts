/** The choice of a game: some well-known ones, or any board, and its rule. */

import { chips, field, h, put, toggle } from "../dom.ts";
import { t } from "../language.ts";
import { say } from "../messages.ts";
import { CONNECT_FOUR, canBeLonger, gameText, gameWords, parseGame } from "../rules.ts";
import type { Rules } from "../types.ts";

export const BOARDS = ["3,3,3", CONNECT_FOUR, "4,4,4", "6,5,4", "15,15,5"];

/** The choice of a board that is not among those offered. */
const ANY = "any";

/** Return the choice of a game. @param options `title`: how a board is called */
export function boardField(
  rules: Rules,
  choose: (rules: Rules) => void,
  { boards = BOARDS, title = gameWords }: { boards?: string[]; title?: (rules: Rules) => string } = {},
) {
  let now = rules;
  const offered = boards.map(
    (text) => [text, text === CONNECT_FOUR ? t("Connect four") : title(parseGame(text) as Rules)] as [string, string],
  );
  const sizes = h("div", { class: "sizes" });
  const switches = h("details");
  const row = chips(t("Board"), [...offered, [ANY, t("other…")]], chip(), (text) => {
    const { misere, exact } = now;
    const chosen = parseGame(text);
    if (chosen) take({ ...chosen, misere, exact: exact && canBeLonger(chosen) });
    else show(true);
  });
  switches.open = now.misere || now.exact || (now.gravity && chip() === ANY);
  show(chip() === ANY);
  return h("div", { class: "board-choice" }, row, sizes, switches);

  /** The chip of the board as it is now. */
  function chip() {
    const plain = gameText({ ...now, misere: false, exact: false });
    return boards.includes(plain) ? plain : ANY;
  }

  /** @param free whether its size is to be seen */
  function take(chosen: Rules, free: boolean = chip() === ANY) {
    now = chosen;
    show(free || chip() === ANY);
    choose(now);
  }

  function show(free: boolean) {
    const input = row.querySelector(`[value="${free ? ANY : chip()}"]`) as HTMLInputElement;
    input.checked = true;
    sizes.hidden = !free;
    if (free && !sizes.contains(document.activeElement))
      put(
        sizes,
        sizeFields(now, (size) => take({ ...now, ...size, exact: now.exact && canBeLonger(size) }, true)),
      );
    if (!switches.contains(document.activeElement)) put(switches, h("summary", {}, t("Other rules")), options());
    const longer = switches.querySelector(".longer");
    if (longer instanceof HTMLElement) longer.hidden = !canBeLonger(now);
  }

  function options() {
    const names: ["gravity" | "misere" | "exact", string][] = [
      ["gravity", t("Stones fall, as in connect four")],
      ["misere", t("Who completes a line loses")],
      ["exact", t("Exactly {k} in a row: a longer row does not win", { k: now.k })],
    ];
    return names.map(([option, text]) => {
      const label = toggle(text, now[option], (on) => take({ ...now, [option]: on }, !sizes.hidden));
      label.classList.toggle("longer", option === "exact");
      return label;
    });
  }
}

/** Return three numbers. */
function sizeFields({ m, n, k }: Rules, choose: (size: { m: number; n: number; k: number }) => void) {
  const fields: [string, number][] = [
    [t("Columns"), m],
    [t("Rows"), n],
    [t("In a row"), k],
  ];
  const inputs = fields.map(([, value]) => h("input", { type: "number", min: 1, max: 26, value, required: true }));
  const labels = fields.map(([label], index) => field(label, inputs[index]));
  for (const input of inputs) {
    input.addEventListener("change", (event) => {
      event.stopPropagation();
      const size = parseGame(inputs.map(({ value }) => value).join(","));
      if (!size) {
        say(t("A board has 1 to 26 columns and rows, and the winning row must fit on it."));
        return;
      }
      choose({ m: size.m, n: size.n, k: size.k });
    });
  }
  return labels;
}
