"""The findings of `noughts prove`, in words and as tables."""

import shlex
from collections.abc import Iterable
from fractions import Fraction

import click

from noughts.app.proofs import Findings
from noughts.arena.measurement import Measurement
from noughts.cli.boards import game_strip, numbered_board
from noughts.cli.common import say
from noughts.cli.exits import Exit
from noughts.cli.options import shows_tracebacks
from noughts.cli.text_table import emphasised, show_table
from noughts.core.game import Game, Moves
from noughts.core.tally import Tally
from noughts.prove import FoundBy, Proof, Uncounted
from noughts.prove.given_away import GivenAway
from noughts.prove.proof import what_is_over
from noughts.results.proof import FAULTS, Finding

_BOARDS_SHOWN = 25  # cells, up to which a losing line is shown with a board for each move
_MEANS: dict[FoundBy | None, str] = {"search": "search", "values": "exact values", "walk": "a walk"}


def exit_code(results: Iterable[Findings]) -> Exit:
    """Return NO where a strategy can lose, else UNKNOWN where one has no proof, else ANSWERED: none ever loses."""
    all_findings = [finding for findings in results for finding in findings.values()]
    if any(finding.can_lose for finding in all_findings):
        return Exit.NO
    return Exit.ANSWERED if all(finding.never_loses for finding in all_findings) else Exit.UNKNOWN


def report(game: Game, spec: str, findings: Findings) -> None:
    """Print the findings about one strategy, in full."""
    for side, finding in findings.items():
        say(click.style(f"{finding.strategy} on {game}, moving {side.seat}: {_verdict(finding)}", bold=True))
        if isinstance(finding, Uncounted):
            say(f"  {_reason(finding)}")
        else:
            for label, text in _facts(finding):
                say(f"  {label:<15} {text}")
            if shows_tracebacks() and isinstance(finding, Proof):
                for faults in finding.faults.values():
                    say("\n".join(f"    {text}" for text in faults.trace))
            if isinstance(finding, Proof):
                _rules(finding)
        if finding.losing_line is not None:
            _losing_line(game, spec, finding)
        elif isinstance(finding, Uncounted) and finding.given_away is not None:
            _given_away(game, finding.given_away)
        if not isinstance(finding, Uncounted) or finding.losing_line is not None:
            say()


def _rules(proof: Proof) -> None:
    """Print in how many positions each rule of a list decides."""
    most = max((len(f"{count.positions:,}") for count in proof.rules), default=0)
    for number, count in enumerate(proof.rules, 1):
        where = f"{count.positions:>{most},} position{'s' if count.positions != 1 else ' '}"
        rarely = "" if count.positions else " (superfluous here)"
        label = "decided by" if number == 1 else ""
        say(f"  {label:<15} {where}  {number}. {count.rule}{rarely}")


def _verdict(finding: Finding) -> str:
    """Return the verdict in words."""
    if not isinstance(finding, Measurement):
        return finding.verdict.upper() if finding.can_lose else finding.verdict
    if finding.games.loss:
        return f"measured, not proved: it lost {finding.games.loss:,} of {finding.games.total:,} games"
    lost = "" if finding.losing_line is None else ", but it lost a game to a search"
    return f"measured, not proved: no loss in {finding.games.total:,} games against random play{lost}"


def _reason(finding: Uncounted) -> str:
    """Return why its games are not counted, and what a search has tried."""
    reason = str(what_is_over(finding.reason))
    if finding.losing_line is None or finding.tried is None:
        return reason
    games = "1 game" if finding.tried == 1 else f"{finding.tried:,} games"
    return f"found by {_MEANS[finding.found_by]}: {games} tried, {finding.asked:,} positions asked; {reason}"


def _facts(finding: Proof | Measurement) -> Iterable[tuple[str, str]]:
    if isinstance(finding, Measurement):
        for name, (low, high) in finding.intervals.items():
            rate = getattr(finding.games, name) / finding.games.total
            yield f"{name} rate", f"{rate:.2%} ({low:.2%} to {high:.2%} at 95 % confidence), opponent random"
        if finding.failures:
            yield "breaks the rules", f"in {finding.failures:,} of the games, and loses them; first: {finding.failed}"
        return
    yield "distinct games", counts(finding.games)
    if finding.sequences is not None:
        yield "sequences", counts(finding.sequences)
    yield (
        "against random",
        ", ".join(f"{name} {_chance(chance)}" for name, chance in vars(finding.against_random).items()),
    )
    yield "positions", f"{finding.positions:,}"
    for kind, faults in finding.faults.items():
        where = "1 position" if faults.positions == 1 else f"{faults.positions:,} positions"
        yield FAULTS[kind], f"in {where}, and loses there; first: {faults.message}"
    yield "asked again", finding.asked_again.in_words


def counts(tally: Tally[int]) -> str:
    """Return a number of games, split by their results."""
    return f"{tally.total:,} = {tally.win:,} won + {tally.draw:,} drawn + {tally.loss:,} lost"


def _chance(chance: Fraction) -> str:
    """A probability as a fraction, if that is short, and as a decimal."""
    if chance in (0, 1):
        return str(chance)
    exact = f"{chance} = " if len(str(chance)) <= 24 else ""
    return f"{exact}{float(chance):.6g}"


def _losing_line(game: Game, spec: str, finding: Finding) -> None:
    line = finding.losing_line
    assert line is not None
    say(f"\n  {_what(finding)}, {finding.strategy} is {finding.seat}:")
    say((game_strip if game.cells <= _BOARDS_SHOWN else numbered_board)(game, line, indent="    "))
    if moves := moves_by_rule(game, finding):
        say(f"\n    its moves: {moves}")
    if finding.fault is not None:
        say(f"\n    here it {FAULTS[finding.fault.kind]}, and loses: {finding.fault.message}")
    if not isinstance(finding, Measurement) and finding.given_away is not None:
        say(f"\n    {finding.given_away.words}")
    who = f"--{str(finding.seat).lower()} {shlex.quote(spec)}"
    if turn := click.get_current_context().params.get("turn"):
        who += f" --turn {shlex.quote(turn)}"
    say(f'\n    replay it: noughts play --game {game} {who} --moves "{line}"')


def _given_away(game: Game, given: GivenAway) -> None:
    """Print where a strategy without a losing line first gives value away, with the moves up to there."""
    say(f"  in a game that was tried: {given.words}")
    if given.move is not None:
        say(numbered_board(game, Moves(game, (*given.line, given.move)), indent="    "))


def moves_by_rule(game: Game, finding: Finding) -> str:
    """Return the moves of a list of rules in its losing line, each with its rule; else an empty text."""
    if not isinstance(finding, Proof):
        return ""
    moves = zip(finding.losing_line or (), finding.line_rules, strict=False)
    return ", ".join(f"{game.name(move)} by {rule}" for move, rule in moves if rule)


def _what(finding: Finding) -> str:
    """Return what its losing line is."""
    if isinstance(finding, Measurement):
        return "the shortest game it lost" if finding.found_by == "games" else "a game it lost to a search"
    if isinstance(finding, Proof) or finding.shortest:
        return "a shortest losing line"
    return f"a losing line of {len(finding.losing_line or ())} plies"


def table(game: Game, results: dict[str, Findings]) -> None:
    """Print one table of many strategies."""
    say(click.style(f"{game}: every reply, every equal move", bold=True))
    rows = []
    for spec, findings in results.items():
        for side, finding in findings.items():
            row = [spec, side.seat, *_row(finding)]
            rows.append(row if finding.never_loses else emphasised(row))
    show_table(("strategy", "moving", "verdict", "won", "drawn", "lost", "loses to random"), rows, texts=3)
    say("won, drawn, lost: distinct games. `noughts prove STRATEGY` shows the losing line.")
    for spec, findings in results.items():
        for reason in dict.fromkeys(finding.reason for finding in findings.values() if isinstance(finding, Uncounted)):
            say(f"{spec}: {reason}")


def _row(finding: Finding) -> list[str]:
    if isinstance(finding, Uncounted):
        return [finding.verdict]
    games = finding.games
    counts = [f"{games.win:,}", f"{games.draw:,}", f"{games.loss:,}"]
    if isinstance(finding, Proof):
        chance = finding.against_random.loss
        return [finding.verdict, *counts, f"{float(chance):.4%}" if chance else "never"]
    return ["measured", *counts, f"about {games.loss / games.total:.1%}"]
