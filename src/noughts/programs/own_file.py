"""A file as a player: its own game where it has one, else the function or the class in it."""

import ast
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random

from noughts.core.game import Game, Move
from noughts.core.player import Decision, Notes, Player
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, NoughtsError, StrategyError
from noughts.programs.jail.limits import Limits
from noughts.programs.loading import specs
from noughts.programs.loading.own_files import module_in, parsed, with_imports
from noughts.programs.loading.stand_ins import WINDOWS
from noughts.programs.playing.copies import Copies
from noughts.programs.playing.played import PlayedProgram

_ASKS = frozenset({"input", "raw_input", "getpass", "readline", "getch", "getche", "getwch", "readchar", "readkey"})
_MODULES = WINDOWS | {"msvcrt", "getch", "readchar", "fileinput"}
_MOST_FILES = 40
_CONFIRMING = 30  # positions in which a function and the game must have the same moves
_PLIES = 2  # at least so many and one more are the plies of these positions
_MOST_GAMES = 200


def load(spec: str, pickles: bool, read: str, limits: Limits) -> Player:
    """Return the player that a text names: a file whose game asks its person is played, anything else is called.

    `read`: how it is called, if its author says so.
    """
    file = Path(spec)
    is_file = file.suffix == ".py" and file.is_file()
    games = _games_of(file) if is_file and not read and hasattr(os, "fork") else []
    return OwnFile(spec, games, limits) if games else specs.load(spec, pickles, read)


class OwnFile(Player):
    """A file that has a game, on each board what is sure of it: the game, else the function or the class in it."""

    def __init__(self, spec: str, files: Sequence[Path], limits: Limits) -> None:
        self._spec, self._called_error, self._folder = spec, "", Path.cwd()
        self._played = [PlayedProgram(spec, _opener(file, limits), _beside(file, spec)) for file in files]
        self._games: dict[Game, Player] = {}
        self._confirmed: dict[Game, str] = {}  # by what a function is sure that is called in place of the game

    @property
    def name(self) -> str:
        """The file, or the function in it that is called, once that is known."""
        return next((player.name for player in self._games.values()), self._spec)

    @property
    def noisy(self) -> bool:
        """Whether its random numbers cannot be listed."""
        return any(player.noisy for player in self._games.values())

    def supports(self, game: Game) -> bool:
        """Return whether its game, or its function, is of this size."""
        return self._of(game).supports(game)

    def why_not(self, game: Game) -> str:
        """Return why it does not play a game, or an empty text."""
        if self.supports(game):
            return ""
        played = self._played[0].why_not(game)
        called = self._called.why_not(game) if self._called is not None else self._called_error
        return f"{played}; and {called}" if called else played

    def seats(self, game: Game) -> tuple[Side, ...]:
        """Return the sides that it can have."""
        return self._of(game).seats(game)

    @property
    def notes(self) -> Notes:
        """How it was played, or how it is called."""
        game, player = next(iter(self._games.items()), (None, None))
        if game is None or player is None:
            return Notes()
        confirmed = self._confirmed.get(game)
        return replace(player.notes, inferred=confirmed) if confirmed else player.notes

    def reading(self, game: Game) -> str:
        """Return how its function is called; empty where its game is played."""
        return self._of(game).reading(game)

    def set_reading(self, game: Game, text: str) -> None:
        """Call its function as it was called in another process."""
        if self._called is not None:
            self._called.set_reading(game, text)
            self._games[game] = self._called

    def shim(self, game: Game, target: str) -> str:
        """Return the content of a file that calls its function. Raises StrategyError if there is none."""
        if self._called is None:
            raise StrategyError(self._called_error)
        return self._called.shim(game, target)

    def decide(self, position: Position, rng: Random) -> Decision:
        """Return its decision."""
        return self._of(position.game).decide(position, rng)

    def close(self) -> None:
        """End its processes."""
        for played in self._played:
            played.close()

    def _of(self, game: Game) -> Player:
        if game not in self._games:
            self._games[game] = self._chosen(game)
        return self._games[game]

    def _chosen(self, game: Game) -> Player:
        """Return its game as a player, or its function where the game confirms it, or where no game is played."""
        seen, late = None, None
        for played in self._played:
            try:
                seen = seen or (played if played.supports(game) else None)
            except LimitExceeded as error:
                late = late or error
        if seen is None:
            if late is not None and (self._called is None or not self._called.supports(game)):
                raise late
            return self._called or self._played[0]
        agreed = None if self._called is None else _agreed(seen, self._called, game)
        if self._called is None or agreed is None:
            return seen
        self._confirmed[game] = f"sure: its own game confirms it, by the same moves in {agreed} positions"
        return self._called

    @cached_property
    def _called(self) -> Player | None:
        """The function or the class of the file, or None."""
        try:
            with chdir(self._folder):
                return specs.load(self._spec)
        except NoughtsError as error:
            self._called_error = str(error)
            return None


def _agreed(seen: Player, called: Player, game: Game) -> int | None:
    """Return in how many positions of different plies a program's game and its function have the same moves.

    None where they differ, where there are too few, or where it is not sure how the function is called.
    """
    asked = dict[Position, None]()
    try:
        if not called.supports(game):
            return None
        for position in _positions(seen, game):
            if position not in asked:
                asked[position] = None
                if _answer(seen, position) != _answer(called, position):
                    return None
            if len(asked) == _CONFIRMING:
                break
    except NoughtsError:
        return None
    plies = {position.ply for position in asked}
    return len(asked) if len(asked) == _CONFIRMING and len(plies) > _PLIES else None


def _answer(player: Player, position: Position) -> dict[Move, Fraction]:
    """Return the chance of each move. Raises StrategyError where they cannot be listed."""
    decision = player.decide(position, Random(0))
    if player.noisy:
        raise StrategyError("its draws cannot be listed")
    chances = decision.chances or [Fraction(1, len(decision.moves))] * len(decision.moves)
    return dict(zip(decision.moves, chances, strict=True))


def _positions(seen: Player, game: Game) -> Iterator[Position]:
    """Yield the positions of games in which its person moves at random."""
    rng = Random(str(game))
    for number in range(_MOST_GAMES):
        sides = seen.seats(game)
        side, position = sides[number % len(sides)], Position(game)
        while position.outcome is None:
            if position.side is side:
                yield position
            moves = seen.decide(position, rng).moves if position.side is side else position.legal_moves
            position = position.play(rng.choice(moves))


def _opener(file: Path, limits: Limits) -> Callable[[Game], Copies]:
    return lambda game: Copies(file, game, limits.answer)


def _beside(file: Path, spec: str) -> str:
    """Return the name of the game where it is not the file that was named."""
    return "" if file.name == Path(spec).name else file.name


def _games_of(file: Path) -> list[Path]:
    """Return the files that may be the game of a file: itself, and the one beside it that imports it, if it is one."""
    file = file.absolute()
    others = [one for one in sorted(file.parent.glob("*.py"))[:_MOST_FILES] if one != file]
    users = [one for one in others if file in with_imports(one) and _asks(one)]
    return [*([file] if _asks(file) else []), *(users if len(users) == 1 else [])]


def _asks(file: Path) -> bool:
    """Return whether the text of a file, or of one beside it that it imports, asks a person, or opens a window."""
    return any(_text_asks(one) for one in with_imports(file))


def _text_asks(file: Path) -> bool:
    return any(_is_asking(node, file.parent) for node in ast.walk(parsed(file)))


def _is_asking(node: ast.AST, folder: Path) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _ASKS
        case ast.Import(names=names):
            return any(_is_kit(alias.name, folder) for alias in names)
        case ast.ImportFrom(module=str(module), level=0):
            return _is_kit(module, folder)
        case ast.Attribute(value=ast.Name(id="sys"), attr="stdin"):
            return True
    return False


def _is_kit(module: str, folder: Path) -> bool:
    """Return whether a module waits for a person, and is not one of the program's own."""
    top = module.partition(".")[0]
    return top in _MODULES and module_in(folder, top) is None
