/** For teachers: what to print, a lesson without computers, an assignment for a class that programs. */

import { api, withQuery } from "../../api.ts";
import type { Child } from "../../dom.ts";
import { button, formPage, h, panel, put, quiet } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { parts, t } from "../../language.ts";
import { complain } from "../../messages.ts";
import { STANDARD } from "../../rules.ts";
import type { Page, RuleShelf } from "../../types.ts";
import { ruleTitle } from "../../words.ts";

const GAME = "3,3,3";

/** What a program of a class may look like before anything is thought of. */
const PROGRAM = `def move(board, mark):
    # ${t('board: nine cells, "X", "O" or " ". mark: "X" or "O", who is to move.')}
    # ${t("Return the number of a free cell, 0 to 8.")}
    return board.index(" ")`;

const POINTS = `first = 4     # ${t("it never loses, moving first")}
second = 4    # ${t("it never loses, moving second")}
legal = 2     # ${t("it answers a legal move in every position")}`;

export function open(): Page {
  const printing = t("Each sheet opens in a new tab, as a picture (SVG) of any size: print it from there.");
  const print = button(t("Print this page"), () => window.print(), { class: "button print" });
  const element = formPage(
    "teachers",
    t("For teachers"),
    t(
      "Sheets to print, a lesson without computers, and an assignment that the computer grades. All that the sheets say is proved.",
    ),
    h("p", { class: "actions" }, print),
    h("div", { class: "results" }, h("p", { class: "print" }, printing), wall(), lesson(), assignment()),
  );
  return { title: t("For teachers"), element };
}

/** What hangs on the wall. */
function wall() {
  const print = (kind: "poster" | "plan", strategy: string, seat: string, text: string) =>
    h("a", api.drawing(kind, strategy, GAME, seat, `${kind}-${seat}`), text);
  return panel(
    t("For the wall"),
    { id: "wall" },
    h(
      "div",
      { class: "handouts" },
      handout(
        boards("......... ....X.... O...X.... O...XX... .O..X.... .O..X...X"),
        t("Poster: a player that never loses"),
        t(
          "Every game against the strategy “ring” on one sheet: follow the branch of the other side's move, and read the answer.",
        ),
        print("poster", "ring", "first", t("Poster, moving first")),
        print("poster", "ring", "second", t("Poster, moving second")),
      ),
      handout(
        boards("......... X........ .X....... O...X.... .O..X.... X...O...X", [4, 4, 4, 8, 0, 1]),
        t("Plan: what to learn by heart"),
        t(
          "The boards that can come up, each with its move: 22 for the side that begins, 72 for the other. Who knows them never loses.",
        ),
        print("plan", "perfect", "first", t("Plan, moving first")),
        print("plan", "perfect", "second", t("Plan, moving second")),
      ),
    ),
  );
}

/** The lesson of 45 minutes. */
function lesson() {
  return panel(
    t("A lesson of 45 minutes: can this sheet lose?"),
    { id: "lesson" },
    h(
      "p",
      {},
      t(
        "For children from about ten years on, and a teacher who needs no programming. The children play against a sheet of paper, find out whether it can lose, and fix it.",
      ),
    ),
    h(
      "p",
      {},
      t(
        "You need sheet A and a worksheet for every two children, pencils, and at the end one computer with this page.",
      ),
    ),
    h(
      "ol",
      { class: "timetable" },
      step(
        5,
        t("How a sheet plays"),
        t(
          "One child is the sheet: it reads the rules from the top, and the first rule that has a free cell decides. The other plays as well as it can. Do one game on the blackboard.",
        ),
      ),
      step(
        10,
        t("Beat the sheet that begins"),
        t("Sheet A begins with X. Every pair plays five games and writes down what happened."),
        t(
          "Nobody can win: in its 464 games it wins 432 and draws 32. Its second move, the opposite corner, leads to two threats at once, a fork.",
        ),
      ),
      step(
        15,
        t("Now the sheet moves second"),
        t(
          "Sheet A is O now. Win against it, and write down the quickest win. Then fix it: most add the centre at the first move, which is sheet B. Who beats that one?",
        ),
        t(
          "Sheet A loses c3 a1 b3 c1 a3 (letters are columns, numbers rows from the top). Sheet B loses c3 b2 a2 c1 a3 a1 b3: X takes a corner and a far side, and makes a fork.",
        ),
      ),
      step(
        10,
        t("A sheet that never loses"),
        t(
          "Every pair writes its own list on the worksheet. The computer is the judge: enter the list under Prove, “a list of rules”, and read the verdict to the class.",
        ),
        t(
          "There are many. The shortest has six rules: win, block, block fork, centre, corner, side. Sheet C is a longer one.",
        ),
      ),
      step(
        5,
        t("Talk about it"),
        t(
          "“We played twenty games and did not lose.” Is that a proof? What happens if two rules change places? Which rule can be left out?",
        ),
      ),
    ),
    sheets(),
    h(
      "p",
      {},
      h(
        "a",
        { href: withQuery("/prove", { rules: "win, block, centre, corner, any" }) },
        t("To the judge: a list of rules under Prove"),
      ),
    ),
  );
}

/** An assignment for a class that programs. */
function assignment() {
  return panel(
    t("An assignment: a program that never loses"),
    { id: "assignment" },
    h(
      "p",
      {},
      t(
        "Write a function that plays tic-tac-toe on three by three cells and never loses, whether it moves first or second. Hand in one file.",
      ),
    ),
    h("pre", {}, h("code", {}, PROGRAM)),
    h(
      "p",
      {},
      parts(
        "While they write, students {prove}: it plays every game against their program in their own browser, and shows one that it loses.",
        {
          prove: h("a", { href: "/prove?yours=1" }, t("test their program on this page")),
        },
      ),
    ),
    h(
      "p",
      {},
      t(
        "To grade a class, put the files in a folder. Each program is played against every reply, so the verdict is a proof, and the table has a losing game for each that can lose:",
      ),
    ),
    h("pre", {}, h("code", {}, "noughts grade handed-in/*.py --html grades.html --points points.toml")),
    h("p", {}, t("The file points.toml says what a verdict is worth:")),
    h("pre", {}, h("code", {}, POINTS)),
  );
}

function handout(picture: Element, title: string, about: string, ...links: Child[]) {
  return h(
    "div",
    { class: "handout" },
    picture,
    h("h3", {}, title),
    h("p", {}, about),
    h("p", { class: "downloads" }, links),
  );
}

/** The sheets that schools hand out, and one for a list of one's own. */
function sheets() {
  const known = [
    { name: "school-first", file: "sheet-a", title: t("Sheet A"), link: t("Sheet A, to print"), rules: h("ol") },
    { name: "school-centre", file: "sheet-b", title: t("Sheet B"), link: t("Sheet B, to print"), rules: h("ol") },
    { name: "school-both", file: "sheet-c", title: t("Sheet C"), link: t("Sheet C, to print"), rules: h("ol") },
  ];
  /** The class's copy of a list that comes with the program, or a worksheet. */
  const print = (file: string, of: Record<string, string>, text: string) =>
    h("a", api.sheet(file, { ...of, copy: "class" }), text);
  api.ruleShelf(GAME).then((shelf) => {
    for (const { name, rules } of known) put(rules, ruleItems(shelf, name));
  }, complain);
  return h(
    "div",
    { class: "handouts sheets" },
    known.map(({ name, file, title, link, rules }) =>
      h(
        "div",
        { class: "handout" },
        h("h3", {}, title),
        rules,
        h("p", { class: "downloads" }, print(file, { rules: name, title }, link)),
      ),
    ),
    handout(
      h("span"),
      t("Worksheet"),
      t("Lines for a list of one's own, each with a board to draw an example."),
      print("worksheet", {}, t("Worksheet, to print")),
    ),
  );
}

/** The rules of a list that comes with the program. */
function ruleItems(shelf: RuleShelf, name: string) {
  const cards = shelf.sheets.find((each) => each.name === name)?.cards ?? [];
  return cards.map((rule) => h("li", {}, ruleTitle(shelf, rule)));
}

/** Small boards beside each other. @param framed a cell of each */
function boards(positions: string, framed: number[] = []) {
  const rows = positions.split(" ").map((cells) => cells.replace(/(...)(?=.)/g, "$1/"));
  return h(
    "div",
    { class: "boards-drawn" },
    rows.map((each, at) => thumbnail(STANDARD, each, framed.slice(at, at + 1))),
  );
}

function step(minutes: number, title: string, text: string, solution?: string) {
  return h(
    "li",
    {},
    h("span", { class: "minutes" }, t("{minutes} min", { minutes })),
    h("div", {}, h("h3", {}, title), h("p", {}, text), solution && quiet(t("Answer: {solution}", { solution }))),
  );
}
