"""Lessons by fours: wins in which every move but the last makes a four, searched to the end in plain Python.

    . . . X .        four in a row, X to move: b1 makes a four (b1, b3, b4), and O must answer on b2;
    . . . . O        then c1 makes a four with b1 and d1, which two cells complete: a1 and e1
    O X . . .
    O X . . .

A four is k - 1 stones of a line whose last cell is free: the defender must take that cell. So the tree is small, and it
is searched whole: a win found is a proof, and so is the answer that there is none.

>>> from noughts.core.notation import parse_position
>>> position = parse_position("...X./....O/OX.../OX...", Game(5, 4, 4))
>>> [position.game.name(cell) for cell in FoursSearch(position.game).win(position.own, position.theirs)]
['b1', 'b2', 'c1', 'a1', 'e1']
"""

from noughts.core.game import Game, Move, Moves, cells_of
from noughts.core.position import Position, completing
from noughts.errors import LimitExceeded
from noughts.lessons.only_move import RefutedMove
from noughts.lessons.sentences import LessonSentence, Sentences, sentence
from noughts.words import Said

LIMIT = 500  # positions of one search
_REFUTING = 2000  # of those against one wrong move
SHORTEST = 5  # plies of a win that is worth a lesson: two fours, their answers, and the line


class FoursSearch:
    """The searches for wins by fours on one board, at most `limit` positions in all. Boards are bitboards."""

    def __init__(self, game: Game, limit: int = LIMIT) -> None:
        self.game = game
        self._left = limit
        self._known: dict[tuple[int, int], tuple[Move, ...]] = {}

    def win(self, own: int, theirs: int) -> tuple[Move, ...]:
        """Return the shortest win by fours of the side to move, the moves of both sides; empty if there is none.

        Raises LimitExceeded, so that an empty answer is always a proof.
        """
        key = (own, theirs)
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                raise LimitExceeded(Said("error.fours-limit"))
            if cells := self.completing(own, theirs):
                self._known[key] = cells[:1]
            else:
                self._known[key] = min(self.first_moves(own, theirs).values(), key=len, default=())
        return self._known[key]

    def first_moves(self, own: int, theirs: int) -> dict[Move, tuple[Move, ...]]:
        """Return the fours that begin a win, each with the shortest one, where no line can be completed at once."""
        wins = {}
        for move, answers in self.fours(own, theirs).items():
            if line := self._win_with(own, theirs, move, answers):
                wins[move] = line
        return wins

    def _win_with(self, own: int, theirs: int, move: Move, answers: int) -> tuple[Move, ...]:
        """Return the shortest win by fours that begins with a four; `answers` are the cells that stop it."""
        if self.completing(theirs, own | 1 << move):
            return ()  # the defender completes a line
        answer, *more = cells_of(answers)
        if more:
            return move, answer, more[0]
        rest = self.win(own | 1 << move, theirs | answers)
        return (move, answer, *rest) if rest else ()

    def completing(self, own: int, theirs: int) -> tuple[Move, ...]:
        """Return the cells that complete a line of `own`."""
        return completing(self.game, own, self.game.full & ~(own | theirs))

    def fours(self, own: int, theirs: int) -> dict[Move, int]:
        """Return the cells on which `own` makes a four, each with the cells that complete it."""
        answers_to: dict[int, int] = {}
        for line, window in self.game.windows:
            if not line & theirs and not own & (window ^ line):
                lacking = line & ~own
                low = lacking & -lacking
                high = lacking ^ low
                if high and not high & (high - 1):
                    answers_to[low] = answers_to.get(low, 0) | high
                    answers_to[high] = answers_to.get(high, 0) | low
        return {cell.bit_length() - 1: answers for cell, answers in answers_to.items()}


def only_run(position: Position) -> tuple[Move, ...]:
    """Return the win by fours of the side to move, if it is long enough and only one move begins one; else nothing.

    Neither side can complete a line in such a position.
    """
    own, theirs, fours = position.own, position.theirs, FoursSearch(position.game)
    if len(fours.fours(own, theirs)) < 2 or fours.completing(own, theirs) or fours.completing(theirs, own):
        return ()
    try:
        wins = fours.first_moves(own, theirs)
    except LimitExceeded:
        return ()
    line = next(iter(wins.values()), ())
    return line if len(wins) == 1 and len(line) >= SHORTEST else ()


def question_of_run(position: Position) -> LessonSentence:
    """Ask for the move that begins the run."""
    return sentence("ask-run", side=position.side)


def reason_of_run(position: Position, line: tuple[Move, ...]) -> Sentences:
    """Tell the run, each four with its forced answer."""
    name, other = position.game.name, position.side.opponent
    steps = [f"{name(four)} ({other} {name(answer)})" for four, answer in zip(line[::2], line[1::2], strict=False)]
    return (sentence("run", other=other, moves=", ".join([*steps, name(line[-1])])),)


def refute_run(position: Position, move: Move, line: tuple[Move, ...]) -> RefutedMove:
    """Return why a move is not the one that begins the run `line`.

    Another four is answered, and no win by fours is left. Any other move gives the other side a move: a win by fours
    of its own, or one after which no win by fours is left; where neither is found, the move may win in another way.
    """
    game, other = position.game, position.side.opponent
    search, name = FoursSearch(game, _REFUTING), game.name
    if answers := search.fours(position.own, position.theirs).get(move):
        answer = cells_of(answers)[0]
        return RefutedMove(Moves(game, (move, answer)), sentence("four-answered", other=other, cell=name(answer)), None)
    try:
        own, theirs = position.own | 1 << move, position.theirs
        if theirs_win := search.win(theirs, own):
            return RefutedMove(Moves(game, (move, *theirs_win)), sentence("no-four-lost", other=other), "loss")
        for reply in dict.fromkeys(cell for cell in line if cell != move):
            if not search.win(own, theirs | 1 << reply):
                return RefutedMove(
                    Moves(game, (move, reply)), sentence("no-four-answered", other=other, cell=name(reply)), None
                )
    except LimitExceeded:
        pass
    return RefutedMove(Moves(game, (move,)), sentence("no-four", other=other), None)
