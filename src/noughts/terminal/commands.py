"""The table of commands: words in line mode, keys on the full-screen board, the same actions behind both."""

from collections.abc import Callable
from dataclasses import dataclass
from os.path import expanduser

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.errors import FileError, NotationError, file_errors
from noughts.files import creating
from noughts.terminal import words
from noughts.terminal.players import Turn, as_json
from noughts.terminal.session import Session


@dataclass(frozen=True)
class Command:
    """A command: its name and aliases, its key, its argument, and its action.

    `act` changes a session and returns a sentence about it, or raises NoughtsError. A command without `act` concerns
    the screen: each front end implements it in its own way, or not at all.
    """

    name: str
    help: str
    aliases: tuple[str, ...] = ()
    key: str = ""
    argument: str = ""
    act: Callable[[Session, str], str] | None = None
    label: str = ""  # shown beside the key, if the name is not clear enough


def save_record(record: Record, name: str, written: Callable[[Record, str], str] = as_json) -> str:
    """Write a game to a file and return a sentence about it. Raises FileError; a file is never overwritten."""
    if not name:
        raise FileError("no file given: expected a name such as game.json")
    text = written(record, name)
    with file_errors("write", name), creating(expanduser(name), "w") as file:
        file.write(text)
    count = len(record.moves)
    return f"saved to {name} ({count} move{'' if count == 1 else 's'})"


def _undo(session: Session, _: str) -> str:
    if session.resigned is not None:
        session.undo()
        return "the game goes on"
    return _told(session, session.undo(), "took back", "nothing to take back")


def _redo(session: Session, _: str) -> str:
    return _told(session, session.redo(), "made again", "nothing to make again")


def _told(session: Session, turns: tuple[Turn, ...], verb: str, nothing: str) -> str:
    moves = tuple(turn.move for turn in turns)
    return f"{verb} {words.cells(session.game, moves)}" if moves else nothing


def _new(session: Session, _: str) -> str:
    session.new()
    return f"a new game, {words.players(session)}"


def _swap(session: Session, _: str) -> str:
    session.swap()
    return f"sides swapped, {words.players(session)}"


def _seat(side: Side) -> Callable[[Session, str], str]:
    def seat(session: Session, who: str) -> str:
        if not who:
            known = ", ".join(session.roster.names(session.game))
            raise NotationError(f"who plays {side}? human, or a strategy: {known}")
        session.seat(side, who)
        return f"from now on {words.players(session)}"

    return seat


def _game(session: Session, text: str) -> str:
    unseated = session.change_game(Game.from_text(text))
    note = f" ({' and '.join(unseated)} does not play it)" if unseated else ""
    return f"a new game of {words.rules(session.game)}, {words.players(session)}{note}"


def _resign(session: Session, _: str) -> str:
    session.resign()
    return words.result(session)


def _save(session: Session, name: str) -> str:
    return save_record(session.record(), name, session.roster.written)


def _pause(session: Session, _: str) -> str:
    _only_watching(session)
    return "paused" if session.pause() else "going on"


def _step(session: Session, _: str) -> str:
    _only_watching(session)
    session.step()
    return "one step"


def _review(session: Session, _: str) -> str:
    return words.review(session)


def _only_watching(session: Session) -> None:
    if not session.watching:
        raise NotationError("only a game between two strategies can be paused")


COMMANDS = (
    Command("help", "this list", ("h", "?"), "?"),
    Command("undo", "take back your last move, and the reply to it", ("u", "back"), "U", act=_undo),
    Command("redo", "make again what was taken back", act=_redo, key="R"),
    Command("hint", "a good move here, and why", ("tip",), "H"),
    Command("why", "why the strategy made its last move", act=lambda session, _: words.why(session)),
    Command("scores", "the scores of the last move or hint, on the cells", ("values",), "V"),
    Command("new", "a new game", ("n",), "N", act=_new),
    Command("swap", "change sides", ("sides",), "W", act=_swap),
    Command("x", "who plays X: human, or a strategy such as paths:level=easy", (), "X", "WHO", _seat(Side.X), "player"),
    Command("o", "who plays O: human, or a strategy such as paths:level=easy", (), "O", "WHO", _seat(Side.O), "player"),
    Command("game", "another board: columns, rows, how many in a row", ("board", "size"), "G", "m,n,k", _game),
    Command("moves", "the moves so far", ("list",), act=lambda session, _: words.move_list(session)),
    Command("review", "what each move did to the exact value, where that is known", ("judge",), "J", act=_review),
    Command("show", "the board again", ("look",)),
    Command("save", "write the game to a file", ("write",), "S", "FILE", _save),
    Command("resign", "give the game up", ("yield",), "Y", act=_resign),
    Command("pause", "two strategies: stop, go on", ("p", "go"), "P", act=_pause),
    Command("step", "two strategies: one move more", ("s",), ".", act=_step),
    Command("faster", "two strategies: a shorter pause between moves", (), "+"),
    Command("slower", "two strategies: a longer pause between moves", (), "-"),
    Command("light", "light or dark colours", ("dark",), "L"),
    Command("quit", "leave", ("q", "exit", "bye"), "Q"),
)

BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.aliases)}
BY_KEY = {command.key: command for command in COMMANDS if command.key}
