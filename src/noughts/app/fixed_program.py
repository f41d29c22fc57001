"""A visitor's program with the exceptions that fix it, as a file in Python: what is there stays as it is."""

import ast
from collections.abc import Iterable
from itertools import chain

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.players.player import Player
from noughts.programs.load.files import parse
from noughts.programs.reading.move_forms import MOVES
from noughts.programs.reading.readings import Reader, Reading, quoted
from noughts.prove.fix import Fix
from noughts.prove.seated import MovesUpToSymmetry

_NAMES = ("EXCEPTIONS", "with_exceptions")
_ADDED = '''

# Added by noughts: boards on which the program gives the game away, each with a move that holds. They are written
# cell by cell; those that are turned or mirrored stand here, too. To prove it again:
# noughts prove FILE.py --game {game} --read {read}
EXCEPTIONS = {{
{rows}
}}


def with_exceptions(choose):
    """Return a function with these exceptions."""

    def {function}({parameters}):
        text = "".join({cells})
        return EXCEPTIONS[text] if text in EXCEPTIONS else choose({passed})

    return {function}


{path} = with_exceptions({path})
'''


def fixed_program(source: str, player: Player, game: Game, fixes: Iterable[Fix]) -> str | None:
    """Return the text of a program with the exceptions of its fixes: after the function that chooses moves come a table
    of them and a function around it. None for a program that does not get the board as an argument, or does not return
    a cell.

    What it plays is to be proved: a program may do more than its reading says.
    """
    if not (read := player.reading(game)) or any(name in source for name in _NAMES):
        return None
    reading, path = Reading.from_text(read), [f"{player.name}:".split(":")[1]]  # of FILE.py:NAME
    outer = function = _named(parse(source).body, path[0])
    if isinstance(outer, ast.ClassDef):
        path.append(getattr(getattr(player, "program", None), "method", ""))
        function = _named(outer.body, path[1])
    if outer is None or not isinstance(function, ast.FunctionDef):
        return None
    if function is not outer and function.decorator_list:
        return None
    reader, given = Reader(reading, game), function.args
    if reading.answer not in MOVES or reading.place is not None:
        return None
    names = [each.arg for each in (*given.posonlyargs, *given.args)]
    at = reading.arguments.index("board") + (function is not outer)  # after the object itself
    if at >= len(names) or given.vararg or given.kwonlyargs or given.kwarg:
        return None
    write, table, empty = MOVES[reading.answer].write, dict[str, object](), reader.board(Position(game))
    if not isinstance(empty, list | tuple | str):
        return None
    nested = isinstance(empty[0], list | tuple)
    for fix in fixes:
        moves = MovesUpToSymmetry({each.position: each.move for each in fix.exceptions})
        for image in (each.position.image(symmetry) for each in fix.exceptions for symmetry in game.symmetries):
            shown = reader.board(image)
            table["".join(map(str, chain.from_iterable(shown) if nested else shown))] = write(moves[image], game)
    added = _ADDED.format(
        game=game,
        read=quoted(reading),
        rows="\n".join(f"    {board!r}: {move!r}," for board, move in table.items()),
        function=function.name,
        parameters=ast.unparse(given),
        cells=f"str(cell) for row in {names[at]} for cell in row" if nested else f"map(str, {names[at]})",
        passed=", ".join(names),
        path=".".join(path),
    )
    lines = source.splitlines(keepends=True)
    before = "".join(lines[: outer.end_lineno])
    return before.removesuffix("\n") + "\n" + added + "".join(lines[outer.end_lineno :])


def _named(body: Iterable[ast.stmt], name: str) -> ast.FunctionDef | ast.ClassDef | None:
    """Return the function or the class of a name."""
    kinds = ast.FunctionDef | ast.ClassDef
    return next((each for each in body if isinstance(each, kinds) and each.name == name), None)
