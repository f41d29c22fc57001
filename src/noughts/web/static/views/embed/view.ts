/**
 * A small board in a frame on another page: a game to go through, or a position to play on from against a strategy.
 *
 * It asks questions only: no game is begun at the program, and nothing is read from or kept in the browser's storage.
 */

import { withQuery } from "../../addresses.ts";
import { Stepper } from "../../controls/stepper.ts";
import { h, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { announce, sentence, wordsOf } from "../../messages.ts";
import { gameText, gameWords, legal, parseGame, standWords, stonesAfter } from "../../rules.ts";
import type { Rules } from "../../types.ts";
import { Challenge, foot } from "./challenge.ts";

const main = document.getElementById("main") as HTMLElement;
try {
  put(main, ...shown(new URLSearchParams(location.search)));
} catch (error) {
  put(main, h("p", { class: "trouble", role: "alert" }, sentence(wordsOf(error))));
}

/** Return what an address asks for. Throws an error that quotes what is wrong with it. */
function shown(query: URLSearchParams) {
  const asked = query.get("game") ?? "3,3,3";
  const rules = parseGame(asked);
  if (!rules) throw new Error(t("“game={asked}” is not a board: game=3,3,3 is one.", { asked }));
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  if (!legal(rules, moves)) {
    const values = { asked: moves.join(","), game: gameText(rules) };
    throw new Error(t("“moves={asked}” is not a game on {game}: a move in it is not legal.", values));
  }
  const play = query.get("play");
  return play ? challenge(rules, moves, play) : replay(rules, moves, query.get("ply"));
}

/** Return a position to play on from. */
function challenge(rules: Rules, moves: string[], play: string) {
  const position = new Challenge(rules, moves, play);
  if (position.picture.over) {
    const values = { asked: moves.join(","), play };
    throw new Error(t("“moves={asked}” ends the game: no move is left for play={play}.", values));
  }
  return position.elements;
}

/** Return a game to go through, at its end unless a ply is asked for. */
function replay(rules: Rules, moves: string[], asked: string | null) {
  const ply = asked === null ? moves.length : Number(asked);
  if (!Number.isInteger(ply) || ply < 0 || ply > moves.length) {
    throw new Error(
      t("“ply={asked}” is not a move of this game: it has {count}.", { asked: String(asked), count: moves.length }),
    );
  }
  const status = h("h1", { class: "status" });
  const stepped = () => {
    const stones = stonesAfter(rules, moves.slice(0, stepper.steps.at)) ?? [];
    status.textContent = standWords(rules, stones);
  };
  const label = t("Board, {game}", { game: gameWords(rules) });
  const stepper = new Stepper(rules, moves, label, ply, () => {
    stepped();
    announce(status.textContent ?? "");
  });
  stepper.steps.bar.hidden = moves.length === 0;
  document.addEventListener("keydown", (event) => stepper.steps.pressed(event));
  stepped();
  const query = { game: gameText(rules), moves: moves.join(",") };
  return [status, stepper.element, foot(withQuery(moves.length ? "/review" : "/board", query))];
}
