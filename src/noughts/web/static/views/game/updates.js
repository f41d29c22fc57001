/** A game's live updates. */

import { api } from "../../api.js";
import { transport } from "../../transport.js";

/** @import { GameState } from "../../types.js" */

const AGAIN = 3000; // milliseconds

/**
 * Follow a game until the signal says to stop; a lost connection is taken up again.
 * @param {string} id
 * @param {{signal: AbortSignal, state: (state: GameState) => void, connected: (yes: boolean) => void}} options
 */
export function liveGame(id, { signal, state, connected }) {
  let timer = 0;
  transport.follow(api.gameEvents(id), {
    signal,
    heard: { state },
    opened: () => connected(true),
    lost: (closed) => {
      connected(false);
      if (closed) timer = window.setTimeout(() => liveGame(id, { signal, state, connected }), AGAIN);
    },
  });
  signal.addEventListener("abort", () => clearTimeout(timer));
}
