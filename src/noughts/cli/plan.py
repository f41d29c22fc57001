"""`noughts plan`."""

import csv
import io
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, Never

import click

from noughts.app.drawings import plan_sheet, title_of
from noughts.cli.boards import game_strip, side_by_side
from noughts.cli.clock import time_left
from noughts.cli.common import (
    StrategyParam,
    Ticker,
    answer,
    aside,
    game_option,
    require_folder,
    say,
)
from noughts.cli.exits import Exit
from noughts.cli.options import ProgramOptions, json_option, option, options, program_options, seat_setting
from noughts.cli.players import players_of
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import diagram
from noughts.core.position import SEATS
from noughts.errors import file_errors
from noughts.files import replacing
from noughts.prove import prove
from noughts.prove.least import LeastProgress
from noughts.prove.plan import Lesson, NoPlan, Plan, PlanPlayer, plan_of, smallest_plan
from noughts.prove.seated import MAX_CLASSES

# What Anki reads from the first lines of a file of cards; other programs take them for comments.
_HEADERS = ("#separator:Comma", "#html:true", "#notetype:Basic", "#columns:Front,Back,Tags", "#tags column:3")


@dataclass(frozen=True)
class PlanOptions:
    """Which plan, its limits, and the files to write."""

    seat: str = seat_setting("Who follows the plan.")
    skip_obvious: bool = option("Completing a line, blocking and the last cell need no learning.")
    max_positions: int = option("Give up at more positions, up to symmetry, than this.", default=MAX_CLASSES)
    seconds: float = option("Time for the proof that none is smaller.", default=60)
    csv: Path | None = option("Write flash cards, as Anki imports them.", metavar="FILE")
    svg: Path | None = option("Write a picture of all positions.", metavar="FILE")


@click.command()
@click.argument("strategy", required=False, type=StrategyParam())
@click.option("--smallest", is_flag=True, help="Without STRATEGY: of all plans the one with the fewest positions.")
@game_option
@options(PlanOptions, "settings")
@program_options
@json_option
def plan(
    strategy: str | None, smallest: bool, game: Game, settings: PlanOptions, programs: ProgramOptions, as_json: bool
) -> Never:
    """What a person must learn so as never to lose: every position that can arise, up to symmetry, with one move.

    With STRATEGY these are its own moves: of several that it holds equal, those that keep the plan small. With
    --smallest they are any moves that never lose. Each plan is proved: it is played against every reply.

    Exit code 0 for a plan, 1 if STRATEGY can lose (here is the line) or every strategy can, 3 if --seconds ended before
    the proof that the plan of --smallest is the smallest, or if there is no plan within the limits.
    """
    if (strategy is None) != smallest:
        raise click.UsageError("name a STRATEGY, or ask for the --smallest plan of all")
    require_folder(settings.csv, "--csv")
    require_folder(settings.svg, "--svg")
    (side,) = SEATS[settings.seat]
    with Ticker() as ticker, aside():

        def show(progress: LeastProgress) -> None:
            ticker.show(lambda _: f"no plan has fewer than {progress.at_least:,} positions; {progress.nodes:,} nodes")

        player = None
        if strategy is not None:
            players, game = players_of([strategy], game, programs)
            [player] = players.values()
        terms: dict[str, Any] = {
            "skip_obvious": settings.skip_obvious,
            "max_positions": settings.max_positions,
            "budget": Budget(seconds=time_left(settings.seconds)),
            "progress": show,
        }
        result = smallest_plan(game, side, **terms) if player is None else plan_of(player, game, side, **terms)
        code = _exit_code(result)
    for path, written in ((settings.csv, _cards), (settings.svg, plan_sheet)):
        if path is not None and isinstance(result, Plan):
            with file_errors("write", path), replacing(path, "w") as file:
                file.write(written(result))
    answer(result, as_json, lambda: _report(result), code, [] if player is None else [player])


def _exit_code(result: Plan | NoPlan) -> Exit:
    """Return the exit code, by the proof of a player who has nothing but the plan."""
    if isinstance(result, NoPlan) or not prove(PlanPlayer(result), result.game, result.seat).never_loses:
        return Exit.NO
    return Exit.ANSWERED if result.strategy or result.smallest else Exit.UNKNOWN


def _report(result: Plan | NoPlan) -> None:
    if isinstance(result, NoPlan):
        _refuse(result)
        return
    count = len(result.to_learn)
    at_most = "" if result.strategy or result.smallest else "at most "
    positions = f"{at_most}{count} position{'' if count == 1 else 's'}"
    say(click.style(f"{title_of(result)}: {positions} to learn", bold=True))
    say(f"  {_bound(result)}")
    if result.skip_obvious:
        say(
            f"  and {len(result.lessons) - count} with an obvious move: complete a line, else block, else the last cell"
        )
    say("  each stands for all its images: turned, mirrored")
    number = 0
    for stones, lessons in groupby(result.to_learn, lambda lesson: lesson.position.ply):
        blocks = [_block(number := number + 1, lesson) for lesson in lessons]
        say(f"\n{stones} stone{'' if stones == 1 else 's'}:\n")
        say(side_by_side(blocks, indent="  "))


def _bound(result: Plan) -> str:
    whose = f"no plan of {result.strategy}" if result.strategy else "no plan"
    if result.smallest:
        return f"never loses, proved; {whose} that never loses has fewer, proved"
    return f"never loses, proved; {whose} has fewer than {result.at_least}, and whether one has so few is not known"


def _block(number: int, lesson: Lesson) -> list[str]:
    title = f"{number}. {lesson.position.side} {lesson.position.game.name(lesson.move)}"
    return [title, *diagram(lesson.position, [lesson.move]).splitlines()]


def _refuse(refusal: NoPlan) -> None:
    if refusal.strategy is None:
        say(f"no plan: whatever it plays, a strategy can lose {refusal.game} moving {refusal.seat.seat}")
        return
    say(click.style(f"{title_of(refusal)}: CAN LOSE, so there is no plan", bold=True))
    say("  a shortest losing line:")
    say(game_strip(refusal.game, refusal.losing_line or (), indent="    "))
    say("\n  `noughts fix STRATEGY` finds the exceptions with which it never loses")


def _cards(result: Plan) -> str:
    """Return a plan as the text of a CSV file with a card for each position to learn: the board, the move, a tag."""
    text = io.StringIO()
    text.write("".join(f"{line}\n" for line in _HEADERS))
    rows = csv.writer(text, lineterminator="\n")
    tag = f"noughts::{str(result.game).replace(',', 'x')}::{result.seat.seat}"
    for lesson in result.to_learn:
        name, reason = result.game.name(lesson.move), f": {escape(str(lesson.reason))}" if lesson.reason else ""
        front = f"{_html_board(diagram(lesson.position))}{lesson.position.side} to move"
        back = f"{_html_board(diagram(lesson.position.play(lesson.move), [lesson.move]))}<b>{name}</b>{reason}"
        rows.writerow([front, back, tag])
    return text.getvalue()


def _html_board(drawn: str) -> str:
    """Return a drawn board as HTML in one line."""
    return "<pre>" + escape(drawn).replace("\n", "<br>") + "</pre>"
