"""The database of renju.net, XML in files .rif or .xml.

    <rules><rule id="1" name="RIF"/></rules>
    <players><player id="1" name="Ada" surname="B"/> ...</players>
    <games><game id="1" rule="1" black="1" white="2" bresult="0.5"><move>h8 h9 i8</move></game> ...</games>

`bresult` is what Black scored: 1, 0.5 or 0. The names of cells are kept: a row that is counted from below there is
counted from above here, which is the same game in a mirror. The games are by rules of renju: a game must be named to
read them by another.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from noughts.core.game import Game
from noughts.core.record import Record, parse_moves
from noughts.errors import GameError, NotationError
from noughts.records.parts import LIMIT, Result, bounded, ending_of, game_of
from noughts.words import Said

_SIZE: Final = 15
_RESULTS: Final = {"1": "X", "0": "O", "0.5": "draw"}
_CHUNK: Final = 1 << 16  # characters that are parsed at a time


class _Database:
    """What the parser hands over: the names of players and rules, and the games that have ended. It keeps no tree."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, str], str] = {}
        self.games: list[Mapping[str, str]] = []
        self._said: dict[str, str] = {}
        self._moves: list[str] = []
        self._in_moves = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the start of an element and its attributes."""
        if tag in ("player", "rule"):
            self.names[tag, attributes.get("id", "")] = " ".join(filter(None, map(attributes.get, ("name", "surname"))))
        elif tag == "game":
            self._said, self._moves = dict(attributes), []
        self._in_moves = tag == "move"

    def data(self, text: str) -> None:
        """Take a part of a text."""
        if self._in_moves and len(self._moves) <= LIMIT:
            self._moves.append(text)

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        self._in_moves = False
        if tag == "game":
            self.games.append(self._said | {"moves": "".join(self._moves)})


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of a database by the rules of `game`.

    Raises GameError, which quotes the rule, if no game is named; NotationError, IllegalMoveError.

    >>> text = '<database><games><game black="1" white="2" bresult="1"><move>h8 i9</move></game></games></database>'
    >>> next(read(text, Game(15, 15, 5))).result
    'X'
    """
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise NotationError(Said("error.xml-entities"))
    etree = import_module("xml.etree.ElementTree")  # it loads a parser in C, which no other file needs
    database, any_game = _Database(), False
    parser = etree.XMLParser(target=database)
    for start in range(0, len(text) + _CHUNK, _CHUNK):
        try:
            parser.feed(text[start : start + _CHUNK])
            if start >= len(text):
                parser.close()
        except etree.ParseError as error:
            raise NotationError(Said("error.not-xml", {"reason": str(error)})) from None
        any_game = any_game or bool(database.games)
        yield from (_record(attributes, database.names, game) for attributes in database.games)
        database.games.clear()
    if not any_game:
        raise NotationError(Said("error.empty-file", {"format": "renju.net"}))


def _record(attributes: Mapping[str, str], names: Mapping[tuple[str, str], str], game: Game | None) -> Record:
    if game is None:
        number = attributes.get("rule", "?")
        rule = names.get(("rule", number)) or f"rule {number}"
        raise GameError(Said("error.unknown-rule", {"rule": repr(f"renju.net: {rule}")}))
    chosen = game_of(_SIZE, _SIZE, None, game)
    moves = parse_moves(chosen, bounded(attributes["moves"]).split())
    x, o = (names.get(("player", attributes.get(colour, ""))) or "?" for colour in ("black", "white"))
    return Record(chosen, moves, (x, o), *_result(attributes.get("bresult", "")))


def _result(text: str) -> Result:
    result = _RESULTS.get(text)
    return result, ending_of(result)
