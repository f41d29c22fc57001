"""Lessons by fours: wins in which every move but the last makes a four, searched to the end in plain Python.

    . . . X .        four in a row, X to move: b1 makes a four (b1, b3, b4), and O must answer on b2;
    . . . . O        then c1 makes a four with b1 and d1, which two cells complete: a1 and e1
    O X . . .
    O X . . .

A four is k - 1 stones of a line whose last cell is free: the defender must take that cell. So the tree is small, and it
is searched whole: a win found is a proof, and so is the answer that there is none.
"""

from noughts.core.game import Move, Moves
from noughts.core.position import Position
from noughts.errors import LimitExceeded
from noughts.lessons.only_move import RefutedMove, Sentences, sentence
from noughts.search.plain_search import OWN, THEIRS, FoursBoard
from noughts.words import Said

LIMIT = 2000  # positions of the search for one lesson
_REFUTING = 4000  # of those against one wrong move
SHORTEST = 5  # plies of a win that is worth a lesson: two fours, their answers, and the line


def only_run(position: Position) -> tuple[Move, ...]:
    """Return the win by fours of the side to move, if it is long enough and only one move begins one; else nothing.

    Neither side can complete a line in such a position.
    """
    board = FoursBoard(position)
    fours, wins = board.fours(OWN), list[tuple[Move, ...]]()
    if len(fours) < 2 or board.completing(OWN) or board.completing(THEIRS):
        return ()
    for move, answers in fours.items():
        if len(wins) > 1 or len(answers) > 1:
            return ()
        (answer,) = answers
        board.put(OWN, move)
        board.put(THEIRS, answer)
        try:
            if rest := shortest_win(board, OWN, LIMIT):
                wins.append((move, answer, *rest))
        except LimitExceeded:
            return ()
        board.put(THEIRS, answer, -1)
        board.put(OWN, move, -1)
    return wins[0] if len(wins) == 1 and len(wins[0]) >= SHORTEST else ()


def shortest_win(board: FoursBoard, side: int, limit: int) -> tuple[Move, ...]:
    """Return the shortest win by fours of a side as if it were to move; empty if there is none.

    Raises LimitExceeded where the board has searched more positions, so that an empty answer is always a proof.
    """
    deepest = 0
    while not (line := board.win_by_fours(side, limit - board.nodes, deepest)) and board.left_out:
        if board.nodes >= limit:
            raise LimitExceeded(Said("error.fours-limit"))
        deepest += 1
    return line


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
    board, name = FoursBoard(position), game.name
    if answers := board.fours(OWN).get(move):
        answer = min(answers)
        return RefutedMove(Moves(game, (move, answer)), sentence("four-answered", other=other, cell=name(answer)), None)
    try:
        board.put(OWN, move)
        if theirs_win := shortest_win(board, THEIRS, _REFUTING):
            return RefutedMove(Moves(game, (move, *theirs_win)), sentence("no-four-lost", other=other), "loss")
        for reply in dict.fromkeys(cell for cell in line if cell != move):
            board.put(THEIRS, reply)
            if not shortest_win(board, OWN, _REFUTING):
                return RefutedMove(
                    Moves(game, (move, reply)), sentence("no-four-answered", other=other, cell=name(reply)), None
                )
            board.put(THEIRS, reply, -1)
    except LimitExceeded:
        pass
    return RefutedMove(Moves(game, (move,)), sentence("no-four", other=other), None)
