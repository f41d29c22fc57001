/** What every board in a frame has: how the game stands, and the way to the whole page. */

import type { Child } from "../../dom.ts";
import { h } from "../../dom.ts";

/** Return the foot, whose link opens a place of the whole page. */
export function foot(place: string, ...buttons: Child[]) {
  return h(
    "footer",
    { class: "foot" },
    ...buttons,
    h("a", { href: place, target: "_blank", rel: "noopener" }, "noughts"),
  );
}
