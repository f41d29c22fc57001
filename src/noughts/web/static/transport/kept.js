/** The games of a page that has no server: documents in this browser's storage. */

import { forget, namesOf, onChange, read, write } from "../storage.js";

const GAME = "game.";
const MOST = 200; // games; those that were changed longest ago make room

/** @typedef {Record<string, {updated: string}>} Documents by the ids of the games */

/** Return a game as it is kept. @param {string} id @returns {string | null} */
export function kept(id) {
  return read(GAME + id);
}

/** Return the ids of all games. */
export function keptIds() {
  return namesOf(GAME).map((name) => name.slice(GAME.length));
}

/** Keep games. @param {Documents} games */
export function keep(games) {
  for (const [id, game] of Object.entries(games)) write(GAME + id, JSON.stringify(game));
  const ids = keptIds();
  if (ids.length <= MOST) return;
  const age = new Map(ids.map((id) => [id, JSON.parse(kept(id) ?? "{}").updated ?? ""]));
  ids.sort((one, other) => (String(age.get(one)) < String(age.get(other)) ? 1 : -1));
  for (const id of ids.slice(MOST)) forget(GAME + id);
}

/** Tell when another window of this browser changes a game. @param {(id: string) => void} changed */
export function onGame(changed) {
  onChange((name) => {
    if (name.startsWith(GAME)) changed(name.slice(GAME.length));
  });
}
