"""A second reader of played games: SGF, PSQ, text, JSON and JSON Lines, written from docs/records.md.

It imports nothing from the program, so that both do not share a fault. It has its own rules of the game (a board of
characters on which lines are counted), its own reader of each format, and one kind of error: ValueError.
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

RING = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (1, 1))  # r0 to r8 as column, row
NUMBER = "[1-9][0-9]*"
BLANKS = " \t\xa0"  # in text and PSQ
WORDS = {"x": "X", "o": "O", "draw": "draw", "none": None}

Cell = tuple[int, int]  # column, row, both from 0
T = TypeVar("T")


@dataclass(frozen=True)
class Size:
    """Columns, rows, how many in a row win."""

    m: int
    n: int
    k: int


@dataclass(frozen=True)
class Played:
    """A game: `moves` count cells row by row; the first `setup` of them were stones, whose order no file says."""

    size: Size
    moves: tuple[int, ...]
    players: tuple[str, str]
    result: str | None
    ending: str
    setup: int = 0


def games_of(data: bytes, format: str) -> list[Played]:
    """Return the games of a file. Raises ValueError."""
    return list(READERS[format](text_of(data, format)))


def text_of(data: bytes, format: str) -> str:
    """Return a file's text with line feeds only, without a byte order mark. Raises ValueError."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if format != "sgf":
            raise
        text = data.decode(_encoding(data))
    if "\0" in text:
        raise ValueError("NUL")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _encoding(data: bytes) -> str:
    """The encoding that CA names, where it is one of texts."""
    said = re.search(rb"(?<![A-Za-z0-9_])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]", data[max(data.find(b"(") + 1, 0) :])
    if said is None:
        raise ValueError("not UTF-8, and no CA")
    try:
        name = codecs.lookup(said[1].decode("ascii")).name
    except LookupError:
        raise ValueError("no such encoding") from None
    if not name.startswith(("iso8859", "cp", "koi8", "mac", "gb", "big5", "shift_jis", "euc")):
        raise ValueError("no encoding of letters")
    return name


# --- the rules


def sized(m: int, n: int, k: int | None) -> Size:
    """Return a game; where no k is said, five if five fit, three on 3x3. Raises ValueError."""
    if k is None:
        if max(m, n) < 5 and (m, n) != (3, 3):
            raise ValueError("how many in a row?")
        k = 5 if max(m, n) >= 5 else 3
    if not (1 <= m <= 26 and 1 <= n <= 26 and 1 <= k <= max(m, n)):
        raise ValueError(f"no game {m},{n},{k}")
    return Size(m, n, k)


def over(size: Size, cells: Iterable[Cell]) -> str | None:
    """Return how these moves, X's first, end the game: X, O, draw, or None. Raises ValueError at an illegal one."""
    board = [["."] * size.m for _ in range(size.n)]
    free = size.m * size.n
    result = None
    for number, (column, row) in enumerate(cells, 1):
        if result is not None:
            raise ValueError(f"move {number}: the game is over")
        if not (0 <= column < size.m and 0 <= row < size.n):
            raise ValueError(f"move {number}: off the board")
        if board[row][column] != ".":
            raise ValueError(f"move {number}: taken")
        side = "XO"[(number + 1) % 2]
        board[row][column] = side
        free -= 1
        if wins(board, size.k, column, row):
            result = side
        elif free == 0:
            result = "draw"
    return result


def wins(board: list[list[str]], k: int, column: int, row: int) -> bool:
    """Return whether the stone on this cell stands in k of its kind in a row."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(run(board, column, row, x, y) + run(board, column, row, -x, -y) - 1 >= k for x, y in ways)


def run(board: list[list[str]], column: int, row: int, right: int, down: int) -> int:
    """Return how many stones of one kind stand from this cell on in one direction."""
    side, length = board[row][column], 0
    while 0 <= row < len(board) and 0 <= column < len(board[0]) and board[row][column] == side:
        length, column, row = length + 1, column + right, row + down
    return length


def strict(size: Size, cells: list[Cell], players: tuple[str, str], said: tuple[str | None, str] | None) -> Played:
    """Return a game of our own formats, whose result may not contradict the board. Raises ValueError."""
    result = over(size, cells)
    if result is None:
        result, ending = said or (None, "unfinished")
        if ending in ("line", "full board"):
            raise ValueError("the board does not show this ending")
        return Played(size, numbers(size, cells), players, result, ending)
    if said is not None and said[0] != result:
        raise ValueError("the board shows another result")
    return Played(size, numbers(size, cells), players, result, board_ending(result))


def tolerant(
    size: Size, cells: list[Cell], players: tuple[str, str], said: tuple[str | None, str], setup: int = 0
) -> Played:
    """Return a game of another program's file: where its moves end it, they say the result. Raises ValueError."""
    result = over(size, cells)
    if result is not None:
        said = result, board_ending(result)
    elif said[1] in ("line", "full board"):
        raise ValueError("the board does not show this ending")
    return Played(size, numbers(size, cells), players, *said, setup)


def board_ending(result: str) -> str:
    """Return how a game ends on the board."""
    return "full board" if result == "draw" else "line"


def numbers(size: Size, cells: list[Cell]) -> tuple[int, ...]:
    """Return the cells counted row by row."""
    return tuple(row * size.m + column for column, row in cells)


def ending_of(result: str | None) -> str:
    """Return the ending of a game whose file says none."""
    return "unfinished" if result is None else "not by the rules"


def unquoted(text: str) -> str:
    """Return a name or an ending: a whole JSON string says what it holds, other text is what it is."""
    try:
        value = json.loads(text) if text.startswith('"') else text
    except ValueError:
        return text
    return value if isinstance(value, str) else text


def game_line(text: str) -> Size:
    """Return the game written m,n,k. Raises ValueError."""
    parts = [part.strip(BLANKS) for part in re.split("[,xX]", text)]
    if len(parts) != 3 or not all(re.fullmatch(NUMBER, part) for part in parts):
        raise ValueError(f"no game {text!r}")
    m, n, k = map(int, parts)
    return sized(m, n, k)


def result_line(text: str) -> tuple[str | None, str]:
    """Return the result and the ending written `X: line`. Raises ValueError."""
    word, colon, ending = text.partition(":")
    word = word.strip(BLANKS)
    if word.lower() not in WORDS or not word.isascii():
        raise ValueError(f"no result {text!r}")
    word, ending = word.lower(), ending.strip(BLANKS)
    return WORDS[word], unquoted(ending) if colon and ending else ending_of(WORDS[word])


# --- text


def read_text(text: str) -> Iterator[Played]:
    """Yield the games of a text. Raises ValueError."""
    parts: list[list[str]] = [[]]
    for line in [line.strip(BLANKS) for line in text.split("\n")]:
        if key(line) == "game" and any(parts[-1]):
            parts.append([])
        parts[-1].append(line)
    for part in parts:
        yield text_game([line for line in part if line])


def key(line: str) -> str | None:
    """Return the word with a meaning that a line of a text begins with; None for a line of moves."""
    match = re.match(f"(game|X|O|result)[{BLANKS}]", line)
    return match[1] if match else None


def text_game(lines: list[str]) -> Played:
    """Return the game of these lines. Raises ValueError."""
    said: dict[str, str] = {}
    moves: list[str] = []
    for line in lines:
        word = key(line)
        if word is None:
            moves.append(line)
        elif word in said:
            raise ValueError(f"two lines {word}")
        else:
            said[word] = line[len(word) :].strip(BLANKS)
    size = game_line(said["game"]) if "game" in said else Size(3, 3, 3)
    cells = [text_cell(size, word) for line in moves for word in text_words(line)]
    if "game" not in said and not cells:
        raise ValueError("no game")
    players = unquoted(said.get("X", "?")), unquoted(said.get("O", "?"))
    return strict(size, cells, players, result_line(said["result"]) if "result" in said else None)


def text_words(line: str) -> Iterator[str]:
    """Yield the cells of a line of moves, without the moves' numbers."""
    for word in [re.sub(r"^[0-9]{1,4}\.+", "", word) for word in re.split(f"[{BLANKS},]+", line)]:
        if re.fullmatch(r"([A-Za-z][0-9]{1,2}){2,}", word):
            yield from re.findall(r"[A-Za-z][0-9]{1,2}", word)
        elif word:
            yield word


def text_cell(size: Size, word: str) -> Cell:
    """Return the cell that a1, 1 or (on 3,3,3) r0 names. Raises ValueError."""
    word = word.lower() if word.isascii() else word
    if size == Size(3, 3, 3) and re.fullmatch("r[0-8]", word):
        return RING[int(word[1])]
    if re.fullmatch(r"[0-9]{1,3}", word) and 1 <= int(word) <= size.m * size.n:
        row, column = divmod(int(word) - 1, size.m)
        return column, row
    if re.fullmatch(r"[a-z][0-9]{1,2}", word):
        return ord(word[0]) - ord("a"), int(word[1:]) - 1  # off the board is seen there
    raise ValueError(f"no cell {word!r}")


# --- JSON


def read_lines(text: str) -> Iterator[Played]:
    """Yield the games of JSON Lines. Raises ValueError."""
    lines = [line for line in text.split("\n") if line.strip(" \t")]
    if not lines:
        raise ValueError("no game")
    for line in lines:
        yield from read_json(line)


def read_json(text: str) -> Iterator[Played]:
    """Yield the one game of a JSON document. Raises ValueError."""
    try:
        said = json.loads(text, object_pairs_hook=once, parse_constant=no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(said, dict) or said.get("schema") != "noughts/record/1":
        raise ValueError("no record")
    missing = {"game", "players", "moves", "result", "ending"} - said.keys()
    if missing:
        raise ValueError(f"no {missing}")
    m, n, k = typed(said["game"], int, count=3)
    size = sized(m, n, k)
    cells = [json_cell(name) for name in typed(said["moves"], str)]
    players, result, ending = said["players"], said["result"], said["ending"]
    if not isinstance(players, dict) or not {"X", "O"} <= players.keys():
        raise ValueError("no players")
    x, o, ending = typed([players["X"], players["O"], ending], str)
    if not (result is None or (isinstance(result, str) and result in ("X", "O", "draw"))):
        raise ValueError("no result")
    yield strict(size, cells, (x, o), (result, ending))


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object, each of whose keys stands once. Raises ValueError."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def no_constant(name: str) -> object:
    """Refuse NaN and Infinity, which are no JSON."""
    raise ValueError(name)


def typed(values: object, kind: type[T], count: int | None = None) -> list[T]:
    """Return a list whose items are of one type exactly. Raises ValueError."""
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise ValueError("no list")
    if any(type(value) is not kind for value in values):
        raise ValueError("another type")
    return values


def json_cell(name: str) -> Cell:
    """Return the cell that `a1` names. Raises ValueError."""
    if re.fullmatch("[a-z][1-9][0-9]?", name) is None:
        raise ValueError(f"no cell {name!r}")
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


# --- PSQ

GAP = f"[{BLANKS}]*"
HEADER = re.compile(
    f"piskvorky[{BLANKS}]+([0-9]{{1,4}}){GAP}x{GAP}([0-9]{{1,4}}){GAP}"
    f"(?:,{GAP}[0-9]+{GAP}:{GAP}[0-9]+{GAP})?(?:,{GAP}([01]){GAP})?,?",
    re.IGNORECASE | re.ASCII,
)


def read_psq(text: str) -> Iterator[Played]:
    """Yield the one game of a PSQ file. Raises ValueError."""
    lines = [line for line in (line.strip(BLANKS) for line in text.split("\n")) if line]
    head = HEADER.fullmatch(lines[0]) if lines else None
    if head is None:
        raise ValueError("no header")
    count = next((i for i, line in enumerate(lines) if i and psq_move(line) is None), len(lines))
    cells = [cell for line in lines[1:count] if (cell := psq_move(line)) is not None]
    if any(re.match(f"[0-9]+{GAP},{GAP}[0-9]", line) for line in lines[count:]):
        raise ValueError("a move below the moves")
    yield psq_game(int(head[1]), int(head[2]), head[3] == "1", cells, lines[count:])


def psq_move(line: str) -> Cell | None:
    """Return the cell of a line `column,row` or `column,row,milliseconds`; None where it is another line."""
    column, row, *time = [*(part.strip(BLANKS) for part in line.split(",")), ""]
    numbers = all(re.fullmatch("[0-9]{1,4}", part) for part in (column, row))
    timed = time == [""] or (len(time) == 2 and re.fullmatch("-?[0-9.]{1,20}", time[0]))
    return (int(column) - 1, int(row) - 1) if numbers and timed else None


def psq_kind(line: str) -> str | None:
    """Return what stands on a line below the moves: code, winner, game, result; None for another line."""
    if re.fullmatch("-?[0-9]{1,9}", line):
        return "code"
    if re.match(f"[012]{GAP},{GAP}[A-Za-z]", line):
        return "winner"
    return key(line) if key(line) in ("game", "result") else None


def psq_game(m: int, n: int, swapped: bool, cells: list[Cell], trailer: list[str]) -> Played:
    """Return the game of a header, moves and the lines below them. Raises ValueError."""
    count = 0
    while count < min(2, len(trailer)) and psq_kind(trailer[count]) not in ("code", "winner"):
        count += 1
    if len(trailer) > count and psq_kind(trailer[count]) is None:
        raise ValueError("three names")
    x, o = [*map(unquoted, trailer[:count]), "?", "?"][:2]
    players = (o, x) if swapped else (x, o)
    said = psq_said(trailer[count:])
    size = game_line(said["game"][4:]) if "game" in said else sized(m, n, None)
    if (size.m, size.n) != (m, n):
        raise ValueError("another board")
    if "result" in said:
        return strict(size, cells, players, result_line(said["result"][6:].strip(BLANKS)))
    results = {"": None, "0": "draw", "1": "O" if swapped else "X", "2": "X" if swapped else "O"}
    result = results[said.get("winner", "")[:1]]
    return tolerant(size, cells, players, (result, ending_of(result)))


def psq_said(lines: list[str]) -> dict[str, str]:
    """Return the lines below the names by their kinds, of the winner's lines the first. Raises ValueError."""
    said: dict[str, str] = {}
    for line in lines:
        kind = psq_kind(line)
        if kind in said and kind in ("game", "result"):
            raise ValueError("a line stands twice")
        if kind is not None:
            said.setdefault(kind, line)
    return said


# --- SGF

Node = dict[str, list[str]]
VALUE = re.compile(r"\s*\[((?:\\.|[^\\\]])*)\]", re.DOTALL | re.ASCII)
START = re.compile(r"\(\s*;", re.ASCII)


def read_sgf(text: str) -> Iterator[Played]:
    """Yield the games of an SGF file: each from `(;` to the `)` that closes it. Raises ValueError."""
    start = START.search(text)
    if start is None:
        raise ValueError("no game")
    while start is not None:
        nodes, end = main_line(text, start.start())
        yield sgf_game(nodes)
        start = START.search(text, end)


def main_line(text: str, at: int) -> tuple[list[Node], int]:
    """Return the nodes of a tree's first branches, and where the tree ends. Raises ValueError."""
    nodes: list[Node] = []
    states: list[str] = []  # of the trees that are open: new, nodes or variations
    branched = False  # the main line has ended
    for kind, token, end in tokens(text, at):
        if kind == "property":
            if not states or states[-1] != "nodes":
                raise ValueError("a property outside a node")
            name = "".join(letter for letter in token[0] if letter.isupper())
            if not branched:
                nodes[-1].setdefault(name, []).extend(token[1:])
        elif kind == ";":
            if states[-1] == "variations":
                raise ValueError("a node behind a variation")
            states[-1] = "nodes"
            if not branched:
                nodes.append({})
        elif states and states[-1] == "new":
            raise ValueError("a tree without nodes")
        elif kind == "(":
            if states:
                states[-1] = "variations"
            states.append("new")
        else:
            states.pop()
            branched = True
            if not states:
                return nodes, end
    raise ValueError("no end")


def tokens(text: str, at: int) -> Iterator[tuple[str, list[str], int]]:
    """Yield parentheses, semicolons, and properties with their values, each with its end. Raises ValueError."""
    while sign := re.compile(r"\s*(?:([();])|([A-Za-z]{1,64}))", re.ASCII).match(text, at):
        at = sign.end()
        if sign[1]:
            yield sign[1], [], at
            continue
        token = [sign[2]]
        while value := VALUE.match(text, at):
            token.append(value[1])
            at = value.end()
        if len(token) == 1:
            raise ValueError("a property without a value")
        yield "property", token, at
    raise ValueError(f"no SGF at {at}")


def sgf_game(nodes: list[Node]) -> Played:
    """Return the game of a main line. Raises ValueError."""
    said: dict[str, str] = {}
    stones: dict[str, list[str]] = {"AB": [], "AW": []}
    moves: list[tuple[str, str]] = []
    for name, values in [item for node in nodes for item in node.items()]:
        if name in ("B", "W"):
            moves += [(name, value) for value in values]
        elif name in ("AB", "AW", "AE", ""):
            if moves or name in ("AE", ""):
                raise ValueError("stones set up late or taken away, or a name in lower case")
            stones[name] += values
        else:
            said.setdefault(name, simple(values[0]))
    size = sgf_size(said)
    x, o = ([cell for value in stones[name] for cell in cells_of(size, value)] for name in ("AB", "AW"))
    opening = alternating(size, x, o)
    if any(colour != "BW"[number % 2] for number, (colour, _) in enumerate(moves, len(opening))):
        raise ValueError("not its turn")
    cells = opening + [point(size, simple(value)) for _, value in moves]
    names = unquoted(said.get("PB", "?")), unquoted(said.get("PW", "?"))
    return tolerant(size, cells, names, sgf_result(said), len(opening))


def sgf_size(said: dict[str, str]) -> Size:
    """Return the game that SZ, RU and GM name. Raises ValueError."""
    if said.get("GM", "4").strip(" ") != "4":
        raise ValueError("another game")
    sides = [side.strip(" ") for side in re.split("[:,x]", said.get("SZ", ""))]
    if len(sides) > 2 or not all(re.fullmatch("[0-9]{1,3}", side) for side in sides):
        raise ValueError("no size")
    rule = said.get("RU", "").partition(" in a row")
    if "in a row" in said.get("RU", "").lower() and not (rule[1] and re.fullmatch(f"{NUMBER}", rule[0])):
        raise ValueError("no rule")
    return sized(int(sides[0]), int(sides[-1]), int(rule[0]) if rule[1] else None)


def simple(value: str) -> str:
    """Return a value as SGF's simple text: what is escaped stands for itself, a line's end is a blank."""
    value = re.sub(r"[\t\f\v]", " ", value)
    return re.sub(r"\\(.)|\n", lambda match: " " if match[1] is None else match[1].strip("\n"), value, flags=re.DOTALL)


def point(size: Size, value: str) -> Cell:
    """Return the cell of a point such as `aa`, in either case. Raises ValueError, also for a pass."""
    match = re.fullmatch(r" *([A-Za-z])([A-Za-z]) *", value)
    if match is None:
        raise ValueError(f"no point {value!r}")
    column, row = (ord(letter.lower()) - ord("a") for letter in match.groups())
    if column >= size.m or row >= size.n:
        raise ValueError(f"off the board: {value!r}")
    return column, row


def cells_of(size: Size, value: str) -> list[Cell]:
    """Return the cells of a point, or of a rectangle `aa:cc`. Raises ValueError."""
    first, _, last = simple(value).partition(":")
    left, top = point(size, first)
    right, bottom = point(size, last or first)
    if right < left or bottom < top:
        raise ValueError("a rectangle from its end")
    return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def alternating(size: Size, x: list[Cell], o: list[Cell]) -> list[Cell]:
    """Return stones as moves in some order that the rules allow. Raises ValueError where there is none."""
    if not 0 <= len(x) - len(o) <= 1 or len({*x, *o}) != len(x) + len(o):
        raise ValueError("no game leads to these stones")
    mine = x if len(x) > len(o) else o
    for last in reversed(range(len(mine))):
        mine.append(mine.pop(last))
        order = [side[i] for i in range(len(x)) for side in (x, o) if i < len(side)]
        try:
            over(size, order)
        except ValueError:
            mine.insert(last, mine.pop())
        else:
            return order
    if not mine:
        return []
    raise ValueError("the game was over before its last stone")


def sgf_result(said: dict[str, str]) -> tuple[str | None, str]:
    """Return the result and the ending that RE and END say."""
    colour, plus, how = (part.strip(" ") for part in said.get("RE", "").partition("+"))
    colour, how = colour.lower() if colour.isascii() else "", how[:1].lower()
    result = {"b": "X", "black": "X", "w": "O", "white": "O"}.get(colour) if plus else None
    if not plus and colour in ("0", "draw", "jigo"):
        result = "draw"
    ending = ending_of(result)
    reasons = {"r": "resigned", "t": "ran out of time", "f": "forfeited"}
    if result in ("X", "O") and how in reasons:
        ending = f"{'O' if result == 'X' else 'X'} {reasons[how]}"
    return result, unquoted(said["END"]) if "END" in said else ending


READERS = {"text": read_text, "json": read_json, "jsonl": read_lines, "psq": read_psq, "sgf": read_sgf}
