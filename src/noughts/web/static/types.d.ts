/** What the API answers, and what the page's modules hand each other. Types only: nothing here runs. */

export type Side = "X" | "O";
export type Seat = Side | "host";
export type Stone = Side | null;
export type Result = "win" | "draw" | "loss";

/** The rules: m columns, n rows, k in a row; if it is exact, a longer row does not win. */
export interface Rules {
  m: number;
  n: number;
  k: number;
  exact: boolean;
}

export interface Move {
  cell: string;
  side: Side;
  by: string;
  reason: string | null;
}

export interface Outcome {
  winner: Side | null;
  line: string[] | null;
  ending: string;
}

export interface GameSummary {
  id: string;
  game: string;
  version: number;
  players: Record<Side, string>;
  opening: number;
  /** Whether two people agreed on hints when the game was made. */
  hints: boolean;
  position: string;
  to_move: Side | null;
  waits_for: "person" | "strategy" | null;
  thinking: boolean;
  failure: string | null;
  outcome: Outcome | null;
  rematch: string | null;
  created: string;
  updated: string;
}

export interface GameState extends GameSummary {
  moves: Move[];
  may: { undo: Seat[]; redo: Seat[]; resign: Seat[] };
}

export interface MyGame extends GameSummary {
  seats: Seat[];
  ply: number;
}

/** A page of my games, and where the next one begins. */
export interface MyGames {
  games: MyGame[];
  next: string | null;
}

export interface NewGame {
  game: GameState;
  tokens: Partial<Record<Seat, string>>;
}

export interface Decision {
  strategy: string;
  side: Side;
  moves: string[];
  /** The chance of each move, as a fraction; null where all are equally likely. */
  chances: Record<string, string> | null;
  scores: Record<string, number> | null;
  reason: string;
  lines: { cells: string[]; score: number }[] | null;
}

export interface Worth {
  result: Result;
  distance: number | null;
}

export type Values =
  | { known: true; side: Side; value: Worth; moves: Record<string, Worth> }
  | { known: false; side: Side; reason: string };

export type Judged = { cell: string; side: Side } & (
  | {
      known: true;
      before: Result;
      after: Result;
      mistake: boolean;
      only: boolean;
      forced: boolean;
      /** The moves that would have kept the result, of a mistake. */
      better: string[];
      words: string;
    }
  | { known: false; reason: string }
);

export interface Review {
  moves: Judged[];
  mistakes: number[];
}

export interface LessonGrade {
  name: string;
  title: string;
  games: string[];
  about: string;
}

export interface LessonGrades {
  grades: LessonGrade[];
}

/** A position with exactly one right move; the lines begin after `moves`, which lead there. */
export interface Lesson {
  grade: string;
  seed: number | null;
  game: [m: number, n: number, k: number, exact?: "exact"];
  position: string;
  side: Side;
  moves: string[];
  question: string;
  answer: string;
  why: string;
  line: string[];
  wrong: Record<string, { line: string[]; words: string; after: "draw" | "loss" | null }>;
}

export interface LessonsOfGame {
  lessons: Lesson[];
}

export interface StrategyOption {
  name: string;
  choices: string[] | null;
  default: string | number | boolean;
  kind: "choice" | "switch" | "number";
}

export type View = "matrix" | "grid" | "rules" | null;

export interface StrategyInfo {
  name: string;
  about: string;
  noisy: boolean;
  view: View;
  /** With which options a person usually meets it on this board; null: they meet another. */
  usual: string | null;
  options: StrategyOption[];
  verdicts: Record<"first" | "second", string | null>;
}

/** The shares of games that a level wins and loses against another one; `interval` is that of the lost ones. */
export interface Measured {
  against: string;
  won: number;
  lost: number;
  games: number | null;
  interval: [number, number] | null;
}

/** An opponent chosen by its strength: `measured` against the best level, `step` against the next, where they were. */
export interface Level {
  name: string;
  strategy: string;
  measured: Measured | null;
  step: Measured | null;
}

export interface Strategies {
  strategies: StrategyInfo[];
  levels: Level[];
}

/** A whole number; as text where a double would lose digits. */
export type Count = number | string;
export type Tally<T> = { win: T; draw: T; loss: T };

export interface SeatFinding {
  verdict?: string;
  reason?: string;
  games?: Tally<Count>;
  sequences?: Tally<Count> | null;
  positions?: Count;
  against_random?: Tally<string>;
  /** Of the proofs in the gallery; null where perfect play is out of reach. */
  against_perfect?: (Tally<string> & { method: "exact" | "sampled" }) | null;
  confidence?: number;
  intervals?: Tally<[number, number]>;
  losing_line?: string[] | null;
}

export interface ProofProgress {
  seat: string;
  ply: number;
  plies: number;
  positions: Count;
  seconds: number;
}

/** How far the games of a strategy are that can only be measured. */
export interface MeasureProgress {
  seat: string;
  games: number;
  of: number;
  seconds: number;
}

/** What `noughts prove --json` prints. */
export interface ProofDocument {
  schema: string;
  strategy: string;
  seats: Partial<Record<"first" | "second", SeatFinding>>;
}

export interface Gallery {
  proofs: ProofDocument[];
}

/** Something that may take long: `result` is what is finished of it. */
export interface Job<T> {
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** of a queued one: how many wait before it */
  ahead: number | null;
  progress: any;
  result: T | null;
  problem: { detail: string } | null;
}

export interface MatchQuestion {
  game: string;
  players: string[];
  /** of each two players, where they have to be played */
  games: number;
  seed: number;
}

/** A match, everyone against everyone. */
export interface Match extends Job<MatchTable>, MatchQuestion {
  id: string;
}

/** How far a match is: the pairs that are finished, and the games or positions of the next one. */
export interface MatchProgress {
  pairs: number;
  of: number;
  players: [string, string];
  games?: number;
  games_of?: number;
  positions?: number;
  seconds: number;
}

/** The document noughts/table/1. */
export interface MatchTable {
  players: string[];
  games: number;
  seed: number;
  complete: boolean;
  reason: string | null;
  standings: { player: string; mean: number | null; met: number }[];
  matches: PairMatch[];
}

export interface ExampleGame {
  x: string;
  o: string;
  moves: string[];
  result: Side | "draw";
  ending: string;
}

/** What `noughts match A B --json` prints. */
export interface PairMatch {
  method: "exact" | "sampled";
  reason?: string;
  played?: number;
  complete?: boolean;
  openings: string[][];
  pairs: [PairOfPlayers];
  examples: ExampleGame[];
}

/** Numbers of games, or chances as fractions. */
export interface PairOfPlayers {
  first: string;
  second: string;
  win: number | string;
  draw: number | string;
  loss: number | string;
  score: number | string;
  interval?: [number, number];
}

export interface Proof {
  id: string;
  strategy: string;
  game: string;
  seat: "first" | "second" | "both";
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** of a queued one: how many wait before it */
  ahead: number | null;
  progress: ProofProgress | MeasureProgress | null;
  result: ProofDocument | null;
  problem: { detail: string } | null;
}

export interface Claim {
  seats: Seat[];
}

export interface LoadedRecord {
  format: string;
  game: string;
  moves: string[] | null;
  position: string;
  players: Record<Side, string> | null;
  result: string | null;
}

/** What a cell shows besides its stone. */
export interface Mark {
  score?: string;
  /** How the score ranks among all, from 0 to 1. */
  heat?: number;
  worth?: Worth;
  /** Small text in the corner: the ring number. */
  corner?: string;
  /** The strategy's choice. */
  chosen?: boolean;
  hint?: boolean;
}

/** All that a board shows. */
export interface Picture {
  stones: Stone[];
  last?: number | null;
  line?: number[] | null;
  marks?: Map<number, Mark>;
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
  /** Return what it answers. Raises Problem, Unreachable, or AbortError. */
  request(method: string, path: string, options?: RequestOptions): Promise<any>;
  /** Follow a stream of events until the signal says to stop. */
  follow(path: string, following: Following): void;
  /** Return the attributes of a link that downloads a file. */
  download(path: string): Record<string, unknown>;
}

/** The proof of a visitor's own program, as Python in the browser gives it. */
export interface OwnProof {
  strategy: string;
  seats: { first?: SeatFinding; second?: SeatFinding };
  read?: string;
  unlisted?: string;
}
