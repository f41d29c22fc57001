/** A visitor's own program as an opponent: Python in this browser decides, and the moves go to the server from here. */

import { api } from "../../api.ts";
import { t } from "../../language.ts";
import { complain, say, wordsOf } from "../../messages.ts";
import { python } from "../../python.ts";
import { otherSide } from "../../rules.ts";
import type { Keys, Program } from "../../store.ts";
import { keepKeys, keepProgram, programOf } from "../../store.ts";
import type { ChosenMove, GameState } from "../../types.ts";

const NAME = t("your program");

export class PersonProgram {
  readonly side: "X" | "O";
  /** The version of the game for which it is asked, or has failed. */
  asked: number | null = null;
  failure = "";
  thinking = new AbortController();
  takingBack = false;
  /** Its decisions, by ply and cell. */
  decisions: Map<string, ChosenMove> = new Map();

  /** Return the program that plays in a game of this browser, or null. Its seat's token is taken out of the keys. */
  static in(id: string, keys: Keys, signal: AbortSignal, take: (state: GameState) => void, changed: () => void) {
    const program = programOf(id);
    const token = program && keys.mine[program.side];
    if (!program || !token) return null;
    delete keys.mine[program.side];
    return new PersonProgram(program, token, keys.mine[otherSide(program.side)] ?? "", signal, take, changed);
  }

  /** @param token of its seat @param mine the token of the person's seat */
  constructor(
    readonly program: Program,
    readonly token: string,
    readonly mine: string,
    readonly signal: AbortSignal,
    readonly take: (state: GameState) => void,
    readonly changed: () => void,
  ) {
    this.side = program.side;
    signal.addEventListener("abort", () => this.thinking.abort());
    python.start();
  }

  /** Return a state of the game in which a strategy called "your program" plays. */
  dressed(state: GameState): GameState {
    const moves = state.moves.map((move, ply) => {
      const { reason = null, saw = null, does = null, effect } = this.decisions.get(`${ply} ${move.cell}`) ?? {};
      return move.side === this.side ? { ...move, by: NAME, reason, saw, does, lines_end: effect?.cells ?? [] } : move;
    });
    const mine = otherSide(this.side);
    const failure = this.asked === state.version && this.failure ? this.failure : null;
    return {
      ...state,
      moves,
      failure,
      players: { ...state.players, [this.side]: NAME },
      thinking: state.to_move === this.side && !state.outcome && !failure,
      may: {
        undo: state.moves.slice(state.opening).some(({ side }) => side === mine) ? [mine] : [],
        redo: [],
        resign: state.may.resign.filter((seat) => seat === mine),
      },
    };
  }

  /** Let the program decide where it is its turn. */
  async follow(state: GameState) {
    if (this.takingBack || this.asked === state.version) return;
    this.thinking.abort(); // about an earlier version: the person has resigned, or taken a move back
    if (state.outcome || state.to_move !== this.side) return;
    this.asked = state.version;
    this.failure = "";
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    const { source, read } = this.program;
    const asked = {
      source,
      read,
      game: state.game,
      position: state.position,
      seed: crypto.getRandomValues(new Uint32Array(1))[0],
    };
    try {
      const decision = (await python.ask("program_decision", asked, { signal })) as ChosenMove;
      if (signal.aborted) return;
      this.decisions.set(`${state.moves.length} ${decision.choice}`, decision);
      this.take(await api.act(state, "moves", this.writing(this.token), decision.choice));
    } catch (error) {
      if (signal.aborted) return;
      this.failure = wordsOf(error);
      this.changed();
    }
  }

  /** Ask once more after a failure. */
  again(state: GameState) {
    this.asked = null;
    void this.follow(state);
    this.changed();
  }

  /** Take back the person's last move, and the program's reply to it. */
  async takeBack(state: GameState) {
    if (this.takingBack) return;
    this.takingBack = true;
    this.asked = null;
    this.thinking.abort();
    let now = state;
    try {
      do {
        const last = now.outcome?.ending === "resignation" ? otherSide(this.side) : now.moves.at(-1)?.side;
        now = await api.act(now, "undo", this.writing(last === this.side ? this.token : this.mine));
      } while (now.to_move === this.side && now.moves.length > now.opening);
    } catch (error) {
      complain(error);
    }
    this.takingBack = false;
    this.take(now);
    this.changed(); // the person may have moved since: what was taken then was not followed
  }

  /** Play in the rematch too, on the other side. */
  goOn(id: string) {
    const side = otherSide(this.side);
    keepProgram(id, { ...this.program, side });
    keepKeys(id, { mine: { [side]: this.token } });
  }

  writing(token: string) {
    return { token, signal: this.signal, waiting: (words: string) => say(words) };
  }
}
