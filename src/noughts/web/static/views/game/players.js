/** Who plays, whose turn it is, and the link for a friend. */

import { fullAddress, isOwnMachine } from "../../addresses.js";
import { copyField } from "../../controls/sharepanel.js";
import { h, panel, put } from "../../dom.js";
import { stoneDrawing } from "../../drawings.js";
import { t } from "../../language.js";
import { otherSide } from "../../rules.js";
import { seriesOf } from "../../store.js";
import { playerName } from "../../words.js";
import { ownSide, seriesName } from "./score.js";

/** @import { Keys } from "../../store.js" */
/** @import { GameState, Seat, Side } from "../../types.js" */

const OWN_MACHINE = t(
  "This link works on this machine only. For a friend on your network start the page with: {command}",
  {
    command: "noughts web --host 0.0.0.0",
  },
);

export class Players {
  constructor() {
    this.list = h("ul", { class: "seats", id: "players" });
    this.invitation = h("div");
    this.element = panel(t("Players"), { id: "players-panel" }, this.list, this.invitation);
  }

  /** @param {GameState} state @param {Keys} keys */
  show(state, keys) {
    const mine = /** @type {Seat[]} */ (Object.keys(keys.mine));
    put(this.list, player(state, "X", mine), player(state, "O", mine));
    this.invitation.hidden = state.outcome !== null;
    if (this.invitation.childElementCount) return;
    const shares = /** @type {[Side, string][]} */ (Object.entries(keys.share));
    put(
      this.invitation,
      shares
        .filter(([side]) => !keys.mine[side])
        .map(([side, token]) =>
          copyField(
            t("Link for your friend, who plays {side}", { side }),
            fullAddress(`/game/${state.id}#seat=${token}`),
          ),
        ),
      shares.some(([side]) => !keys.mine[side]) &&
        isOwnMachine &&
        h("p", { class: "quiet-text", id: "own-machine" }, OWN_MACHINE),
    );
  }
}

/** @param {GameState} state @param {Side} side @param {Seat[]} mine */
function player(state, side, mine) {
  const turn = state.to_move === side;
  const won = state.outcome?.winner === side;
  const score = scoreOf(state, side, mine);
  return h(
    "li",
    { class: turn ? "turn" : null },
    stoneDrawing(side),
    h("span", { class: "name" }, `${side}: ${playerName(state, side, mine)}`),
    turn && h("span", { class: "chip" }, t(state.thinking ? "thinking" : "to move")),
    won && h("span", { class: "chip" }, t("winner")),
    score !== null && h("span", { class: "score", title: t("games won against each other") }, score),
  );
}

/**
 * Return the games that a side has won against the other one, where the visitor plays one of them.
 * @param {GameState} state @param {Side} side @param {Seat[]} mine
 */
function scoreOf(state, side, mine) {
  const own = ownSide(mine);
  if (!own) return null;
  const { won, lost } = seriesOf(seriesName(state, otherSide(own)));
  return own === side ? won : lost;
}
