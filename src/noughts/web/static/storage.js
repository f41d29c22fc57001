/** Texts by name, in this browser's storage; what it does not take stays in memory until the page is closed. */

const PREFIX = "noughts.";

/** @type {Map<string, string>} */
const memory = new Map(); // newer than what the storage has

/** @param {string} name @returns {string | null} */
export function read(name) {
  try {
    return memory.get(name) ?? localStorage.getItem(PREFIX + name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** @param {string} name @param {string} text */
export function write(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text); // a private window, or no room
  }
}

/** Return the names that begin so. @param {string} start */
export function namesOf(start) {
  const names = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) names.add(key.slice(PREFIX.length));
  } catch {
    // The memory has all there is.
  }
  return [...names].filter((name) => name.startsWith(start));
}

/** @param {string} name */
export function forget(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // There was nothing.
  }
}

/** Tell when another window of this browser changes a text. @param {(name: string) => void} changed */
export function onChange(changed) {
  window.addEventListener("storage", ({ key }) => {
    if (!key?.startsWith(PREFIX)) return;
    const name = key.slice(PREFIX.length);
    memory.delete(name); // what it has is newer
    changed(name);
  });
}
