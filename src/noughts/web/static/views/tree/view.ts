/**
 * How a value comes about: the tree of replies to a position, walked step by step.
 *
 * The way that the walk has come stays open, with all replies to each of its positions; what is finished is folded to
 * its value. So a level of the picture has no more nodes than the position has free cells.
 */

import { fullAddress } from "../../addresses.ts";
import { item } from "../../analysis/legend.ts";
import { api, withQuery } from "../../api.ts";
import { sharePanel } from "../../controls/sharepanel.ts";
import { Steps } from "../../controls/steps.ts";
import { h, iconButton, put, quiet, svg } from "../../dom.ts";
import { drawDrawing, stoneDrawing, strikeDrawing, thumbnail } from "../../drawings.ts";
import { t } from "../../language.ts";
import { rename } from "../../router.ts";
import { completedLine, gameText, gameWords, parseCell, positionIn, positionText, stonesFrom } from "../../rules.ts";
import type { Page, ReplyTree, Rules, Side, Stone } from "../../types.ts";
import type { Bounds } from "./walk.ts";
import { TreeWalk } from "./walk.ts";

const PACE = 2500; // milliseconds: a sentence is read

export async function open({ url }: { url: URL }): Promise<Page> {
  const query = url.searchParams;
  const { game, given, start, moves } = positionIn(query);
  const stones = stonesFrom(game, start, moves);
  const tree = await api.tree(gameText(game), positionText(game, stones));
  const place = { game: gameText(game), position: given, moves: moves.join(",") };
  const page = new TreePage(game, stones, tree, place, Number(query.get("step")));
  return { title: t("How this value comes about"), element: page.element, leave: () => page.leave() };
}

class TreePage {
  readonly walk: TreeWalk;
  /** The nodes that were shown. */
  drawn: Map<number, HTMLButtonElement> = new Map();
  readonly steps: Steps;
  readonly sentence = h("p", { class: "sentence", "aria-live": "polite" });
  readonly skipButton = iconButton("leap", t("Skip this branch"), () => this.skip());
  readonly picture = h("div", { class: "tree", role: "group", "aria-label": t("Tree of replies") });
  readonly share = h("div");
  readonly element: HTMLDivElement;
  readonly gone = new AbortController();

  /** @param place what the address says of the position @param at the step to begin with */
  constructor(
    readonly rules: Rules,
    stones: Stone[],
    tree: ReplyTree,
    readonly place: { game: string; position: string | null; moves: string },
    at: number,
  ) {
    this.walk = new TreeWalk(rules, stones, tree);
    this.steps = new Steps(tree.steps.length - 1, at, () => this.stepped(), PACE);
    this.steps.bar.append(this.skipButton);
    this.picture.style.setProperty("--widest", String(this.walk.widest));
    this.picture.style.setProperty("--levels", String(this.walk.levels));
    this.picture.style.setProperty("--shape", String(rules.m / rules.n));
    this.element = this.layout();
    document.addEventListener("keydown", (event) => this.steps.pressed(event), { signal: this.gone.signal });
    this.show();
    requestAnimationFrame(() => this.reveal()); // when it is on the page
  }

  layout() {
    const back = h("a", { href: withQuery("/board", this.place) }, t("Back to the position"));
    return h(
      "div",
      { class: "page", "data-view": "tree" },
      h("h1", {}, t("How this value comes about")),
      quiet(`${gameWords(this.rules)}. ${t("X chooses the greatest value, O the least.")} `, back),
      h("div", { class: "walk" }, this.steps.bar, this.sentence),
      this.picture,
      h("div", { class: "below" }, legend(), this.share),
    );
  }

  stepped() {
    rename(this.address());
    this.show();
  }

  address() {
    return withQuery("/tree", { ...this.place, step: this.steps.at || null });
  }

  /** Go to the step at which the node that the walk is at, or the one above it, has its value. */
  skip() {
    const { walk, steps } = this;
    const { known, parent } = walk.nodes[walk.steps[steps.at].node];
    const next = known === steps.at ? walk.nodes[parent ?? 0].known : known;
    steps.go(next ?? steps.last);
  }

  /** Go to where the walk comes to a node; a node that it is at or behind, to where it leaves it. */
  jump(index: number) {
    const { looked, known } = this.walk.nodes[index];
    const to = this.walk.state(index, this.steps.at) === "open" ? known : looked;
    if (to !== null) this.steps.go(to);
  }

  show() {
    const { walk, steps } = this;
    this.sentence.textContent = walk.steps[steps.at].words;
    this.skipButton.setAttribute("aria-disabled", String(steps.at === steps.last));
    const focused = document.activeElement;
    put(this.picture, this.rows());
    if (focused instanceof HTMLElement && this.picture.contains(focused)) focused.focus({ preventScroll: true });
    this.reveal();
    put(this.share, sharePanel(t("Link to this step"), fullAddress(this.address()), null));
  }

  /** Scroll until the node that the walk is at is seen. */
  reveal() {
    this.picture.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** Return the levels that are open, with the lines between them. */
  rows() {
    const { walk } = this;
    const path = walk.path(this.steps.at);
    const levels: Element[] = [this.level([0], t("The position"))];
    for (const index of path) {
      const replies = walk.replies[index];
      if (!replies.length) break;
      const values = { side: walk.mover(index), move: walk.nodes[index].move ?? "" };
      const name = walk.nodes[index].move
        ? t("Replies to {move}: {side} to move", values)
        : t("{side} to move", values);
      levels.push(this.branches(index, path), this.level(replies, name));
    }
    return levels;
  }

  level(indices: number[], name: string) {
    return h(
      "ol",
      { class: "level", "aria-label": name },
      indices.map((index) => h("li", {}, this.node(index))),
    );
  }

  /** The lines from a node to its replies, under what its side chooses. */
  branches(index: number, path: number[]) {
    const { walk } = this;
    const from = this.middle(path[walk.depths[index]]);
    const best = walk.best(index, this.steps.at);
    const lines = walk.replies[index].map((each) =>
      svg("line", {
        class: [walk.state(each, this.steps.at), each === best && "best"].filter(Boolean).join(" "),
        ...{ x1: from, y1: 0, x2: this.middle(each), y2: 100 },
      }),
    );
    const number = walk.stones[index].filter(Boolean).length + 1;
    const chooses = `${number}. ${walk.mover(index) === "X" ? t("X: the greatest") : t("O: the least")}`;
    const drawing = svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" }, svg("g", {}, ...lines));
    return h("div", { class: "branches", "aria-hidden": "true" }, h("span", { class: "chooser" }, chooses), drawing);
  }

  /** Return where the middle of a node is in its level, in percent. */
  middle(index: number) {
    const { walk } = this;
    const { parent } = walk.nodes[index];
    const level = parent === null ? [index] : walk.replies[parent];
    return 50 + ((level.indexOf(index) - (level.length - 1) / 2) * 100) / walk.widest;
  }

  /** Return a node as it is now. */
  node(index: number) {
    const { walk, steps } = this;
    const { parent, move } = walk.nodes[index];
    const state = walk.state(index, steps.at);
    const best = parent !== null && walk.best(parent, steps.at) === index;
    const element = this.drawn.get(index) ?? this.draw(index);
    const here = walk.steps[steps.at].node === index;
    element.className = ["reply", state, best && "best"].filter(Boolean).join(" ");
    if (here) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
    element.setAttribute("aria-disabled", String(state === "pruned"));
    const name = parent === null ? [t("{side} to move", { side: walk.mover(0) })] : moved(walk.mover(parent), move);
    const caption = element.lastElementChild;
    if (caption) put(caption, h("span", { class: "mover" }, ...name), this.worth(index, best));
    return element;
  }

  /** Return a node with its small board, and room for the words. */
  draw(index: number) {
    const { walk, rules } = this;
    const { move } = walk.nodes[index];
    const drawing = thumbnail(rules, walk.position(index), move ? [parseCell(rules, move)] : []);
    const line = completedLine(rules, walk.stones[index]);
    if (line) drawing.querySelector(".lines")?.after(strikeDrawing(rules, line));
    const element = h("button", { type: "button" }, drawing, h("span", { class: "caption" }));
    element.addEventListener("click", () => this.jump(index));
    this.drawn.set(index, element);
    return element;
  }

  /** Return what is known of a node, drawn and in words. */
  worth(index: number, best: boolean) {
    const state = this.walk.state(index, this.steps.at);
    if (state === "pruned") return [h("span", { class: "word" }, t("pruned"))];
    if (state === "later") return [h("span", { class: "unseen" }, ` ${t("not looked at yet")}`)];
    const bounds = this.walk.bounds(index, this.steps.at);
    const words = [
      boundsWords(bounds),
      state === "open" && t("so far"),
      best && (this.decided(index) ? t("the value comes from here") : t("the best so far")),
    ];
    return [
      valueDrawing(bounds),
      best && tickDrawing(),
      h("span", { class: "unseen" }, `: ${words.filter(Boolean).join(", ")}`),
    ];
  }

  /** Whether a node's parent has its value. */
  decided(index: number) {
    return this.walk.state(this.walk.nodes[index].parent ?? index, this.steps.at) === "known";
  }

  leave() {
    this.steps.pause();
    this.gone.abort();
  }
}

/** Return what is known of a value, drawn: who wins, and a number for X. */
function valueDrawing({ low, high }: Bounds) {
  const exact = low === high;
  const number = { "-1": "−1", 0: "0", 1: "+1" }[low === -1 ? high : low] ?? "";
  const sign = exact ? number : low === -1 && high === 1 ? "?" : `${low === -1 ? "≤" : "≥"} ${number}`;
  const drawing = !exact ? null : low ? stoneDrawing(low > 0 ? "X" : "O") : drawDrawing();
  return h("span", { class: "sign number", "aria-hidden": "true", "data-sign": sign }, drawing);
}

/** Return the sign of the move from which a value comes. */
function tickDrawing() {
  return h("span", { class: "sign tick", "aria-hidden": "true", "data-sign": "✓" });
}

/** Return a move; who makes it is drawn where there is room. */
function moved(side: Side, move: string | null) {
  const letter = h("span", { class: "sign letter", "aria-hidden": "true", "data-sign": side });
  return [letter, h("span", { class: "unseen" }, `${side} `), move];
}

/** Return what is known of a value in words. */
function boundsWords({ low, high }: Bounds) {
  if (low === high) return low ? t("{side} wins", { side: low > 0 ? "X" : "O" }) : t("draw");
  if (low === -1 && high === 1) return t("no value yet");
  return low === -1 ? t("at most a draw for X") : t("at least a draw for X");
}

/** What the signs mean. */
function legend() {
  const values: [number, number, string][] = [
    [1, 1, boundsWords({ low: 1, high: 1 })],
    [0, 0, boundsWords({ low: 0, high: 0 })],
    [-1, -1, boundsWords({ low: -1, high: -1 })],
    [-1, 0, t("at most a draw for X: more need not be known")],
  ];
  return h(
    "ul",
    { class: "legend", "aria-label": t("What the marks mean") },
    values.map(([low, high, words]) => item(valueDrawing({ low, high }), words)),
    item(tickDrawing(), t("the value of the position before it comes from here")),
    item(h("span", { class: "word" }, t("pruned")), t("never looked at: it cannot change the value")),
  );
}
