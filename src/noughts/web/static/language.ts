/**
 * The page's words. The English of each is its key: `t("{side} to move", { side })`. A text that a language lacks is shown
 * in English. Sentences about a game come with answers, in the visitor's language.
 */

import { isEmbedded, read, write } from "./storage.ts";

type Value = string | number;

/** The names by the codes. */
export const LANGUAGES: Readonly<Record<string, string>> = JSON.parse(
  document.documentElement.dataset.languages ?? '{"en":"English"}',
);

/** The language that a frame's address asks for, or the one that the visitor chose. */
const chosen = isEmbedded ? new URLSearchParams(location.search).get("lang") : read("prefer.language");

/** What is chosen, else the first of the browser's languages that there is. */
export const language =
  [chosen ?? "", ...navigator.languages].map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES) ?? "en";

const page: Readonly<Record<string, string>> =
  language === "en" ? {} : await (await fetch(new URL(`./words/${language}.json`, import.meta.url))).json();

document.documentElement.lang = language;

/** Choose another language, and read the page again. */
export function speak(chosen: string) {
  write("prefer.language", chosen);
  location.reload();
}

/** Return a text in the visitor's language, with values for its `{names}`. */
export function t(text: string, values: Record<string, Value> = {}) {
  return (page[text] ?? text).replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/** Return the text for a number of things; `{count}` is the number. */
export function counted(count: number, one: string, many: string, values: Record<string, Value> = {}) {
  return t(count === 1 ? one : many, { count, ...values });
}

/** Return a text in parts, for what stands in it and is not a text: a link, a cell, an emphasis. */
export function parts(text: string, values: Record<string, Node | Value>): (Node | string)[] {
  return t(text)
    .split(/(\{\w+\})/)
    .map((piece) => {
      const part = values[piece.slice(1, -1)];
      return piece.startsWith("{") && part !== undefined ? (part instanceof Node ? part : String(part)) : piece;
    });
}
