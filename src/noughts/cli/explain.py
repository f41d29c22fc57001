"""`noughts explain`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Never

import click

from noughts.app.explanation import ExplainedDecision
from noughts.app.explanation import explain as explained
from noughts.cli.boards import heat, side_by_side
from noughts.cli.common import (
    GameParam,
    StrategyParam,
    Ticker,
    answer,
    aside,
    compiling,
    read_position,
    say,
    say_notes,
    seed_option,
)
from noughts.cli.exits import Exit
from noughts.cli.options import ProgramOptions, json_option, program_options
from noughts.cli.tables import tables_option
from noughts.core.game import Game, Line, Move
from noughts.core.notation import diagram, grid
from noughts.core.position import Position, require_unfinished
from noughts.core.value import MoveValues, Value
from noughts.players.player import Decision
from noughts.review.effect import effect_words
from noughts.review.judgement import judge
from noughts.strategies.registry import instant_players
from noughts.words import Said, either

_Values = Mapping[Move, Value]


@click.command()
@click.argument("position", metavar="POSITION")
@click.option(
    "--strategy",
    "spec",
    type=StrategyParam(),
    metavar="S",
    help="The strategy: a name, FILE.py:NAME, engine:COMMAND, pipe:COMMAND, console:COMMAND; without it, all.",
)
@click.option("--game", type=GameParam(), help="Columns, rows, how many in a row; a 3x3 board is 3,3,3 without it.")
@click.option("--truth", is_flag=True, help="Compute exact values by table and search, if they are not known at once.")
@program_options
@seed_option
@tables_option
@json_option
def explain(
    position: str,
    spec: str | None,
    game: Game | None,
    truth: bool,
    programs: ProgramOptions,
    seed: int,
    as_json: bool,
) -> Never:
    """Show a strategy's decision in POSITION, and why: without --strategy, that of each one that decides at once.

    POSITION is written by rows from the top, as XX./.../O.. (also OpenSpiel's and GamesCrafters' forms, or a drawn
    board; `-` reads it from standard input). Known exact values, W, D or L with the plies to the end, are shown beside
    the scores; exit code 3 if --truth cannot find them.
    """
    board = read_position(position, game)
    specs = programs.named([] if spec is None else [spec])
    with aside(), Ticker() as ticker:
        strategies = [programs.loader()(text) for text in specs] or [*instant_players(board.game).values()]
        require_unfinished(board, "error.nothing-to-decide", position)
        decisions, known = explained(
            strategies, board, seed, truth, lambda what: ticker.show(lambda seconds: compiling(what, seconds))
        )

    def documents() -> "list[dict[str, Any]]":
        from noughts.results.codec import noted  # its classes take longer to build than a decision to make
        from noughts.results.decision import explanation

        values = known.values or None
        return [
            noted(explanation(of.strategy.name, of.position, of.decision, of.lines, values), [of.strategy])
            for of in decisions
        ]

    def text() -> None:
        if specs:
            _report(decisions[0], known)
        else:
            say(diagram(board))
            for decision in decisions:
                say()
                _say_decision(decision, known)
        if truth and known.unknown:
            say(f"\n{Said('explain.unknown', {'why': known.unknown})}")
        say_notes(strategies if specs else [])

    code = Exit.UNKNOWN if truth and known.unknown else Exit.ANSWERED
    answer(lambda: documents() if not specs else documents()[0], as_json, text, code)


def _say_decision(explained: ExplainedDecision, known: MoveValues) -> None:
    """Print the decision, its reason, and whether it keeps the value."""
    strategy, position, decision, values = explained.strategy, explained.position, explained.decision, known.values
    moves = [position.game.name(move) for move in decision.moves]
    head = {"name": strategy.name, "side": position.side, "moves": either(moves)}
    say(click.style(str(Said("explain.head", head)), bold=True))
    for text in _reasons(position, decision):
        say(f"  {text}")
    if chances := decision.unequal:
        named = position.game.name
        played = [Said("explain.chance", {"cell": named(move), "chance": of}) for move, of in chances.items()]
        say(f"  {Said('explain.chances', {'moves': played})}")
    elif len(moves) > 1:
        say(f"  {Said('explain.equal', {'count': len(moves)})}")
    if strategy.seconds:
        say(f"  {Said('explain.by-clock')}")
    elif strategy.noisy:
        say(f"  {Said('explain.noisy' if decision.scores is None else 'explain.noisy-scores')}")
    if values:
        say(f"  {_truth_line(position, decision, values)}")


def _report(explained: ExplainedDecision, known: MoveValues) -> None:
    """Print the decision, its reason, scores and exact values on the board, and the lines of the first move's score."""
    position, decision, values = explained.position, explained.decision, known.values
    say(diagram(position))
    say()
    _say_decision(explained, known)
    blocks = []
    if decision.scores is not None:
        blocks.append([str(Said("explain.scores")), *_score_board(position, decision).splitlines()])
    if values:
        shorts = {move: value.short for move, value in values.items()}
        blocks.append([str(Said("explain.truth")), *_board(position, decision, shorts).splitlines()])
    if blocks:
        say(f"\n{side_by_side(blocks)}")
    if explained.lines:
        say(f"\n{Said('explain.made-of', {'cell': position.game.name(decision.moves[0])})}")
        for text in _line_texts(position, decision.moves[0], explained.lines):
            say(f"  {text}")


def _reasons(position: Position, decision: Decision) -> Iterator[str]:
    """Yield what the first move does, why the strategy plays so, and what it saw."""
    first = decision.moves[0]
    which = f"{position.game.name(first)}: " if len(decision.moves) > 1 else ""
    if does := effect_words(position, first):
        yield f"{which}{does}"
    if decision.reason:
        kind = "explain.reason" if decision.passed is None else "explain.rule"
        yield str(Said(kind, {"reason": decision.reason}))
    if decision.passed:
        passed = ", ".join(f"{number}. {rule}" for number, rule in enumerate(decision.passed, 1))
        yield str(Said("explain.passed", {"rules": passed}))
    if decision.saw:
        yield str(Said("explain.saw", {"saw": decision.saw}))


def _score_board(position: Position, decision: Decision) -> str:
    """Return the board with the score of every free cell; hot cells score high."""
    assert decision.scores is not None
    scores = {cell: score for cell, score in enumerate(decision.scores) if score is not None}
    ranks = {score: rank for rank, score in enumerate(sorted(set(scores.values())))}

    def paint(cell: Move, padded: str) -> str:
        return heat(ranks[scores[cell]] / max(1, len(ranks) - 1), padded) if cell in scores else padded

    return _board(position, decision, {cell: f"{score:.4g}" for cell, score in scores.items()}, paint)


def _board(
    position: Position,
    decision: Decision,
    texts: Mapping[Move, str],
    paint: Callable[[Move, str], str] = lambda cell, padded: padded,
) -> str:
    """Return the board with a text on cells in place of their stones, the moves of the decision in brackets."""

    def text(cell: Move) -> str:
        shown = texts.get(cell, str(position.stone(cell) or "."))
        return f"[{shown}]" if cell in decision.moves else f" {shown} "

    return grid(position.game, [text(cell) for cell in range(position.game.cells)], gap="", paint=paint)


def _truth_line(position: Position, decision: Decision, values: _Values) -> str:
    """Return the value of the position, and whether the decision keeps it."""
    best = max(values.values())
    lost = [move for move in decision.moves if judge(values, move).mistake]
    shown_values = {"value": best.said, "side": position.side}
    if not lost:
        return str(Said("explain.kept", shown_values))
    results = {position.game.name(move): Value(values[move].result).said for move in lost}  # without the distance
    given = [Said("explain.is-a", {"cell": cell, "value": result}) for cell, result in results.items()]
    return str(Said("explain.given", {**shown_values, "moves": given}))


def _line_texts(position: Position, move: Move, lines: Sequence[tuple[Line, float]]) -> list[str]:
    """Return the lines through a cell that score, the greatest first: cells, stones, score; and their sum."""
    game = position.game
    shares = sorted(((score, line) for line, score in lines if move in line and score), reverse=True)
    texts = []
    for score, line in shares:
        stones = " ".join(str(position.stone(cell) or ".") for cell in line)
        texts.append(f"{game.name(line[0]):>3}-{game.name(line[-1]):<3}  {stones}  {score:>10.6g}")
    total = sum(score for score, _ in shares)
    width = 2 * game.k - 1
    return [*texts, f"{Said('explain.sum')!s:>7}  {'':{width}}  {total:>10.6g}"]
