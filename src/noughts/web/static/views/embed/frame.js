/** What every board in a frame has: how the game stands, and the way to the whole page. */

import { h } from "../../dom.js";

/** @import { Child } from "../../dom.js" */

/** Return the foot, whose link opens a place of the whole page. @param {string} place @param {...Child} buttons */
export function foot(place, ...buttons) {
  return h(
    "footer",
    { class: "foot" },
    ...buttons,
    h("a", { href: place, target: "_blank", rel: "noopener" }, "noughts"),
  );
}
