/** Links to copy and records to download. */

import { fullAddress } from "../addresses.js";
import { api } from "../api.js";
import { button, h, panel } from "../dom.js";
import { t } from "../language.js";
import { say } from "../messages.js";

/**
 * Return a field with an address and a button that copies it.
 * @param {string} label
 * @param {string} address
 */
export function copyField(label, address) {
  return field(label, address, "share" in navigator && button(t("Share…"), () => void hand(address)));
}

/**
 * Return a field with the line of HTML that puts a small board on another page.
 * @param {string} label
 * @param {string} place of the board
 */
export function embedField(label, place) {
  return field(label, `<iframe src="${fullAddress(place)}" width="320" height="400" title="noughts"></iframe>`);
}

/**
 * Return a field with a text and a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {...import("../dom.js").Child} buttons
 */
function field(label, text, ...buttons) {
  const input = h("input", { type: "text", readonly: true, value: text });
  input.addEventListener("focus", () => input.select());
  const copy = button(t("Copy"), async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(t("Copied: {what}", { what: label }));
    } catch {
      input.focus();
      say(t("The browser does not let the page copy: the text is selected, copy it by hand"));
    }
  });
  const named = h("label", { class: "field" }, h("span", { class: "field-name" }, label), input);
  return h("div", { class: "copy" }, named, copy, ...buttons);
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
