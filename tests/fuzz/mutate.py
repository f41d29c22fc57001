"""Mutations of a file's bytes: what a damaged disk, a careless editor or a liar may do to it."""

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

NUMBERS = ["-1", "0", "1", "7", "00", "+1", "1_0", "0x10", "1e3", "255", "65536", str(2**31), str(2**63), str(10**22)]
WORDS = ["", " ", "\n", "\r\n", "\t", "/", ",", ":", "-", '"', "\\", "{", "}", "[", "]", "null", "true", "NaN", "\0"]
STRANGE = ["é", "Χ", "О", "\u202e", "\ufeff", "\x1b[2J", "\x1c", "\x7f"]  # Greek and Cyrillic capitals among them
_TOKEN = re.compile(rb"[0-9]+|[A-Za-z]+|\s+|[^0-9A-Za-z\s]")


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return the data with one to three changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = rng.choice((_bit, _byte, _cut, _drop, _repeat, _token, _token, _token, _line, _line))(data, rng)
    return data


def strange_text(rng: random.Random) -> str:
    """Return a token that may break a reader: a number, a word or a letter that looks like another."""
    return rng.choice(rng.choice((NUMBERS, WORDS, STRANGE)))


def _bit(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return data
    changed = bytearray(data)
    changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _byte(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + rng.randrange(2) :]


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _drop(data: bytes, rng: random.Random) -> bytes:
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:first] + data[min(last, first + 40) :]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:last] + data[max(first, last - 40) : last] + data[last:]


def _token(data: bytes, rng: random.Random) -> bytes:
    """One token becomes another of the same file, or a strange one."""
    tokens = [*_TOKEN.finditer(data)]
    if not tokens:
        return strange_text(rng).encode()
    old = rng.choice(tokens)
    new = rng.choice(tokens)[0] if rng.random() < 0.6 else strange_text(rng).encode()
    return data[: old.start()] + new + data[old.end() :]


def _line(data: bytes, rng: random.Random) -> bytes:
    """Lines left out, repeated or exchanged."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[a]
        case 1:
            lines.insert(b, lines[a])
        case _:
            lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def fuzzed(
    path: Path, mutations: int, draw: Callable[[], tuple[str, bytes]], judge: Callable[[Path, bytes], str]
) -> Counter[str]:
    """Write so many files that are drawn, each with the name of its mutation, and count what is said of them.

    A file on which the judge fails is kept, and its name is printed.
    """
    seen, answers = Counter[tuple[str, str]](), Counter[str]()
    for i in range(mutations):
        kind, data = draw()
        file = path.with_name(f"{path.name}{i}")  # a new one each time: the last one may still be mapped
        file.write_bytes(data)
        try:
            answer = judge(file, data)
        except BaseException:
            print(f"mutation {i}, {kind}: the file is kept as {file}")
            raise
        file.unlink()
        seen[kind, answer] += 1
        answers[answer] += 1
    print(f"{mutations} mutations: {dict(answers)}, {dict(sorted(seen.items()))}")
    return answers
