/** Where the page begins. */

import { Problem, Unreachable } from "./api.js";
import { button, h } from "./dom.js";
import { setUpHeader } from "./header.js";
import { t } from "./language.js";
import { sentence } from "./messages.js";
import { follow } from "./router.js";
import { transport } from "./transport.js";
import * as board from "./views/board/view.js";
import * as game from "./views/game/view.js";
import * as home from "./views/home/view.js";
import * as learn from "./views/learn/view.js";
import * as teachers from "./views/teachers/view.js";
import * as tree from "./views/tree/view.js";

/** @import { Page } from "./types.js" */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {Page | null} */
let current = null;

function leave() {
  current?.leave?.();
  current = null;
}

/** @param {Page} page @param {boolean} first */
function mount(page, first) {
  current = page;
  document.title = `${page.title} · noughts`;
  main.replaceChildren(page.element);
  const view = page.element.dataset.view;
  for (const link of document.querySelectorAll("[data-nav]")) {
    if (link.getAttribute("data-nav") === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (first) return;
  window.scrollTo(0, 0);
  const cell = history.state?.cell;
  const target = cell === undefined ? null : page.element.querySelector(`[data-cell="${cell}"]`);
  (target instanceof HTMLElement ? target : main).focus({ preventScroll: true });
}

/** What stands where a page cannot be shown. @param {unknown} error @returns {Page} */
function broken(error) {
  const words = error instanceof Error ? error.message : String(error);
  const lost =
    !(error instanceof Unreachable) && !(error instanceof Problem && (error.status >= 500 || error.status === 429));
  const title = t(lost ? "Nothing here" : "This did not work");
  const element = h(
    "div",
    { class: "page narrow stage", "data-view": "lost" },
    h("h1", {}, title),
    h("p", {}, sentence(words)),
    h(
      "p",
      { class: "actions" },
      !lost && button(t("Try again"), () => location.reload(), { class: "button main" }),
      h("a", { href: "/", class: "button" }, t("Back to the start")),
    ),
  );
  return { title, element };
}

transport.start();
setUpHeader();
follow(
  [
    { path: /^\/$/, open: home.open },
    { path: /^\/game\/([^/]+)$/, open: game.open },
    { path: /^\/(board|explore|review)$/, open: board.open },
    { path: /^\/tree$/, open: tree.open },
    { path: /^\/learn$/, open: learn.open },
    { path: /^\/prove$/, open: async (at) => (await import("./views/prove/view.js")).open(at) },
    { path: /^\/teachers$/, open: teachers.open },
  ],
  leave,
  mount,
  broken,
);
