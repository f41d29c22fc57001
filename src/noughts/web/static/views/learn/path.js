/** The grades in their order, with what is done of them: each is one tap away. */

import { h, put } from "../../dom.js";
import { t } from "../../language.js";
import { BASICS, gradeWords, isDone, NEEDED, nextGrade, OWN, solvedCount } from "./grades.js";

/** @import { LessonGrade } from "../../types.js" */

/**
 * Return the list; `show` says where the visitor is in it.
 * @param {(grade: string) => void} choose
 */
export function path(choose) {
  const list = h("ol", { class: "path", "aria-label": t("Lessons") });
  return { list, show };

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
    if (focused)
      /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"))?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {string} number @param {boolean} current @param {boolean} proposed */
  function step(name, number, current, proposed) {
    const done = isDone(name);
    const count = solvedCount(name);
    const state = name === BASICS || name === OWN ? "" : t("{count} of {all} solved", { count, all: NEEDED });
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
        done ? t("done") : !(next && count === 0) && state,
        next && h("span", { class: "path-next" }, t("next")),
      ),
    );
  }
}
