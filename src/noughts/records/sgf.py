"""SGF, the Smart Game Format FF[4], for any m,n,k-game; see https://www.red-bean.com/sgf/.

    (;FF[4]AP[noughts]CA[UTF-8]GM[4]PB[ring]PW[human]RE[B+]RU[3 in a row]SZ[4:3];B[bb];W[aa];B[cb] ...)

Black is X and moves first; a point is a column's letter and a row's letter, `aa` top left. GM[4] is Gomoku, the
family of these games: in a file without GM viewers see Go, and capture stones. GM[4] alone means five in a row, so RU
always says the rule: `Freestyle` and `Standard` as other programs call five or more and exactly five, else the number,
as in `exactly 4 in a row` where a longer row does not win. A name or ending that SGF's text cannot hold (a line break,
say) is written as a JSON string, and an ending that RE cannot express is written in the private property END.

Files of other programs are accepted too: the main line of a game with variations, lower case, comments, unknown
properties, and stones set up before the first move if alternating moves can lead to them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from noughts.core.game import Game, Move, mask_of
from noughts.core.placing import order
from noughts.core.position import Position, Side, side_at
from noughts.core.record import Record
from noughts.errors import GameError, LimitExceeded, NotationError
from noughts.records.parts import LIMIT, UNSAID, Result, ending_of, exact_by_rule, game_of, quoted, rule_of, unquoted
from noughts.words import Said, Words

_COLOURS: Final = {"B": Side.X, "W": Side.O}
_LETTERS: Final = {side: colour for colour, side in _COLOURS.items()}
_REASONS: Final = {"R": "resigned", "T": "ran out of time", "F": "forfeited"}  # of RE[B+R]: what the loser did

_OPENINGS: Final = ("QPR", "QSLW")  # of Gomoku Quest: the stones that one player proposes, those of the other

Node = dict[str, list[str]]  # the values of its properties
_FOLLOWS: Final = {  # what may follow a token: a game is nodes between parentheses, then perhaps variations
    "": ("(",),
    "(": (";",),
    ";": (";", "name", "(", ")"),
    "name": ("value",),
    "value": ("value", "name", ";", "(", ")"),
    ")": ("(", ")"),
}
_QUOTED: Final = 20  # characters of a text in which the grammar is broken
WIDTH: Final = 10  # moves on a line that is written

_START = re.compile(r"\(\s*;", re.ASCII)
_TOKEN = re.compile(
    r"\s*(?:\[(?P<value>[^\\\]]*(?:\\.[^\\\]]*)*)\]|(?P<name>[A-Za-z]+)|(?P<mark>[;()]))", re.ASCII | re.DOTALL
)
_SMALL = re.compile("[a-z]+")  # which older files have in the names of properties: AddBlack is AB
_ESCAPED = re.compile(r"\\(\S)|\\?\s", re.ASCII)
_TO_ESCAPE = re.compile(r"[\\\]]")
_SIZE = re.compile(r" *([0-9]{1,3}) *(?:[:,x] *([0-9]{1,3}) *)?")
_IS_GAME = re.compile(r"\s*[0-9]+,")  # with gravity and in a misere game: the rule is the whole game
_IN_A_ROW = re.compile(r"(exactly )?([1-9][0-9]?) in a row")
_WON = re.compile(r" *(?:(B)(?:lack)?|W(?:hite)?) *\+ *([RTF]?).*", re.IGNORECASE | re.ASCII | re.DOTALL)
_DRAWN = re.compile(r" *(?:0|draw|jigo) *", re.IGNORECASE | re.ASCII)


@dataclass
class Line:
    """The main line of a game: its properties, the stones set up, and the moves, as written."""

    properties: dict[str, str] = field(default_factory=dict)
    setup: dict[Side, list[str]] = field(default_factory=lambda: {side: [] for side in Side})
    moves: list[tuple[Side, str]] = field(default_factory=list)


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of an SGF file; `game` overrides its k.

    Raises NotationError, GameError or IllegalMoveError.

    >>> next(read("(;GM[4]SZ[3];B[bb];W[aa];B[cc])")).cell_names
    ['b2', 'a1', 'c3']
    """
    for nodes in trees(text):
        yield _record(_main_line(nodes), game)


def trees(text: str) -> Iterator[list[Node]]:
    """Yield the nodes in the main line of each game: text before and between the games is ignored.

    Raises NotationError.
    """
    start = _START.search(text)
    if start is None:
        raise _no_sgf(Said("error.sgf-empty"))
    while start is not None:
        nodes, end = _nodes(text, start.start())
        yield nodes
        start = _START.search(text, end)


def _no_sgf(reason: Words) -> NotationError:
    return NotationError(Said("error.not-an-sgf", {"reason": reason}))


def _nodes(text: str, start: int) -> tuple[list[Node], int]:
    """The nodes in the main line of the game that starts here, and where the game ends. Raises NotationError.

    The main line goes into the first of the variations, so it ends where a parenthesis is closed for the first time.
    """
    nodes: list[Node] = []
    values: list[str] = []
    kind, place, depth, in_main_line = "", start, 0, True
    while kind != ")" or depth:
        token = _TOKEN.match(text, place, start + LIMIT)
        before, kind = kind, _kind(token)
        if token is None or kind not in _FOLLOWS[before]:
            raise _unexpected(text, place, start)
        place = token.end()
        depth += (kind == "(") - (kind == ")")
        in_main_line = in_main_line and kind != ")"
        if not in_main_line:
            continue
        if kind == ";":
            nodes.append({})
        elif kind == "name":
            values = nodes[-1].setdefault(_SMALL.sub("", token["name"]), [])
        elif kind == "value":
            values.append(_ESCAPED.sub(_unescaped, token["value"]))
    return nodes, place


def _kind(token: re.Match[str] | None) -> str:
    """What a token is: `name`, `value`, or itself."""
    kind = token.lastgroup if token else None
    return token["mark"] if token and kind == "mark" else kind or ""


def _unexpected(text: str, place: int, start: int) -> NotationError:
    """The error for a text in which the grammar is broken here, in the game that starts there."""
    left = text[place : start + LIMIT]
    rest = left.lstrip()
    if not rest or (rest.startswith("[") and _TOKEN.match(rest) is None):
        return _no_sgf(Said("error.sgf-unclosed", {"most": LIMIT}))
    number = place + len(left) - len(rest) + 1
    return _no_sgf(Said("error.sgf-unexpected", {"text": repr(rest[:_QUOTED]), "number": number}))


def _unescaped(match: re.Match[str]) -> str:
    """A character of a text without its backslash; white space is a blank, and a line that is broken goes on."""
    return match[1] or ("" if match[0] == "\\\n" else " ")


def write(record: Record) -> str:
    """Return a game as SGF.

    >>> print(write(Record(Game(4, 3, 3), (5, 0), ("ring", "human"))), end="")
    (;FF[4]AP[noughts]CA[UTF-8]GM[4]PB[ring]PW[human]RU[3 in a row]SZ[4:3]
    ;B[bb];W[aa])
    """
    game = record.game
    values = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": "noughts",
        "SZ": f"{game.m}" if game.m == game.n else f"{game.m}:{game.n}",
        "RU": rule_of(game) or _rule(game),
        "PB": quoted(record.players[0]),
        "PW": quoted(record.players[1]),
        **_result_said(record),
    }
    properties = sorted(values.items(), key=lambda pair: (pair[0] != "FF", pair[0]))  # some programs want FF first
    root = "".join(name + "[" + _TO_ESCAPE.sub(r"\\\g<0>", value) + "]" for name, value in properties)
    sides = [_LETTERS[Side.X], _LETTERS[Side.O]]
    nodes = [f";{sides[ply % 2]}[{_point(game, move)}]" for ply, move in enumerate(record.moves)]
    lines = [f"(;{root}", *("".join(nodes[i : i + WIDTH]) for i in range(0, len(nodes), WIDTH))]
    return "\n".join(lines) + ")\n"


def _point(game: Game, move: Move) -> str:
    row, column = game.row_column(move)
    return chr(ord("a") + column) + chr(ord("a") + row)


def _result_said(record: Record) -> dict[str, str]:
    """The properties that give the result; none for an unfinished game without an ending."""
    winner = Side(record.result) if record.result in ("X", "O") else None
    values = {"RE": "0"} if record.result == "draw" else {}
    if winner is not None:
        values = {"RE": f"{_LETTERS[winner]}+"}
        for letter, deed in _REASONS.items():
            if record.ending == f"{winner.opponent} {deed}":
                values = {"RE": f"{_LETTERS[winner]}+{letter}"}
    by_rules = record.final.outcome is not None
    if by_rules or record.ending == _result_of(values)[1]:
        return values
    return values | {"END": quoted(record.ending)}


def _main_line(nodes: Iterable[Node]) -> Line:
    """The main line, the moves and stones still as text. Raises NotationError if a Record cannot hold them."""
    line = Line()
    for node in nodes:
        for name, texts in node.items():
            if name in _COLOURS:
                continue
            if name in _OPENINGS:
                stones = enumerate(filter(None, ",".join(texts).split(",")), len(line.moves))
                line.moves += [(side_at(ply), text) for ply, text in stones]
            elif name in ("AB", "AW", "AE"):
                if line.moves or name == "AE":
                    setup = {"number": len(line.moves), "stones": f"{name}[{texts[0]}]"}
                    raise NotationError(Said("error.sgf-setup", setup))
                line.setup[_COLOURS[name[1]]] += texts
            elif not name:
                raise _no_sgf(Said("error.sgf-property"))
            else:
                line.properties.setdefault(name, texts[0])
        line.moves += _moves_of({name: node[name] for name in node if name in _COLOURS}, len(line.moves))
    return line


def _moves_of(played: dict[str, list[str]], before: int) -> Iterator[tuple[Side, str]]:
    """Yield the moves of one node: in turn where a side has several, because some programs write a whole game in one.
    The rest of one side comes last."""
    left = {_COLOURS[name]: texts[:] for name, texts in played.items()}
    if max(map(len, left.values()), default=0) < 2:
        yield from ((side, texts[0]) for side, texts in left.items())
        return
    side = side_at(before)
    while any(left.values()):
        mover = side if left.get(side) else side.opponent
        yield mover, left[mover].pop(0)
        side = mover.opponent


def _record(line: Line, game: Game | None) -> Record:
    game = _game(line.properties, game)
    opening = _opening(game, line.setup)
    moves = []
    for number, (side, text) in enumerate(line.moves, start=len(opening) + 1):
        mover = side_at(number - 1)
        if side is not mover:
            move = f"{_LETTERS[side]}[{text}]"
            reason = Said("error.sgf-mover", {"move": move, "colour": _LETTERS[mover], "side": mover})
            raise NotationError(Said("error.move-number", {"number": number, "reason": reason}))
        try:
            moves.append(_cell(game, text))
        except NotationError as error:
            raise NotationError(Said("error.move-number", {"number": number, "reason": error.said})) from None
    players = tuple(unquoted(line.properties.get(name, "?")) for name in ("PB", "PW"))
    result, ending = _result_of(line.properties)
    return Record(game, (*opening, *moves), (players[0], players[1]), result, ending)


def _game(values: dict[str, str], game: Game | None) -> Game:
    """The game that a file's properties name. Raises GameError."""
    if game is None and values.get("GM", "4").strip(" ") != "4":
        raise GameError(Said("error.sgf-other-game", {"game": values["GM"]}))
    size = values.get("SZ")
    if size is None:
        if game is None:
            raise GameError(Said("error.sgf-no-size"))
        return game
    match = _SIZE.fullmatch(size)
    if match is None:
        raise NotationError(Said("error.sgf-size", {"size": size}))
    rule = values.get("RU", "")
    if _IS_GAME.match(rule) is not None:
        own = Game.from_text(rule)
        return game_of(int(match[1]), int(match[2] or match[1]), None, game or own)
    row = _IN_A_ROW.match(rule)
    if row is None and "in a row" in rule.lower():
        raise NotationError(Said("error.sgf-rule", {"rule": rule}))
    if row is None and rule.strip() and game is None:
        return game_of(int(match[1]), int(match[2] or match[1]), None, None, exact_by_rule(rule))
    k, exact = (int(row[2]), row[1] is not None) if row else (None, False)
    return game_of(int(match[1]), int(match[2] or match[1]), k, game, exact)


def _cell(game: Game, text: str) -> Move:
    """The cell of a point, in lower or upper case. Raises NotationError, also for a pass."""
    point = text.strip(" ").lower()
    if len(point) == 2 and text.isascii() and point.isalpha():
        column, row = (ord(letter) - ord("a") for letter in point)
        if column < game.m and row < game.n:
            return game.cell(row, column)
    last = _point(game, game.cells - 1)
    if point in ("", "tt"):
        raise NotationError(Said("error.sgf-pass", {"last": last}))
    raise NotationError(Said("error.sgf-point", {"point": repr(text), "last": last}))


def _rule(game: Game) -> str:
    """Return the rule of a game in words; the game itself where other programs have no word for it."""
    if not game.blocking_suffices:
        return str(game)
    return f"{'exactly ' if not game.lines_last else ''}{game.k} in a row"


def _opening(game: Game, setup: dict[Side, list[str]]) -> tuple[Move, ...]:
    """Stones set up, as alternating moves in the order of the file. Raises InvalidPositionError if none lead there.

    If a side has won, the last move is a stone without which it has no line. In an exact game the order is any that
    completes no line before.
    """
    stones = {side: chain.from_iterable(_cells(game, text) for text in texts) for side, texts in setup.items()}
    cells = {side: [*islice(some, game.cells + 1)] for side, some in stones.items()}  # any more repeat a cell
    position = Position.from_stones(game, cells[Side.X], cells[Side.O])
    if position.outcome is not None and position.outcome.winner is not None:
        won, line = cells[position.outcome.winner], position.outcome.line or ()
        won.sort(key=lambda cell: cell not in line or _still_won(position, cell), reverse=True)
    if not game.lines_last:
        cells = {side: [*_order(position, side, cells[side])] for side in Side}
    return tuple(cells[side][ply // 2] for ply in range(position.ply) for side in [side_at(ply)])


def _order(position: Position, side: Side, cells: list[Move]) -> Iterable[Move]:
    """An order of a side's stones that completes no line before the end; that of the file if none is found."""
    outcome = position.outcome
    won = outcome.line if outcome is not None and outcome.winner is side else None
    try:
        return order(position.game, position.boards(side)[0], mask_of(won or ())) or cells
    except LimitExceeded:
        return cells


def _still_won(position: Position, cell: Move) -> bool:
    without = ~(1 << cell)
    return Position.from_boards(position.game, position.x & without, position.o & without).outcome is not None


def _cells(game: Game, text: str) -> Iterator[Move]:
    """The cells of a point, or of a rectangle of points `aa:cc`. Raises NotationError."""
    first, _, last = text.partition(":")
    (top, left), (bottom, right) = (game.row_column(_cell(game, point)) for point in (first, last or first))
    if bottom < top or right < left:
        raise NotationError(Said("error.sgf-rectangle", {"points": repr(text)}))
    for row in range(top, bottom + 1):
        yield from (game.cell(row, column) for column in range(left, right + 1))


def _result_of(values: dict[str, str]) -> Result:
    """The result and the ending from RE and END; an RE that names neither a winner nor a draw is ignored."""
    text = values.get("RE", "")
    ending = unquoted(values["END"]) if "END" in values else None
    if match := _WON.fullmatch(text):
        winner = Side.X if match[1] else Side.O
        deed = _REASONS.get(match[2].upper())
        said_by_result = f"{winner.opponent} {deed}" if deed else UNSAID
        return str(winner), said_by_result if ending is None else ending
    result = "draw" if _DRAWN.fullmatch(text) else None
    return result, ending_of(result) if ending is None else ending
