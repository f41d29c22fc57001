/** The games of a page that has no server: documents in this browser's storage. */

import { forget, namesOf, onChange, read, write } from "../storage.ts";

const GAME = "game.";
const MOST = 200; // games; those that were changed longest ago make room

/** By the ids of the games. */
type Documents = Record<string, { updated: string }>;

/** Return a game as it is kept. */
export function kept(id: string): string | null {
  return read(GAME + id);
}

/** Return the ids of all games. */
export function keptIds() {
  return namesOf(GAME).map((name) => name.slice(GAME.length));
}

/** Keep games. */
export function keep(games: Documents) {
  for (const [id, game] of Object.entries(games)) write(GAME + id, JSON.stringify(game));
  const ids = keptIds();
  if (ids.length <= MOST) return;
  const age = new Map(ids.map((id) => [id, JSON.parse(kept(id) ?? "{}").updated ?? ""]));
  ids.sort((one, other) => (String(age.get(one)) < String(age.get(other)) ? 1 : -1));
  for (const id of ids.slice(MOST)) forget(GAME + id);
}

/** Tell when another window of this browser changes a game. */
export function onGame(changed: (id: string) => void) {
  onChange((name) => {
    if (name.startsWith(GAME)) changed(name.slice(GAME.length));
  });
}
