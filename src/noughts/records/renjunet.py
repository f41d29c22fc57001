"""The database of renju.net, XML in files .rif or .xml.

    <rules><rule id="1" name="RIF"/></rules>
    <players><player id="1" name="Ada" surname="B"/> ...</players>
    <games><game id="1" rule="1" black="1" white="2" bresult="0.5"><move>h8 h9 i8</move></game> ...</games>

`bresult` is what Black scored: 1, 0.5 or 0. The names of cells are kept: a row that is counted from below there is
counted from above here, which is the same game in a mirror. The games are by rules of renju: a game must be named to
read them by another.
"""

from collections.abc import Iterator
from typing import Final, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from noughts.core.game import Game
from noughts.core.record import Record, parse_moves
from noughts.errors import GameError, NotationError
from noughts.records.parts import Result, bounded, ending_of, game_of
from noughts.words import Said

_SIZE: Final = 15
_RESULTS: Final = {"1": "X", "0": "O", "0.5": "draw"}
_CHUNK: Final = 1 << 16  # characters that are parsed at a time


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of a database by the rules of `game`.

    Raises GameError, which quotes the rule, if no game is named; NotationError, IllegalMoveError.

    >>> text = '<database><games><game black="1" white="2" bresult="1"><move>h8 i9</move></game></games></database>'
    >>> next(read(text, Game(15, 15, 5))).result
    'X'
    """
    names: dict[tuple[str, str], str] = {}
    found = False
    for element in _elements(text):
        if element.tag in ("player", "rule"):
            parts = (element.get("name", ""), element.get("surname", ""))
            names[element.tag, element.get("id", "")] = " ".join(filter(None, parts))
        elif element.tag == "game":
            found = True
            yield _record(element, names, game)
            element.clear()
    if not found:
        raise NotationError(Said("error.empty-file", {"format": "renju.net"}))


def _elements(text: str) -> Iterator[Element]:
    """Yield the elements of a text as they end. Raises NotationError; a document that defines entities is refused."""
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise NotationError(Said("error.xml-entities"))
    parser: XMLPullParser[Element] = XMLPullParser(["end"])
    try:
        for start in range(0, len(text), _CHUNK):
            parser.feed(text[start : start + _CHUNK])
            yield from (element for _, element in cast("Iterator[tuple[str, Element]]", parser.read_events()))
        parser.close()
    except ParseError as error:
        raise NotationError(Said("error.not-xml", {"reason": str(error)})) from None


def _record(element: Element, names: dict[tuple[str, str], str], game: Game | None) -> Record:
    if game is None:
        number = element.get("rule", "?")
        rule = names.get(("rule", number)) or f"rule {number}"
        raise GameError(Said("error.unknown-rule", {"rule": repr(f"renju.net: {rule}")}))
    chosen = game_of(_SIZE, _SIZE, None, game)
    moves = parse_moves(chosen, bounded(element.findtext("move") or "").split())
    x, o = (names.get(("player", element.get(colour, ""))) or "?" for colour in ("black", "white"))
    return Record(chosen, moves, (x, o), *_result(element.get("bresult", "")))


def _result(text: str) -> Result:
    result = _RESULTS.get(text)
    return result, ending_of(result)
