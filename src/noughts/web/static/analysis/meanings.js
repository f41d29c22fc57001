/** What the cards of a list can say, in the visitor's language. */

import { said } from "../language.js";

/** @import { Kind } from "../language.js" */

/** Return what a condition means. @param {{name: string}} condition */
export function conditionMeaning({ name }) {
  return said(/** @type {Kind} */ (`condition.${name}`));
}

/** Return which of its cells a card takes. @param {{name: string}} choice */
export function choiceMeaning({ name }) {
  return said(/** @type {Kind} */ (`choice.${name || "any"}`));
}
