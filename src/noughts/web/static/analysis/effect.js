/** What a move does to the lines, in the words of a player: the server says which of these sentences is true. */

import { said } from "../language.js";
import { otherSide } from "../rules.js";

/** @import { MoveEffect, Rules, Side } from "../types.js" */

/**
 * Return what a move does, as a sentence; an empty one for a move that wins, stops and threatens nothing.
 * @param {MoveEffect} effect
 * @param {Rules} rules
 * @param {Side} side that moves
 */
export function effectWords({ kind, stops, cells }, { k, exact }, side) {
  if (kind === "lines" || kind === "nothing") return "";
  const values = { k, other: otherSide(side), cell: cells[0] ?? "", cells: cells.join(", "), count: cells.length };
  if (kind === "wins") return said(exact ? "effect.wins-exact" : "effect.wins", values);
  if (kind === "threat") return said(stops ? "effect.threat-stops" : "effect.threat", values);
  if (kind !== "threats") return said(`effect.${kind}`, values);
  return said(stops ? "effect.threats-stops" : "effect.threats", values);
}
