"""Rules as people say them: a line of sentences becomes rules, or is refused.

A line has pieces between commas, full stops, colons and words such as "otherwise". A rule is a piece with a move, with
the pieces before and after it that begin with "if": what they ask is what the rule asks itself, or a limit of it. "Win:
if you have two in a row, play the third" says a rule twice, and must say the same twice. All ways to put the pieces
together are tried; a line that has two different readings is refused, and so is a piece that is not in
`wordings.toml`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from noughts.errors import StrategyError, nearest
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS, MOVE, is_limit
from noughts.strategies.rules.rule import MOST, Rule, Worded
from noughts.strategies.rules.wordings import EACH, IF, Phrase, wordings
from noughts.words import Said, Words, either

_MOST_WORDS = 40  # of a piece
_LONG = 100  # characters of a piece for which near phrases are looked for
_ASIDE = 2  # pieces with "if" before a move, or after it
_SHORT = 3  # letters of a word that is like too many
_LIKELY = 0.75  # how like a word is that may have been meant
_ALIKE = 0.3  # how many words are shared with what may have been meant
# How a move begins that follows "if ..." without a mark between them.
_VERBS = frozenset(["take", "move", "mark", "win", "block", "make", "complete", "do", "i", "that", "player"])
_DASS = re.compile(r",\s+dass\s+", re.IGNORECASE)  # its comma does not part two pieces
_BRACKETS = {"(", ")", "[", "]"}
_REFUSALS = {"not", "no", "never"}


class _Piece(NamedTuple):
    text: str
    mark: str  # that stands after it: `,`, `:` or `.`


@dataclass(frozen=True)
class _Form:
    """A way to read a piece, or several: what is asked, each in normal form, and the move, a rule in its own words or a
    phrase in normal form; None where there is none."""

    questions: tuple[Phrase, ...] = ()
    move: Rule | Phrase | None = None
    onward: int = 0  # the number of the rule to go on to, in place of a move

    @property
    def asks_only(self) -> bool:
        """Whether it has no move, and no rule to go on to."""
        return self.move is None and not self.onward


_SO = ()  # what is asked by "if there is" and "if so": what was asked before it


class _Contradiction(Exception):
    """Pieces that do not go together, and why."""

    def __init__(self, reason: Said) -> None:
        self.reason = reason


_Reading = tuple[Worded, ...]


def read_line(line: str, before: Sequence[Rule] = ()) -> _Reading:
    """Return the rules of a line, which stands after some rules. Raises StrategyError, which quotes what is not read.

    >>> [str(rule) for rule, _ in read_line("If you can win, win; otherwise take the middle if it is free.")]
    ['win', 'centre']
    """
    line = _opening().sub("", _DASS.sub(" dass ", line.strip()), count=1)
    return _Line(_pieces(line), tuple(before)).read()


@cache
def _opening() -> re.Pattern[str]:
    bullet, number = r"(?:[-*•–+]\s+)?", rf"(?:(?:{_either('numbered')})\s*\d+\s*(?:[.):-]\s*)?|\(?\d+[.)]\s*)?"
    return re.compile(rf"{bullet}{number}{bullet}(?:(?:{_either('joining')})\s+)?", re.IGNORECASE)


@cache
def _onward() -> re.Pattern[str]:
    return re.compile(rf"(?:{_either('onward')})\s+(?:(?:{_either('numbered')})\s+)?(\d{{1,3}})", re.IGNORECASE)


@cache
def _marks() -> re.Pattern[str]:
    return re.compile(
        r"(?P<end>\.(?=\s|$)|\s\(?\d+[.)](?=\s))|(?P<head>:|\s[-–—](?=\s))"
        rf"|(?:[,;!?]|->|=>|[→>]|\b(?:{_either('between')})\b)(?:\s*\b(?:{_either('joining')})\b)?",
        re.IGNORECASE,
    )


def _either(key: str) -> str:
    return "|".join(words.replace(" ", r"\s+") for words in wordings().order(key))


@cache
def _alone() -> frozenset[Phrase]:
    return frozenset(map(wordings().normal, wordings().order("alone")))


def _pieces(line: str) -> list[_Piece]:
    """Return the pieces of a line, without those that say the order alone."""
    pieces: list[_Piece] = []
    at = 0
    for mark in [*_marks().finditer(line), None]:
        text = line[at : mark.start() if mark else len(line)].strip()
        sign = "." if mark is None or mark["end"] else ":" if mark["head"] else ","
        if text and wordings().normal(text) not in _alone():
            pieces.append(_Piece(text, sign))
        elif pieces and sign == "." and pieces[-1].mark == ",":
            pieces[-1] = pieces[-1]._replace(mark=sign)
        at = mark.end() if mark else at
    return pieces


@dataclass(frozen=True)
class _Line:
    """The pieces of a line, and the rules before it."""

    pieces: Sequence[_Piece]
    before: tuple[Rule, ...]

    def read(self) -> _Reading:
        """Return the only reading. Raises StrategyError."""
        readings: list[list[_Reading]] = [[()], *([] for _ in self.pieces)]
        why: dict[int, Said] = {}
        for at, piece in enumerate(self.pieces):
            for reading in readings[at]:
                if len(reading) > MOST:
                    raise StrategyError(Said("error.many-rules", {"most": MOST}))
                try:
                    self._go_on(readings, at, reading)
                except _Contradiction as problem:
                    why.setdefault(at, problem.reason)
            if not _forms(piece):
                break
        if not readings[-1]:
            last = max(at for at, there in enumerate(readings) if there)
            raise StrategyError(self._refusal(last, why))
        if len(readings[-1]) > 1:
            raise StrategyError(self._ambiguity(*readings[-1][:2]))
        return readings[-1][0]

    def _go_on(self, readings: list[list[_Reading]], at: int, reading: _Reading) -> None:
        """Add each rule that begins at a piece to a reading. Raises _Contradiction if there is none."""
        problem = None
        before = (*self.before, *(rule for rule, _ in reading))
        for form, end in self._units(at):
            words = self._words(at, end)
            try:
                if form.onward:
                    _require_next(form, before, words)
                    _add(readings[end], reading)
                    continue
                for rule in _rules(form, before, words):
                    to = self._explained(rule, end, before)
                    wording = "" if end - at == 1 and Rule.in_own_words(words.lower()) == rule else words
                    _add(readings[to], (*reading, Worded(rule, wording)))
            except _Contradiction as refused:
                problem = problem or refused
        if problem is not None:
            raise problem

    def _units(self, at: int) -> Iterator[tuple[_Form, int]]:
        """Yield what can be a rule from a piece on, and the piece after it."""
        questions: tuple[Phrase, ...] = ()
        for moving in range(at, min(at + _ASIDE + 1, len(self.pieces))):
            forms = _forms(self.pieces[moving])
            for form in forms:
                if not form.asks_only:
                    yield from self._followed(replace(form, questions=(*questions, *form.questions)), moving + 1)
            only = [form for form in forms if form.asks_only]
            if not only:
                return
            questions += only[0].questions

    def _followed(self, form: _Form, end: int) -> Iterator[tuple[_Form, int]]:
        """Yield a form, and the form with what is asked in the pieces after it."""
        yield form, end
        for after in range(end, min(end + _ASIDE, len(self.pieces))):
            only = [other for other in _forms(self.pieces[after]) if other.asks_only]
            if not only or self.pieces[after - 1].mark != ",":
                return
            form = replace(form, questions=(*form.questions, *only[0].questions))
            yield form, after + 1

    def _explained(self, rule: Rule, end: int, before: tuple[Rule, ...]) -> int:
        """Return the piece after a rule and its explanation, if a colon is before one. Raises _Contradiction."""
        if self.pieces[end - 1].mark != ":":
            return end
        if end == len(self.pieces):
            raise _Contradiction(Said("error.rule-announces", {"rule": repr(str(rule))}))
        stops = (at for at in range(end, len(self.pieces)) if self.pieces[at].mark == ".")
        to = next(stops, len(self.pieces) - 1) + 1
        for other in self._said_again(rule, end, to, before):
            if other != rule:
                values = {"rule": repr(str(rule)), "words": repr(self._words(end, to)), "other": repr(str(other))}
                raise _Contradiction(Said("error.rule-explained", values))
        return to

    def _said_again(self, rule: Rule, at: int, to: int, before: tuple[Rule, ...]) -> list[Rule]:
        """Return what some pieces say of a rule: it may be what the rule asks alone."""
        only = [[form for form in _forms(piece) if form.asks_only] for piece in self.pieces[at:to]]
        if all(only):
            questions = [phrase for forms in only for phrase in forms[0].questions]
            return [_limited(rule, questions, before, self._words(at, to))]
        plain = [piece._replace(mark=",") for piece in self.pieces[at : to - 1]]  # nothing in it is explained again
        last = self.pieces[to - 1]._replace(mark=".")
        return [other for other, _ in _Line([*plain, last], before).read()]

    def _words(self, at: int, end: int) -> str:
        return ", ".join(piece.text for piece in self.pieces[at:end])

    def _refusal(self, at: int, why: dict[int, Said]) -> Words:
        unread = next((piece for piece in self.pieces[at : at + _ASIDE + 1] if not _forms(piece)), None)
        if at in why and unread is None:
            return why[at]
        if unread is not None:
            return _unread(unread)
        return Said("error.rule-without-move", {"rule": repr(self.pieces[at].text)})

    def _ambiguity(self, first: _Reading, other: _Reading) -> Said:
        values = {
            "rule": repr(self._words(0, len(self.pieces))),
            "first": repr(", ".join(str(rule) for rule, _ in first)),
            "second": repr(", ".join(str(rule) for rule, _ in other)),
        }
        return Said("error.rule-ambiguous", values)


def _add(readings: list[_Reading], reading: _Reading) -> None:
    """Add a reading to others if it has other rules; two are enough to refuse a line."""
    rules = [rule for rule, _ in reading]
    if len(readings) < 2 and all([rule for rule, _ in other] != rules for other in readings):
        readings.append(reading)


@lru_cache(maxsize=1000)
def _forms(piece: _Piece) -> tuple[_Form, ...]:
    """Return the ways to read a piece by itself; none if it is in no table."""
    text = " ".join(piece.text.split())
    if (rule := Rule.in_own_words(text)) is not None:
        return (_Form(move=rule),)
    if is_limit(text):
        return (_Form(((text,),)),)
    if number := _onward().fullmatch(text):
        return (_Form(onward=int(number[1])),)
    phrase = wordings().normal(text)
    if phrase[:2] == ("look", IF):
        return tuple(_looking(phrase[2:], piece.mark))
    known = tuple(filter(_known, _split(phrase))) if len(phrase) <= _MOST_WORDS else ()
    return tuple(form for form in known if form.asks_only) or known  # what is asked as a whole is not cut


def _looking(question: Phrase, mark: str) -> Iterator[_Form]:
    """Yield the ways to read "check if ...": the move may follow, or at the end of a sentence go without saying."""
    if _known(_Form((question,))):
        yield _Form((question,))
        if mark == "." and question in wordings().asked:
            yield _Form((question,), ("do", "that"))


def _split(phrase: Phrase) -> Iterator[_Form]:
    """Yield the ways to split a phrase at "if": what is asked stands before the move, or after it, or both."""
    ifs = [at for at, word in enumerate(phrase) if word == IF]
    first = ifs[:1] == [0]
    if len(ifs) > 1 + first:
        return
    end = ifs[-1] if len(ifs) > first else len(phrase)
    after = (phrase[end + 1 :],) if end < len(phrase) else ()
    if not first:
        yield _Form(after, phrase[:end])
        return
    yield _Form((phrase[1:end], *after))
    inside = (at for at in range(2, end) if phrase[at] in _VERBS and phrase[at - 1] != "can")
    yield from (_Form((phrase[1:at], *after), phrase[at:end]) for at in inside)


def _known(form: _Form) -> bool:
    tables = wordings()
    asking = (tables.asked, tables.implied, tables.passed, tables.limits)
    is_known = all(phrase == _SO or any(phrase in table for table in asking) for phrase in form.questions)
    return is_known and (form.move is None or form.move in tables.moves or form.move in tables.answers)


def _rules(form: _Form, before: Sequence[Rule], words: str) -> Iterator[Rule]:
    """Yield the rules that a form can mean, after others. Raises _Contradiction if it can mean none."""
    problem, is_read = None, False
    for rule in _moves(form):
        try:
            yield _limited(rule, form.questions, before, words)
            is_read = True
        except _Contradiction as refused:
            problem = problem or refused
    if not is_read:
        raise problem or _Contradiction(Said("error.rule-without-move", {"rule": repr(words)}))


def _moves(form: _Form) -> Iterator[Rule]:
    """Yield the rules whose move a form can mean, without its limits."""
    if isinstance(form.move, Rule):
        yield form.move
        return
    assert form.move is not None
    tables = wordings()
    for text in sorted(tables.moves.get(form.move, ())):
        yield Rule.from_text(text)
    answers = tables.answers.get(form.move, frozenset())
    conditions = {key for phrase in form.questions for key in tables.asked.get(phrase, ()) if key != EACH}
    implied = {key for phrase in form.questions for key in tables.implied.get(phrase, ())}
    for text in sorted(conditions if EACH in answers else (conditions | implied) & answers):
        yield Rule.from_text(text)


def _limited(rule: Rule, questions: Sequence[Phrase], before: Sequence[Rule], words: str) -> Rule:
    """Return a rule with the limits that are asked. Raises _Contradiction where it is asked what another rule asks."""
    tables = wordings()
    limits: list[str] = []
    if _SO in questions and not any(phrase and EACH not in tables.asked.get(phrase, ()) for phrase in questions):
        raise _Contradiction(Said("error.rule-refers", {"rule": repr(words)}))
    for phrase in filter(None, questions):
        keys = tables.asked.get(phrase, frozenset())
        if {EACH, rule.condition} & keys or rule.condition in tables.implied.get(phrase, ()):
            continue
        if len(phrase) == 1 and is_limit(phrase[0]):
            limits += phrase
        elif phrase in tables.limits:
            [limit] = tables.limits[phrase]
            limits.append(limit)
        elif phrase in tables.passed:
            _require_passed(tables.passed[phrase], rule, before, words)
        else:
            values = {
                "rule": repr(words),
                "asked": either(sorted(map(repr, keys or tables.implied[phrase]))),
                "move": repr(rule.condition),
            }
            raise _Contradiction(Said("error.rule-asks", values))
    return Rule(rule.condition, (*limits, *rule.limits), rule.ties)


def _require_next(form: _Form, before: Sequence[Rule], words: str) -> None:
    """Raise _Contradiction unless a form goes on to the rule that is next in any case."""
    if form.onward != len(before) + 1 or form.questions:
        raise _Contradiction(Said("error.rule-onward", {"rule": repr(words), "next": len(before) + 1}))


def _require_passed(keys: frozenset[str], rule: Rule, before: Sequence[Rule], words: str) -> None:
    """Raise _Contradiction unless rules stand before one that says that they have no cell."""
    [key] = keys
    for condition in key.split(", "):
        if Rule(condition) not in before or condition == rule.condition:
            raise _Contradiction(Said("error.rule-passed", {"rule": repr(words), "condition": repr(condition)}))


def _unread(piece: _Piece) -> Words:
    """Return that a piece is not read, with the nearest words that are."""
    text = " ".join(piece.text.split())
    tables = wordings()
    unknown = tables.unknown(text)
    if _BRACKETS & {*unknown}:
        return Said("error.no-rule", {"rule": repr(text), "hint": Said("hint.rule-remark")})
    if (
        " " not in text
        or len(unknown) == len(text.split())
        or (piece.mark == ":" and nearest(text[:_LONG], [*LIMITS, MOVE], 1, _LIKELY))
    ):
        return _strictly(text, piece.mark)
    if not unknown and _REFUSALS & {*tables.normal(text)}:
        return Said("error.no-rule", {"rule": repr(text), "hint": Said("hint.rule-negated")})
    hint: Said = _nearest_rules([word for word in tables.normal(text) if word not in unknown])
    if unknown:
        long = [word for word in sorted(tables.words) if len(word) > _SHORT]
        if near := nearest(unknown[0][:_LONG], long, 1, _LIKELY):
            hint = Said("hint.did-you-mean", {"words": repr(near[0])})
        hint = Said("hint.unknown-word", {"word": repr(unknown[0]), "hint": hint})
    return Said("error.no-rule", {"rule": repr(text), "hint": hint})


def _strictly(text: str, mark: str) -> Words:
    """Return why a text is not a rule in its own words, or not a limit if it stands before a colon."""
    limit = mark == ":" and not nearest(text[:_LONG], [*CONDITIONS], 1, _LIKELY)
    try:
        Rule.from_text(f"{text}: any" if limit else text)
    except StrategyError as error:
        return error.said
    raise AssertionError(text)


def _nearest_rules(words: Sequence[str]) -> Said:
    moves, some = wordings().moves, words[:_MOST_WORDS]
    near = max(moves, key=lambda phrase: _shared(phrase, some))
    if _shared(near, some) < _ALIKE:
        return Said("hint.expected-one-of", {"words": [*CONDITIONS]})
    return Said("hint.did-you-mean", {"words": either(sorted(map(repr, moves[near])))})


def _shared(words: Sequence[str], other: Sequence[str]) -> float:
    """Return how many of the words of two phrases they share."""
    return len({*words} & {*other}) / len({*words, *other})
