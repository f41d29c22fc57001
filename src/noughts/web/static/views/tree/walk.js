/** What a walk over a tree of replies shows at each of its steps. */

import { parseCell, positionText } from "../../rules.js";

/** @import { ReplyTreeDocument, Rules, Side, Stone } from "../../types.js" */

/** Later, being looked at, with a value, or never looked at. @typedef {"later" | "open" | "known" | "pruned"} State */

/** What is known of a value for X: it is from `low` to `high`, each 1, 0 or -1. @typedef {{low: number, high: number}} Bounds */

export class TreeWalk {
  /** @param {Rules} rules @param {Stone[]} stones of the root @param {ReplyTreeDocument} tree */
  constructor(rules, stones, { nodes, steps, side }) {
    this.rules = rules;
    this.nodes = nodes;
    this.steps = steps;
    this.sides = side === "X" ? /** @type {const} */ (["X", "O"]) : /** @type {const} */ (["O", "X"]);
    /** @type {number[][]} the replies to each node */
    this.replies = nodes.map(() => []);
    /** @type {number[]} how deep in the tree each node is */
    this.depths = [0];
    /** @type {Stone[][]} */
    this.stones = [stones];
    for (const [index, { parent, move }] of nodes.entries()) {
      if (parent === null || move === null) continue;
      this.replies[parent].push(index);
      this.depths[index] = this.depths[parent] + 1;
      const side = this.mover(parent);
      this.stones[index] = this.stones[parent].with(parseCell(rules, move), side);
    }
    /** How many levels the tree has, and how many nodes one of them. */
    this.levels = stones.filter((stone) => !stone).length + 1;
    this.widest = this.replies[0].length;
  }

  /** Return the side to move at a node. @param {number} index @returns {Side} */
  mover(index) {
    return this.sides[this.depths[index] % 2];
  }

  /** Return the position of a node. @param {number} index */
  position(index) {
    return positionText(this.rules, this.stones[index]);
  }

  /** @param {number} index @param {number} step @returns {State} */
  state(index, step) {
    const { looked, known, parent } = this.nodes[index];
    if (looked === null || known === null) {
      return parent !== null && this.state(parent, step) === "known" ? "pruned" : "later";
    }
    return looked > step ? "later" : known > step ? "open" : "known";
  }

  /** Return what is known of a node's value at a step. @param {number} index @param {number} step @returns {Bounds} */
  bounds(index, step) {
    const { low, high } = this.nodes[index];
    if (this.state(index, step) === "known") return { low, high };
    const sure = this.nodes[this.replies[index].findLast((each) => this.state(each, step) === "known") ?? -1]?.so_far;
    if (sure === undefined) return { low: -1, high: 1 };
    return this.mover(index) === "X" ? { low: sure, high: 1 } : { low: -1, high: sure };
  }

  /** Return the reply from which a node's value comes, as far as it is known; or none. @param {number} index @param {number} step */
  best(index, step) {
    if (this.state(index, step) === "known") return this.replies[index].find((each) => this.nodes[each].decides);
    const known = this.replies[index].filter((each) => this.state(each, step) === "known");
    const sure = this.nodes[known.at(-1) ?? -1]?.so_far;
    return known.find((each) => this.nodes[each].so_far === sure);
  }

  /** Return the nodes from the root to the one that the walk is at; at its end the moves that decide. @param {number} step */
  path(step) {
    const path = [];
    for (let at = /** @type {number | null} */ (this.steps[step].node); at !== null; at = this.nodes[at].parent) {
      path.unshift(at);
    }
    if (step < this.steps.length - 1) return path;
    for (let at = this.best(0, step); at !== undefined; at = this.best(at, step)) path.push(at);
    return path;
  }
}
