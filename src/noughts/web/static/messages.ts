/** What the page has to say: a calm line that stays until it is read, and words for a screen reader. */

import { button, h, put } from "./dom.ts";
import { t } from "./language.ts";

const region = document.getElementById("messages") as HTMLElement;
const announcer = document.getElementById("announcer") as HTMLElement;

/** Show a message until it is dismissed, or the next one comes. */
export function say(text: string, kind: "note" | "trouble" = "note") {
  const close = button(t("Dismiss"), hush, { class: "button quiet" });
  put(region, h("div", { class: `message ${kind}` }, h("p", {}, sentence(text)), close));
}

/** Take the message away. */
export function hush() {
  put(region);
}

/** Show what went wrong; a request that was given up is not an error. */
export function complain(error: unknown) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  say(wordsOf(error), "trouble");
}

/** Return what an error says. */
export function wordsOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}

/** Speak to a screen reader. */
export function announce(text: string) {
  put(announcer, text);
}

/** Speak on, after what was said last. */
export function announceMore(text: string) {
  announcer.append(` ${text}`);
}

/** Return words with a stop at their end. */
export function ended(text: string) {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Return words as a sentence. */
export function sentence(text: string) {
  return ended(/^\p{Ll}+[ ,:.!]/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text);
}
