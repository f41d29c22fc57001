/** What the page has to say: a calm line that stays until it is read, and words for a screen reader. */

import { button, h, put } from "./dom.js";
import { t } from "./language.js";

const region = /** @type {HTMLElement} */ (document.getElementById("messages"));
const announcer = /** @type {HTMLElement} */ (document.getElementById("announcer"));

/**
 * Show a message until it is dismissed, or the next one comes.
 * @param {string} text
 * @param {"note" | "trouble"} [kind]
 */
export function say(text, kind = "note") {
  const close = button(t("Dismiss"), hush, { class: "button quiet" });
  put(region, h("div", { class: `message ${kind}` }, h("p", {}, sentence(text)), close));
}

/** Take the message away. */
export function hush() {
  put(region);
}

/** Show what went wrong; a request that was given up is not an error. @param {unknown} error */
export function complain(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  say(error instanceof Error ? error.message : String(error), "trouble");
}

/** Speak to a screen reader. @param {string} text */
export function announce(text) {
  put(announcer, text);
}

/** Speak on, after what was said last. @param {string} text */
export function announceMore(text) {
  announcer.append(` ${text}`);
}

/** Return words with a stop at their end. @param {string} text */
export function ended(text) {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Return words as a sentence. @param {string} text */
export function sentence(text) {
  return ended(/^\p{Ll}+[ ,:.!]/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text);
}
