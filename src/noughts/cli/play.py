"""`noughts play`: a game in the terminal."""

import os
from dataclasses import dataclass
from pathlib import Path

import click

from noughts.app.explanation import adviser, known_values
from noughts.app.players import Loader, expert
from noughts.cli.common import StrategyParam, aside, game_option, require_folder, say_notes
from noughts.cli.options import ProgramOptions, option, options, program_options
from noughts.cli.tables import tables_option
from noughts.core.game import Game
from noughts.core.notation import parse_move
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NotationError
from noughts.records import format_of, write_record
from noughts.strategies import registry
from noughts.terminal.commands import save_record
from noughts.terminal.players import HUMAN, Roster
from noughts.terminal.session import Session
from noughts.terminal.start import play_in_terminal


@dataclass(frozen=True)
class Start:
    """How a game begins."""

    x: str | None = option(
        "Who plays X and moves first: human, a level or a strategy.", metavar="WHO", type=StrategyParam(HUMAN)
    )
    o: str | None = option("Who plays O.", metavar="WHO", type=StrategyParam(HUMAN))
    moves: str = option(
        "Start after these moves, as 'b2 a1'; undo takes them back.", metavar="CELLS", default="", show_default=False
    )


@dataclass(frozen=True)
class Manner:
    """How a game is shown, played and kept."""

    plain: bool = option("Line by line, for a screen reader or a pipe.")
    seed: int | None = option("Makes the strategies' random choices repeatable.", type=int)
    pause: float | None = option("Seconds between the moves of two strategies.")
    save: str | None = option(
        "On exit write the last game to FILE (.json, .sgf, .txt, .psq), if it is new.", metavar="FILE"
    )


@click.command()
@game_option
@options(Start, "start")
@options(Manner, "manner")
@tables_option
@program_options
def play(game: Game, start: Start, manner: Manner, programs: ProgramOptions) -> None:
    """Play against a strategy or a friend, or watch two strategies.

    Without --x and --o you play X: against ring on 3,3,3, search on large boards, paths on others. WHO is human, a
    level (easy, medium, hard; perfect on 3,3,3, strongest on others), a strategy, as `noughts strategies` lists them:
    paths, paths:level=easy, FILE.py:NAME, or a Gomocup engine: 'engine:./pbrain-other -flag',
    'engine(seconds=2):./pbrain-other', or a program that answers in JSON: 'pipe:node my_player.js'.
    """
    players = programs.named(seats(game, start.x, start.o))
    if manner.save is not None:  # checked before the game, not after it
        path = Path(os.path.expanduser(manner.save))
        if path.is_file() or path.is_dir():
            raise click.BadParameter(f"{manner.save!r} exists and would be overwritten.", param_hint="'--save'")
        require_folder(path, "--save")
    roster = make_roster(programs.loader(keep="game"))
    with aside():
        first, second = (roster.player(who, game) for who in players)
    say_notes(player for player in (first, second) if player is not None)
    session = Session(game, (first, second), roster, manner.seed)
    for name in start.moves.replace(",", " ").split():
        try:
            session.replay([parse_move(session.position, name)])
        except (IllegalMoveError, NotationError) as error:
            raise click.BadParameter(f"{start.moves!r}: {error}.", param_hint="'--moves'") from None
    try:
        play_in_terminal(session, manner.plain, manner.pause)
    finally:
        if manner.save is not None:
            click.echo(save_record(session.record(), manner.save, _written))


def seats(game: Game, x: str | None, o: str | None) -> tuple[str, str]:
    """Return the players of X and O; by default a person plays against a strategy."""
    opponent = registry.usual_opponent(game)
    if x is None and o is None:
        return HUMAN, opponent
    given = x if x is not None else o
    other = opponent if given == HUMAN else HUMAN
    return x if x is not None else other, o if o is not None else other


def make_roster(load: Loader) -> Roster:
    """Return a session's source of strategies, levels and exact values; values known at once give the hints."""
    return Roster(
        lambda who, game: load(registry.levels(game).get(who, who)),
        lambda game: [*registry.levels(game), *registry.names_for(game)],
        expert,
        adviser,
        known_values(),
        _written,
    )


def _written(record: Record, name: str) -> str:
    """Return a game as text for a file of this name: SGF for `game.sgf`, JSON for an unknown extension."""
    return write_record(record, format_of(name, "json"))
