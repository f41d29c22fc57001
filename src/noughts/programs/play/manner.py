"""How a game is played: the answers to its questions, how a move is made, where its board is, whose stones are whose.

Nothing of it is guessed: a move is made, and the board is what then has the person's stone in that very cell, and one
stone more.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from time import monotonic

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import NoAnswer
from noughts.programs.chance import Unenumerable
from noughts.programs.play.stage import (
    MOST_OUTCOMES,
    Act,
    Clicked,
    Contents,
    GameSession,
    Offer,
    Outcomes,
    PressedButton,
    Stage,
    Typed,
    changed_cells,
    stones_of,
)
from noughts.programs.play.ways import (
    CLICK,
    KEY,
    acts_of,
    answers_to,
    grids,
    is_again,
    is_choice,
    is_easy,
    lattice,
    level_buttons,
    levels_beside,
    ways_of,
)

_MOST_ACTS = 1_500  # to find out how the game is played
_MORE_ACTS = 100  # to find out how it is played in the other seat, once one is known
_SECONDS, _ON_THE_CLOCK = 40.0, 120.0  # of the game's processor time, and of the clock, for both
_SLOW = 5  # times fewer acts, where each costs a new process
_REFUSED = 10  # answers are tried before one to a question that was asked again
_REPEATED = 3  # answers are, where the same question came again
_OUTCOMES = 50  # of an act: of more, as of a game between two programs, one is followed
_DEEPEST = 5  # questions before the first move
_SEEN = 3  # times that answers to a question are tried: it may stand behind several answers to another one
ASKS_NOTHING = "it asks its person nothing"
Answers = tuple[tuple[Offer, Act], ...]  # to questions, one after the other
_ON = Typed("")  # goes on where a game waits between two moves


@dataclass(frozen=True)
class GameManner:
    """How a game is played in a seat.

    `answers`: to its questions before the first move. `way`: how a move is made. `place`: where the board is. `person`
    and `program`: their marks there. `goes_on`: whether the person must go on after each move, by an empty line.
    `points`: where to click for each cell, in a window; or what to type for it.
    """

    answers: Answers
    way: str
    place: str
    person: str
    program: str
    goes_on: bool = False
    points: Mapping[Move, Act] = field(default_factory=dict)

    def acts(self, cell: Move, game: Game, offer: Offer) -> list[Act]:
        """Return the acts that make a move at a prompt; none if they cannot be made there."""
        acts = [self.points[cell]] if cell in self.points else acts_of(self.way, cell, game, offer)
        return [*acts, _ON] if self.goes_on and acts else acts

    def stones(self, contents: Contents) -> tuple[int, int]:
        """Return the person's stones and the program's, as masks."""
        return stones_of(contents, self.person), stones_of(contents, self.program)

    def in_words(self) -> str:
        """Return it as part of a sentence."""
        phrases = [_answer_in_words(offer, act) for offer, act in self.answers]
        answers = f"; its questions were answered {', '.join(phrases)}" if phrases else ""
        return f"the board is {self.place}; a move is made by {self.way}{answers}"


def _answer_in_words(offer: Offer, act: Act) -> str:
    texts = [f'"{text}"' for text in levels_beside(offer, act)]
    of = f" (of {', '.join(texts)})" if texts else ""
    if isinstance(act, PressedButton) and act.button < len(offer.buttons):
        return f'"{offer.buttons[act.button].text}"{of}'
    return f'"{act.text}"{of}' if isinstance(act, Typed) else str(act)


@dataclass
class Discovery:
    """Finds out how a game is played in each seat; `manners` has the manner of each side that the program can have.

    `why_not` says why there is none.
    """

    session: GameSession
    game: Game
    manners: dict[Side, GameManner] = field(default_factory=dict)
    reached: dict[Side, tuple[Stage, ...]] = field(default_factory=dict)  # by the moves that were tried there
    acts: int = 0
    late: NoAnswer | None = None  # an act after which it did not come to a prompt within its limit
    cut: str = ""  # what it needs and is not there
    two_play: int = 0  # prompts at which a move was taken, and not answered
    last: str = ""

    def search(self, side: Side | None = None) -> None:
        """Try its questions up to a move in a seat, or in each, until it is known. A second search goes on."""
        self._search(lambda: self._is_known(side) or self.acts >= self._most or self._is_late())
        for answers, stage in () if self._is_known(side) else list(self._played):
            for _, other in self.session.again(stage):
                self._is_played(answers, other)

    def search_one(self, acts: int, seconds: float) -> None:
        """Do so until one seat is known, by so many acts at most, and in so much processor time of the game's."""
        self._search(lambda: bool(self.manners) or self.acts >= acts or self.session.spent > seconds)

    def _search(self, is_over: Callable[[], bool]) -> None:
        self.session.most_outcomes = _OUTCOMES
        try:
            self._search_on(is_over)
        finally:
            self.session.most_outcomes = MOST_OUTCOMES

    def _search_on(self, is_over: Callable[[], bool]) -> None:
        if not self._has_begun:
            self._has_begun = True
            try:
                outcomes = self.session.begin()
            except Unenumerable:
                outcomes = self.session.begin(seed=0)
            self._look((), outcomes)
        while self._queue and not is_over():
            cost, _, _, answers, stage, act = heappop(self._queue)
            if act is None:
                self._is_played(answers, stage)
            elif self.late is None or not is_easy(stage.offer, _question(stage), act):  # else the late one is harder
                self._look((*answers, (stage.offer, act)), self._after(stage, [act]), cost, stage)

    def _is_late(self) -> bool:
        """Return whether it has taken long enough, and take note of it."""
        spent, passed = self.session.spent, monotonic() - self._began
        if self.session.is_slow or (spent < _SECONDS and passed < _ON_THE_CLOCK):
            return False
        took = f"{_ON_THE_CLOCK:g} s" if spent < _SECONDS else f"{_SECONDS:g} s of processor time"
        hint = "name its function (FILE.py:NAME), or say it with --read"
        self.late = self.late or NoAnswer(f"{took} were not enough to find out: {hint}", spent < _SECONDS)
        return True

    def _is_known(self, side: Side | None) -> bool:
        return len(self.manners) == len(Side) if side is None else side in self.manners

    @property
    def _most(self) -> int:
        scale = _SLOW if self.session.is_slow else 1
        return _MORE_ACTS // scale + self._spent if self.manners else _MOST_ACTS // scale

    def _look(self, answers: Answers, outcomes: Outcomes, cost: int = 0, before: Stage | None = None) -> None:
        """Try a move at the prompts that some answers lead to; if it is none, put what may be answered in the queue."""
        for stage in _different(outcomes):
            question = _question(stage)
            if stage.is_cut:
                self._raised = self.cut = stage.end
            if stage.end or (answers and stage.offer.is_text and is_again(question)):
                self.last = self.last or (stage.end if stage.fault else question) or stage.end
                continue
            is_refused = before is not None and stage.offer == before.offer and self._is_same(before, stage)
            if is_choice(question) or _asks_for_a_level(stage.offer, answers):
                heappush(self._queue, (cost + _REFUSED, 0, next(self._count), answers, stage, None))
            elif not is_refused and self._is_played(answers, stage):
                continue
            self.last = question
            after = before.offer.question if before else None  # one question may come in two modes of a game
            view = after, question, bool(stage.boards)  # another answer may have begun no game
            self._seen[view] += 1
            if len(answers) < _DEEPEST and self._seen[view] <= _SEEN:
                is_same_offer = before is not None and stage.offer == before.offer
                asked = f"{_question(before)}\n{question}" if before and is_same_offer else question  # it may be a menu
                is_repeated = is_same_offer and stage.offer.is_text
                for rank, act in enumerate(answers_to(stage.offer, asked)):
                    if (stage.offer, act) in answers and not stage.offer.is_text:
                        continue  # it is pressed already
                    later = cost + rank + _REPEATED * is_repeated + _REFUSED * is_refused
                    heappush(self._queue, (later, -len(answers), next(self._count), answers, stage, act))

    def _is_same(self, before: Stage, stage: Stage) -> bool:
        """Return whether an answer was likely refused: all is as it was after two others."""
        view = before.number, _question(stage), frozenset(stage.boards.items())
        self._views[view] += 1
        return self.session.is_slow or self._views[view] > 2

    _is_for_two: bool = False  # whether the last stage took a move, and no reply was seen, also after an empty line
    _spent: int = 0  # acts until the first seat was known
    _has_begun: bool = False
    _began: float = field(default_factory=monotonic)
    _raised: str = ""  # by a move that was tried
    _after_moves: tuple[Stage, ...] = ()  # that were tried
    _made: list[Stage] = field(default_factory=list)  # by acts, since the last prompt at which a move was tried
    _queue: list[tuple[int, int, int, Answers, Stage, Act | None]] = field(default_factory=list)  # likely ones first
    _views: Counter[tuple[int, str, frozenset[tuple[str, Contents]]]] = field(default_factory=Counter)  # after answers
    _count: Iterator[int] = field(default_factory=count)
    _seen: Counter[tuple[str | None, str, bool]] = field(default_factory=Counter)  # questions, each with the one before
    _played: list[tuple[Answers, Stage]] = field(default_factory=list)  # the prompts for a first move
    _known: dict[tuple[int, int] | None, Mapping[Move, Act]] = field(default_factory=dict)  # by the window's size

    @property
    def why_not(self) -> str:
        """Why the game is not played: what was seen last."""
        if self.two_play:
            return "its game took a move of its person's, and was not seen to answer it: two people may play it"
        words = " ".join((self._raised or self.last).split())[-120:]
        return f"its game was played, and no move of it was seen; last it showed {words!r}" if words else ASKS_NOTHING

    def _is_played(self, answers: Answers, stage: Stage) -> bool:
        """Return whether a stage is a prompt for a move; then the seat is known. What was tried leaves its places."""
        self._made.clear()
        is_played = bool(stage.boards) and self._is_answered(answers, stage)
        for made in self._made:
            if made not in self._after_moves:
                self.session.leave(made)
        return is_played

    def _is_answered(self, answers: Answers, stage: Stage) -> bool:
        known = [manner.way for manner in self.manners.values()]
        ways = ways_of(self.game, stage.offer, _question(stage), bool(stage.keys))
        self._is_for_two = False
        for way in [*(way for way in ways if way in known), *(way for way in ways if way not in known and not known)]:
            for manner in self._tried(answers, stage, way):
                person, program = manner.stones(stage.boards[manner.place])
                if person or program.bit_count() > 1:  # amid a game, which an answer has begun
                    return True
                side = Side.X if program else Side.O
                self.reached.setdefault(side, self._after_moves)
                if side not in self.manners:
                    self.manners[side] = manner
                    self._spent = self._spent or self.acts
                    self._played.append((answers, stage))
                return True
        self.two_play += self._is_for_two
        return self._is_for_two and stage.offer.is_text  # a window may have a button for a game against the program

    def _tried(self, answers: Answers, stage: Stage, way: str) -> Iterator[GameManner]:
        """Yield how the game is played if two moves, made in a way, are taken and answered."""
        if way == KEY:
            for keys in dict.fromkeys(stage.keys.values()):
                yield from self._tried_at(answers, stage, way, dict(enumerate(map(Typed, keys))))
        elif way != CLICK:
            yield from self._tried_at(answers, stage, way, {})
        elif stage.offer.size in self._known:
            yield from self._tried_at(answers, stage, way, self._known[stage.offer.size])
        else:
            for points in grids(self.game, stage.offer):
                yield from self._tried_at(answers, stage, way, points)
            yield from self._tried_at(answers, stage, way, self._points(stage))

    def _tried_at(self, answers: Answers, stage: Stage, way: str, points: Mapping[Move, Act]) -> Iterator[GameManner]:
        taken = _odd(stage)
        order = _order(self.game) if way != CLICK else _corners_first(self.game)
        cell = next((move for move in order if move not in taken and (move in points or way != CLICK)), None)
        for goes_on in (False, True):
            tried = GameManner(answers, way, "", "", "", goes_on, points)
            after = None if cell is None else self._moved(stage, tried, cell)
            if cell is None or after is None:
                return
            seen = list(_answered(stage, after, cell))
            for place, person, program, reply in seen:
                manner = replace(tried, place=place, person=person, program=program)
                if self._confirmed(manner, after, cell, reply):
                    if way == CLICK:
                        self._known[stage.offer.size] = points
                    yield manner
            alone = any(_changes(stage, after, place) == {cell} for place in stage.boards)
            self._is_for_two |= alone and not seen
            if not alone or not after.offer.is_text:
                return

    def _confirmed(self, manner: GameManner, stage: Stage, cell: Move, reply: Move) -> bool:
        """Return whether a second move is taken and answered too; or not answered, and the person is asked again. Where
        the program fails, or the next game begins, another second move is tried."""
        free = [move for move in _order(self.game) if move not in (cell, reply) and move not in _odd(stage)]
        free = [move for move in free if stage.boards[manner.place][move] not in (manner.person, manner.program)]
        after, move = None, cell
        for move in free:
            after = self._moved(stage, manner, move)
            is_begun_again = after and manner.person not in after.boards.get(manner.place, (manner.person,))
            if after is None or not (after.fault or is_begun_again):
                break
        if after is None:
            return False
        self._after_moves = stage, after
        answered = {(place, person, program) for place, person, program, _ in _answered(stage, after, move)}
        is_alone = _changes(stage, after, manner.place) == {move}
        is_passed = is_alone and after.offer.is_text and after.offer == stage.offer
        is_over = bool(after.end) and not after.fault  # an exception may come of a move that was read otherwise
        return is_over or is_passed or (manner.place, manner.person, manner.program) in answered

    def _points(self, stage: Stage) -> dict[Move, Clicked]:
        """Return where to click for each cell: clicks all over the window show which cells they change.

        Of the two stones that come with a click the person's is that whose cells are the more, over all clicks.
        """
        hits: dict[tuple[str, str], dict[Move, list[Clicked]]] = {}
        for point in lattice(stage.offer):
            after = self._after(stage, [point])
            for place in stage.boards if after else ():
                changed = _changes(stage, after[0][1], place)
                if len(changed) == 2:
                    for cell in changed:
                        word = after[0][1].boards[place][cell]
                        hits.setdefault((place, word), {}).setdefault(cell, []).append(point)
        most = max(hits.values(), key=len, default={})
        points = {cell: points[len(points) // 2] for cell, points in most.items()}
        if self.game.cells_stay_open:
            return whole_grid(points, self.game)
        columns = {cell % self.game.m: point for cell, point in points.items()}
        return {cell: columns[cell % self.game.m] for cell in range(self.game.cells) if cell % self.game.m in columns}

    def _moved(self, stage: Stage, manner: GameManner, cell: Move) -> Stage | None:
        """Return what is seen after a move: of its draws, one is followed."""
        acts = manner.acts(cell, self.game, stage.offer)
        outcomes = self._after(stage, acts, seed=0) if acts else []
        after = outcomes[0][1] if outcomes else None
        if after and after.is_cut:
            self._raised = self.cut = after.end
        elif after and after.fault and not stage.offer.is_text:  # a line may be no answer it knows
            self._raised = after.end
        return after

    def _after(self, stage: Stage, acts: Sequence[Act], seed: int | None = None) -> Outcomes:
        """Return the outcomes of some acts, one after the other; of several the first is followed. None if it ends."""
        self.acts += len(acts)
        outcomes: Outcomes = [(Fraction(1), stage)]
        for act in acts:
            if outcomes[0][1].end:
                return []
            try:
                outcomes = self.session.after_pauses(outcomes[0][1], act, seed)
            except Unenumerable:
                outcomes = self.session.after_pauses(outcomes[0][1], act, seed=0)
            except NoAnswer as late:
                self.late = self.late or late
                return []
            self._made += [after for _, after in outcomes]
        return outcomes


def _asks_for_a_level(offer: Offer, answers: Answers) -> bool:
    """Return whether a window has buttons for levels beside its board, and none was chosen."""
    return len(level_buttons(offer)) > 1 and not any(levels_beside(*answer) for answer in answers)


def whole_grid(points: Mapping[Move, Clicked], game: Game) -> dict[Move, Clicked]:
    """Return points for all cells: one that is taken is in line with others, across the window and down.

    Rows of the board may be columns of the window. Where whole lines are not known the points are as they were.
    """
    places = {cell: game.row_column(cell) for cell in range(game.cells)}

    def spread(across: int) -> int:
        """Return how far apart points are which have the same x if columns (1) or rows (0) go across."""
        first: dict[int, int] = {}
        return sum(abs(point.x - first.setdefault(places[cell][across], point.x)) for cell, point in points.items())

    across = min((1, 0), key=spread)
    xs = {places[cell][across]: point.x for cell, point in points.items()}
    ys = {places[cell][1 - across]: point.y for cell, point in points.items()}
    lines = {cell: (place[across], place[1 - across]) for cell, place in places.items()}
    if any(x not in xs or y not in ys for x, y in lines.values()):
        return dict(points)
    return {cell: points.get(cell, Clicked(xs[x], ys[y])) for cell, (x, y) in lines.items()}


def _question(stage: Stage) -> str:
    return f"{stage.text}{stage.offer.question}"


def _different(outcomes: Outcomes) -> list[Stage]:
    """Return stages that differ in what they ask, and in the boards that are seen; at most a few."""
    stages: dict[tuple[str, int], Stage] = {}
    for _, stage in outcomes:
        stages.setdefault((stage.offer.question, len(_odd(stage))), stage)
    return list(stages.values())[:4]


def _order(game: Game) -> list[Move]:
    """Return the cells, those first that no two ways of typing name alike; where stones fall the lowest ones."""
    if not game.cells_stay_open:
        return [game.cell(game.n - 1, column) for column in (*range(1, game.m), 0)]
    first = [game.cell(0, 1), game.cell(1, 2) if game.m > 2 and game.n > 1 else 0]
    return list(dict.fromkeys([*first, *range(game.cells)]))


def _corners_first(game: Game) -> list[Move]:
    """Return the cells in the order in which they are tried: first two corners, which tell a board that fills its
    window from one that fills a square of it; where stones fall, the usual order."""
    corners = [game.cell(game.n - 1, 0), game.cell(0, game.m - 1)] if game.cells_stay_open else []
    return list(dict.fromkeys([*corners, *_order(game)]))


def _odd(stage: Stage) -> set[Move]:
    """Return the cells that hold something else than most cells of a board: a stone that is there already."""
    cells = set[Move]()
    for contents in stage.boards.values():
        (usual, often), *_ = Counter(contents).most_common(1)
        if often >= len(contents) - 2:
            cells |= {cell for cell, word in enumerate(contents) if word != usual}
        else:  # free cells hold their numbers: a mark is not a digit
            letters = {cell for cell, word in enumerate(contents) if not any(map(str.isdigit, word))}
            cells |= letters if len(letters) == 1 else set()
    return cells


def _changes(before: Stage, after: Stage, place: str) -> set[Move]:
    return changed_cells(before.boards.get(place, ()), after.boards.get(place, ()))


def _answered(before: Stage, after: Stage, cell: Move) -> Iterator[tuple[str, str, str, Move]]:
    """Yield each place that has a stone more in a cell and another one elsewhere: the place, both marks, the reply."""
    for place in before.boards:
        changed = _changes(before, after, place)
        if len(changed) != 2 or cell not in changed:
            continue
        (reply,) = changed - {cell}
        person, program = after.boards[place][cell], after.boards[place][reply]
        was = before.boards[place]
        if person != program and was.count(program) <= len(was) // 2 and was.count(person) <= len(was) // 2:
            yield place, person, program, reply


def position_of(manner: GameManner, contents: Contents, game: Game, side: Side) -> Position | None:
    """Return the position that a board shows, the program having `side`; None if no game leads to such stones."""
    person, program = manner.stones(contents)
    x, o = (program, person) if side is Side.X else (person, program)
    return Position.from_boards(game, x, o) if x.bit_count() - o.bit_count() in (0, 1) else None
