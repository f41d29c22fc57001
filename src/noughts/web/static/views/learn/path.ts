/** The grades in their order, with what is done of them: each is one tap away. */

import { h, put } from "../../dom.ts";
import { parts, t } from "../../language.ts";
import type { Grade } from "../../types.ts";
import { BASICS, gradeWords, isDone, NEEDED, nextGrade, OWN, secondCount, solvedCount } from "./grades.ts";

/** Return marks for the lessons of a grade: full, half (at the second answer), and empty. */
function marks(count: number, second: number) {
  const kinds = Array.from({ length: NEEDED }, (_, at) =>
    at < count - second ? "full" : at < count ? "half" : "open",
  );
  return h(
    "span",
    { class: "tries", "aria-hidden": "true" },
    kinds.map((kind) => h("span", { class: `try ${kind}` })),
  );
}

/** Return what is solved of a grade, in words. */
export function solvedWords(grade: string) {
  const [count, second] = [solvedCount(grade), secondCount(grade)];
  const words = t("{count} of {all} solved", { count, all: NEEDED });
  return second ? t("{words}, {second} at the second answer", { words, second }) : words;
}

/** Return how lessons count, with the marks that the list has. */
function rule() {
  const sign = (kind: string) => h("span", { class: `try ${kind}`, "aria-hidden": "true" });
  return h(
    "p",
    { class: "quiet-text", id: "counting" },
    parts("{full} solved at the first answer, {half} at the second: both count.", {
      full: sign("full"),
      half: sign("half"),
    }),
  );
}

/** Return the list; `show` says where the visitor is in it. */
export function path(choose: (grade: string) => void) {
  const list = h("ol", { class: "path", "aria-label": t("Lessons") });
  const words = h("span", {});
  const bar = h("progress", { max: 1, value: 0 });
  const whole = h("label", { class: "whole", id: "whole" }, words, bar);
  return { element: h("div", { class: "way" }, whole, list, rule()), show };

  function show(grades: Grade[], now: string) {
    const proposed = isDone(BASICS) || now !== BASICS ? nextGrade(grades) : BASICS;
    const focused = list.contains(document.activeElement);
    put(
      list,
      [BASICS, ...grades.map(({ name }) => name), OWN].map((name, number) =>
        h(
          "li",
          {},
          step(
            name,
            gradeWords(name, grades).title,
            name === OWN ? "" : String(number + 1),
            name === now,
            name === proposed,
          ),
        ),
      ),
    );
    const [done, all] = [grades.reduce((sum, { name }) => sum + solvedCount(name), 0), grades.length * NEEDED];
    whole.hidden = !all;
    words.textContent = t("The whole path: {done} of {all} lessons", { done, all });
    Object.assign(bar, { max: all || 1, value: done });
    if (focused) (list.querySelector("[aria-current]") as HTMLElement | null)?.focus({ preventScroll: true });
  }

  function step(name: string, title: string, number: string, current: boolean, proposed: boolean) {
    const done = isDone(name);
    const count = solvedCount(name);
    const counts = name !== BASICS && name !== OWN;
    const next = proposed && !current;
    return h(
      "button",
      {
        type: "button",
        class: `path-step${done ? " done" : ""}`,
        "aria-current": current ? "step" : null,
        onclick: () => choose(name),
      },
      h("span", { class: "path-mark", "aria-hidden": "true" }, done ? "✓" : number),
      h("span", { class: "path-title" }, title),
      h(
        "span",
        { class: "path-state" },
        counts && [marks(count, secondCount(name)), h("span", { class: "unseen" }, solvedWords(name))],
        done && t("done"),
        next && h("span", { class: "path-next" }, t("next")),
      ),
    );
  }
}
