/** The grades in their order, with what is done of them: each is one tap away. */

import { h, put } from "../../dom.js";
import { parts, t } from "../../language.js";
import { BASICS, gradeWords, isDone, NEEDED, nextGrade, OWN, secondCount, solvedCount } from "./grades.js";

/** @import { LessonGrade } from "../../types.js" */

/** Return marks for the lessons of a grade: full, half (at the second answer), and empty. @param {number} count @param {number} second */
function marks(count, second) {
  const kinds = Array.from({ length: NEEDED }, (_, at) =>
    at < count - second ? "full" : at < count ? "half" : "open",
  );
  return h(
    "span",
    { class: "tries", "aria-hidden": "true" },
    kinds.map((kind) => h("span", { class: `try ${kind}` })),
  );
}

/** Return what is solved of a grade, in words. @param {string} grade */
export function solvedWords(grade) {
  const [count, second] = [solvedCount(grade), secondCount(grade)];
  const words = t("{count} of {all} solved", { count, all: NEEDED });
  return second ? t("{words}, {second} at the second answer", { words, second }) : words;
}

/** Return how lessons count, with the marks that the list has. */
function rule() {
  const sign = (/** @type {string} */ kind) => h("span", { class: `try ${kind}`, "aria-hidden": "true" });
  return h(
    "p",
    { class: "quiet-text", id: "counting" },
    parts("{full} solved at the first answer, {half} at the second: both count.", {
      full: sign("full"),
      half: sign("half"),
    }),
  );
}

/**
 * Return the list; `show` says where the visitor is in it.
 * @param {(grade: string) => void} choose
 */
export function path(choose) {
  const list = h("ol", { class: "path", "aria-label": t("Lessons") });
  const words = h("span", {});
  const bar = h("progress", { max: 1, value: 0 });
  const whole = h("label", { class: "whole", id: "whole" }, words, bar);
  return { element: h("div", { class: "way" }, whole, list, rule()), show };

  /** @param {LessonGrade[]} grades @param {string} now */
  function show(grades, now) {
    const proposed = isDone(BASICS) || now !== BASICS ? nextGrade(grades) : BASICS;
    const focused = list.contains(document.activeElement);
    put(
      list,
      [BASICS, ...grades.map(({ name }) => name), OWN].map((name, number) =>
        h("li", {}, step(name, name === OWN ? "" : String(number + 1), name === now, name === proposed)),
      ),
    );
    const [done, all] = [grades.reduce((sum, { name }) => sum + solvedCount(name), 0), grades.length * NEEDED];
    whole.hidden = !all;
    words.textContent = t("The whole path: {done} of {all} lessons", { done, all });
    Object.assign(bar, { max: all || 1, value: done });
    if (focused)
      /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"))?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {string} number @param {boolean} current @param {boolean} proposed */
  function step(name, number, current, proposed) {
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
      h("span", { class: "path-title" }, gradeWords(name).title),
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
