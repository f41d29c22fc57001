"""Certificates as Coq terms, on standard output: `python3 terms.py FILE ...`.

Each FILE, such as `7,7,5.cert.gz`, becomes `certificate_7_7_5`. If Coq's kernel then finds that the checker accepts the
term, its value is a theorem of Coq (Games.v), and this program need not be trusted: the term may be anything. It needs
Python's standard library alone, and does not check what it reads.
"""

import gzip
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise

HEAD = """\
(* Written by terms.py from certificates. *)

Require Import NArith List.
From Noughts Require Import Game Format.
Import ListNotations.
Local Open Scope N_scope.
Local Notation E x o what := (Entry (x, o) what).
Local Notation G := Group.
"""
SIDES = {"X": "Cross", "O": "Nought"}
GOALS = {"win": "ToWin", "not lose": "NotToLose"}


def listed(items: Iterable[str]) -> str:
    """Return a list."""
    return f"[{'; '.join(items)}]"


def streamed(items: Iterable[str]) -> str:
    """Return what is read one after the other."""
    return f"(streamed {listed(items)})"


def pairs(text: str, after: str) -> str:
    """Return the list of the pairs in a text, `0-1` each; `after` parts them."""
    return listed(f"({', '.join(pair.split('-'))})" for pair in text.split(after) if pair)


def group(text: str) -> str:
    """Return a group of replies, `4x1-2p3-5:ff`."""
    reply, exchanges, paired, moves = re.findall(r"^(\d+)((?:x[\d-]+)*)((?:p[\d-]+)*):(\w+)$", text)[0]
    return f"G {reply} {pairs(exchanges, 'x')} {pairs(paired, 'p')} 0x{moves}"


def argument(text: str) -> str:
    """Return the argument of an entry."""
    kind, rest = text[0], text[1:]
    if kind == "m":
        return f"(Moves {listed(rest.split(','))})"
    if kind == "p":
        return f"(Pairs {pairs(rest, ',')})"
    return "Potential" if kind == "e" else f"(Groups {listed(map(group, rest.split(',')))})"


def entry(line: str) -> str:
    """Return an entry: two boards and an argument."""
    x, o, what = line.split(" ")
    return f"E 0x{x} 0x{o} {argument(what)}"


def section(lines: Sequence[str]) -> str:
    """Return a section: its head, and its entries."""
    head = json.loads(lines[0])
    kind = "Breaker" if head["section"] == "breaker" else f"(Strategy {GOALS[head['goal']]})"
    return f"Section_ {kind} {SIDES[head['side']]} {str(head['symmetry']).lower()} {streamed(map(entry, lines[1:]))}"


def term(text: str) -> str:
    """Return the definition of a certificate of the empty board, in lines of at most 100 characters."""
    first, *lines, _ = text.splitlines()
    head = json.loads(first)
    if set(head["position"]) - set("./"):
        sys.exit("terms.py: the certificate is not one of the empty board")
    begins = [at for at, line in enumerate(lines) if line.startswith("{")]
    sections = streamed(section(lines[begin:end]) for begin, end in pairwise([*begins, len(lines)]))
    claim = f"(Some {head['value'].capitalize()})" if "value" in head else "None"
    game = " ".join(map(str, head["game"]))
    words = f"Definition certificate_{game.replace(' ', '_')} : certificate :="
    words += f" Certificate (Game {game}) 0 0 {claim} {sections}."
    return textwrap.fill(words, 100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def main() -> None:
    """Print the terms of the files that are named."""
    print(HEAD)
    for path in sys.argv[1:]:
        with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as file:
            print(f"{term(file.read())}\n")


if __name__ == "__main__":
    main()
