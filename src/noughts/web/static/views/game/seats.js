/** Taking seats in a game: that of a friend's link, or one's own in a rematch. */

import { api } from "../../api.js";
import { rename } from "../../router.js";
import { keepKeys } from "../../store.js";

/** Take the seats of some tokens, and keep these in this browser. @param {string} id of the game @param {string[]} tokens */
export async function takeSeats(id, tokens) {
  for (const token of tokens) {
    const { seats } = await api.claim(id, token);
    keepKeys(id, { mine: Object.fromEntries(seats.map((seat) => [seat, token])) });
  }
}

/**
 * Take the seat of a link, if the address is one; the token does not stay there. Return the error, or null.
 * @param {string} id
 * @param {URL} url
 * @returns {Promise<unknown>}
 */
export async function takeLinkedSeat(id, url) {
  const token = new URLSearchParams(url.hash.slice(1)).get("seat");
  if (!token) return null;
  try {
    await takeSeats(id, [token]);
    rename(`/game/${id}`);
    return null;
  } catch (error) {
    return error;
  }
}
