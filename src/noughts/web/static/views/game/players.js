/** Who plays, whose turn it is, and the link for a friend. */

import { fullAddress } from "../../addresses.js";
import { copyField } from "../../controls/sharepanel.js";
import { h, panel, put } from "../../dom.js";
import { stoneDrawing } from "../../drawings.js";
import { playerName } from "../../words.js";

/** @import { Keys } from "../../store.js" */
/** @import { GameState, Seat, Side } from "../../types.js" */

export class Players {
  constructor() {
    this.list = h("ul", { class: "seats", id: "players" });
    this.invitation = h("div");
    this.element = panel("Players", { id: "players-panel" }, this.list, this.invitation);
  }

  /** @param {GameState} state @param {Keys} keys */
  show(state, keys) {
    const mine = /** @type {Seat[]} */ (Object.keys(keys.mine));
    put(this.list, player(state, "X", mine), player(state, "O", mine));
    if (this.invitation.childElementCount) return;
    const shares = /** @type {[Side, string][]} */ (Object.entries(keys.share));
    put(
      this.invitation,
      shares
        .filter(([side]) => !keys.mine[side])
        .map(([side, token]) =>
          copyField(`Link for your friend, who plays ${side}`, fullAddress(`/game/${state.id}#seat=${token}`)),
        ),
    );
  }
}

/** @param {GameState} state @param {Side} side @param {Seat[]} mine */
function player(state, side, mine) {
  const turn = state.to_move === side;
  const won = state.outcome?.winner === side;
  return h(
    "li",
    { class: turn ? "turn" : null },
    stoneDrawing(side),
    h("span", { class: "name" }, `${side}: ${playerName(state, side, mine)}`),
    turn && h("span", { class: "chip" }, state.thinking ? "thinking" : "to move"),
    won && h("span", { class: "chip" }, "winner"),
  );
}
