/** Where the page begins. */

import { Problem, Unreachable } from "./api.ts";
import { button, h } from "./dom.ts";
import { setUpHeader } from "./header.ts";
import { t } from "./language.ts";
import { sentence, wordsOf } from "./messages.ts";
import { follow } from "./router.ts";
import { transport } from "./transport.ts";
import type { Page } from "./types.ts";
import * as game from "./views/game/view.ts";
import * as home from "./views/home/view.ts";

const main = document.getElementById("main") as HTMLElement;

let current: Page | null = null;

function leave() {
  current?.leave?.();
  current = null;
}

function mount(page: Page, first: boolean) {
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

/** What stands where a page cannot be shown. */
function broken(error: unknown): Page {
  const words = wordsOf(error);
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

const others = () => import("./views/others.ts"); // a first visit does not need them

transport.start();
setUpHeader();
follow(
  [
    { path: /^\/$/, open: home.open },
    { path: /^\/game\/([^/]+)$/, open: game.open },
    { path: /^\/(board|explore|review)$/, open: async (at) => (await others()).board(at) },
    { path: /^\/tree$/, open: async (at) => (await others()).tree(at) },
    { path: /^\/learn$/, open: async (at) => (await others()).learn(at) },
    { path: /^\/prove$/, open: async (at) => (await import("./views/prove/view.ts")).open(at) },
    { path: /^\/teachers$/, open: async () => (await others()).teachers() },
  ],
  leave,
  mount,
  broken,
);
