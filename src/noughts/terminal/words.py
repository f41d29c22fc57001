"""The sentences about a session that both front ends show."""

from noughts.core.game import Game, Move
from noughts.core.notation import grid, short
from noughts.core.position import Position, Side
from noughts.errors import NoughtsError
from noughts.players.player import Decision
from noughts.players.traces import with_line
from noughts.review.effect import effect_words
from noughts.review.judgement import Judgement, judge_game
from noughts.review.turning import turned_words
from noughts.terminal.players import Turn
from noughts.terminal.session import Session
from noughts.words import Said


def rules(game: Game) -> str:
    """Return the rules of a game: `4,3,3: 4 columns, 3 rows, 3 in a row win`."""
    values = {"game": game, "columns": game.m, "rows": game.n, "k": game.k}
    kind = f"{'' if game.line_wins else '-misere'}{'' if game.lines_last else '-exact'}"
    text = str(Said(f"playing.rules{kind}", values))
    return text if game.cells_stay_open else f"{text}; {Said('playing.falls')}"


def _of(session: Session, side: Side) -> dict[str, object]:
    """Return the values of a sentence about the player of a side: `O (ring)`."""
    return {"side": side, "name": session.name(side)}


def players(session: Session) -> str:
    """Return the players of both sides."""
    return f"X {session.name(Side.X)}, O {session.name(Side.O)}"


def cells(game: Game, moves: tuple[Move, ...]) -> str:
    """Return the names of some cells."""
    return " ".join(game.name(move) for move in moves)


def status(session: Session) -> str:
    """Return the state of the game: the result, or the side to move."""
    if session.over:
        return result(session)
    mover = _of(session, session.position.side)
    if session.failure is not None:
        return str(Said("playing.failed", mover))
    if session.thinking:
        return str(Said("playing.thinking", mover))
    return str(Said("playing.to-move-paused" if session.watching and session.paused else "playing.to-move", mover))


def result(session: Session) -> str:
    """Return how the game ended."""
    if session.resigned is not None:
        winner = _of(session, session.resigned.opponent)
        return str(Said("playing.resigned", {"loser": session.resigned, **winner}))
    outcome = session.position.outcome
    if outcome is None:
        return str(Said("playing.unfinished"))
    if outcome.winner is None or outcome.line is None:
        return str(Said("playing.draw"))
    return str(Said("playing.wins", {**_of(session, outcome.winner), "line": cells(session.game, outcome.line)}))


def move_named(session: Session, turn: Turn) -> str:
    """Return a move of the game: `O (ring) plays b2`."""
    values = {"side": turn.side, "name": turn.player, "cell": session.game.name(turn.move)}
    return str(Said("playing.move", values))


def move_made(session: Session, turn: Turn) -> str:
    """Return a move of the game and, if a strategy made it, what it does, and why."""
    name = move_named(session, turn)
    if turn.decision is None:
        return name
    because = _because(turn.decision) if turn.decision.reason else ""
    return " ".join(filter(None, (f"{name}.", effect_words(session.before(turn), turn.move), because)))


def why(session: Session) -> str:
    """Return the last move of a strategy: what it does, the strategy's own reason, and what the computer saw."""
    turn = session.last_thought
    if turn is None or turn.decision is None:
        return str(Said("playing.no-move-yet"))
    sentences = [move_made(session, turn)]
    if turn.decision.saw:
        sentences.append(str(Said("playing.its-saw", {"saw": turn.decision.saw})))
    return " ".join(sentences)


def hint_named(session: Session, turn: Turn) -> str:
    """Return the move of a hint."""
    return str(Said("playing.hint", {"cell": session.game.name(turn.move)}))


def hint(session: Session, turn: Turn) -> str:
    """Return a hint for the position on the board: a move, what it does, and why the expert would play it."""
    decision = turn.decision or Decision((turn.move,))
    sentences = [hint_named(session, turn), effect_words(session.position, turn.move)]
    if decision.reason:
        sentences.append(_because(decision))
    others = [session.game.name(move) for move in decision.moves if move != turn.move]
    if len(others) == 1:
        sentences.append(str(Said("playing.as-good", {"cell": others[0]})))
    elif others:
        sentences.append(str(Said("playing.as-good-others", {"count": len(others)})))
    return " ".join(filter(None, sentences))


def _because(decision: Decision) -> str:
    """Return the reason of a decision as a sentence: `Keeps the draw.`, `Rule 3: centre: takes the middle.`."""
    if isinstance(decision.reason, Said) and decision.passed is not None:
        return str(Said("playing.rule", decision.reason.values))
    reason = str(decision.reason)
    return f"{reason[0].upper() if reason[:2].isalpha() else reason[0]}{reason[1:]}."


def review(session: Session) -> str:
    """Return the effect of each move on the exact value, if that is known, in lines; and where the game turned."""
    if not session.turns:
        return str(Said("playing.no-moves"))
    record = session.record()
    judged = [*judge_game(record, session.roster.truth)][::-1]
    lines = [
        f"{number:>3}. {turn.side} {session.game.name(turn.move)}: "
        f"{judgement.words(session.game) if isinstance(judgement, Judgement) else Said('playing.value-unknown')}"
        for number, (turn, judgement) in enumerate(zip(session.turns, judged, strict=True), start=1)
    ]
    return "\n".join([*lines, *filter(None, [turned_words(record, judged)])])


def move_list(session: Session, last: int | None = None) -> str:
    """Return the moves of the game, or the last few, in pairs: `1. b2 a1  2. c3`."""
    names = [session.game.name(turn.move) for turn in session.turns]
    pairs = [f"{i // 2 + 1}. {' '.join(names[i : i + 2])}" for i in range(0, len(names), 2)]
    shown = pairs if last is None or len(pairs) <= last else ["...", *pairs[-last:]]
    return "  ".join(shown) or str(Said("playing.no-moves"))


def scored_turn(session: Session) -> Turn | None:
    """Return the turn whose scores to show: the hint if there is one, else a strategy's last move."""
    return session.hint or session.last_thought


def no_scores(turn: Turn | None) -> str:
    """Return why there are no scores to show."""
    return str(Said("playing.no-scores-yet") if turn is None else Said("playing.no-scores", {"name": turn.player}))


def score_table(session: Session) -> str:
    """Return the scores on the board, the chosen cell in brackets, under a line that names the strategy."""
    turn = scored_turn(session)
    if turn is None or turn.decision is None or turn.decision.scores is None:
        return no_scores(turn)
    scores, before = turn.decision.scores, _position_before(session, turn)

    def draw(cell: Move) -> str:
        score = scores[cell]
        stone = before.stone(cell)
        text = str(stone or ".") if score is None else short(score, 6)
        return f"[{text}]" if cell == turn.move else f" {text} "

    texts = [draw(cell) for cell in range(session.game.cells)]
    at = {"name": turn.player, "side": turn.side, "cell": session.game.name(turn.move)}
    title = Said("playing.scores-title", at)
    return f"{title}\n{grid(session.game, texts, gap='')}"


def failure(error: NoughtsError) -> str:
    """Return a strategy's failure in one line: what it raised, and where."""
    return with_line(error)


def _position_before(session: Session, turn: Turn) -> Position:
    """The position in which a decision of this game, or a hint about its last position, was made."""
    return session.position if turn is session.hint else session.before(turn)
