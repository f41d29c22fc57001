"""The players that commands name: ready to be asked, and the notes about external ones."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import partial

from noughts.app.compilation import kernels_for
from noughts.app.players import is_own
from noughts.cli.clock import require_time
from noughts.cli.common import aside
from noughts.cli.options import ProgramOptions, is_given
from noughts.cli.warm_up import compiled
from noughts.core.game import Game
from noughts.errors import LimitExceeded
from noughts.players.player import Player, require_support, supports
from noughts.programs.specs import TAKEN

_SIZES = ("4,4,4", "5,5,5", "15,15,5")  # that a program may play if it does not play 3,3,3


def players_of(
    specs: Sequence[str], game: Game, programs: ProgramOptions, seconds: float | None = None
) -> tuple[dict[str, Player], Game]:
    """Return players by their texts, ready to be asked, and the game.

    Where one player and no game was named, it is the game that a program plays. Raises LimitExceeded where it is not
    known within the command's seconds, if it has any, how a program is called.
    """
    specs, load = programs.named(specs), programs.loader()
    with aside(), ExitStack() as waiting:
        players = {spec: load(spec) for spec in specs}
        for player in players.values():
            waiting.enter_context(player.waiting(partial(_require_time, seconds)))
        if len(specs) == 1 and not is_given("game") and is_own(*specs):
            [program] = players.values()
            game = _game_of(program, game)
        make_ready(players.values(), game)
    return players, game


def _require_time(seconds: float | None) -> None:
    try:
        require_time(seconds)
    except LimitExceeded as over:
        advice = "name its function (FILE.py:NAME), or say it with --read"
        raise LimitExceeded(f"no verdict: {over}, and how the program is called is not known yet: {advice}") from None


def make_ready(players: Iterable[Player], game: Game) -> None:
    """Compile what the decisions of players wait for. Raises GameError where one does not play the game."""
    for player in players:
        require_support(player, game)
    compiled(kernels_for(players, game))


def _game_of(program: Player, game: Game) -> Game:
    """Return the game that a program plays, if it plays another one only; else the game.

    One that answers with a taken cell plays the game, and breaks its rules. Raises LimitExceeded where it is not known
    in time whether it plays one: a larger game may be another's.
    """
    plays = supports(program, game) or TAKEN in str(program.why_not(game))
    others = () if plays else map(Game.from_text, _SIZES)
    return next((other for other in others if supports(program, other)), game)
