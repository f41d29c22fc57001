/**
 * The page's words in the visitor's language.
 *
 * English stands where it is said, and is the key: `t("{side} to move", { side })`. Every other language is a table in
 * words/, from the English text to its own. What is not in the table is shown in English.
 */

import { read, write } from "./storage.js";

/** @typedef {Readonly<Record<string, string>>} Table from an English text to that of another language */
/** @typedef {string | number} Value */

/** The languages, by their codes. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Record<string, () => Promise<{default: Table}>>} */
const TABLES = { de: () => import("./words/de.js") };

/** The language of the page: the one that the visitor chose, else the first of the browser's that there is. */
export const language = /** @type {Language} */ (
  [read("prefer.language") ?? "", ...navigator.languages]
    .map((name) => name.slice(0, 2))
    .find((name) => name in LANGUAGES) ?? "en"
);

/** @type {Table} */
const table = (await TABLES[language]?.())?.default ?? {};

document.documentElement.lang = language;

/** Choose another language, and read the page again. @param {Language} chosen */
export function speak(chosen) {
  write("prefer.language", chosen);
  location.reload();
}

/**
 * Return a text in the visitor's language, with values for its `{names}`.
 * @param {string} text
 * @param {Record<string, Value>} [values]
 */
export function t(text, values = {}) {
  return (table[text] ?? text).replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/**
 * Return the text for a number of things; `{count}` is the number.
 * @param {number} count
 * @param {string} one
 * @param {string} many
 * @param {Record<string, Value>} [values]
 */
export function counted(count, one, many, values = {}) {
  return t(count === 1 ? one : many, { count, ...values });
}

/**
 * Return a text in parts, for what stands in it and is no text: a link, a cell, an emphasis.
 * @param {string} text
 * @param {Record<string, Node | Value>} values
 * @returns {(Node | string)[]}
 */
export function parts(text, values) {
  return t(text)
    .split(/(\{\w+\})/)
    .map((piece) => {
      const part = values[piece.slice(1, -1)];
      return piece.startsWith("{") && part !== undefined ? (part instanceof Node ? part : String(part)) : piece;
    });
}
