/** Loading a game or a position: pasted, dropped, or from a file. */

import { api, withQuery } from "../api.ts";
import { field, folded, h, put, quiet } from "../dom.ts";
import { thumbnail } from "../drawings.ts";
import { counted, t } from "../language.ts";
import { say, sentence, wordsOf } from "../messages.ts";
import { go } from "../router.ts";
import { completedLine, gameWords, parseGame, parsePosition, sideToMove } from "../rules.ts";
import type { Pasted } from "../types.ts";

const PAUSE = 400; // ms without a key, before a text is read

const EXAMPLE = "XX./.O./...";

/** Return the form, closed at first. @param open whether it is shown at once */
export function loadRecord(open: boolean) {
  const text = h("textarea", {
    id: "record",
    rows: 5,
    spellcheck: "false",
    placeholder: EXAMPLE,
    "aria-describedby": "record-forms",
  });
  const game = h("input", { type: "text", placeholder: "m,n,k", size: 8, autocomplete: "off" });
  const file = h("input", {
    type: "file",
    accept: ".sgf,.txt,.json,.jsonl,.psq,.sav,.rif,.xml,text/plain,application/json",
  });
  file.addEventListener("change", () => void read(file.files?.[0]));
  const understood = h("div", { class: "understood", role: "status" });
  let timer = 0;
  for (const field of [text, game]) field.addEventListener("input", readSoon);
  const form = h(
    "form",
    {},
    field(t("Game or position"), text),
    understood,
    h(
      "p",
      { class: "quiet-text", id: "record-forms" },
      t("SGF, a move list, JSON, PSQ, or a board such as {board}. Nothing is kept.", { board: EXAMPLE }),
    ),
    h("div", { class: "options" }, field(t("Rules, if it does not say"), game), field(t("Or a file"), file)),
    h("button", { type: "submit", class: "button" }, t("Open")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void load();
  });
  const element = folded(t("Load a game or a position"), { class: "panel", id: "load", open }, form);
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    void read(dropped);
  });
  return element;

  async function read(chosen: File | undefined) {
    if (!chosen) return;
    text.value = await chosen.text();
    await load();
  }

  function readSoon() {
    clearTimeout(timer);
    text.removeAttribute("aria-invalid");
    timer = window.setTimeout(() => void show(), PAUSE);
  }

  /** Show beside the field what its text is read as, or why it is not read. */
  async function show() {
    const [asked, rules] = [text.value, game.value];
    if (!asked.trim()) {
      put(understood);
      return;
    }
    const shown = await api.load(asked, rules.trim() || null).then(reading, trouble);
    if (text.value === asked && game.value === rules) put(understood, ...shown);
  }

  async function load() {
    clearTimeout(timer);
    if (!text.value.trim()) {
      text.focus();
      return;
    }
    try {
      const read = await api.load(text.value, game.value.trim() || null);
      go(addressOf(read));
      if (read.known.length) say(read.known.map(sentence).join(" "));
    } catch (error) {
      put(understood, ...trouble(error));
      text.setAttribute("aria-invalid", "true");
      text.focus();
    }
  }
}

/** Return the board that was read, and in words what it is and what was assumed. */
function reading({ game, moves, position, known }: Pasted) {
  const rules = parseGame(game);
  const stones = rules && parsePosition(rules, position);
  if (!rules || !stones) return [];
  const over = completedLine(rules, stones) || stones.every(Boolean);
  const words = [
    gameWords(rules),
    moves && counted(moves.length, "{count} move", "{count} moves"),
    !moves && !over && t("{side} to move", { side: sideToMove(stones) }),
  ];
  const sentences = [words.filter(Boolean).join(", "), ...known].map(sentence);
  return [thumbnail(rules, position), quiet(sentences.join(" "))];
}

function trouble(error: unknown) {
  return [h("p", { class: "trouble" }, sentence(wordsOf(error)))];
}

/** Return the page that shows a record: a game to review, a position to explore. */
function addressOf({ game, moves, position }: Pasted) {
  return moves ? withQuery("/review", { game, moves: moves.join(",") }) : withQuery("/board", { game, position });
}
