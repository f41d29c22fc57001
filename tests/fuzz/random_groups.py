"""Random groups of replies that hold by brute force, and mutations of groups. Nothing of noughts."""

import random
from collections.abc import Callable
from dataclasses import replace

from tests.fuzz.certificate_checker import Triple
from tests.fuzz.group_rules import Answer, answers_in, closed, dominated, next_place
from tests.fuzz.values import free_cells, lines, maker_wins, replies_to


def groups_text(game: Triple, maker: int, free: int, errs: Callable[[], bool], rng: random.Random) -> str:
    """Return groups that answer Maker's moves, or nothing where one has no answer; `errs`: whether to try a fault."""
    answers, answered = list[Answer](), 0
    while cells := free_cells(game, ~free | answered):
        move = rng.choice(cells)
        if not (replies := replies_to(game, maker, free, move)) or errs():
            break
        answer = Answer(rng.choice(replies), 1 << move)
        answer = _exchanged(game, maker, free, _widened(game, maker, free, answer, rng), rng)
        answer = _paired(game, maker, free, answer, rng)
        answers.append(answer)
        answered |= answer.board
    if any(not dominated(lines(game), maker, free, cell, answered) for cell in free_cells(game, ~free | answered)):
        return ""
    kept = _without_dominated(game, maker, free, answers, rng)
    return "g" + ",".join(answer.text for answer in kept) if kept else ""


def _widened(game: Triple, maker: int, free: int, answer: Answer, rng: random.Random) -> Answer:
    """Return the answer with more moves on its board, as long as Breaker holds."""
    cells = free_cells(game, ~free | answer.board)
    rng.shuffle(cells)
    for cell in cells[: rng.randrange(len(cells) + 1)]:
        wider = replace(answer, board=answer.board | 1 << cell)
        answer = wider if _holds(game, maker, free, wider) else answer
    return answer


def _exchanged(game: Triple, maker: int, free: int, answer: Answer, rng: random.Random) -> Answer:
    """Return the answer with some exchanges, as long as Breaker holds."""
    for _ in range(rng.choice((0, 0, 2, 4))):
        cells = free_cells(game, 0 if rng.random() < 0.05 else ~free)
        more = replace(answer, exchanges=(*answer.exchanges, (rng.choice(cells), rng.choice(cells))))
        answer = more if _holds(game, maker, free, more) else answer
    return answer


def _paired(game: Triple, maker: int, free: int, answer: Answer, rng: random.Random) -> Answer:
    """Return the answer with pairs that close what is next, if chance finds some."""
    stones, rest, _ = next_place(lines(game), maker, free, answer)
    for _ in range(6):
        cells = free_cells(game, ~rest)
        rng.shuffle(cells)
        pairs = tuple(zip(cells[::2], cells[1::2], strict=False))[: rng.randrange(4)]
        if pairs and closed(lines(game), stones, rest, pairs):
            return replace(answer, pairs=pairs)
    return answer


def _holds(game: Triple, maker: int, free: int, answer: Answer) -> bool:
    stones, rest, fault = next_place(lines(game), maker, free, answer)
    return not fault and not maker_wins(game, stones, rest)


def _without_dominated(game: Triple, maker: int, free: int, answers: list[Answer], rng: random.Random) -> list[Answer]:
    """Return the answers without some whose moves the others dominate."""
    for answer in answers[:]:
        others = [other for other in answers if other is not answer]
        answered = 0
        for other in others:
            answered |= other.board
        missing = free_cells(game, ~free | answered)
        if rng.random() < 0.7 and all(dominated(lines(game), maker, free, cell, answered) for cell in missing):
            answers = others
    return answers


def mutated_groups(what: bytes, cells: int, rng: random.Random) -> bytes:
    """Return groups with one change: another reply or board, an exchange more, less or turned, a group more or less."""
    answers = [*answers_in(what)]
    i = rng.randrange(len(answers))
    old, cell, other = answers[i], rng.randrange(cells), rng.randrange(cells)
    pairs = [*old.exchanges]
    at = rng.randrange(len(pairs) + 1)
    match rng.randrange(11):
        case 0:
            answers[i] = replace(old, reply=cell)
        case 1 | 2:
            answers[i] = replace(old, board=(old.board ^ 1 << cell) or 1)
        case 3:
            answers[i] = replace(old, board=old.board | rng.choice(answers).board)
        case 4:
            answers[i] = replace(old, exchanges=(*pairs[:at], (cell, other), *pairs[at:]))
        case 5:
            answers[i] = replace(old, exchanges=tuple((b, a) if rng.random() < 0.5 else (a, b) for a, b in pairs))
        case 6:
            rng.shuffle(pairs)
            answers[i] = replace(old, exchanges=tuple(pairs[: rng.choice((at, len(pairs)))]))
        case 7:
            del answers[i]
        case 8:
            answers[i] = replace(old, pairs=(*old.pairs, (cell, other)))
        case 9:
            answers[i] = replace(old, pairs=old.pairs[1:], exchanges=old.exchanges + old.pairs[2:])
        case _:
            answers.insert(i, answers[rng.randrange(len(answers))])
    return b"g" + ",".join(answer.text for answer in answers).encode() if answers else b"e"


def turned_groups(what: bytes, board: Callable[[int], int], cell: Callable[[int], int]) -> bytes:
    """Return the image of groups, with the images of a board and of a cell given."""
    turned = [
        Answer(
            cell(old.reply),
            board(old.board),
            tuple((cell(a), cell(b)) for a, b in old.exchanges),
            tuple((cell(a), cell(b)) for a, b in old.pairs),
        )
        for old in answers_in(what)
    ]
    return b"g" + ",".join(answer.text for answer in turned).encode()
