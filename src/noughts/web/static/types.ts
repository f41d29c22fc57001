/** What the page's modules hand each other, and documents in the API's answers. Types only: nothing here runs. */

import type { GameState, MoveValue } from "./api-types.ts";

export type * from "./api-types.ts";

export type Side = "X" | "O";
export type Seat = Side | "host";
export type Stone = Side | null;

/**
 * The rules: m columns, n rows, k in a row; with gravity a stone falls, in a misere game who completes a line loses, in
 * an exact one a longer row is no line.
 */
export interface Rules {
  m: number;
  n: number;
  k: number;
  gravity: boolean;
  misere: boolean;
  exact: boolean;
}

/** A game, without its moves. */
export type GameSummary = Omit<GameState, "moves" | "may">;

export type View = "matrix" | "grid" | "rules" | null;

/** A whole number; as text where a double would lose digits. */
export type Count = number | string;
export type Tally<T> = { win: T; draw: T; loss: T };

export interface ProofProgress {
  seat: string;
  ply: number;
  plies: number;
  positions: Count;
  seconds: number;
}

/** How far a search for a losing line is. */
export interface LineProgress {
  seat: string;
  tried: number;
  asked: number;
  seconds: number;
}

/** How often a program was called, while it is found out how it is called. */
export interface ReadingProgress {
  calls: number;
}

/** How far the games of a strategy are that can only be measured. */
export interface MeasureProgress {
  seat: string;
  games: number;
  of: number;
  seconds: number;
}

/** Something that may take long: `result` is what is finished of it. */
export interface Job<T> {
  status: "queued" | "running" | "done" | "failed";
  /** How many wait before it. */
  ahead: number | null;
  progress: any;
  result: T | null;
  problem: { detail: string } | null;
}

/** What a cell shows besides its stone. */
export interface Mark {
  score?: string;
  /** How the score ranks among all, from 0 to 1. */
  heat?: number;
  worth?: MoveValue;
  /** Small text in the corner: the ring number, or that of the move that put the stone there. */
  corner?: string;
  /** The strategy's choice. */
  chosen?: boolean;
  hint?: boolean;
  /** The best move, by exact values. */
  best?: boolean;
  /** What a side gets there next: a completed line, or two cells at once where it can complete one. */
  threat?: "line" | "fork";
  /** A stone that is not there: the move that would have been better. */
  ghost?: Side | undefined;
}

/** An arrow on a board: from a cell, or from above, to another one. */
export interface Arrow {
  from: number | null;
  to: number;
  kind: "made" | "best" | "guess" | "threat";
}

/** All that a board shows. */
export interface Picture {
  stones: Stone[];
  last?: number | null;
  line?: number[] | null;
  marks?: Map<number, Mark>;
  arrows?: Arrow[];
  /** Whether a click on a free cell means something. */
  open: boolean;
}

/** What every view gives the router. */
export interface Page {
  title: string;
  element: HTMLElement;
  /** Called when another page takes its place. */
  leave?: () => void;
}

/** How many bytes of Python's files have arrived. */
export interface Loading {
  done: number;
  of: number;
}

/** What an error says of a program: what it did and what it answered, in which position, and how it was called. */
export type ProgramFacts = { deed?: string; answer?: string; position?: string; reading?: string };

/** What goes with a question for Python in the browser. `seconds`: how long it may be silent before it is stopped. */
export interface PythonOptions {
  signal?: AbortSignal;
  progress?: (progress: any) => void;
  loading?: (loading: Loading) => void;
  started?: () => void;
  seconds?: number;
}

/** What goes with a request. `key`: a repeated request with it counts once. */
export interface RequestOptions {
  body?: unknown;
  token?: string;
  key?: string;
  signal?: AbortSignal;
}

/** Who follows a stream: what to do at each of its events, and when the connection opens or is lost, perhaps for good. */
export interface Following {
  signal: AbortSignal;
  heard: Record<string, (document: any) => void>;
  opened?: () => void;
  lost: (closed: boolean) => void;
}

/** The way to the program. */
export interface Transport {
  /** Begin what a whole page needs, and a board in a frame does not. */
  start(): void;
  /** Return what it answers. Raises Problem, Unreachable, or AbortError. */
  request(method: string, path: string, options?: RequestOptions): Promise<any>;
  /** Follow a stream of events until the signal says to stop. */
  follow(path: string, following: Following): void;
  /** Return the attributes of a link that downloads a file. */
  download(path: string): Record<string, unknown>;
  /** Return the attributes of a link that opens a picture; `file`: its name among the files of a static site. */
  picture(path: string, file?: string): Record<string, unknown>;
}
