"""`noughts plan`."""

from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Never

import click

from noughts.app.drawings import title_of
from noughts.app.player_notes import notes
from noughts.app.players import load_player, maker, with_reading
from noughts.cli.boards import game_strip, side_by_side
from noughts.cli.clock import time_left
from noughts.cli.common import (
    Count,
    FileParam,
    Seconds,
    Ticker,
    aside,
    emit,
    game_option,
    json_option,
    require_folder,
    say,
    seat_option,
)
from noughts.cli.exits import Exit
from noughts.cli.players import pickle_option, read_option, say_notes
from noughts.cli.warm_up import compiled_for
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import diagram
from noughts.core.position import SEATS
from noughts.core.strategy import Strategy, require_support
from noughts.drawing.sheet import sheet
from noughts.errors import file_errors
from noughts.files import replacing
from noughts.prove import prove
from noughts.prove.least import LeastProgress
from noughts.prove.plan import Follower, Lesson, NoPlan, Plan, plan_of, smallest_plan
from noughts.prove.seated import MAX_CLASSES
from noughts.results import plan as documents


@click.command()
@click.argument("strategy", required=False)
@click.option("--smallest", is_flag=True, help="Without STRATEGY: of all plans the one with the fewest positions.")
@game_option
@seat_option("Who follows the plan.")
@click.option("--skip-obvious", is_flag=True, help="Completing a line, blocking and the last cell need no learning.")
@click.option(
    "--max-positions",
    type=Count(min=1),
    default=MAX_CLASSES,
    show_default=True,
    help="Give up at more positions, up to symmetry, than this.",
)
@click.option(
    "--seconds", type=Seconds(), default=60, show_default=True, help="Time for the proof that none is smaller."
)
@click.option("--csv", "csv_path", type=FileParam(), metavar="FILE", help="Write flash cards, as Anki imports them.")
@click.option("--svg", "svg_path", type=FileParam(), metavar="FILE", help="Write a picture of all positions.")
@read_option
@pickle_option
@json_option
@click.pass_context
def plan(
    ctx: click.Context,
    strategy: str | None,
    smallest: bool,
    game: Game,
    seat: str,
    skip_obvious: bool,
    max_positions: int,
    seconds: float,
    csv_path: Path | None,
    svg_path: Path | None,
    read: str | None,
    pickles: bool,
    as_json: bool,
) -> Never:
    """What a person must learn so as never to lose: every position that can arise, up to symmetry, with one move.

    With STRATEGY these are its own moves: of several that it holds equal, those that keep the plan small. With
    --smallest they are any moves that never lose. Each plan is proved: it is played against every reply.

    Exit code 0 for a plan, 1 if STRATEGY can lose (here is the line) or every strategy can, 3 if --seconds ended before
    the proof that the plan of --smallest is the smallest, or if there is no plan within the limits.
    """
    if (strategy is None) != smallest:
        raise click.UsageError("name a STRATEGY, or ask for the --smallest plan of all")
    require_folder(csv_path, "--csv")
    require_folder(svg_path, "--svg")
    (side,) = SEATS[seat]
    players = []
    with Ticker() as ticker, aside():

        def show(progress: LeastProgress) -> None:
            ticker.show(lambda _: f"no plan has fewer than {progress.at_least:,} positions; {progress.nodes:,} nodes")

        find = partial(smallest_plan, game, side, skip_obvious=skip_obvious, max_positions=max_positions, progress=show)
        if strategy is not None:
            players.append(_loaded(with_reading(strategy, read), game, pickles))
            anew = maker(strategy, pickles)
            find = partial(plan_of, players[0], *find.args, **find.keywords, anew=anew)
        found = find(budget=Budget(seconds=time_left(seconds)))
        verdict = Exit.NO if isinstance(found, NoPlan) else _checked(found)
    if isinstance(found, Plan):
        _write(found, csv_path, svg_path)
    if as_json:
        emit(documents.plan(found) | notes(players))
    else:
        _report(found)
        say_notes(players)
    ctx.exit(Exit.UNKNOWN if smallest and isinstance(found, Plan) and not found.is_smallest else verdict)


def _loaded(spec: str, game: Game, pickles: bool) -> Strategy:
    player = load_player(spec, keep="process", pickles=pickles)
    require_support(player, game)
    compiled_for([player], game)
    return player


def _checked(found: Plan) -> Exit:
    """Return ANSWERED if the plan never loses, by the proof of a player who has nothing but the plan."""
    return Exit.ANSWERED if prove(Follower(found), found.game, found.seat).never_loses else Exit.NO


def _write(found: Plan, csv_path: Path | None, svg_path: Path | None) -> None:
    if csv_path is not None:
        with file_errors("write", csv_path), replacing(csv_path, "w") as file:
            file.write(documents.cards(found))
    if svg_path is not None:
        pairs = [(lesson.position, lesson.move) for lesson in found.to_learn]
        with file_errors("write", svg_path), replacing(svg_path, "w") as file:
            file.write(sheet(pairs, title_of(found)))


def _report(found: Plan | NoPlan) -> None:
    if isinstance(found, NoPlan):
        _refuse(found)
        return
    count = len(found.to_learn)
    say(click.style(f"{title_of(found)}: {count} position{'' if count == 1 else 's'} to learn", bold=True))
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
    if found.is_smallest:
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
    say("\n  `noughts prove STRATEGY --fix` finds the exceptions with which it never loses")
