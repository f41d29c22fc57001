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
from noughts.words import Said


@dataclass(frozen=True)
class Command:
    """A command: its name and aliases, its key, its argument, and its action.

    `act` changes a session and returns a sentence about it, or raises NoughtsError. A command without `act` concerns
    the screen: each front end implements it in its own way, or not at all.
    """

    name: str
    help: Said
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
    return str(Said("playing.saved", {"file": name, "count": len(record.moves)}))


def _undo(session: Session, _: str) -> str:
    if session.resigned is not None:
        session.undo()
        return str(Said("playing.goes-on"))
    return _told(session, session.undo(), "playing.took-back", "playing.nothing-back")


def _redo(session: Session, _: str) -> str:
    return _told(session, session.redo(), "playing.made-again", "playing.nothing-again")


def _told(session: Session, turns: tuple[Turn, ...], done: str, nothing: str) -> str:
    moves = tuple(turn.move for turn in turns)
    return str(Said(done, {"cells": words.cells(session.game, moves)}) if moves else Said(nothing))


def _with_players(kind: str, session: Session, **values: object) -> str:
    return str(Said(kind, {"players": words.players(session), **values}))


def _new(session: Session, _: str) -> str:
    session.new()
    return _with_players("playing.new", session)


def _swap(session: Session, _: str) -> str:
    session.swap()
    return _with_players("playing.swapped", session)


def _seat(side: Side) -> Callable[[Session, str], str]:
    def seat(session: Session, who: str) -> str:
        if not who:
            known = ", ".join(session.roster.names(session.game))
            raise NotationError(f"who plays {side}? human, or a strategy: {known}")
        session.seat(side, who)
        return _with_players("playing.from-now", session)

    return seat


def _game(session: Session, text: str) -> str:
    unseated = session.change_game(Game.from_text(text))
    note = f" ({' and '.join(unseated)} does not play it)" if unseated else ""
    return f"{_with_players('playing.new-board', session, rules=words.rules(session.game))}{note}"


def _resign(session: Session, _: str) -> str:
    session.resign()
    return words.result(session)


def _save(session: Session, name: str) -> str:
    return save_record(session.record(), name, session.roster.written)


def _pause(session: Session, _: str) -> str:
    _only_watching(session)
    return str(Said("playing.paused" if session.pause() else "playing.going-on"))


def _step(session: Session, _: str) -> str:
    _only_watching(session)
    session.step()
    return str(Said("playing.one-step"))


def _review(session: Session, _: str) -> str:
    return words.review(session)


def _only_watching(session: Session) -> None:
    if not session.watching:
        raise NotationError("only a game between two strategies can be paused")


COMMANDS = (
    Command("help", Said("command.help"), ("h", "?"), "?"),
    Command("undo", Said("command.undo"), ("u", "back"), "U", act=_undo),
    Command("redo", Said("command.redo"), act=_redo, key="R"),
    Command("hint", Said("command.hint"), ("tip",), "H"),
    Command("why", Said("command.why"), act=lambda session, _: words.why(session)),
    Command("scores", Said("command.scores"), ("values",), "V"),
    Command("new", Said("command.new"), ("n",), "N", act=_new),
    Command("swap", Said("command.swap"), ("sides",), "W", act=_swap),
    Command("x", Said("command.x"), (), "X", "WHO", _seat(Side.X), "player"),
    Command("o", Said("command.o"), (), "O", "WHO", _seat(Side.O), "player"),
    Command("game", Said("command.game"), ("board", "size"), "G", "m,n,k", _game),
    Command("moves", Said("command.moves"), ("list",), act=lambda session, _: words.move_list(session)),
    Command("review", Said("command.review"), ("judge",), "J", act=_review),
    Command("show", Said("command.show"), ("look",)),
    Command("save", Said("command.save"), ("write",), "S", "FILE", _save),
    Command("resign", Said("command.resign"), ("yield",), "Y", act=_resign),
    Command("pause", Said("command.pause"), ("p", "go"), "P", act=_pause),
    Command("step", Said("command.step"), ("s",), ".", act=_step),
    Command("faster", Said("command.faster"), (), "+"),
    Command("slower", Said("command.slower"), (), "-"),
    Command("light", Said("command.light"), ("dark",), "L"),
    Command("quit", Said("command.quit"), ("q", "exit", "bye"), "Q"),
)

BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.aliases)}
BY_KEY = {command.key: command for command in COMMANDS if command.key}
