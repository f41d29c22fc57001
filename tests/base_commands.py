"""What the program does without any extra, and what asks for one: for the tests, and for the release (.ci/dist)."""

PROGRAM = """
def move(board):
    for cell, mark in enumerate(board):
        if mark == " ":
            return cell
"""
# What is typed, the exit code, and a part of the answer.
WHOLE = [
    ("prove", 1, "77,904  46,080  131,184         58.4921%"),
    ("prove ring", 0, "never loses"),
    ("prove weights", 1, "CAN LOSE"),
    ("prove perfect --seat first", 0, "never loses"),
    ("prove mine.py", 1, "CAN LOSE"),
    ("fix paths:override=off --seat second", 0, "1 exception"),
    ("regret perfect", 0, "never gives value away"),
    ("prove ring --certificate ring.json", 0, "never loses"),
    ("check ring.json", 0, "holds: "),
    ("grade mine.py", 1, "mine.py  can lose"),
    ("solve 3,3,3 --certificate solved.json", 0, "draw"),
    ("check solved.json", 0, "holds: "),
    ("solve 5,5,4 --value-only", 0, "draw"),
    ("solve 6,6,4 --value-only", 0, "win"),
    ("solve 7,7,5 --value-only", 0, "draw"),
    ("solve 4,4,3 --distance", 0, "win in 5 plies"),
    ("solve --moves X../.O./..X", 0, "draw with b1 a2 c2 b3"),
    ("explain XX./.../O.. --strategy weights", 0, "greatest score 11"),
    ("match ring weights", 0, "[0.625] exact"),
    ("match menace tactical sharp", 0, "points in per cent, row against column"),
    ("match random tactical --games 20 --records games.sgf", 0, "ratings in Elo"),
    ("convert games.sgf --to jsonl", 0, '"moves"'),
    ("replay games.sgf", 0, "random"),
    ("play --x first --o ring", 0, "O (ring) plays"),
    ("lesson", 0, "your move"),
    ("plan --smallest --skip-obvious", 0, "3 positions to learn"),
    ("poster ring --out ring.svg", 0, "76 games on one sheet"),
    ("strategies", 0, "newell-simon"),
    ("census 3,3,3", 0, "5,478 positions, 765 up to symmetry"),
    ("census 15,15,5 --depth 2", 0, "50,400 sequences"),
    ("warm-up --help", 0, "Compile everything ahead"),
]

# What is typed, and what needs which extra.
EXTRAS = [
    ("warm-up", "compiled code", "fast"),
    ("census 5,3,3", "a census of more than 12 cells", "fast"),
    ("tabulate 3,3,3 --out x.table", "a table of all positions", "fast"),
    ("solve 4,4,4 --certificate x.json", "a certificate of 16 free cells", "fast"),
    ("solve 3,3,3 --checkpoint x.npz", "a checkpoint", "fast"),
    ("prove search", "'search' by nodes, unlike one by seconds,", "fast"),
    ("play --o search", "'search' by nodes, unlike one by seconds,", "fast"),
    ("web --port 0", "the web server", "web"),
]
