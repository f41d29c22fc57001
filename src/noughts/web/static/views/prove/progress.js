/** How far a proof is: in words, and as a part of the whole where that is known. */

import { grouped } from "../../words.js";

/** @import { LineProgress, MeasureProgress, ProofProgress } from "../../types.js" */

/** @param {ProofProgress | LineProgress | MeasureProgress} at @param {number} seconds */
export function progressWords(at, seconds = at.seconds) {
  return `Moving ${at.seat}: ${far(at)}, ${seconds.toFixed(1)} s`;
}

/** @param {ProofProgress | LineProgress | MeasureProgress} at @returns {{done: number, of: number} | null} */
export function progressShare(at) {
  if ("tried" in at) return null;
  return "ply" in at ? { done: at.ply, of: at.plies } : { done: at.games, of: at.of };
}

/** @param {ProofProgress | LineProgress | MeasureProgress} at */
function far(at) {
  if ("ply" in at) return `ply ${at.ply} of ${at.plies}, ${grouped(at.positions)} positions`;
  if ("tried" in at) return `${grouped(at.tried)} games tried for a losing line`;
  return `${grouped(at.games)} of ${grouped(at.of)} games`;
}
