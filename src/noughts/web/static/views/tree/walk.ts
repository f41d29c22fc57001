/** What a walk over a tree of replies shows at each of its steps. */

import type { ReplyNode, ReplyStep } from "../../api-types.ts";
import { parseCell, positionText } from "../../rules.ts";
import type { ReplyTree, Rules, Side, Stone } from "../../types.ts";

/** Later, being looked at, with a value, or never looked at. */
type State = "later" | "open" | "known" | "pruned";

/** What is known of a value for X: it is from `low` to `high`, each 1, 0 or -1. */
export type Bounds = { low: number; high: number };

export class TreeWalk {
  readonly nodes: ReplyNode[];
  readonly steps: ReplyStep[];
  readonly sides: readonly ["X", "O"] | readonly ["O", "X"];
  /** The replies to each node. */
  readonly replies: number[][];
  /** How deep in the tree each node is. */
  depths: number[] = [0];
  readonly stones: Stone[][];
  /** How many levels the tree has, and how many nodes one of them. */
  readonly levels: number;
  readonly widest: number;

  /** @param stones of the root */
  constructor(
    readonly rules: Rules,
    stones: Stone[],
    { nodes, steps, side }: ReplyTree,
  ) {
    this.nodes = nodes;
    this.steps = steps;
    this.sides = side === "X" ? (["X", "O"] as const) : (["O", "X"] as const);
    this.replies = nodes.map(() => []);
    this.stones = [stones];
    for (const [index, { parent, move }] of nodes.entries()) {
      if (parent === null || move === null) continue;
      this.replies[parent].push(index);
      this.depths[index] = this.depths[parent] + 1;
      const side = this.mover(parent);
      this.stones[index] = this.stones[parent].with(parseCell(rules, move), side);
    }
    this.levels = stones.filter((stone) => !stone).length + 1;
    this.widest = this.replies[0].length;
  }

  /** Return the side to move at a node. */
  mover(index: number): Side {
    return this.sides[this.depths[index] % 2];
  }

  /** Return the position of a node. */
  position(index: number) {
    return positionText(this.rules, this.stones[index]);
  }

  state(index: number, step: number): State {
    const { looked, known, parent } = this.nodes[index];
    if (looked === null || known === null) {
      return parent !== null && this.state(parent, step) === "known" ? "pruned" : "later";
    }
    return looked > step ? "later" : known > step ? "open" : "known";
  }

  /** Return what is known of a node's value at a step. */
  bounds(index: number, step: number): Bounds {
    const { low, high } = this.nodes[index];
    if (this.state(index, step) === "known") return { low, high };
    const sure = this.nodes[this.replies[index].findLast((each) => this.state(each, step) === "known") ?? -1]?.so_far;
    if (sure === undefined) return { low: -1, high: 1 };
    return this.mover(index) === "X" ? { low: sure, high: 1 } : { low: -1, high: sure };
  }

  /** Return the reply from which a node's value comes, as far as it is known; or none. */
  best(index: number, step: number) {
    if (this.state(index, step) === "known") return this.replies[index].find((each) => this.nodes[each].decides);
    const known = this.replies[index].filter((each) => this.state(each, step) === "known");
    const sure = this.nodes[known.at(-1) ?? -1]?.so_far;
    return known.find((each) => this.nodes[each].so_far === sure);
  }

  /** Return the nodes from the root to the one that the walk is at; at its end the moves that decide. */
  path(step: number) {
    const path = [];
    for (let at = this.steps[step].node as number | null; at !== null; at = this.nodes[at].parent) {
      path.unshift(at);
    }
    if (step < this.steps.length - 1) return path;
    for (let at = this.best(0, step); at !== undefined; at = this.best(at, step)) path.push(at);
    return path;
  }
}
