/** The games of a page that has no server: documents in this browser's storage, or in memory where it keeps nothing. */

const PREFIX = "noughts.game.";
const MOST = 200; // games; those that were changed longest ago make room

/** @typedef {Record<string, {updated: string}>} Documents by the ids of the games */

/** @type {Map<string, string>} */
const memory = new Map(); // what the storage did not take: newer than what it has

/** Return a game as it is kept. @param {string} id @returns {string | null} */
export function kept(id) {
  try {
    return memory.get(id) ?? localStorage.getItem(PREFIX + id);
  } catch {
    return memory.get(id) ?? null;
  }
}

/** Return the ids of all games. */
export function keptIds() {
  const ids = new Set(memory.keys());
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) ids.add(name.slice(PREFIX.length));
  } catch {
    // The memory has all there is.
  }
  return [...ids];
}

/** Keep games. @param {Documents} games */
export function keep(games) {
  for (const [id, game] of Object.entries(games)) write(id, JSON.stringify(game));
  const ids = keptIds();
  if (ids.length <= MOST) return;
  const age = new Map(ids.map((id) => [id, JSON.parse(kept(id) ?? "{}").updated ?? ""]));
  ids.sort((one, other) => (String(age.get(one)) < String(age.get(other)) ? 1 : -1));
  ids.slice(MOST).forEach(forget);
}

/** @param {string} id @param {string} text */
function write(id, text) {
  try {
    localStorage.setItem(PREFIX + id, text);
    memory.delete(id);
  } catch {
    memory.set(id, text); // a private window, or no room
  }
}

/** @param {string} id */
function forget(id) {
  memory.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // There was nothing.
  }
}

/** Tell when another window of this browser changes a game. @param {(id: string) => void} changed */
export function onChange(changed) {
  window.addEventListener("storage", ({ key }) => {
    if (!key?.startsWith(PREFIX)) return;
    const id = key.slice(PREFIX.length);
    memory.delete(id); // what it has is newer
    changed(id);
  });
}
