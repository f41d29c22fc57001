/** Texts by name, in this browser's storage; what it does not take stays in memory until the page is closed. */

const PREFIX = "noughts.";

/** Whether the page stands in a frame on another page: it has no part in what this browser keeps for the visitor. */
export const isEmbedded = document.documentElement.dataset.embed !== undefined;

/** Return the browser's storage, none in a frame; its name alone throws where the browser refuses it. */
const storage = () => (isEmbedded ? null : localStorage);

const memory: Map<string, string> = new Map(); // newer than what the storage has

export function read(name: string): string | null {
  try {
    return memory.get(name) ?? storage()?.getItem(PREFIX + name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function write(name: string, text: string) {
  memory.set(name, text);
  if (isEmbedded) return;
  try {
    localStorage.setItem(PREFIX + name, text);
    memory.delete(name);
  } catch {
    // It stays in the memory: a private window, or no room.
  }
}

/** Return the names that begin so. */
export function namesOf(start: string) {
  const names = new Set(memory.keys());
  try {
    for (const key of Object.keys(storage() ?? {})) if (key.startsWith(PREFIX)) names.add(key.slice(PREFIX.length));
  } catch {
    // The memory has all there is.
  }
  return [...names].filter((name) => name.startsWith(start));
}

export function forget(name: string) {
  memory.delete(name);
  try {
    storage()?.removeItem(PREFIX + name);
  } catch {
    // There was nothing.
  }
}

/** Tell when another window of this browser changes a text. */
export function onChange(changed: (name: string) => void) {
  window.addEventListener("storage", ({ key }) => {
    if (!key?.startsWith(PREFIX)) return;
    const name = key.slice(PREFIX.length);
    memory.delete(name); // what it has is newer
    changed(name);
  });
}
