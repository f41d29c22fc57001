/** The models of the API. `make current` writes this file. A very large number is text. */

/** How often a strategy was asked again: `times` times in `positions` of the `decisions` positions it decided. `processes`: in how many processes a program of a user's was asked; with two, half of the positions and the losing line in the second one. Left out where no code of a user's runs in Python. `stones`: the fewest in a position that was asked again, where those with fewer would have taken too long; else left out. `elsewhere`: whether all were asked for in the second process: that of a program whose own game is played keeps its decisions. */
export interface AskedAgain {
  positions: number;
  decisions: number;
  times: number;
  processes?: number | null;
  stones?: number | null;
  elsewhere?: "True" | null;
}

/** A condition and what it is called, with a position of 3,3,3 as an example, and the cells that it names there. */
export interface CardCondition {
  name: string;
  meaning: string;
  title: string;
  example: string;
  cells: (string)[];
}

/** What a card can say, and what it means. */
export interface CardWord {
  name: string;
  meaning: string;
}

/** Undo, redo, resign or step. */
export interface Change {
  /** the game's version that the request builds on */
  version: number;
}

/** A strategy's decision, the move that it draws among its moves, and what that does, in words. */
export interface ChosenMove {
  strategy: string;
  side: "X" | "O";
  moves: (string)[];
  /** of the moves, as fractions; null where all are equally likely */
  chances: Record<string, string> | null;
  reason: string;
  /** the numbers behind the reason */
  saw: string;
  /** of its choice, else of the first of its moves */
  effect: MoveEffect;
  /** the rules of a list before the one that decides; null for a strategy that is no list */
  passed: (string)[] | null;
  /** of the free cells; null where it has none */
  scores: Record<string, number> | null;
  /** with a score; null where no line has one */
  lines: (LineScore)[] | null;
  choice: string;
  does: string;
}

/** A new game, and the secret tokens of its seats: the store keeps only their hashes. */
export interface Created {
  game: GameState;
  tokens: Record<"X" | "O" | "host", string>;
}

/** How a game ended: the winner (null: a draw), the line that won, and what ended it. */
export interface Ending {
  winner: "X" | "O" | null;
  line: (string)[] | null;
  ending: string;
}

/** How a game stands: `good` for X, from -1 (O has a proved win) to 1. `estimate`: of a search, for X, else None. */
export interface Evaluation {
  good: number;
  estimate: number | null;
}

/** The document noughts/analysis/1: the exact values of a position and of its moves. */
export interface ExactValues {
  schema: "noughts/analysis/1";
  game: (number | string)[];
  position: string;
  side: "X" | "O";
  value: "win" | "draw" | "loss" | null;
  distance: number | null;
  moves: Record<string, MoveValue>;
  unknown: (string)[];
  reason: string | null;
}

/** One error in a request. */
export interface Fault {
  where: string;
  message: string;
}

/** A position in which a strategy breaks the rules, and so loses. `message` says what it does there. */
export interface FaultAt {
  kind: "illegal" | "raised" | "endless" | "died";
  position: string;
  message: string;
}

/** In how many positions a strategy breaks the rules in one way, the first of them, which has the fewest stones, and what it does there. */
export interface FaultCount {
  positions: number;
  position: string;
  message: string;
}

/** Proofs and measurements of several strategies on one game. */
export interface Gallery {
  proofs: (SeatsDocument)[];
}

/** A game in a list, with the seats of this browser. */
export interface GameListed {
  id: string;
  game: string;
  /** grows by one with every change */
  version: number;
  players: Record<"X" | "O", string>;
  /** how many moves were given at creation */
  opening: number;
  /** whether two people agreed at creation on hints while they play */
  hints: boolean;
  position: string;
  to_move: "X" | "O" | null;
  waits_for: "person" | "strategy" | null;
  /** whether a strategy has to move by itself */
  thinking: boolean;
  /** why the strategy to move could not move */
  failure: string | null;
  outcome: Ending | null;
  rematch: string | null;
  created: string;
  updated: string;
  seats: ("X" | "O" | "host")[];
  ply: number;
}

/** The state of a game. */
export interface GameState {
  id: string;
  game: string;
  /** grows by one with every change */
  version: number;
  players: Record<"X" | "O", string>;
  /** how many moves were given at creation */
  opening: number;
  /** whether two people agreed at creation on hints while they play */
  hints: boolean;
  position: string;
  to_move: "X" | "O" | null;
  waits_for: "person" | "strategy" | null;
  /** whether a strategy has to move by itself */
  thinking: boolean;
  /** why the strategy to move could not move */
  failure: string | null;
  outcome: Ending | null;
  rematch: string | null;
  created: string;
  updated: string;
  moves: (MoveMade)[];
  may: May;
}

/** A page of games, the newest first. */
export interface Games {
  games: (GameListed)[];
  /** for `before` of the next page */
  next: string | null;
}

/** Where a player first gives value away on a line, by exact values; `unknown`: how many of its moves before that may do so too, as their values are not known. `line`: the moves to that position, `move`: the player's there. `before`, `after`: `win`, `draw` or `loss` for the player, before the move and after it; `better`: a move that keeps what it had, left out if none is known. Where no such move is known, `line` is the whole line, and there is nothing but `unknown`. */
export interface GivenAway {
  words: string;
  line: (string)[];
  unknown: number;
  move?: string | null;
  before?: "win" | "draw" | "loss" | null;
  after?: "win" | "draw" | "loss" | null;
  better?: string | null;
}

/** A kind of lesson: its name, its boards, and the kind of the sentence on what all its lessons have in common. */
export interface Grade {
  title: string;
  games: (string)[];
  about: string;
  learnt: string;
  name: string;
}

/** A move judged by exact values; a move that still wins is never a mistake. `better`: the moves in its place. */
export interface JudgedMove {
  move: string;
  side: "X" | "O";
  known: boolean;
  reason: string | null;
  before: "win" | "draw" | "loss" | null;
  after: "win" | "draw" | "loss" | null;
  mistake: boolean | null;
  only: boolean | null;
  forced: boolean | null;
  better: (string)[] | null;
  words: string | null;
  search: Searched | null;
}

/** A position with exactly one right move: the document noughts/lesson/1. `moves` lead to the position; `line` begins with the answer, and each line in `wrong` with its move. */
export interface LessonAsked {
  schema: "noughts/lesson/1";
  game: (number | string)[];
  side: "X" | "O";
  grade: string;
  seed: number | null;
  moves: (string)[];
  position: string;
  question: LessonSentence;
  answer: string;
  why: (LessonSentence)[];
  line: (string)[];
  wrong: Record<string, RefutedMove>;
}

/** The grades of lessons, the easiest first. */
export interface LessonGrades {
  grades: (Grade)[];
}

/** A sentence in the reader's language, its kind, and the values that stand in it: so it can be said in others. */
export interface LessonSentence {
  kind: "ask-win" | "ask-block" | "ask-fork" | "ask-stop" | "ask-winning" | "ask-drawing" | "ask-run" | "completes" | "threatened" | "forks" | "stops-forks" | "wins" | "wins-at-once" | "wins-in" | "draws" | "others-draw" | "others-lose" | "others-differ" | "run" | "now-draw" | "now-loss" | "now-loss-at-once" | "now-loss-in" | "four-answered" | "no-four-lost" | "no-four-answered" | "no-four";
  values: Record<string, string>;
  text: string;
}

/** The lessons in a game, in the order of its moves. */
export interface LessonsOfGame {
  lessons: (LessonAsked)[];
}

/** An opponent that a person chooses by its strength: `measured` against the best level, `step` against the next. Both are null on boards where that was not done, and for the best level. */
export interface Level {
  name: string;
  strategy: string;
  measured: Measured | null;
  step: Measured | null;
}

/** A line and the score that it gives each of its free cells. */
export interface LineScore {
  cells: (string)[];
  score: number;
}

/** An option of a strategy: its default and its choices, as a user writes them. */
export interface ListedOption {
  default: string;
  choices: string;
}

/** The seats that may undo, redo or resign now. */
export interface May {
  undo: ("X" | "O" | "host")[];
  redo: ("X" | "O" | "host")[];
  resign: ("X" | "O" | "host")[];
}

/** The shares of games that a level wins and loses against another one, half of them in each seat. `games`: how many were played, `interval`: of the lost share, at 95 % confidence; both are null where the result is computed over all games. */
export interface Measured {
  against: string;
  won: number;
  lost: number;
  games: number | null;
  interval: (number)[] | null;
}

/** What a move does to the lines: the first that is true of it. `wins`, `loses`: it completes a line. `gives`: it lets the other side complete a line at `cells`, which it could not before. `stops-but-lost`: it stops one line, but the other side can complete another at `cells`. `threats`: its side can complete lines at `cells`, where it could not before, and the other side cannot win first. `threat`: so too, at one cell, and at no other. `stops`: it fills a cell where the other side would complete a line. `takes-their-fork`: the other side would make two threats there. `lines`: it lies on `count` lines on which its side can still win; `nothing`: on none. */
export interface MoveEffect {
  kind: "wins" | "loses" | "gives" | "stops-but-lost" | "threats" | "threat" | "stops" | "takes-their-fork" | "lines" | "nothing";
  /** whether it stops a line of the other side */
  stops: boolean;
  /** where a line can be completed next: by its side after threats, else by the other side */
  cells: (string)[];
  /** of the lines that are still open to its side; 0 of other kinds */
  count: number;
}

/** A move of a game, its player; of a strategy its reason, the numbers behind it, and in words what it does. `lines_end`: the cells where a line can be completed next, by its side after a threat, else by the other side. */
export interface MoveMade {
  cell: string;
  side: "X" | "O";
  by: string;
  reason: string | null;
  saw: string | null;
  does: string | null;
  lines_end: (string)[];
}

/** A value for the side to move, with the plies to the end where they are known. */
export interface MoveValue {
  value: "win" | "draw" | "loss";
  distance: number | null;
}

/** A new game: its rules, its players, and opening moves, which no undo takes back. `hints`: two people who play against each other both get hints and exact values before the game is over. */
export interface NewGame {
  /** the rules: columns, rows, how many in a row; options: gravity, misere, exact */
  game?: string;
  /** human, friend, or a strategy */
  x?: string;
  /** human, friend, or a strategy */
  o?: string;
  moves?: (string)[];
  hints?: boolean;
}

/** A move for the seat of the token. */
export interface NewMove {
  /** a cell: column letter, row from the top */
  cell: string;
  /** the game's version that the request builds on */
  version: number;
}

/** A text with a record or a position, in any supported format. */
export interface Paste {
  text: string;
  game?: string | null;
}

/** What a text contains: a game with its moves, or a position alone (then `moves` is null). `reach`: moves that lead to the position; null where they are not known. `known`: what was assumed to read it, a sentence each. */
export interface Pasted {
  format: string;
  game: string;
  moves: (string)[] | null;
  reach: (string)[] | null;
  position: string;
  players: Record<"X" | "O", string> | null;
  result: "X" | "O" | "draw" | null;
  ending: string | null;
  known: (string)[];
}

/** An error: `type` names its kind, `detail` is a sentence to show to the user. */
export interface ProblemDetails {
  /** urn:noughts:problem: and the kind */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** the kind of `detail`, and its values */
  said?: ProblemSentence | null;
  /** of an invalid request: all its errors */
  errors?: (Fault)[] | null;
  /** of a conflict: the current state of the game */
  state?: GameState | null;
}

/** A sentence as data: programs read it, in whatever language its words are. */
export interface ProblemSentence {
  kind: string;
  values: any;
}

/** A wrong move: a line that begins with it, and what is left of the value, null where that is not known. */
export interface RefutedMove {
  line: (string)[];
  words: LessonSentence;
  after: "draw" | "loss" | null;
}

/** A move in the tree, and the position after it; the root has no move. `parent` is an index into the nodes. `looked` and `known` are the steps at which the search comes to it and leaves it; both are None where it is pruned. `decides`: its parent's value comes from it. `bounds`: of its value for the side to move, when the search leaves it. `sure`: what that side is sure of, by the replies looked at so far, and `sure_by` the reply that gives it that; `sure_then`: what the side that moves at its parent was sure of when the search left this node. In JSON every value is for X: 1 (X wins), 0 (a draw), -1 (O wins). From `known` on its value is from `low` to `high`, and its parent's is at least `so_far` if X moves there, at most if O does. */
export interface ReplyNode {
  low: number;
  high: number;
  so_far: number;
  parent: number | null;
  move: string | null;
  looked: number | null;
  known: number | null;
  decides: boolean;
}

/** A step of the walk: the node that the search comes to or leaves, and what it finds there. */
export interface ReplyStep {
  node: number;
  words: string;
}

/** The walk, noughts/reply-tree/1: the nodes of the tree, the root first, its steps in order, and how many positions the tree has, those that are reached in several ways counted each time. */
export interface ReplyTree {
  schema: "noughts/reply-tree/1";
  game: (number | string)[];
  position: string;
  side: "X" | "O";
  nodes: (ReplyNode)[];
  steps: (ReplyStep)[];
  size: number;
}

/** Every move of a game judged; `mistakes` are indices into `moves`: by exact values, or as far as the search sees. `course`: how the game stands after each move, null where nothing is known. */
export interface Review {
  moves: (JudgedMove)[];
  mistakes: (number)[];
  course: (Evaluation | null)[];
  turned: Turned | null;
}

/** A condition, the limits that must hold before it counts, and which of its cells is taken: all of them are equal, or the `first` in reading order, or in `ring` order. */
export interface Rule {
  condition: string;
  limits: (string)[];
  ties: string;
}

/** A rule of a list, in words, and in how many positions it decides. */
export interface RuleCount {
  rule: string;
  positions: number;
}

/** A move of a game; `rule` is the number of the rule that decided it, null for a move of the other side. */
export interface RuleMove {
  cell: string;
  rule: number | null;
}

/** What is proved of a list in a seat, and a shortest game that it loses. `decided`: in how many positions each rule decides, against every reply. `stuck`: the game ends where no rule of the list has a cell. */
export interface RuleSeat {
  verdict: string;
  decided: (number)[];
  losing_line: (RuleMove)[] | null;
  stuck: boolean;
}

/** What the cards of a board can say: the conditions, the limits of a rule, which of its cells it takes. */
export interface RuleShelf {
  conditions: (CardCondition)[];
  limits: (CardWord)[];
  ties: (CardWord)[];
  sheets: (SampleSheet)[];
}

/** A list of rules: its cards, and what is proved of it in each seat; null beyond a small board. `said`: the sentence that each card was read from, empty where it was the rule's own words. */
export interface RuleStudy {
  game: string;
  cards: (Rule)[];
  said: (string)[];
  seats: Record<"first" | "second", RuleSeat> | null;
}

/** A list of rules to begin with. */
export interface SampleSheet {
  name: string;
  about: string;
  cards: (Rule)[];
}

/** What a search says of a move without a known value: proved results of the mover, else an estimate. */
export interface Searched {
  before: "win" | "draw" | "loss" | null;
  after: "win" | "draw" | "loss" | null;
  mistake: boolean;
  estimate: number | null;
  drop: number;
  better: string | null;
  line: (string)[];
  words: string;
}

/** The seats that a token holds. */
export interface Seats {
  seats: ("X" | "O" | "host")[];
}

/** A strategy in its seats: a measurement if one seat was measured. */
export interface SeatsDocument {
  schema: "noughts/proof/1" | "noughts/measurement/1";
  read?: string | null;
  inferred?: string | null;
  left_out?: string | null;
  unlisted?: string | null;
  assumed?: string | null;
  printed?: string | null;
  limits?: string | null;
  strategy: string;
  game: (number | string)[];
  seats: Record<string, Verdict>;
}

/** The strategies that play a game, and the levels among them, the weakest first. */
export interface Strategies {
  strategies: (StrategyListed)[];
  levels: (Level)[];
}

/** A strategy that plays a game, with what a page shows of it. */
export interface StrategyListed {
  name: string;
  what: string;
  origin: string;
  plays: string;
  options: Record<string, ListedOption>;
  noisy: boolean;
  view: "grid" | "matrix" | "rules" | null;
  /** how a person meets it there; null: they meet another */
  usual: string | null;
  /** of the proofs in the package, null without one */
  verdicts: Record<"first" | "second", string | null>;
}

/** Wins, draws and losses of one player: exact integers, or probabilities as fractions or floats. */
export interface Tally_Fraction {
  win: string;
  draw: string;
  loss: string;
}

/** Wins, draws and losses of one player: exact integers, or probabilities as fractions or floats. */
export interface Tally_int {
  win: number;
  draw: number;
  loss: number;
}

/** The last move that changed the result of a game, as far as that is known; `number` counts moves from 1. `words`: about the side that made it; `to_mover`: the same, said to that side. `estimated`: nothing is proved. */
export interface Turned {
  number: number;
  side: "X" | "O";
  estimated: boolean;
  words: string;
  to_mover: string;
}

/** What is known of a strategy in one seat: a proof, games that measure it, or why there is neither. `verdict`: of a proof, or where no games are counted; then `reason` says why, `tried` is the number of games of a search for a losing line, and `asked` the positions in which the strategy was asked for it. `games`: distinct games of a proof, or those that were played, with the `intervals` of the rates of their results. `losing_line`: a game that it loses; `found_by`: what found it; `shortest`: whether every shorter game was tried. `faults`: where it breaks the rules, and so loses, by the kind; `fault`: with which the losing line ends, if it does. `failures`: in how many of the games that were played it broke them; `failed`: how, the first time. `against_perfect`: the chances against perfect play, if they were computed or sampled. Of a list of rules, `rules`: in how many positions each decides; `line_rules`: the rule of each move of the losing line, an empty text for a move of the opponent. `given_away`: where it first gives value away on the losing line, or, without one, in the game in which a search did best, if exact values are at hand. */
export interface Verdict {
  verdict?: string | null;
  reason?: string | null;
  games?: Tally_int | null;
  confidence?: number | null;
  intervals?: Record<string, [number, number]> | null;
  sequences?: Tally_int | null;
  positions?: number | null;
  losing_line: (string)[] | null;
  against_random?: Tally_Fraction | null;
  asked_again?: AskedAgain | null;
  against_perfect?: Tally_Fraction | null;
  found_by?: "walk" | "search" | "values" | "games" | null;
  shortest?: boolean | null;
  tried?: number | null;
  asked?: number | null;
  faults?: Record<"illegal" | "raised" | "endless" | "died", FaultCount> | null;
  fault?: FaultAt | null;
  failures?: number | null;
  failed?: string | null;
  rules?: (RuleCount)[] | null;
  line_rules?: (string)[] | null;
  given_away?: GivenAway | null;
}
