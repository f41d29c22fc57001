/** A game's live updates. */

import { api } from "../api.js";
import { parseJson } from "../json.js";

/** @import { GameState } from "../types.js" */

const AGAIN = 3000; // milliseconds

/**
 * Follow a game until the signal says to stop; a lost connection is taken up again.
 * @param {string} id
 * @param {{signal: AbortSignal, state: (state: GameState) => void, connected: (yes: boolean) => void}} options
 */
export function liveGame(id, { signal, state, connected }) {
  if (signal.aborted) return;
  const events = new EventSource(api.gameEvents(id));
  let timer = 0;
  events.addEventListener("open", () => connected(true));
  events.addEventListener("state", (event) => state(/** @type {GameState} */ (parseJson(event.data))));
  events.addEventListener("error", () => {
    if (signal.aborted) return;
    connected(false);
    if (events.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    timer = window.setTimeout(() => liveGame(id, { signal, state, connected }), AGAIN);
  });
  signal.addEventListener("abort", () => {
    events.close();
    clearTimeout(timer);
  });
}
