/** A list of rules as a sheet of cards: put in order, changed, and proved again at every change. */

import { fullAddress } from "../../addresses.ts";
import { LatestQuestion } from "../../analysis/question.ts";
import { api } from "../../api.ts";
import { copyText } from "../../controls/sharepanel.ts";
import { button, folded, h, panel, put, quiet } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { counted, t } from "../../language.ts";
import { announce, announceMore, complain, say, sentence, wordsOf } from "../../messages.ts";
import { gameText, parseCell, STANDARD } from "../../rules.ts";
import { beginGame } from "../../startgame.ts";
import { kept, prefer } from "../../store.ts";
import type { CardCondition, Rule, RuleShelf, RuleStudy, Rules, SampleSheet, Side } from "../../types.ts";
import { Card, SEATS } from "./rulecard.ts";
import { RuleGame } from "./rulegame.ts";
import { RuleWriting } from "./rulewriting.ts";

const KEPT = "rules"; // the preference
const EDGE = 90; // pixels from the edge of the window, where a card that is dragged moves the page
const WIDE = "(min-width: 60rem)";

export class RuleSheet {
  shelf: RuleShelf = { conditions: [], limits: [], ties: [], sheets: [] };
  cards: Card[] = [];
  /** Of the list as it is. */
  study: RuleStudy | null = null;
  without: { card: Card; study: RuleStudy } | null = null;
  linked = "";
  spoken = false;
  readonly latest = new LatestQuestion<RuleStudy>(
    () => this.answered(),
    (error) => this.failed(error),
  );
  readonly list = h("ol", { class: "rule-cards", "aria-label": t("The cards of your sheet") });
  readonly fault = h("p", { class: "fault", role: "alert", hidden: true });
  readonly begin = h("div", { class: "shelf" });
  readonly stock = h("div", { class: "shelf" });
  readonly add = folded(t("Add a card"), { class: "rule-shelf", open: matchMedia(WIDE).matches }, this.stock);
  readonly writing: RuleWriting;
  readonly game = new RuleGame((rule) => this.mark(rule));
  readonly actions = h(
    "div",
    { class: "actions" },
    button(t("Play against it"), () => void this.play("O"), { "data-action": "play" }),
    button(t("Let it begin"), () => void this.play("X")),
    button(t("Copy link"), () => void this.copyLink()),
  );
  readonly element: HTMLDivElement;

  /**
   * @param rules its board @param place to link to
   * @param changedList the list is another one; `step`: one to go back from
   * @param studied whether the verdict is known at once on this board, and whether the list is that of a link
   */
  constructor(
    readonly rules: () => Rules,
    readonly place: () => string,
    readonly changedList: (step: boolean) => void,
    readonly studied: (known: boolean, linked: boolean) => void,
    readonly signal: AbortSignal,
  ) {
    const game = () => gameText(rules());
    this.writing = new RuleWriting(
      game,
      () => this.shelf,
      (study) => this.read(study),
      signal,
    );
    this.element = h(
      "div",
      { class: "rule-sheet", id: "rule-sheet" },
      this.game.verdicts,
      panel(
        t("Your sheet"),
        { class: "panel rule-list" },
        quiet(t("The first card that has a free cell decides. If it has several, they are equal: a proof tries each.")),
        this.writing.element,
        folded(t("Begin with another sheet"), {}, this.begin),
        this.fault,
        this.list,
        this.actions,
        this.add,
      ),
      this.game.game,
    );
  }

  /** The list as a text. */
  get text() {
    return this.cards.length ? this.cards.map((card) => card.text).join(", ") : this.linked;
  }

  /** Show a list: that of a link, else the one that is kept here, else one to begin with. */
  async open(linked: string) {
    this.linked = linked;
    await this.board();
    if (linked || this.cards.length) return;
    const [first] = this.shelf.sheets;
    const held = kept(`prefer.${KEPT}`);
    this.set(Array.isArray(held) && held.length ? held : (first?.cards ?? []));
  }

  /** Take another board. */
  async board() {
    const game = gameText(this.rules());
    try {
      const shelf = await api.ruleShelf(game);
      if (this.signal.aborted || game !== gameText(this.rules())) return;
      this.shelf = shelf;
    } catch (error) {
      complain(error);
      return;
    }
    put(
      this.stock,
      this.shelf.conditions.map((word) => this.stocked(word)),
    );
    put(
      this.begin,
      this.shelf.sheets.map((sheet) => this.template(sheet)),
    );
    for (const card of this.cards) card.write();
    this.ask();
  }

  stocked(condition: CardCondition) {
    const { name, title, example, cells } = condition;
    const take = () => {
      this.put([...this.cards, new Card({ condition: name, limits: [], ties: "" }, this)]);
      this.change(placed(title, this.cards.length, this.cards.length));
    };
    const framed = cells.flatMap((cell) => parseCell(STANDARD, cell) ?? []);
    return shelfCard(title, condition.meaning, take, thumbnail(STANDARD, example, framed));
  }

  template({ name, about, cards }: SampleSheet) {
    const take = () => {
      this.put(cards.map((rule) => new Card(rule, this)));
      this.change(counted(cards.length, "{name}: {count} card.", "{name}: {count} cards.", { name }), true);
    };
    return shelfCard(name, about, take);
  }

  /** Take the cards of a list that was written in sentences. */
  read({ cards }: RuleStudy) {
    this.put(cards.map((rule) => new Card(rule, this)));
    this.change(counted(cards.length, "Your rules: {count} card.", "Your rules: {count} cards."), true);
  }

  /** Show other cards. */
  set(rules: Rule[]) {
    this.put(rules.map((rule) => new Card(rule, this)));
    this.ask();
  }

  /** Put cards in order. */
  put(cards: Card[]) {
    this.linked = "";
    this.cards = cards;
    for (const each of [...this.list.children]) if (!cards.some(({ element }) => element === each)) each.remove();
    for (const [at, card] of cards.entries()) {
      if (card.element.parentElement !== this.list) this.list.append(card.element);
      card.place(at, cards.length);
    }
  }

  // What a card asks for

  /** Move a card; it is the others that move in the document, so that it keeps the focus. */
  move(card: Card, to: number) {
    const at = Math.min(Math.max(to, 0), this.cards.length - 1);
    if (at === card.at) return;
    const others = this.cards.filter((each) => each !== card);
    for (const each of others.slice(0, at)) card.element.before(each.element);
    for (const each of others.slice(at).reverse()) card.element.after(each.element);
    this.settle(card, at);
    card.element.scrollIntoView({ block: "nearest" });
  }

  /** Let a card be in another place of the list. */
  settle(card: Card, at: number) {
    const others = this.cards.filter((each) => each !== card);
    this.put([...others.slice(0, at), card, ...others.slice(at)]);
    this.change(placed(card.called, at + 1, this.cards.length));
  }

  /** Let a card follow a finger or the mouse: the others make room for it. */
  drag(card: Card, down: PointerEvent) {
    if (down.button !== 0) return;
    down.preventDefault();
    card.grip.focus({ preventScroll: true });
    card.element.classList.add("dragged");
    const dragging = new AbortController();
    const { signal } = dragging;
    // The document hears of it wherever it is. (After a capture by script Chromium loses the next tap of a finger.)
    document.addEventListener("pointermove", (event) => follow(card.element, event.clientY), { signal });
    for (const end of ["pointerup", "pointercancel"])
      document.addEventListener(end, () => this.dragged(card, dragging), { signal });
  }

  dragged(card: Card, dragging: AbortController) {
    dragging.abort();
    card.element.classList.remove("dragged");
    const at = [...this.list.children].indexOf(card.element);
    if (at !== card.at) this.settle(card, at);
  }

  drop(card: Card) {
    const { at } = card;
    this.put(this.cards.filter((each) => each !== card));
    const next = this.cards[at] ?? this.cards[at - 1];
    (next?.remove ?? this.add.querySelector("summary"))?.focus();
    this.change(t("{name} is off the sheet.", { name: card.called }));
  }

  async suppose(card: Card) {
    const { study } = this;
    if (!study) return;
    const left = this.cards.filter((each) => each !== card).map((each) => each.text);
    try {
      const without = await api.ruleStudy(study.game, left.join(", "), this.signal);
      if (study !== this.study || !this.cards.includes(card)) return;
      for (const each of this.cards) each.close();
      this.without = { card, study: without };
      announce(card.answered(study, without));
    } catch (error) {
      complain(error);
    }
  }

  showWithout(card: Card) {
    const { study, without } = this;
    if (without?.card !== card || !study) return;
    const back = () => {
      this.game.show(this.rules(), study, this.shelf);
      card.what.focus();
    };
    this.game.showGame(this.rules(), without.study, this.shelf, card.title, back);
    this.game.look();
  }

  // The verdict

  /** The visitor has changed the list. @param step to go back from */
  change(said: string, step: boolean = false) {
    announce(said);
    this.spoken = true;
    prefer(KEPT, JSON.stringify(this.cards.map(({ rule }) => rule)));
    this.changedList(step);
    this.ask();
  }

  /** Ask what is proved of the list as it is. */
  ask() {
    this.fault.hidden = true;
    this.actions.hidden = !this.text;
    if (!this.text) {
      this.latest.ask(null, () => Promise.reject());
      this.study = null;
      this.game.say(t("Add a card."));
      return;
    }
    const [game, text] = [gameText(this.rules()), this.text];
    const key = `${game} ${text}`;
    if (key === this.latest.key) return;
    this.study = null;
    this.game.wait();
    this.latest.ask(key, (signal) => api.ruleStudy(game, text, signal));
  }

  answered() {
    const study = this.latest.answer;
    if (!study || this.signal.aborted) return;
    this.study = study;
    const linked = !this.cards.length;
    if (linked) {
      this.writing.opened(this.linked, study);
      this.put(study.cards.map((rule) => new Card(rule, this)));
      this.changedList(false);
    }
    this.studied(study.seats !== null, linked);
    for (const card of this.cards) {
      card.count(study.seats && SEATS.reduce((sum, seat) => sum + (study.seats?.[seat].decided[card.at] ?? 0), 0));
      card.what.hidden ||= !study.seats;
    }
    if (!study.seats) {
      this.game.say(t("This board is too large for a verdict at once: press Prove."));
      return;
    }
    const words = this.game.show(this.rules(), study, this.shelf);
    if (this.spoken) announceMore(words);
  }

  failed(error: unknown) {
    this.game.say(t("No verdict."));
    for (const card of this.cards) card.count(null);
    this.fault.textContent = sentence(wordsOf(error));
    this.fault.hidden = false;
    this.actions.hidden = !this.cards.length;
  }

  /** Mark the card that decided. */
  mark(rule: number | null) {
    for (const { element, at } of this.cards) element.classList.toggle("deciding", at + 1 === rule);
  }

  // What can be done with it

  /** Begin a game against the list. @param side that it plays */
  play(side: Side) {
    const players = { x: "human", o: "human", [side.toLowerCase()]: `rules: ${this.text}` };
    return beginGame({ game: gameText(this.rules()), ...players });
  }

  async copyLink() {
    const copied = await copyText(fullAddress(this.place()), t("The link is copied; it carries the list."));
    if (!copied) say(t("The browser does not let the page copy: the address of this page carries the list"));
  }

  leave() {
    this.latest.stop();
  }
}

/** Say where a card stands. */
function placed(name: string, number: number, of: number) {
  return t("{name} is card {number} of {of}.", { name, number, of });
}

/** Return a card to take. */
function shelfCard(name: string, words: string, take: () => void, picture: Node | null = null) {
  return h(
    "button",
    { type: "button", class: "shelf-card", onclick: take },
    h("strong", {}, name),
    picture,
    h("span", {}, words),
  );
}

/** Move the neighbours of a card past it, as far as a pointer is beyond their middles. */
function follow(card: Element, y: number) {
  if (y < EDGE) window.scrollBy(0, y - EDGE);
  if (y > window.innerHeight - EDGE) window.scrollBy(0, y - window.innerHeight + EDGE);
  for (let each = card.nextElementSibling; each && y > middle(each); each = card.nextElementSibling) card.before(each);
  for (let each = card.previousElementSibling; each && y < middle(each); each = card.previousElementSibling)
    card.after(each);
}

function middle(element: Element) {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
