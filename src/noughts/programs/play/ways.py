"""What a person may do at a prompt: ways to make a move (to type it, to press a button, to click in a window), and
answers to other questions (menus, levels, marks, names)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from noughts.core.game import Game, Move
from noughts.programs.play.stage import Act, Clicked, Keyed, Offer, PressedButton, Typed
from noughts.programs.reading.move_forms import MOVES

Way = Callable[[Move, Game], list[str]]  # the lines to type
CLICK = "a click in its cell"
KEY = "the name that its board has for it"
_LATTICE = 10  # points in a row, so that each cell of a board of nine has one where it fills a third of the window
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ROWS, _COLUMNS = ("top", "middle", "bottom"), ("left", "middle", "right")
_BETWEEN = {" ": "", ",": ", with a comma", "": ", together"}


def _number(form: str) -> Way:
    return lambda cell, game: [str(MOVES[form].write(cell, game))]


def _pair(form: str, between: str) -> Way:
    return lambda cell, game: [between.join(map(str, MOVES[form].write(cell, game)))]


def _apart(form: str) -> Way:
    return lambda cell, game: list(map(str, MOVES[form].write(cell, game)))


def _key_pad(cell: Move, game: Game) -> list[str]:
    row, column = game.row_column(cell)
    return [str((game.n - 1 - row) * game.m + column + 1)]


def _ways() -> Iterator[tuple[str, Way]]:
    """Yield each way to type a move with its name in a sentence."""
    yield "its number, from 1", _number("index1")
    yield "its number, from 0", _number("index")
    pairs = {
        "row column": "row and column, from 0",
        "row1 column1": "row and column, from 1",
        "column row": "column and row, from 0",
        "column1 row1": "column and row, from 1",
    }
    for between, how in _BETWEEN.items():
        for form, words in pairs.items():
            yield f"{words}{how}", _pair(form, between)
    for form, words in pairs.items():
        yield f"{words.replace(' and', ', then')}", _apart(form)
    yield "its name, as a1", lambda cell, game: [game.name(cell)]
    yield "its name, as A1", lambda cell, game: [game.name(cell).upper()]
    yield "its name, as 1a", lambda cell, game: [_turned(cell, game)]
    yield "its name, as 1A", lambda cell, game: [_turned(cell, game).upper()]
    yield "its name, as A1, the letter for the row", lambda cell, game: [_lettered(cell, game)]
    yield "its name, as a1, the letter for the row", lambda cell, game: [_lettered(cell, game).lower()]
    yield "its column's letter, then its row's number", lambda cell, game: list(game.name(cell))
    yield "its row's number, then its column's letter", lambda cell, game: list(_turned(cell, game))
    yield "its name, as a1, rows from below", lambda cell, game: [_from_below(cell, game)]
    yield "its name, as A1, rows from below", lambda cell, game: [_from_below(cell, game).upper()]
    yield "column and row, from 1, rows from below", _pair_from_below
    yield "its row, then its column, in words", _in_words
    yield "its number on a key pad", _key_pad
    yield "its number, from 1, column by column", lambda cell, game: [str(cell % game.m * game.n + cell // game.m + 1)]


def _turned(cell: Move, game: Game) -> str:
    row, column = game.row_column(cell)
    return f"{row + 1}{_LETTERS[column].lower()}"


def _from_below(cell: Move, game: Game) -> str:
    row, column = game.row_column(cell)
    return f"{_LETTERS[column].lower()}{game.n - row}"


def _pair_from_below(cell: Move, game: Game) -> list[str]:
    row, column = game.row_column(cell)
    return [f"{column + 1} {game.n - row}"]


def _lettered(cell: Move, game: Game) -> str:
    row, column = game.row_column(cell)
    return f"{_LETTERS[row]}{column + 1}"


def _in_words(cell: Move, game: Game) -> list[str]:
    row, column = game.row_column(cell)
    return [_ROWS[row], _COLUMNS[column]] if (game.n, game.m) == (len(_ROWS), len(_COLUMNS)) else []


WAYS: Mapping[str, Way] = dict(_ways())
COLUMN_WAYS: Mapping[str, Way] = {  # where stones fall
    "its column's number, from 1": _number("column1"),
    "its column's number, from 0": _number("column"),
    "its column's letter": lambda cell, game: [game.name(cell)[0]],
    "its column's letter, as A": lambda cell, game: [game.name(cell)[0].upper()],
}

# Words of a question for a move, and the words of the ways that they make likely.
_HINTS = (
    (re.compile(r"\b0\s*(-|–|to|and|through|\.\.)\s*\d"), "from 0"),
    (re.compile(r"\b0,\s*1,?\s*(or|and)?\s*2"), "from 0"),
    (re.compile(r"\b1\s*(-|–|to|and|through|\.\.)\s*\d|\b1,\s*2,?\s*(or|and)?\s*3"), "from 1"),
    (re.compile(r"\brow.*\bcol|\bcoordinate", re.I | re.S), "row and column"),
    (re.compile(r"\bcol.*\brow|\bx\b.*\by\b", re.I | re.S), "column and row"),
    (re.compile(r"\brow\b(?!.*col)", re.I | re.S), "row, then"),
    (re.compile(r"\bcol(umn)?\b(?!.*row)", re.I | re.S), "column, then"),
    (re.compile(r"\d\s*,\s*\d|comma"), "comma"),
    (re.compile(r"\b[a-c][1-3]\b"), "as a1"),
    (re.compile(r"\b[A-C][1-3]\b"), "as A1"),
    (re.compile(r"\btop\b.*\bbottom\b|\bleft\b.*\bright\b", re.I), "in words"),
    (re.compile(r"num(eric)? ?pad|key ?pad", re.I), "key pad"),
)


def likely(question: str, names: Iterable[str] = WAYS) -> list[str]:
    """Return the names of ways to type a move, those first that the question makes likely."""
    weights = dict.fromkeys(names, 0)
    for words, part in _HINTS:
        if words.search(question):
            weights |= {way: weight + 1 for way, weight in weights.items() if part in way}
    return sorted(weights, key=lambda way: -weights[way])


def ways_of(game: Game, offer: Offer, question: str, has_keys: bool) -> list[str]:
    """Return the names of the ways in which a move may be made at a prompt, the likelier ones first.

    `has_keys`: whether something that may be its board has texts for names of its cells.
    """
    if offer.is_text and not game.cells_stay_open:
        return likely(question, COLUMN_WAYS)
    if offer.is_text:
        return [*([KEY] if has_keys else []), *likely(question)]
    pressed = ["its button"] if offer.buttons else []
    clicked = [CLICK] if offer.size else []
    keyed = ["its digit, from 1"] if {"1", "2", "3"} <= set(offer.keys) else []
    return [*pressed, *clicked, *keyed]


def acts_of(way: str, cell: Move, game: Game, offer: Offer) -> list[Act]:
    """Return the acts that make a move in a way, not CLICK or KEY, at a prompt; none if they cannot be made there."""
    if (write := WAYS.get(way) or COLUMN_WAYS.get(way)) is not None:
        return [Typed(line) for line in write(cell, game)] if offer.is_text else []
    if way == "its button":
        return [PressedButton(button)] if (button := _button(cell, game, offer)) is not None else []
    number = cell if game.cells_stay_open else cell % game.m
    return [Keyed(str(number + 1))] if way == "its digit, from 1" else []


def grids(game: Game, offer: Offer) -> Iterator[dict[Move, Clicked]]:
    """Yield where the cells of a board may be that fills the window, or a square of it."""
    width, height = offer.size or (0, 0)
    side = min(width, height)
    for left, top, m, n in dict.fromkeys(((0, 0, width, height), (0, 0, side, side), (0, height - side, side, side))):
        yield {
            cell: Clicked(round(left + (column + 0.5) * m / game.m), round(top + (row + 0.5) * n / game.n))
            for cell in range(game.cells)
            for row, column in [game.row_column(cell)]
        }


def lattice(offer: Offer) -> list[Clicked]:
    """Return points all over a window, to find out where its cells are."""
    width, height = offer.size or (0, 0)
    steps = [(2 * step + 1) / (2 * _LATTICE) for step in range(_LATTICE)]
    return [Clicked(round(x * width), round(y * height)) for y in steps for x in steps]


def _button(cell: Move, game: Game, offer: Offer) -> int | None:
    """Return the button of a cell: of as many in a grid as the game has cells, or of as many in all; where stones fall
    also of as many as it has columns."""
    numbered = list(enumerate(offer.buttons))
    if len(numbered) == game.m and not game.cells_stay_open:
        return cell % game.m
    placed = [
        (button.row, button.column, number) for number, button in numbered if None not in (button.row, button.column)
    ]
    rows = sorted({row for row, _, _ in placed if row is not None})
    full = [row for row in rows if sum(1 for each, _, _ in placed if each == row) >= game.m]
    inside = sorted(spot for spot in placed if spot[0] in full)[: game.cells]
    if len(inside) == game.cells:
        return inside[cell][2]
    return cell if len(numbered) >= game.cells and not placed else None


_STRONG = re.compile(
    r"hard|impossible|expert|advanced|unbeat|perfect|master|difficult|invincib|god|insane|minimax|smart", re.I
)
_MIDDLE = re.compile(r"medium|normal|intermediate", re.I)
_COMPUTER = re.compile(r"computer|\bai\b|\bbot\b|cpu|machine|single|one.player|1.player|solo|alone", re.I)
_BEGINS = re.compile(r"\b(start|begin|play|ok|go|confirm|continue|next)\b", re.I)
_PROGRAM = r"(?:ai|bots?|cpu|computers?|machine)"
_WATCHED = re.compile(rf"\b{_PROGRAM}\W+(?:vs?|versus|against|and|plays?)\W+{_PROGRAM}\b", re.I)
_FOR_TWO = re.compile(r"\b(\w+)s?\W+(?:vs?|versus|against)\W+(?:another |an? )?\1|friend|multi.?player", re.I)
_AGAIN = re.compile(r"\bagain\b|another (game|round)|rematch|new game|play more|continue\?|restart", re.I)
_LEAVES = re.compile(r"quit|exit|leave|bye|close", re.I)
_KEY = r"(?:\s*[\]).:=–>-]+\s*|(?<=\d)\s+(?=(?:an? )?[A-Za-z]{3}))"  # what follows a key of a menu: 1) easy, 2 hard
_MENU = re.compile(rf"^\W*(?!tic\b)(\w{{1,3}}){_KEY}(\S.*)$", re.MULTILINE | re.I)  # no "Tic-Tac-Toe"
_ITEM = re.compile(rf"^\W*\w{_KEY}\W?[A-Za-z]{{3}}", re.MULTILINE)  # of a menu
_MOST_ITEMS = 6
_INLINE = re.compile(  # 1: easy, 2: hard
    r"\b(\w)\b(?:[\]).:=]|\s*[–>-]+)\s*([A-Za-z][\w ]{1,60}?)(?=[^\w ]|$| \W?\w\b ?[\]).:=–>-])"
)
_BEHIND = re.compile(  # Easy (1), Hard (2)
    r"(?:\b(?:choose|select|pick|enter|press) )?(\w[\w ]{1,24}?)\s*"
    r"[\[(]\s*(?:(?:input|press|type|enter) )?['\"]?(\w{1,3})['\"]?\s*[\])]",
    re.I,
)
_NAMED = re.compile(r"\b(\w{1,3})\s*[\[(]\s*([A-Za-z][\w ]{2,24})[\])]")  # 1 (easy), 2 (hard)
_WITHIN = re.compile(r"[\[(](\w)[\])]([a-z]\w+)")  # [E]asy, [H]ard
_TO = re.compile(  # - 2 to play an EASY bot, 1 for easy or 2 for hard
    r"\b(\w{1,3})\s+(?:for|to|means|=)\s+(.+?)(?=(?:\s+(?:or|and))?\s+\w{1,3}\s+(?:for|to|means|=)\s|[,;.\n]|$)"
)
_EITHER = re.compile(r"([^\n:?]+?)\s+or\s+([^\n]+?)\W*\(?\b(\w)\s*(?:/|,|or)\s*(\w)\b\W*$", re.I)
_SLASHES = re.compile(r"\w{1,12}(?: ?[/|] ?\w{1,12})+")  # (easy/hard), X | O
_COMMAS = re.compile(r"[\[(]\W?(\w{1,12}(?:['\"]?, ?['\"]?\w{1,12})+)\W?[\])]")  # (easy, hard), ['easy', 'hard']
_LISTED = re.compile(r"((?:\b\w{1,12}, ?)+\w{0,12}) ?\bor (?:an? |the )?(\w{1,12})\b")  # human, random or a computer
_RANGE = re.compile(  # how far should it look ahead (1-9)
    r"(?:depth|level|ahead|difficult|strength|pl(?:y|ies)\b)[^\n]*?\b\d\s*(?:-|–|to)\s*(\d{1,2})\b", re.I
)
_EASY = re.compile(r"easy|beginner|novice|random|dumb", re.I)
_LEVELS = re.compile("|".join(each.pattern for each in (_STRONG, _MIDDLE, _EASY)), re.I)
_SET = re.compile(rf"\b((?:{_LEVELS.pattern})\w*)\s*[:=–>-]+\s*['\"]?(\w{{1,2}})\b", re.I)  # easy: 1, hard: 2
_CHOICES = (
    re.compile(r"""['"\[(]([A-Za-z0-9]{1,10})['"\])]"""),
    re.compile(r"\b([A-Za-z0-9]{1,10})\s*\bor\b\s*\(?['\"]?([A-Za-z0-9]{1,10})\b"),
    re.compile(r"\b([A-Za-z0-9]{1,10})\s+(?:for|to|if|means|=)\s+"),
)
_OF_TWO = re.compile(r"[\[(]\s*['\"]?\w+['\"]?\s*(?:/|\||,|\bor\b)\s*['\"]?\w+['\"]?\s*[\])]\W*$", re.I)
_NUMBERED_TWO = re.compile(
    r"\b1\b\W*\s(for|to|means)\b.*\b2\b\W*\s(for|to|means)\b(?!.*\b3\b)", re.I
)  # 1 for ... or 2 for ...
_OF_YES_OR_NO = re.compile(  # and offers nothing else
    r"^\W*(do|would|will|shall|should|are|can|may|want|wanna|ready)\b(?!.*\bor\b)[^\[(/]*\?\W*$", re.I
)
_YES_OR_NO = ("yes", "no", "y", "n")
_USUAL = ("1", "2", "y", "X", "O", "x", "o", "n", "yes", "no", "hard", "3", "", "0", "Ann", "start user hard")
_MORE = ("start hard user", "h", "c", "a", "4", "b", "play", "start", "me", "computer")
_MOST = 20
_TWO = 5  # the rank of a game between two people
_WATCHING = 8  # the rank of a game in which the person only looks on: it may be long, and is never chosen


def is_for_beginners(name: str) -> bool:
    """Return whether the name of a function says that it is one for an easy level.

    >>> is_for_beginners("game.py:get_easy_move"), is_for_beginners("game.py:best_move")
    (True, False)
    """
    return _EASY.search(name.rpartition(":")[2]) is not None


def is_again(question: str) -> bool:
    """Return whether a question asks for another game."""
    return _AGAIN.search(_last(question)) is not None


def is_choice(question: str) -> bool:
    """Return whether a question offers two answers, or a menu: few ask for a move so, and "1" may begin something long.

    >>> is_choice("Play? (Y/N) "), is_choice("Type 1 for easy or 2 for hard: "), is_choice("1. Easy\\n2. Hard\\n? ")
    (True, True, True)
    >>> is_choice("Your move (1-9): ")
    False
    """
    last = _last(question)
    is_of_two = _OF_TWO.search(last) is not None or _NUMBERED_TWO.search(last.rpartition("\n")[2]) is not None
    return is_of_two or 2 <= len(_ITEM.findall(last)) <= _MOST_ITEMS


def answers_to(offer: Offer, question: str) -> Sequence[Act]:
    """Return what a person may answer, the likelier answers first: a hard level before an easy one, one player before
    two."""
    if not offer.is_text:
        return _pressed(offer)
    tail = _last(question)
    offered = list(dict.fromkeys(_offered(tail)))
    entries = _entries(tail)
    ranks = {answer: _rank(f"{answer} {entries.get(answer, '')}") for answer in offered}
    likely = sorted(offered, key=lambda answer: ranks[answer])
    if _OF_YES_OR_NO.match(tail.rpartition("\n")[2]):
        likely = [*_YES_OR_NO, *likely]
    answers = [answer for answer in dict.fromkeys([*likely, *_USUAL, *_MORE]) if ranks.get(answer) != _WATCHING]
    return [Typed(answer) for answer in answers[: max(_MOST, len(likely) + 8)]]


def is_easy(offer: Offer, question: str, act: Act) -> bool:
    """Return whether an answer is for a game against a program for beginners.

    >>> offer = Offer("Beginner or advanced? (b, a)")
    >>> is_easy(offer, offer.question, Typed("b")), is_easy(offer, offer.question, Typed("a"))
    (True, False)
    """
    if isinstance(act, PressedButton):
        return _EASY.search(offer.buttons[act.button].text) is not None
    text = getattr(act, "text", "")
    return _EASY.search(f"{text} {_entries(_last(question)).get(text, '')}") is not None


def levels_beside(offer: Offer, act: Act) -> list[str]:
    """Return the levels that a question offers where one of them is the answer; none where it is about something else.

    >>> levels_beside(Offer("Level (easy/hard)? "), Typed("hard")), levels_beside(Offer("X or O? "), Typed("X"))
    (['easy', 'hard'], [])
    """
    if isinstance(act, PressedButton):
        texts, chosen = level_buttons(offer), offer.buttons[act.button].text
    else:
        entries = _entries(offer.question)
        offered = {answer: entries.get(answer, answer) for answer in dict.fromkeys(_offered(offer.question))}
        texts = [text for text in offered.values() if _LEVELS.search(text)]
        chosen = offered.get(getattr(act, "text", ""), "")
    return texts if len(texts) > 1 and chosen in texts else []


def level_buttons(offer: Offer) -> list[str]:
    """Return the texts of the buttons of a window that name a level."""
    return [button.text for button in offer.buttons if _LEVELS.search(button.text)]


def _entries(text: str) -> dict[str, str]:
    """Return what the answers that a question offers stand for."""
    either = [
        pair
        for first, second, key, last in _EITHER.findall(text)
        for pair in ((key, first.strip()), (last, second.strip()))
    ]
    behind = [(key, word.strip()) for pattern in (_BEHIND, _SET) for word, key in pattern.findall(text)]
    inline = [] if len(behind) > len(_INLINE.findall(text)) else _INLINE.findall(text)
    lines = [(key, rest) for key, rest in _MENU.findall(text) if not _INLINE.search(rest)]  # else it has several
    within = [(key, f"{key}{rest}") for key, rest in _WITHIN.findall(text)]
    return dict([*either, *behind, *_NAMED.findall(text), *_TO.findall(text), *inline, *lines, *within])


def _pressed(offer: Offer) -> Sequence[Act]:
    buttons = [(number, button) for number, button in enumerate(offer.buttons) if button.is_enabled]
    return [PressedButton(number) for number, _ in sorted(buttons, key=lambda pair: _rank(pair[1].text))][:_MOST]


def _rank(text: str) -> int:
    """Return a low number for an answer that is likely to lead to a game against the program at its best."""
    if _LEAVES.search(text):
        return 9
    if _WATCHED.search(text):
        return _WATCHING
    if _FOR_TWO.search(text):
        return _TWO
    for rank, words in enumerate((_STRONG, _COMPUTER, _MIDDLE, _BEGINS)):
        if words.search(text):
            return rank
    return 4


def _offered(text: str) -> Iterator[str]:
    """Yield the answers that a question itself offers."""
    yield from (key for pattern in (_MENU, _INLINE, _NAMED, _WITHIN) for key, _ in pattern.findall(text))
    yield from (key for pattern in (_BEHIND, _SET) for _, key in pattern.findall(text))
    yield from _RANGE.findall(text)  # the program at its best
    for listed in (*_SLASHES.findall(text), *_COMMAS.findall(text), *map(" ".join, _LISTED.findall(text))):
        yield from re.findall(r"\w+", listed)
    for pattern in _CHOICES:
        for choice in pattern.findall(text):
            yield from [choice] if isinstance(choice, str) else choice


def _last(question: str) -> str:
    """Return the end of what was shown, where the question stands."""
    return "\n".join([line for line in question.splitlines() if line.strip()][-12:])
