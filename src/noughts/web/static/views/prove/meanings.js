/** What the cards of a list can say, in the visitor's language. A card that is not here is shown in Python's words. */

import { t } from "../../language.js";

/** @type {Record<string, string>} */
const CONDITIONS = {
  win: t("completes a line"),
  block: t("fills a cell where they would complete a line"),
  "block (first line)": t("fills the gap of the first line that they would complete: rows, then columns, then diagonals"),
  fork: t("makes two threats at once"),
  "block fork": t("takes the cell where they could fork; of several, makes a threat that leaves them none, else a threat whose answer is none, else takes one of them"),
  "block fork (take)": t("takes a cell where they could fork"),
  "block fork (force)": t("where they could fork, makes a threat whose answer is no fork of theirs"),
  threat: t("makes a threat"),
  centre: t("takes the middle"),
  corner: t("takes a corner"),
  "opposite corner": t("takes the corner opposite to one of theirs"),
  "opposite own corner": t("takes the corner opposite to one of its own"),
  "adjacent corner": t("takes a corner in one row or column with one of theirs"),
  side: t("takes a cell at the edge that is no corner"),
  "next to own": t("touches a stone of its own"),
  "next to their stone": t("touches a stone of theirs"),
  "between their stones": t("takes a cell with stones of theirs on two opposite sides of it"),
  "most open lines": t("takes a cell with the most lines that hold no stone of theirs"),
  potential: t("takes a cell of the greatest potential: 1/2 for each free cell of a line, multiplied, over the lines that do not hold stones of both (Erdős and Selfridge)"),
  "first free": t("takes the first free cell, row by row"),
  any: t("takes any free cell"),
  "two away round the ring": t("takes the cell two places clockwise round the edge from a stone of theirs"),
  "three away round the ring": t("takes the cell three places clockwise round the edge from a stone of theirs"),
  "three away round the ring (anticlockwise)": t("takes the cell three places anticlockwise round the edge from a stone of theirs"),
  "average of their edges": t("takes the cell halfway between their two sides, the shorter way round the edge"),
  "average of their edges (plain)": t("takes the cell whose ring number is the average of those of their two sides, rounded down"),
  "gap of corner and edge (corner)": t("takes the corner between a corner and a far side of theirs, the shorter way round the edge"),
  "gap of corner and edge (edge)": t("takes the side between a corner and a far side of theirs, the shorter way round the edge"),
  "gap of corner and edge (first)": t("takes the first cell clockwise between a corner and a far side of theirs"),
  "gap of corner and edge (last)": t("takes the last cell clockwise between a corner and a far side of theirs"),
};

/** @type {Record<string, string>} */
const CHOICES = {
  "": t("any of its cells"),
  first: t("the first of its cells, row by row"),
  ring: t("the first of its cells, round the ring"),
};

/** Return what a condition means. @param {{name: string, meaning: string}} condition */
export function conditionMeaning({ name, meaning }) {
  return CONDITIONS[name] ?? meaning;
}

/** Return which of its cells a card takes. @param {{name: string, meaning: string}} choice */
export function choiceMeaning({ name, meaning }) {
  return CHOICES[name] ?? meaning;
}
