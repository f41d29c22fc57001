/** The page in German: from the English text, in alphabetical order. */

/** @type {import("../language.js").Table} */
export default {
  "Play": "Spielen",
};
