/** From an address to its page, without loading the document again. */

import { address, placeAt } from "./addresses.ts";
import { t } from "./language.ts";
import { hush } from "./messages.ts";
import type { Page } from "./types.ts";

type Open = (at: { url: URL; id: string }) => Page | Promise<Page>;
type Route = { path: RegExp; open: Open };

let show: ((url: URL) => void) | null = null;

/** The address of the present page, without its fragment. */
let here = "";

/**
 * Go to another page.
 * @param place a place of the page, or an address
 * @param how `cell`: of its board, which gets the focus
 */
export function go(place: string, { replace = false, cell = null }: { replace?: boolean; cell?: number | null } = {}) {
  history[replace ? "replaceState" : "pushState"](cell === null ? null : { cell }, "", address(place));
  show?.(new URL(location.href));
}

/** Give the present page another place: it is still the same page. @param step as a step to go back from */
export function rename(place: string, step: boolean = false) {
  if (step) history.pushState(null, "", address(place));
  else history.replaceState(null, "", address(place));
  here = location.pathname + location.search;
}

/**
 * Follow the address from now on. The present page is left before the next one is asked for: an answer that it still
 * waits for would give the next one's address to it.
 */
export function follow(
  routes: Route[],
  leave: () => void,
  mount: (page: Page, first: boolean) => void,
  broken: (error: unknown) => Page,
) {
  let turn = 0;
  let first = true;
  show = async (url) => {
    turn += 1;
    const mine = turn;
    hush();
    leave();
    here = url.pathname + url.search;
    const page = await pageAt(routes, url).catch(broken);
    if (mine !== turn) {
      page.leave?.();
      return;
    }
    mount(page, first);
    first = false;
  };
  window.addEventListener("popstate", () => {
    const jumped = location.pathname + location.search === here; // to a fragment of this page
    if (!jumped) show?.(new URL(location.href));
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !isOurs(link, event)) return;
    event.preventDefault();
    go(link.href);
  });
  show(new URL(location.href));
}

async function pageAt(routes: Route[], url: URL) {
  for (const { path, open } of routes) {
    const match = path.exec(placeAt(url));
    if (match) return open({ url, id: decodeURIComponent(match[1] ?? "") });
  }
  throw new Error(t("There is no page {place}.", { place: placeAt(url) }));
}

function isOurs(link: HTMLAnchorElement, event: MouseEvent) {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const inside = link.origin === location.origin && !/^\/(api|docs|static|openapi)/.test(placeAt(link));
  const jump = link.pathname === location.pathname && link.search === location.search && link.hash !== "";
  return plain && inside && !jump && !event.defaultPrevented && !link.download && !link.target;
}
