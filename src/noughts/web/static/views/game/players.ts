/** Who plays, whose turn it is, and the link for a friend. */

import { fullAddress, isOwnMachine } from "../../addresses.ts";
import { copyField } from "../../controls/sharepanel.ts";
import { h, panel, put } from "../../dom.ts";
import { stoneDrawing } from "../../drawings.ts";
import { t } from "../../language.ts";
import { otherSide } from "../../rules.ts";
import type { Keys } from "../../store.ts";
import { seriesOf } from "../../store.ts";
import type { GameState, Seat, Side } from "../../types.ts";
import { playerName } from "../../words.ts";
import { ownSide, seriesName } from "./score.ts";

const OWN_MACHINE = t(
  "This link works on this machine only. For a friend on your network start the page with: {command}",
  {
    command: "noughts web --host 0.0.0.0",
  },
);

export class Players {
  readonly list = h("ul", { class: "seats", id: "players" });
  readonly invitation = h("div");
  readonly element = panel(t("Players"), { id: "players-panel" }, this.list, this.invitation);

  show(state: GameState, keys: Keys) {
    const mine = Object.keys(keys.mine) as Seat[];
    put(this.list, player(state, "X", mine), player(state, "O", mine));
    this.invitation.hidden = state.outcome !== null;
    if (this.invitation.childElementCount) return;
    const shares = Object.entries(keys.share) as [Side, string][];
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

function player(state: GameState, side: Side, mine: Seat[]) {
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

/** Return the games that a side has won against the other one, where the visitor plays one of them. */
function scoreOf(state: GameState, side: Side, mine: Seat[]) {
  const own = ownSide(mine);
  if (!own) return null;
  const { won, lost } = seriesOf(seriesName(state, otherSide(own)));
  return own === side ? won : lost;
}
