/** Messages in the ICU form: the subset of noughts/words/message.py, and the same cases in tests/words. */

/** @typedef {string | {name: string, grouped: boolean, forms: Record<string, Part[]> | null}} Part */
/** @typedef {Record<string, string | number>} Values */

const PIECE = /[^{}#]+|#|\{\s*(\w+)\s*(?:,\s*(?:(number)\s*|(plural)\s*,))?/y;
const FORM = /\s*(=\d+|\w+)\s*\{/y;
const SPACE = /\s*/y;

/**
 * Return a message with its values. Throws for one that is not of the form.
 * @param {string} message
 * @param {Values} values
 * @param {string} language
 */
export function formatted(message, values, language) {
  const [parts, end] = partsFrom(message, 0, "");
  if (end < message.length) throw wrong(message, end);
  return filled(parts, values, language);
}

/** @param {Part[]} parts @param {Values} values @param {string} language @returns {string} */
function filled(parts, values, language) {
  return parts.map((part) => (typeof part === "string" ? part : textOf(part, values, language))).join("");
}

/** @param {Exclude<Part, string>} part @param {Values} values @param {string} language */
function textOf({ name, grouped, forms }, values, language) {
  const value = values[name] ?? "";
  if (grouped) return BigInt(value).toLocaleString(language);
  if (!forms) return String(value);
  const form = forms[`=${value}`] ?? forms[Number(value) === 1 ? "one" : "other"] ?? forms.other;
  return filled(form ?? [], values, language);
}

/**
 * Return the parts up to a closing brace or the end, and where that is; `number` is the name that # stands for.
 * @param {string} message
 * @param {number} at
 * @param {string} number
 * @returns {[Part[], number]}
 */
function partsFrom(message, at, number) {
  /** @type {Part[]} */
  const parts = [];
  while (at < message.length && message[at] !== "}") {
    const found = matched(PIECE, message, at);
    if (!found) throw wrong(message, at);
    const [piece, name, grouped, plural] = found;
    at += piece.length;
    if (name === undefined) {
      parts.push(number && piece === "#" ? { name: number, grouped: true, forms: null } : piece);
      continue;
    }
    /** @type {Record<string, Part[]> | null} */
    let forms = null;
    if (plural) [forms, at] = formsFrom(message, at, name);
    if (message[at] !== "}") throw wrong(message, at);
    parts.push({ name, grouped: grouped !== undefined, forms });
    at += 1;
  }
  return [parts, at];
}

/** @param {string} message @param {number} at @param {string} name @returns {[Record<string, Part[]>, number]} */
function formsFrom(message, at, name) {
  /** @type {Record<string, Part[]>} */
  const forms = {};
  for (let head = matched(FORM, message, at); head; head = matched(FORM, message, at)) {
    const [parts, end] = partsFrom(message, at + head[0].length, name);
    forms[/** @type {string} */ (head[1])] = parts;
    at = end + 1;
  }
  if (!forms.other) throw wrong(message, at);
  return [forms, at + (matched(SPACE, message, at)?.[0].length ?? 0)];
}

/** @param {RegExp} pattern that is sticky @param {string} text @param {number} at */
function matched(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @param {string} message @param {number} at */
function wrong(message, at) {
  return new SyntaxError(`${message}: ${at}`);
}
