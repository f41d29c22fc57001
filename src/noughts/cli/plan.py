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
@options(PlanOptions, "asked")
@program_options
@json_option
def plan(
    strategy: str | None, smallest: bool, game: Game, asked: PlanOptions, programs: ProgramOptions, as_json: bool
) -> Never:
    """What a person must learn so as never to lose: every position that can arise, up to symmetry, with one move.

    With STRATEGY these are its own moves: of several that it holds equal, those that keep the plan small. With
    --smallest they are any moves that never lose. Each plan is proved: it is played against every reply.

    Exit code 0 for a plan, 1 if STRATEGY can lose (here is the line) or every strategy can, 3 if --seconds ended before
    the proof that the plan of --smallest is the smallest, or if there is no plan within the limits.
    """
    if (strategy is None) != smallest:
        raise click.UsageError("name a STRATEGY, or ask for the --smallest plan of all")
    require_folder(asked.csv, "--csv")
    require_folder(asked.svg, "--svg")
    (side,) = SEATS[asked.seat]
    with Ticker() as ticker, aside():

        def show(progress: LeastProgress) -> None:
            ticker.show(lambda _: f"no plan has fewer than {progress.at_least:,} positions; {progress.nodes:,} nodes")

        player = None
        if strategy is not None:
            players, game = players_of([strategy], game, programs)
            [player] = players.values()
        terms: dict[str, Any] = {
            "skip_obvious": asked.skip_obvious,
            "max_positions": asked.max_positions,
            "budget": Budget(seconds=time_left(asked.seconds)),
            "progress": show,
        }
        found = smallest_plan(game, side, **terms) if player is None else plan_of(player, game, side, **terms)
        code = _exit_code(found)
    for path, written in ((asked.csv, _cards), (asked.svg, plan_sheet)):
        if path is not None and isinstance(found, Plan):
            with file_errors("write", path), replacing(path, "w") as file:
                file.write(written(found))
    answer(found, as_json, lambda: _report(found), code, [] if player is None else [player])


def _exit_code(found: Plan | NoPlan) -> Exit:
    """Return the exit code, by the proof of a player who has nothing but the plan."""
    if isinstance(found, NoPlan) or not prove(PlanPlayer(found), found.game, found.seat).never_loses:
        return Exit.NO
    return Exit.ANSWERED if found.strategy or found.smallest else Exit.UNKNOWN


def _report(found: Plan | NoPlan) -> None:
    if isinstance(found, NoPlan):
        _refuse(found)
        return
    count = len(found.to_learn)
    at_most = "" if found.strategy or found.smallest else "at most "
    positions = f"{at_most}{count} position{'' if count == 1 else 's'}"
    say(click.style(f"{title_of(found)}: {positions} to learn", bold=True))
    say(f"  {_bound(found)}")
    if found.skip_obvious:
        say(f"  and {len(found.lessons) - count} with an obvious move: complete a line, else block, else the last cell")
    say("  each stands for all its images: turned, mirrored")
    number = 0
    for stones, lessons in groupby(found.to_learn, lambda lesson: lesson.position.ply):
        blocks = [_block(number := number + 1, lesson) for lesson in lessons]
        say(f"\n{stones} stone{'' if stones == 1 else 's'}:\n")
        say(side_by_side(blocks, indent="  "))


def _bound(found: Plan) -> str:
    whose = f"no plan of {found.strategy}" if found.strategy else "no plan"
    if found.smallest:
        return f"never loses, proved; {whose} that never loses has fewer, proved"
    return f"never loses, proved; {whose} has fewer than {found.at_least}, and whether one has so few is not known"


def _block(number: int, lesson: Lesson) -> list[str]:
    title = f"{number}. {lesson.position.side} {lesson.position.game.name(lesson.move)}"
    return [title, *diagram(lesson.position, [lesson.move]).splitlines()]


def _refuse(found: NoPlan) -> None:
    if found.strategy is None:
        say(f"no plan: whatever it plays, a strategy can lose {found.game} moving {found.seat.seat}")
        return
    say(click.style(f"{title_of(found)}: CAN LOSE, so there is no plan", bold=True))
    say("  a shortest losing line:")
    say(game_strip(found.game, found.losing_line or (), indent="    "))
    say("\n  `noughts fix STRATEGY` finds the exceptions with which it never loses")


def _cards(found: Plan) -> str:
    """Return a plan as the text of a CSV file with a card for each position to learn: the board, the move, a tag."""
    text = io.StringIO()
    text.write("".join(f"{line}\n" for line in _HEADERS))
    rows = csv.writer(text, lineterminator="\n")
    tag = f"noughts::{str(found.game).replace(',', 'x')}::{found.seat.seat}"
    for lesson in found.to_learn:
        name, reason = found.game.name(lesson.move), f": {escape(str(lesson.reason))}" if lesson.reason else ""
        front = f"{_html_board(diagram(lesson.position))}{lesson.position.side} to move"
        back = f"{_html_board(diagram(lesson.position.play(lesson.move), [lesson.move]))}<b>{name}</b>{reason}"
        rows.writerow([front, back, tag])
    return text.getvalue()


def _html_board(drawn: str) -> str:
    """Return a drawn board as HTML in one line."""
    return "<pre>" + escape(drawn).replace("\n", "<br>") + "</pre>"
