"""Damaged files of played games, ours and those of other programs: each is refused in one line, or its games are kept.

Every format gives back every game that was read.
"""

import random
from collections import Counter

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import NoughtsError
from noughts.records import FORMATS, WORDS, read_record, read_records, write_record
from tests.core.brute import attempt
from tests.fuzz.mutate import mutated, strange_text

BOARDS = [(3, 3, 3), (4, 3, 3), (1, 1, 1), (2, 5, 5), (5, 5, 4), (7, 6, 4), (15, 15, 5), (26, 2, 3), (3, 26, 2)]
NAMES = ["?", "ring", "", "two\nlines", "-1", '"quoted"', '"Rapfi" 2', "a]b\\c", "王", "X a", "1,2", "\x1c", "{}"]
ENDINGS = ["unfinished", "not by the rules", "X resigned", "O ran out of time", "O forfeited", "agreed", "", "a: b"]

# What other programs write.
DIALECTS = {
    "sgf": [
        b"(;GM[4]FF[4]SZ[15]PB[Black]PW[White]RE[B+Resign];B[hh];W[hi]C[good \\] move];B[ii](;W[gg])(;W[jj];B[ff]))",
        b"mail\n( ;FF[3]GaMe[4]SiZe[5:3]RU[3 in a row, free]AddBlack[aa][ba]AW[cc:cc];White[ca]BL[3.5];Black[bb])\n",
        b"(;SZ[3]AB[aa:ba]AW[bb][ab]\n;B[CC]RE[0])(;SZ[3]PB[a \\\nb\\\\];B[aa]W[bb])",
        b"(;CA[ISO-8859-1]SZ[6,5]RU[Standard]PB[Ren\xe9]PW[b]RE[w+time];B[aa];W[bb])",
        "(;CA[GB2312]SZ[6]PB[\u738b];B[aa])".encode("gb2312"),
    ],
    "psq": [
        b"Piskvorky 15x15, 11:11, 0\r\n8,8,120\r\n9,9,85\r\n7,7,0\r\npbrain-a.exe\r\npbrain b.exe\r\n-1\r\n",
        b"Piskvorky 20x15, 0:0, 1\n20,15,0\n1,1\n 1 , 2 ,0.5\na\nb\n-1\n1,Freestyle\n",
        b"piskvorky  3 x 3 ,1:2,0\n1,1,5\n2,2,5\n-1\n2,Standard\n",
        b"Piskvorky 15x15\n1,1,1\n2,2,2\na\nb",
    ],
    "text": [
        b"b2 a1 c3",
        b"1. b2 a1 2. c3\nresult none",
        b"1.b2\n1... A1\n2. c3",
        b"5 1,9\nX ring\nresult X: O resigned\n",
        b"r8 r0 r4\r\nresult draw:agreed",
        b"game 15x15x5\nO  human\nh8i9 j10\nresult o",
        b"\xef\xbb\xbfgame 4, 3, 3\n1. b2 a1\ngame\t3,3,3\nb2",
    ],
    "json": [
        b'{"ending":"agreed","result":"draw","moves":["b2"],"players":{"O":"b","X":"\\u00e9"},"game":[3,3,3],'
        b'"schema":"noughts/record/1","more":[1.5,true,{"a":null}]}',
    ],
}
DIALECTS["jsonl"] = [b"\n" + DIALECTS["json"][0] + b"\r\n \n" + DIALECTS["json"][0]]
DIALECTS |= {  # what is read alone
    "points": [
        b"-1,-1, 0,1, 2,0\n0,0, 1,1  # here\n",
        b"[(0, 0), (8, 8)]\n",
        b"from 1\n7,7;8,8\n",
        b"[\n[0,14],\n[3,3]]",
    ],
    "log": [
        b"START 15\r\nOK\r\nINFO rule 1\r\nBEGIN\r\n7,7\r\nTURN 8,8\r\n7,6\r\n",
        b"> START 15\n> BOARD\n7,7,2\n8,8,1\n9,9,2\nDONE\n< MESSAGE x\n< 5,5\nRESTART\nBEGIN\n0,0\n",
    ],
    "sav": [b"15\n15\n3\n7 7\n6 8\n8 6\n", b"15\r\n15\r\n0\r\n"],
    "pos": [b"\x03p~b", bytes([30, *range(100, 130)])],
    "renju.net": [
        b"<?xml version='1.0'?><database><players><player id='1' name='A' surname='B&amp;C'/></players><games>"
        b"<game id='1' rule='1' black='1' white='2' bresult='0.5'><move>h8 h9 i8</move><info>x</info></game>"
        b"<game bresult='1'><move/></game></games></database>",
    ],
}
GOMOKU = Game(15, 15, 5)


@pytest.mark.parametrize("format", DIALECTS)
def test_damaged_files(format: str, mutations: int, rng: random.Random) -> None:
    files = [*DIALECTS[format], *(written(format, rng) for _ in range(60 if format in FORMATS else 0))]
    for data in files:
        assert verdict(format, data) == "accepted", data
    counts = Counter(verdict(format, damaged(files, rng)) for _ in range(mutations // len(DIALECTS)))
    print(f"{format}: {sum(counts.values())} tried, {counts['accepted']} accepted, {counts['refused']} refused")
    assert set(counts) == {"accepted", "refused"}


def verdict(format: str, data: bytes) -> str:
    """Return whether a file is accepted or refused. An error that is not ours, and a game that is not kept, fail."""
    found = attempt(games_in, data, format)
    if isinstance(found, NoughtsError):
        assert str(found).isprintable(), data
        assert 0 < len(str(found)) <= WORDS + len("..."), data
        return "refused"
    for record in found:
        assert_kept(record)
    return "accepted"


def games_in(data: bytes, format: str) -> list[Record]:
    """Return the games of a file."""
    return [*read_records(data, None if format in FORMATS else GOMOKU, format)]


def assert_kept(record: Record) -> None:
    """Every format gives the record back."""
    for format in FORMATS:
        text = write_record(record, format)
        assert read_record(text.encode()) == record
        assert read_record(text, format=format) == record


def written(format: str, rng: random.Random) -> bytes:
    """Return a file as we write it, of one game, or of up to three where the format holds them."""
    count = rng.choice((1, 1, 2, 3)) if FORMATS[format].several else 1
    return "".join(write_record(random_record(rng), format) for _ in range(count)).encode()


def random_record(rng: random.Random) -> Record:
    """Return a game of random legal moves, to its end or not, with random names, result and ending."""
    game = Game(*rng.choice(BOARDS))
    cells = rng.sample(range(game.cells), rng.choice((game.cells, rng.randrange(game.cells + 1))))[:60]
    moves: tuple[int, ...] = ()
    while len(moves) < len(cells) and Record(game, moves).result is None:
        moves += (cells[len(moves)],)
    result = rng.choice(("X", "O", "draw", None))
    return Record(game, moves, (rng.choice(NAMES), rng.choice(NAMES)), result, rng.choice(ENDINGS))


def damaged(files: list[bytes], rng: random.Random) -> bytes:
    """Return one of the files with mutations, with a strange token somewhere, or with a piece of another file."""
    data, other = rng.choice(files), rng.choice(files)
    at, start = rng.randrange(len(data) + 1), rng.randrange(len(other) + 1)
    piece = other[start : start + rng.randrange(40)]
    return rng.choice(
        (
            mutated(data, rng),
            mutated(data, rng),
            data[:at] + strange_text(rng).encode() + data[at:],
            data[:at] + piece + data[at:],
        )
    )
