/** An editor for a Python program: line numbers, the line of an error, templates, and a link that carries the text. */

import { fileAt } from "../../addresses.ts";
import { button, choice, field, folded, freshId, h, put } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { t } from "../../language.ts";
import { complain, ended, say, sentence } from "../../messages.ts";
import type { PythonProblem } from "../../python.ts";
import { parsePosition } from "../../rules.ts";
import { prefer, preference } from "../../store.ts";
import type { Rules } from "../../types.ts";
import { grouped } from "../../words.ts";

/** By their files: what they are, and how they are called, where that has to be said. */
const TEMPLATES: Record<string, [words: string, read: string]> = {
  function: [t("a function of a list"), ""],
  column: [t("a function for connect four"), "flat X O ' ' (board mark) -> column"],
  class: [t("a class"), ""],
  rules: [t("rules as text"), ""],
};
const INDENT = "    ";
const LONGEST = 50_000; // characters of a program
const LONGEST_LINK = 8_000; // characters of a link; longer ones are cut by mail programs and chats

/** The line that an error names: "NameError: … (program.py, line 7)". */
const LINE = /\(program\.py, \p{L}+ (\d+)\)/u;

export class Editor {
  readonly numbers = h("pre", { class: "line-numbers", "aria-hidden": "true" });
  readonly text: HTMLTextAreaElement;
  readonly fault = h("div", { class: "fault", role: "alert" });
  readonly reading = h("input", {
    type: "text",
    placeholder: "rows X O None -> row column",
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly templates = choice(
    t("Begin with"),
    [
      ["", t("choose a template")],
      ...Object.entries(TEMPLATES).map(([name, [words]]) => [name, words] as [string, string]),
    ],
    "",
    (name) => void this.begin(name),
  );
  readonly details = folded(
    t("How it takes the board and answers"),
    {},
    field(t("How your function is called (found by itself if left empty)"), this.reading),
  );
  readonly share = button(t("Copy link"), () => void this.copyLink());
  readonly element: HTMLDivElement;
  free = false;

  /** @param address of the page, to which a link adds the program */
  constructor(readonly address: () => string) {
    const [hint, label] = [freshId("editor"), freshId("editor")];
    this.text = h("textarea", {
      rows: 18,
      wrap: "off",
      maxlength: LONGEST,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-labelledby": label,
      "aria-describedby": hint,
    });
    this.fault.hidden = true;
    this.element = h(
      "div",
      { class: "editor" },
      h(
        "div",
        { class: "editor-head" },
        h("span", { id: label, class: "field-name" }, t("Your program, in Python")),
        this.templates,
      ),
      h("div", { class: "code" }, this.text, this.numbers),
      h(
        "p",
        { class: "quiet-text", id: hint },
        t(
          "It runs in this browser and is kept here; it is not sent to the server. Ctrl-Enter proves; Tab indents; Escape, then Tab, leaves.",
        ),
      ),
      this.details,
    );
    this.text.addEventListener("input", () => {
      const { column } = TEMPLATES; // how its function is called says nothing of another program
      if (this.reading.value === column[1] && !this.source.includes("choose_move")) this.reading.value = "";
      this.keep();
    });
    this.text.addEventListener("scroll", () => {
      this.numbers.scrollTop = this.text.scrollTop;
    });
    this.reading.addEventListener("change", () => this.keep());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.set(preference("program", ""), preference("program-reading", ""));
  }

  get source() {
    return this.text.value;
  }

  /** What goes to Python of it. */
  get program() {
    return { source: this.source, read: this.reading.value.trim() || null };
  }

  /** Show another program. */
  set(source: string, read: string) {
    this.text.value = source;
    this.reading.value = read;
    this.clear();
  }

  /** Keep the program in this browser: the visitor has edited it. */
  keep() {
    prefer("program", this.source);
    prefer("program-reading", this.reading.value);
    this.clear();
  }

  /** Take the message about an error away. */
  clear() {
    this.fault.hidden = true;
    this.number(null);
  }

  /** Show an error, at its line if it names one, with the board where it happened. */
  complain(problem: PythonProblem, rules: Rules) {
    const words = problem.message;
    const line = Number(LINE.exec(words)?.[1] ?? 0);
    put(this.fault, faultWords(problem, rules));
    this.fault.hidden = false;
    this.number(line || null);
    if (/--read|read=/.test(words)) this.details.open = true;
    if (!line) return;
    const height = this.text.scrollHeight / this.source.split("\n").length;
    this.text.scrollTop = (line - 4) * height;
  }

  /** Number the lines, and mark one. */
  number(marked: number | null) {
    const count = this.source.split("\n").length;
    const lines = Array.from({ length: count }, (_, index) => {
      const wrong = index + 1 === marked;
      return h("span", wrong ? { class: "wrong" } : {}, `${wrong ? "▸" : ""}${index + 1}\n`);
    });
    put(this.numbers, lines);
    this.text.setAttribute("aria-invalid", String(marked !== null));
  }

  key(event: KeyboardEvent) {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (event.key === "Escape") this.free = true;
    else if (event.key === "Tab" && plain && !this.free) {
      event.preventDefault();
      insert(this.text, INDENT);
    } else if (event.key === "Enter" && plain) {
      event.preventDefault();
      const before = this.source.slice(0, this.text.selectionStart);
      const line = before.slice(before.lastIndexOf("\n") + 1);
      insert(this.text, `\n${/^ */.exec(line)?.[0] ?? ""}${/:\s*$/.test(line) ? INDENT : ""}`);
    } else if (event.key !== "Shift" && event.key !== "Tab") this.free = false;
  }

  /** Begin with a template; Ctrl-Z brings back what was there. */
  async begin(name: string) {
    if (!name) return;
    const before = this.source;
    try {
      const source = await template(name);
      if (this.source !== before) return;
      const focused = document.activeElement;
      this.text.focus({ preventScroll: true });
      this.text.select();
      insert(this.text, source);
      this.text.setSelectionRange(0, 0);
      this.text.scrollTop = 0;
      this.reading.value = TEMPLATES[name][1];
      this.keep();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true }); // who chooses with the arrow keys goes on
    } catch (error) {
      complain(error);
    }
  }

  async copyLink() {
    try {
      const link = `${this.address()}#program=${await packed(JSON.stringify(this.program))}`;
      if (link.length > LONGEST_LINK) {
        const [long, most] = [link.length, LONGEST_LINK].map(grouped);
        throw new Error(t("The program is too long for a link: {long} characters, at most {most}.", { long, most }));
      }
      await navigator.clipboard.writeText(link);
      say(t("The link is copied; it contains the program."));
    } catch (error) {
      complain(error);
    }
  }

  /** Show the program of a link, else the one that is kept here, else a template. */
  async open(hash: string, gravity: boolean) {
    if ((await this.load(hash)) || this.source) return;
    try {
      const name = gravity ? "column" : "function";
      const source = await template(name);
      if (!this.source) this.set(source, TEMPLATES[name][1]);
    } catch (error) {
      complain(error);
    }
  }

  /** Show the program of a link, if the fragment has one: it does not run, nor replace the one that is kept. */
  async load(hash: string): Promise<boolean> {
    const text = new URLSearchParams(hash.slice(1)).get("program");
    if (text === null) return false;
    try {
      const { source, read } = JSON.parse(await unpacked(text));
      if (typeof source !== "string" || source.length > LONGEST) throw new Error();
      this.set(source, typeof read === "string" ? read : "");
      say(t("This is the program of the link. It has not run. Yours is kept until you edit this one."));
    } catch {
      say(t("The link is damaged: it has no program."), "trouble");
    }
    return true;
  }
}

/** Return an error in words; where it says on which board it happened, with that board. */
function faultWords({ message, facts: { deed, answer, position = "", reading } }: PythonProblem, rules: Rules) {
  const board = position.replaceAll("'", "");
  if (!deed || !parsePosition(rules, board)) return [h("p", {}, sentence(message))];
  return [
    h("p", {}, t("Here")),
    thumbnail(rules, board),
    h("p", {}, ended(t("Your program {what}", { what: deed.replace(/,$/, "") }))),
    reading && h("p", {}, ended(t("It was called with {reading}", { reading }))),
    reading && answer && h("p", {}, t("If it takes the board in another way, say so under the program.")),
  ];
}

/** Return the text of a template. */
async function template(name: string) {
  const response = await fetch(fileAt(`static/python/templates/${name}.txt`));
  if (!response.ok) throw new Error(t("The template could not be loaded."));
  return response.text();
}

/** Put text in the place of the selection, so that the browser can undo it. */
function insert(field: HTMLTextAreaElement, text: string) {
  const done = document.execCommand?.("insertText", false, text);
  if (done) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input"));
}

/** Return a text compressed, in letters that an address may have. */
async function packed(text: string) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Return the text again. Throws where it is damaged, or far too long. */
async function unpacked(letters: string) {
  const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > 2 * LONGEST) throw new Error("too long");
  }
}
