"""`noughts rules`: lists of rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Never

import click

from noughts.app.proofs import Findings
from noughts.app.rule_lists import USUAL, changed, claim_of, findings, page_of, shortest
from noughts.cli.common import Ticker, game_option, require_sheet, say, say_notes
from noughts.cli.exits import Exit
from noughts.cli.options import option, options
from noughts.cli.proof_report import exit_code, moves_by_rule
from noughts.cli.text_table import show_table
from noughts.core.game import Game
from noughts.core.position import SEATS, Side
from noughts.drawing import Svg
from noughts.errors import file_errors
from noughts.players.player import require_support
from noughts.results.proof import Finding
from noughts.strategies.registry import is_rules, load
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS, MOVE
from noughts.strategies.rules.list_text import list_names
from noughts.strategies.rules.rule import Rule
from noughts.strategies.rules.rule_list import PREFIX, RuleList
from noughts.strategies.rules.shortest_list import Shortest
from noughts.words import Said


@dataclass(frozen=True)
class RulesOptions:
    """What is asked of a list, or of the conditions."""

    ablate: bool = option("Also without each rule, and with two neighbours swapped.")
    shortest: bool = option("Without LIST: the shortest lists that never lose.")
    seat: str = option("The seat in which a shortest list never loses.", type=click.Choice([*SEATS]), default="both")
    source: str = option("What a shortest list is made of.", "--from", metavar="RULES", default=USUAL)
    seconds: float = option("Time for the shortest lists.", default=60)
    sheet: Path | None = option("Draw LIST as a page to print, an SVG; without LIST a blank worksheet.", metavar="FILE")


@click.command()
@click.argument("spec", metavar="LIST", required=False)
@game_option
@options(RulesOptions, "settings")
def rules(spec: str | None, game: Game, settings: RulesOptions) -> Never:
    """Ask about a list of rules: what each rule is worth, the shortest list that never loses, a sheet to print.

    LIST is 'win, block, fork, any', a file NAME.rules, or a list that comes with the program, as newell-simon. Its
    table says in how many positions each rule decides, against every reply; one that never decides is superfluous on
    this board. Without LIST the conditions, limits and lists are shown.

    Exit code 0 if the list never loses in both seats, 1 if it can lose or no list never loses, 3 if that is unknown.
    """
    if (spec is not None and settings.shortest) or (spec is None and settings.ablate):
        raise click.UsageError("--ablate needs a LIST, and --shortest goes without one")
    if settings.sheet is not None:
        require_sheet(settings.sheet, "--sheet")
    code = Exit.ANSWERED
    if spec is not None:
        code = _study(spec, game, settings)
    elif settings.shortest:
        code = _shortest(game, settings)
    elif settings.sheet is not None:
        _draw(page_of(None, theme="auto"), settings.sheet)
    else:
        _show_all()
    raise click.exceptions.Exit(code)


def _study(spec: str, game: Game, settings: RulesOptions) -> Exit:
    """Print the table of a list, and what else was asked; return the exit code."""
    listed = _loaded(spec)
    require_support(listed, game)
    with Ticker() as ticker:
        seat_findings = findings(listed, game)
        _report(listed, game, seat_findings)
        if settings.ablate:
            others = []
            for words, other in changed(listed):
                ticker.show(lambda seconds, words=words: f"{words}: {seconds:.0f} s")  # type: ignore[misc]
                lost = findings(other, game)
                others.append([words, *(_verdict(lost[side]) for side in Side)])
            say()
            show_table(("change", "moving first", "moving second"), others, texts=3)
    if settings.sheet is not None:
        _draw(page_of(listed, claim_of(seat_findings, game), theme="auto"), settings.sheet)
    return exit_code([seat_findings])


def _loaded(spec: str) -> RuleList:
    """Return the list that a text, a file or a name means. Raises StrategyError."""
    if is_rules(spec):
        return RuleList.from_spec(spec)
    if spec.partition(":")[0] in list_names():
        named = load(spec) if spec not in list_names() else RuleList.from_spec(f"{PREFIX} {spec}")
        assert isinstance(named, RuleList)
        return named
    return RuleList.from_spec(f"{PREFIX} {spec}")


def _report(listed: RuleList, game: Game, seat_findings: Findings) -> None:
    say(click.style(f"{listed.name} on {game}", bold=True))
    counts = [[count.positions for count in seat_findings[side].rules] for side in Side]
    rows = []
    for at, rule in enumerate(listed.rules):
        each = [count[at] for count in counts if count]
        remark = "" if not each or any(each) else "superfluous here"
        rows.append([f"{at + 1}. {rule}", *(f"{count[at]:,}" if count else "not counted" for count in counts), remark])
    show_table(("rule", "moving first", "moving second", ""), rows, texts=1)
    for side in Side:
        say(f"moving {side.seat}: {_verdict(seat_findings[side])}")
        if moves := moves_by_rule(game, seat_findings[side]):
            say(f"  its moves: {moves}")
    say_notes([listed])


def _verdict(finding: Finding) -> str:
    """Return a verdict, and the line that it loses."""
    return f"{finding.verdict}: {finding.losing_line}" if finding.losing_line else finding.verdict


def _shortest(game: Game, settings: RulesOptions) -> Exit:
    """Print the shortest lists that never lose; return the exit code."""
    chosen = RuleList.from_text(settings.source)
    require_support(chosen, game)
    with Ticker() as ticker:

        def show(progress: Shortest) -> None:
            ticker.show(lambda _: f"lists of {progress.length} rules: {progress.tried:,} begun, {progress.lost:,} lose")

        result = shortest(chosen.rules, game, SEATS[settings.seat], show, settings.seconds)
    where = f"{game}, moving {'first or second' if settings.seat == 'both' else settings.seat}"
    if result.lists:
        several = "1 list" if len(result.lists) == 1 else f"{len(result.lists)} lists"
        say(click.style(f"{where}: {result.length} rules, {several} of {len(chosen.rules)} conditions", bold=True))
        show_table((), [[f"{number}.", ", ".join(each)] for number, each in enumerate(result.lists, 1)], texts=2)
        say(f"Every list of fewer of these conditions can lose. {_tried(result)}")
        return Exit.ANSWERED
    say(click.style(f"{where}: every list of these {len(chosen.rules)} conditions can lose", bold=True))
    say(_tried(result))
    return Exit.NO


def _tried(result: Shortest) -> str:
    return (
        f"{result.tried:,} lists were begun: {result.lost:,} lose with the rules so far, whatever follows, and "
        f"{result.unfinished:,} of full length have no move in some position."
    )


def _draw(drawn: Svg, path: Path) -> None:
    with file_errors("write", path):
        drawn.save(path)
    say(f"{path}: a page to print")


def _show_all() -> None:
    """Print the conditions, the limits and the lists that come with the program."""
    tables: Iterable[tuple[tuple[str, str], list[list[str]]]] = (
        (("condition", "its cells"), [[name, str(Rule(name).meaning)] for name in CONDITIONS]),
        (("limit", ""), [[f"{name}:", ""] for name in (MOVE, *LIMITS)]),
        (("list", "its rules"), [[name, str(Said(f"strategy.{name}"))] for name in list_names()]),
    )
    for at, (columns, rows) in enumerate(tables):
        if at:
            say()
        show_table(columns, rows, texts=2, folded=1)
