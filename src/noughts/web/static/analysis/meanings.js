/** What the cards of a list can say, in the visitor's language. A card that is not here is shown in Python's words. */

import { t } from "../language.js";

const CONDITIONS = {
  win: "completes a line",
  block: "fills a cell where they would complete a line",
  "block (first line)": "fills the gap of the first line that they would complete: rows, then columns, then diagonals",
  fork: "makes two threats at once",
  "block fork":
    "takes the cell where they could fork; of several, makes a threat that leaves them none, else a threat whose answer is none, else takes one of them",
  "block fork (take)": "takes a cell where they could fork",
  "block fork (force)": "where they could fork, makes a threat whose answer is no fork of theirs",
  threat: "makes a threat",
  centre: "takes the middle",
  corner: "takes a corner",
  "opposite corner": "takes the corner opposite to one of theirs",
  "opposite own corner": "takes the corner opposite to one of its own",
  "adjacent corner": "takes a corner in one row or column with one of theirs",
  side: "takes a cell at the edge that is no corner",
  "next to own": "touches a stone of its own",
  "next to their stone": "touches a stone of theirs",
  "between their stones": "takes a cell with stones of theirs on two opposite sides of it",
  "most open lines": "takes a cell with the most lines that hold no stone of theirs",
  potential:
    "takes a cell of the greatest potential: 1/2 for each free cell of a line, multiplied, over the lines that do not hold stones of both (Erdős and Selfridge)",
  "first free": "takes the first free cell, row by row",
  any: "takes any free cell",
  "two away round the ring": "takes the cell two places clockwise round the edge from a stone of theirs",
  "three away round the ring": "takes the cell three places clockwise round the edge from a stone of theirs",
  "three away round the ring (anticlockwise)":
    "takes the cell three places anticlockwise round the edge from a stone of theirs",
  "average of their edges": "takes the cell halfway between their two sides, the shorter way round the edge",
  "average of their edges (plain)":
    "takes the cell whose ring number is the average of those of their two sides, rounded down",
  "gap of corner and edge (corner)":
    "takes the corner between a corner and a far side of theirs, the shorter way round the edge",
  "gap of corner and edge (edge)":
    "takes the side between a corner and a far side of theirs, the shorter way round the edge",
  "gap of corner and edge (first)": "takes the first cell clockwise between a corner and a far side of theirs",
  "gap of corner and edge (last)": "takes the last cell clockwise between a corner and a far side of theirs",
};

const CHOICES = {
  "": "any of its cells",
  first: "the first of its cells, row by row",
  ring: "the first of its cells, round the ring",
};

/** Return what a condition means. @param {{name: string, meaning: string}} condition */
export function conditionMeaning({ name, meaning }) {
  return name in CONDITIONS ? t(CONDITIONS[/** @type {keyof typeof CONDITIONS} */ (name)]) : meaning;
}

/** Return which of its cells a card takes. @param {{name: string, meaning: string}} choice */
export function choiceMeaning({ name, meaning }) {
  return name in CHOICES ? t(CHOICES[/** @type {keyof typeof CHOICES} */ (name)]) : meaning;
}

/** Return a reason that ends with what a condition means in English with that in the visitor's language. @param {string} reason */
export function withMeaning(reason) {
  const name = Object.keys(CONDITIONS).find((each) =>
    reason.endsWith(`: ${CONDITIONS[/** @type {keyof typeof CONDITIONS} */ (each)]}`),
  );
  if (!name) return reason;
  const meaning = CONDITIONS[/** @type {keyof typeof CONDITIONS} */ (name)];
  return reason.slice(0, -meaning.length) + conditionMeaning({ name, meaning });
}
