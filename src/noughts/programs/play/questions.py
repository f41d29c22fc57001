"""What a person may answer to a question that is not for a move: menus, levels, marks, names."""

import re
from collections.abc import Iterator, Sequence

from noughts.programs.play.stage import Act, Offer, PressedButton, Typed

_STRONG = re.compile(r"hard|impossible|expert|unbeat|perfect|master|difficult|invincib|god|insane|minimax|smart", re.I)
_MIDDLE = re.compile(r"medium|normal|intermediate", re.I)
_COMPUTER = re.compile(r"computer|\bai\b|\bbot\b|cpu|machine|single|one.player|1.player|solo|alone", re.I)
_PROGRAM = r"(?:ai|bots?|cpu|computers?|machine)"
_WATCHED = re.compile(rf"\b{_PROGRAM}\W+(?:vs?|versus|against|and|plays?)\W+{_PROGRAM}\b", re.I)
_AGAIN = re.compile(r"again|another (game|round)|rematch|new game|play more|continue\?|restart", re.I)
_LEAVES = re.compile(r"quit|exit|leave|bye|close", re.I)
_MENU = re.compile(r"^\W*(\w{1,3})\s*[\]).:=–>-]+\s*(\S.*)$", re.MULTILINE)
_INLINE = re.compile(r"\(?\[?\b(\w)\b[\]).:=]\s*([A-Za-z][\w ]{1,24})")
_EITHER = re.compile(r"([^\n:?]+?)\s+or\s+([^\n]+?)\W*\(?\b(\w)\s*(?:/|,|or)\s*(\w)\b\W*$", re.I)
_SLASHES = re.compile(r"\w{1,12}(?: ?[/|] ?\w{1,12})+")  # (easy/hard), X | O
_COMMAS = re.compile(r"[\[(]\W?(\w{1,12}(?:['\"]?, ?['\"]?\w{1,12})+)\W?[\])]")  # (easy, hard), ['easy', 'hard']
_EASY = re.compile(r"easy|beginner|novice|random|dumb", re.I)
_LEVELS = re.compile("|".join(each.pattern for each in (_STRONG, _MIDDLE, _EASY)), re.I)
_CHOICES = (
    re.compile(r"""['"\[(]([A-Za-z0-9]{1,10})['"\])]"""),
    re.compile(r"\b([A-Za-z0-9]{1,10})\s*\bor\b\s*\(?['\"]?([A-Za-z0-9]{1,10})\b"),
    re.compile(r"\b([A-Za-z0-9]{1,10})\s+(?:for|to|if|means|=)\s+"),
)
_OF_TWO = re.compile(r"[\[(]\s*['\"]?\w+['\"]?\s*(?:/|\||,|\bor\b)\s*['\"]?\w+['\"]?\s*[\])]\W*$", re.I)
_USUAL = ("1", "2", "y", "X", "O", "x", "o", "n", "yes", "no", "hard", "3", "", "0", "Ann", "start user hard")
_MORE = ("start hard user", "h", "c", "a", "4", "b", "play", "start", "me", "computer")
_MOST = 20
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


def is_choice_of_two(question: str) -> bool:
    """Return whether a question offers two answers: few ask for a move so, and "1" may begin something long.

    >>> is_choice_of_two("Play? (Y/N) "), is_choice_of_two("Your move (1-9): ")
    (True, False)
    """
    return _OF_TWO.search(_last(question)) is not None


def answers_to(offer: Offer, question: str) -> Sequence[Act]:
    """Return what a person may answer, the likelier answers first: a hard level before an easy one, one player before
    two."""
    if not offer.is_text:
        return _pressed(offer)
    tail = _last(question)
    offered = list(dict.fromkeys(_offered(tail)))
    either = [pair for one, other, key, last in _EITHER.findall(tail) for pair in ((key, one), (last, other))]
    entries = dict([*either, *_INLINE.findall(tail), *_MENU.findall(tail)])
    ranks = {answer: _rank(f"{answer} {entries.get(answer, '')}") for answer in offered}
    likely = sorted(offered, key=lambda answer: ranks[answer])
    answers = [answer for answer in dict.fromkeys([*likely, *_USUAL, *_MORE]) if ranks.get(answer) != _WATCHING]
    return [Typed(answer) for answer in answers[: max(_MOST, len(likely) + 8)]]


def levels_beside(offer: Offer, act: Act) -> list[str]:
    """Return the levels that a question offers where one of them is the answer; none where it is about something else.

    >>> levels_beside(Offer("Level (easy/hard)? "), Typed("hard")), levels_beside(Offer("X or O? "), Typed("X"))
    (['easy', 'hard'], [])
    """
    if isinstance(act, PressedButton):
        texts, chosen = [one.text for one in offer.buttons if _LEVELS.search(one.text)], offer.buttons[act.button].text
    else:
        entries = dict([*_INLINE.findall(offer.question), *_MENU.findall(offer.question)])
        offered = {answer: entries.get(answer, answer) for answer in dict.fromkeys(_offered(offer.question))}
        texts = [text for text in offered.values() if _LEVELS.search(text)]
        chosen = offered.get(getattr(act, "text", ""), "")
    return texts if len(texts) > 1 and chosen in texts else []


def _pressed(offer: Offer) -> Sequence[Act]:
    buttons = [(number, one) for number, one in enumerate(offer.buttons) if one.is_enabled]
    return [PressedButton(number) for number, _ in sorted(buttons, key=lambda one: _rank(one[1].text))][:_MOST]


def _rank(text: str) -> int:
    """Return a low number for an answer that is likely to lead to a game against the program at its best."""
    if _LEAVES.search(text):
        return 9
    if _WATCHED.search(text):
        return _WATCHING
    for rank, words in enumerate((_STRONG, _COMPUTER, _MIDDLE)):
        if words.search(text):
            return rank
    return 4


def _offered(text: str) -> Iterator[str]:
    """Yield the answers that a question itself offers."""
    for key, _ in _MENU.findall(text):
        yield key
    for key, _ in _INLINE.findall(text):
        yield key
    for listed in (*_SLASHES.findall(text), *_COMMAS.findall(text)):
        yield from re.findall(r"\w+", listed)
    for pattern in _CHOICES:
        for found in pattern.findall(text):
            yield from [found] if isinstance(found, str) else found


def _last(question: str) -> str:
    """Return the end of what was shown, where the question stands."""
    return "\n".join([line for line in question.splitlines() if line.strip()][-12:])
