/** Links to copy and records to download. */

import { api, withQuery } from "../api.js";
import { button, h, panel } from "../dom.js";
import { t } from "../language.js";
import { say } from "../messages.js";

/**
 * Return a field with an address and a button that copies it.
 * @param {string} label
 * @param {string} address
 */
export function copyField(label, address) {
  const input = h("input", { type: "text", readonly: true, value: address });
  input.addEventListener("focus", () => input.select());
  const copy = button(t("Copy"), async () => {
    try {
      await navigator.clipboard.writeText(address);
      say(t("Copied: {what}", { what: label }));
    } catch {
      input.focus();
      say(t("The browser does not let the page copy: the text is selected, copy it by hand"));
    }
  });
  const named = h("label", { class: "field" }, h("span", { class: "field-name" }, label), input);
  return h(
    "div",
    { class: "copy" },
    named,
    copy,
    "share" in navigator && button(t("Share…"), () => void hand(address)),
  );
}

/** Return the line that leads to the small board for another page. @param {string} game @param {string[]} moves @param {string} [play] who answers */
export function smallBoard(game, moves, play = "") {
  const href = withQuery("/embed", { game, moves: moves.join(","), play });
  return h("p", {}, h("a", { href, target: "_blank" }, t("A small board of it, for a page of yours")));
}

/** Hand an address to another program, as the device offers it. @param {string} url */
async function hand(url) {
  try {
    await navigator.share({ url });
  } catch (error) {
    const closed = error instanceof DOMException && error.name === "AbortError";
    if (!closed) say(t("The device does not share the link: copy it"));
  }
}

/** Return the downloads of a live game. @param {string} id */
export function gameDownloads(id) {
  return downloads((format) => api.gameRecord(id, format));
}

/** Return the downloads of some moves. @param {string} game @param {string[]} moves */
export function moveDownloads(game, moves) {
  return downloads((format) => api.record(format, game, moves));
}

/** The formats of a record: their names are the same in every language. */
const FORMATS = ["sgf", "text", "json"];

/** @param {(format: string) => Record<string, unknown>} file the attributes of the link to a file */
function downloads(file) {
  return h(
    "p",
    { class: "downloads" },
    `${t("Download")} `,
    FORMATS.map((format) => h("a", file(format), format.toUpperCase())),
  );
}

/** Return the panel that shares a page. @param {string} label @param {string} address @param {...(HTMLElement | null)} more */
export function sharePanel(label, address, ...more) {
  return panel(t("Share"), { id: "share" }, copyField(label, address), ...more);
}
