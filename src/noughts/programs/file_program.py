"""A file as a player: its own game where it has one, else the function or the class in it."""

import ast
import os
from collections.abc import Sequence
from contextlib import chdir, suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, NotRead, NoughtsError, StrategyError
from noughts.players.player import Decision, Notes, Player
from noughts.programs import specs, vocabulary
from noughts.programs.calls import RunsTooLong, at_most
from noughts.programs.jail.limits import Limits
from noughts.programs.load.files import imports_of, module_in, parsed, users_of, with_imports
from noughts.programs.load.stand_ins import ASKING
from noughts.programs.load.user_module import drew
from noughts.programs.play.copies import Copies
from noughts.programs.play.played import PlayedProgram
from noughts.programs.play.ways import is_for_beginners
from noughts.programs.reading.evidence import plain
from noughts.programs.reading.probe import TwoReadings
from noughts.words import Words

_ASKS = frozenset({"input", "raw_input", "getpass", "readline", "getch", "getche", "getwch", "readchar", "readkey"})
_MODULES = ASKING | {"readchar", "fileinput"}
_CONFIRMING = 8  # late positions in which a function and the game must have the same moves
_FEWEST = 3  # of these, where the game has no more
_ACTS = 100  # to find out how the game is played, before it confirms a function
_SHARE = 6  # times what one of the dearest decisions costs: a third of a verdict, which has some twenty of them
_SECONDS = 1.0  # of a processor, which it may take in any case
_MOST_GAMES = 2  # besides the file itself
_LONGEST = 20.0  # seconds, in which it is tried what a decision costs


def load(spec: str, read: str, limits: Limits) -> Player:
    """Return the player that a text names: a file whose game asks its person is played, anything else is called.

    `read`: how it is called, if its author says so.
    """
    file = Path(spec)
    is_file = file.suffix == ".py" and file.is_file()
    games = _games_of(file) if is_file and not read and hasattr(os, "fork") else []
    return FileProgram(spec, games, limits) if games else specs.load(spec, read)


class FileProgram(Player):
    """A file that has a game. Its function or class comes first, if one reading is left, and the game confirms it; the
    game is played where there is none, and where it says otherwise."""

    is_inferred = True

    def __init__(self, spec: str, files: Sequence[Path], limits: Limits) -> None:
        self._spec, self._limits, self._folder = spec, limits, Path.cwd()
        self._played = {file: _played(spec, file, limits.answer) for file in files}
        self._games: dict[Game, Player] = {}
        self._confirmed: dict[Game, str] = {}  # by what a function is sure
        self._error: NoughtsError | None = None  # of its function
        self._known: dict[tuple[Player, Position], Decision] = {}  # made already, and not asked for twice

    @property
    def name(self) -> str:
        """The file, or the function in it that is called, once that is known."""
        return next((player.name for player in self._games.values()), self._spec)

    @property
    def noisy(self) -> bool:
        """Whether its random numbers cannot be listed."""
        return any(player.noisy for player in self._games.values())

    @property
    def decides_once(self) -> bool:
        """Whether its game is played."""
        return any(player.decides_once for player in self._games.values())

    def supports(self, game: Game) -> bool:
        """Return whether its function, or its game, is of this size."""
        return self._of(game).supports(game)

    def why_not(self, game: Game) -> Words:
        """Return why it does not play a game, or an empty text."""
        return self._of(game).why_not(game)

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

    def number_of_its_game(self, game: Game) -> int:
        """Return the number of the file whose game is played, from 0; -1 where its function is called."""
        player = self._of(game)
        return next((number for number, played in enumerate(self._played.values()) if played is player), -1)

    def play(self, game: Game, number: int) -> None:
        """Play the game of a file by its number, as it was played in another process."""
        self._games[game] = list(self._played.values())[number]

    def decide(self, position: Position, rng: Random) -> Decision:
        """Return its decision."""
        player = self._of(position.game)
        known = self._known.pop((player, position), None)
        return player.decide(position, rng) if known is None or player.noisy else known

    def expect_all(self, game: Game) -> None:
        """Prepare for a walk over all its games."""
        self._of(game).expect_all(game)

    def close(self) -> None:
        """End its processes."""
        for played in self._played.values():
            played.close()

    def _of(self, game: Game) -> Player:
        if game not in self._games:
            self._games[game] = self._chosen(game)
        return self._games[game]

    def _chosen(self, game: Game) -> Player:
        """Return its function where one reading of it is left and the game does not say otherwise, else its game."""
        left = self._functions(game)
        if left and (function := self._confirmed_of(left, game)) is not None:
            return function
        late: LimitExceeded | None = None
        for played in self._played.values():
            try:
                if played.supports(game):
                    return played
            except LimitExceeded as error:
                late = late or error
        cut = [played for played in self._played.values() if late is None and played.is_cut(game)]
        if cut:
            return cut[0]  # it says what it needs
        if isinstance(self._error, NotRead):
            raise self._error  # which function, or which reading of it: that says more than its game
        if late is not None:
            raise late
        return self._called or next(iter(self._played.values()))

    def _functions(self, game: Game) -> list[Player]:
        """Return its function, once for each reading that is left; none where no reading is, where it is for an easy
        level by its name (the game has a harder one), or where its file has drawn something before."""
        if self._called is not None and (is_for_beginners(self._called.name) or drew(self._folder / self._spec)):
            return []
        try:
            return [self._called] if self._called is not None and self._called.supports(game) else []
        except TwoReadings as error:
            self._error = error
            return [self._loaded(f"{error.name}:read={reading}") for reading in error.readings]
        except NoughtsError as error:
            self._error = error
            return []

    def _confirmed_of(self, functions: Sequence[Player], game: Game) -> Player | None:
        """Return the function that makes the moves of the game, in a handful of late positions; the only one also where
        the game was not seen to move. None where the game says otherwise, or does not say which of several."""
        seconds, seen = self._seconds_for(functions[0], game), False
        for file in self._played:
            left, count, differ = list(functions), 0, False
            played = _played(self._spec, file, min(seconds, self._limits.answer))
            with suppress(NoughtsError):
                for position, decision in islice(played.late_decisions(game, _ACTS, seconds), _CONFIRMING):
                    answers = [_answer(each, position) for each in left]
                    differ |= any(answer != answers[0] for answer in answers)
                    moves = _chances(played, decision)
                    left = [each for each, answer in zip(left, answers, strict=True) if answer == moves]
                    count, seen = count + 1, True
                    if not left:
                        return None
            if count >= _FEWEST and (len(functions) == 1 or (differ and len(left) == 1)):
                self._confirmed[game] = f"sure: its own game confirms it, by the same moves in {count} positions"
                return left[0]
        return functions[0] if len(functions) == 1 and not seen else None

    def _seconds_for(self, function: Player, game: Game) -> float:
        """Return the processor time that the game may take, by what the function takes for its first reply."""
        began, moves = process_time(), Position(game).legal_moves
        position = Position(game).play(moves[len(moves) // 2])
        with suppress(NoughtsError, RunsTooLong), at_most(_LONGEST):
            self._known[function, position] = function.decide(position, Random(0))
        return max(_SECONDS, _SHARE * (process_time() - began))

    @cached_property
    def _called(self) -> Player | None:
        try:
            return self._loaded(self._spec)
        except NoughtsError as error:
            self._error = error
            return None

    def _loaded(self, spec: str) -> Player:
        with chdir(self._folder):
            return specs.load(spec)


def _answer(player: Player, position: Position) -> dict[Move, Fraction]:
    return _chances(player, player.decide(position, Random(0)))


def _chances(player: Player, decision: Decision) -> dict[Move, Fraction]:
    if player.noisy:
        raise StrategyError("its draws cannot be listed")
    chances = decision.chances or [Fraction(1, len(decision.moves))] * len(decision.moves)
    return dict(zip(decision.moves, chances, strict=True))


def _played(spec: str, file: Path, seconds: float) -> PlayedProgram:
    """Return the game of a file as a player, which has so many seconds of a processor for each act."""
    return PlayedProgram(
        spec, lambda game: Copies(file, game, seconds), "" if file.name == Path(spec).name else file.name
    )


def _games_of(file: Path) -> list[Path]:
    """Return the files that may be the game of a file: itself, and one that imports it and that no other of these
    imports, in its folder or else elsewhere. Those that are games by their names come before others, and the only one
    that asks in the terminal before these, since less has to be found out there; of others there may be one alone."""
    file = file.absolute()
    users, names = [user for user in users_of(file) if _asks(user)], vocabulary.words("files", "games")
    named = [user for user in users if _name_of(user) in names]
    used = {part for user in named or users for part in with_imports(user) if part != user}
    games = [user for user in named or users if user not in used]
    games = [game for game in games if game.parent == file.parent] or games
    if named:
        games.sort(key=lambda game: names.index(_name_of(game)))
    terminals = [user for user in users if user.parent == file.parent and not _opens_a_window(user)]
    if len(terminals) == 1:
        games = [*terminals, *(game for game in games if named and game not in terminals)]
    elif len(games) > 1 and not named:
        games = []
    return [*([file] if _asks(file) else []), *games[:_MOST_GAMES]]


def _name_of(file: Path) -> str:
    return plain(file.stem).replace("-", "")


def _asks(file: Path) -> bool:
    """Return whether the text of a file, or of one beside it that it imports, asks a person, or opens a window."""
    return any(_text_asks(path) for path in with_imports(file))


def _opens_a_window(file: Path) -> bool:
    """Return whether a file, or one beside it that it imports, uses a kit for windows, or another one that asks."""
    return any(
        _is_kit(each.top, path.parent) for path in with_imports(file) for each in imports_of(path) if not each.levels
    )


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
