/** A game that a strategy loses, at its last move, to step back through with its reasons. */

import { Stepper } from "../../controls/stepper.ts";
import { freshId, h } from "../../dom.ts";
import { t } from "../../language.ts";
import { ended } from "../../messages.ts";
import { pictureLink } from "../../picture.ts";
import { outcomeOf, stonesAfter } from "../../rules.ts";
import type { Rules, Side } from "../../types.ts";
import { wonWords } from "../../words.ts";

/** Return the game. */
export function losingLine({
  rules,
  side,
  line,
  head,
  end = endWords(rules, line),
  chooser = "",
  reason,
  notes = [],
  stepped = () => {},
}: {
  rules: Rules /** that the strategy plays */;
  side: Side;
  line: string[] /** what the line is */;
  head: string /** what happens after the last move; else it completes a line */;
  end?: string /** the function of a program that chooses its moves */;
  chooser?: string /** of the strategy for its move that leads to a ply */;
  reason: (ply: number) => Promise<string> /** what stands beside each move */;
  notes?: (string | null)[];
  stepped?: (ply: number) => void;
}) {
  const words = h("p", { class: "judgement", "aria-live": "polite" });
  const label = t("Board of the losing line");
  const stepper = new Stepper(rules, line, label, line.length, (ply) => void show(ply), true);
  const list = h(
    "ol",
    { class: notes.length ? "moves" : "moves brief", "aria-label": t("Losing line") },
    line.map((cell, index) => {
      const note = notes[index] ? h("span", { class: "words" }, notes[index]) : null;
      const button = h(
        "button",
        { type: "button", class: "move" },
        h("span", { class: "who" }, `${index % 2 ? "O" : "X"} ${cell}`),
        note,
      );
      button.addEventListener("click", () => stepper.steps.go(index + 1));
      return h("li", {}, button);
    }),
  );
  const id = freshId("line");
  const box = h(
    "div",
    { class: "losing", role: "group", "aria-labelledby": id },
    h("h3", { id }, head),
    stepper.element,
    words,
    list,
    h("p", { class: "downloads" }, pictureLink(rules, line, `${ended(head)} ${ended(end)}`)),
  );
  box.addEventListener("keys", (event) => stepper.steps.pressed((event as CustomEvent<KeyboardEvent>).detail));
  const reasons: Map<number, Promise<string>> = new Map();
  void show(line.length);
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    stepper.steps.run(0);
  });
  seen.observe(stepper.element);
  return box;

  async function show(ply: number) {
    for (const [index, row] of [...list.children].entries()) {
      row.firstElementChild?.setAttribute("aria-current", index + 1 === ply ? "step" : "false");
    }
    stepped(ply);
    if (ply === line.length) {
      words.textContent = ended(end);
      return;
    }
    if (!ply) {
      words.textContent = t("Step through it with the buttons, or with the arrow keys.");
      return;
    }
    const mover = ply % 2 ? "X" : "O";
    const move = { side: mover, cell: line[ply - 1], chooser };
    const chosen = chooser && mover === side;
    words.textContent = chosen ? t("{side} plays {cell}, chosen by {chooser}.", move) : t("{side} plays {cell}.", move);
    if (stepper.steps.runs || mover !== side) return;
    const why = await reasonOf(ply);
    if (stepper.steps.at === ply && why)
      words.textContent = ended(t("{side} plays {cell}: {reason}", { ...move, reason: why }));
  }

  function reasonOf(ply: number) {
    let asked = reasons.get(ply);
    if (!asked) {
      asked = reason(ply);
      reasons.set(ply, asked);
    }
    return asked;
  }
}

function endWords(rules: Rules, moves: string[]) {
  const { line, winner } = outcomeOf(rules, stonesAfter(rules, moves) ?? []);
  return wonWords(rules, winner, line, "person", "");
}
