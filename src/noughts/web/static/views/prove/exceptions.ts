/** What would fix a program: the fewest exceptions with which it never loses, one tap under its verdict. */

import { button, h, put } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { counted, t } from "../../language.ts";
import { sentence, wordsOf } from "../../messages.ts";
import { parseCell, parsePosition, sideToMove } from "../../rules.ts";
import type { Rules } from "../../types.ts";

type FixedSeat = {
  exceptions: { position: string; move: string; instead_of: string[] }[];
  at_least: number;
  verdict: string;
};

/** `program`: its text with the exceptions, null where that cannot be written */
export type FixedProgram = { seats: Record<string, FixedSeat | null>; program: string | null };

/** Boards up to this many cells are searched for exceptions while one waits. */
const SMALL = 9;

/** Whether exceptions are looked for on a board. */
export function canBeFixed({ m, n }: Rules) {
  return m * n <= SMALL;
}

/** Return the button, in whose place the exceptions come. */
export function fixOffer(rules: Rules, seat: "first" | "second", ask: () => Promise<FixedProgram>) {
  return offer(t("What would fix it?"), t("Looking for the fewest exceptions…"), async () => {
    const { seats, program } = await ask();
    return [...shown(rules, seats[seat]), ...(program ? [saveLink(program)] : [])];
  });
}

/** Return the link that saves the fixed program, which is proved. */
function saveLink(program: string) {
  const href = URL.createObjectURL(new Blob([program], { type: "text/x-python" }));
  return h("p", { class: "downloads" }, h("a", { href, download: "fixed.py" }, t("Save the fixed program")));
}

/** Return a button, in whose place comes what it asks for. @param waiting what stands there meanwhile */
export function offer(text: string, waiting: string, find: () => Promise<Node[]>) {
  const place = h("div", { class: "fix", role: "status" });
  const press = async () => {
    put(place, h("p", {}, waiting));
    put(place, ...(await find().catch((error) => [h("p", {}, sentence(wordsOf(error)))])));
  };
  put(
    place,
    button(text, () => void press(), { class: "button small" }),
  );
  return place;
}

function shown(rules: Rules, seat: FixedSeat | null) {
  if (!seat) return [h("p", {}, t("No exceptions help: here every strategy can lose."))];
  const { exceptions, at_least: least, verdict } = seat;
  if (verdict !== "never loses") return [h("p", {}, t("No exceptions that fix it were found."))];
  const words = counted(
    exceptions.length,
    "With one exception it never loses, as is proved; it stands for turned and mirrored positions, too.",
    "With {count} exceptions it never loses, as is proved; each stands for turned and mirrored positions, too.",
  );
  return [
    h("p", {}, words, least < exceptions.length && ` ${t("Whether fewer are enough is not known.")}`),
    h(
      "ul",
      { class: "exceptions" },
      exceptions.map(({ position, move, instead_of: instead }) =>
        h(
          "li",
          {},
          thumbnail(rules, position, [parseCell(rules, move)]),
          h("span", {}, moveWords(rules, position, move, instead)),
        ),
      ),
    ),
  ];
}

function moveWords(rules: Rules, position: string, move: string, instead: string[]) {
  const side = sideToMove(parsePosition(rules, position) ?? []);
  return t("{side} {move}, not {others}", { side, move, others: instead.filter((each) => each !== move).join(", ") });
}
