/** Loading a game or a position: pasted, dropped, or from a file. */

import { api, withQuery } from "../../api.js";
import { h } from "../../dom.js";
import { t } from "../../language.js";
import { complain } from "../../messages.js";
import { go } from "../../router.js";

/** @import { Pasted } from "../../types.js" */

const EXAMPLE = "XX./.O./...";

/** Return the form, closed at first. @param {boolean} open whether it is shown at once */
export function loadRecord(open) {
  const text = h("textarea", {
    id: "record",
    rows: 5,
    spellcheck: "false",
    placeholder: EXAMPLE,
    "aria-describedby": "record-forms",
  });
  const game = h("input", { type: "text", placeholder: "m,n,k", size: 8, autocomplete: "off" });
  const file = h("input", { type: "file", accept: ".sgf,.txt,.json,.psq,text/plain,application/json" });
  file.addEventListener("change", () => void read(file.files?.[0]));
  const form = h(
    "form",
    {},
    h("label", { class: "field" }, h("span", { class: "field-name" }, t("Game or position")), text),
    h(
      "p",
      { class: "quiet-text", id: "record-forms" },
      t("SGF, a move list, JSON, PSQ, or a board such as {board}. Nothing is kept.", { board: EXAMPLE }),
    ),
    h(
      "div",
      { class: "options" },
      h("label", { class: "field" }, h("span", { class: "field-name" }, t("Rules, if it does not say")), game),
      h("label", { class: "field" }, h("span", { class: "field-name" }, t("Or a file")), file),
    ),
    h("button", { type: "submit", class: "button" }, t("Open")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void load();
  });
  const element = h(
    "details",
    { class: "panel", id: "load", open },
    h("summary", {}, t("Load a game or a position")),
    form,
  );
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    void read(dropped);
  });
  return element;

  /** @param {File | undefined} chosen */
  async function read(chosen) {
    if (!chosen) return;
    text.value = await chosen.text();
    await load();
  }

  async function load() {
    if (!text.value.trim()) {
      text.focus();
      return;
    }
    try {
      go(addressOf(await api.load(text.value, game.value.trim() || null)));
    } catch (error) {
      complain(error);
    }
  }
}

/** Return the page that shows a record: a game to review, a position to explore. @param {Pasted} record */
function addressOf({ game, moves, position }) {
  return moves ? withQuery("/review", { game, moves: moves.join(",") }) : withQuery("/board", { game, position });
}
