/** Links to copy and records to download. */

import { api, withQuery } from "../api.ts";
import { button, field, h, panel } from "../dom.ts";
import { t } from "../language.ts";
import { say } from "../messages.ts";

/** Return a field with an address and a button that copies it. */
export function copyField(label: string, address: string) {
  const input = h("input", { type: "text", readonly: true, value: address });
  input.addEventListener("focus", () => input.select());
  const copy = button(t("Copy"), async () => {
    if (await copyText(address, t("Copied: {what}", { what: label }))) return;
    input.focus();
    say(t("The browser does not let the page copy: the text is selected, copy it by hand"));
  });
  const named = field(label, input);
  return h(
    "div",
    { class: "copy" },
    named,
    copy,
    "share" in navigator && button(t("Share…"), () => void hand(address)),
  );
}

/** Copy a text, say so, and return whether the browser lets the page do so. */
export async function copyText(text: string, words: string) {
  try {
    await navigator.clipboard.writeText(text);
    say(words);
    return true;
  } catch {
    return false;
  }
}

/** Return the line that leads to the small board for another page. @param play who answers */
export function smallBoard(game: string, moves: string[], play: string = "") {
  const href = withQuery("/embed", { game, moves: moves.join(","), play });
  return h("p", {}, h("a", { href, target: "_blank" }, t("A small board of it, for a page of yours")));
}

/** Hand an address to another program, as the device offers it. */
async function hand(url: string) {
  try {
    await navigator.share({ url });
  } catch (error) {
    const closed = error instanceof DOMException && error.name === "AbortError";
    if (!closed) say(t("The device does not share the link: copy it"));
  }
}

/** Return the downloads of a live game. */
export function gameDownloads(id: string) {
  return downloads((format) => api.gameRecord(id, format));
}

/** Return the downloads of some moves. */
export function moveDownloads(game: string, moves: string[]) {
  return downloads((format) => api.record(format, game, moves));
}

/** The formats of a record: their names are the same in every language. */
const FORMATS = ["sgf", "text", "json"];

/** @param file the attributes of the link to a file */
function downloads(file: (format: string) => Record<string, unknown>) {
  return h(
    "p",
    { class: "downloads" },
    `${t("Download")} `,
    FORMATS.map((format) => h("a", file(format), format.toUpperCase())),
  );
}

/** Return the panel that shares a page. */
export function sharePanel(label: string, address: string, ...more: (HTMLElement | null)[]) {
  return panel(t("Share"), { id: "share" }, copyField(label, address), ...more);
}
