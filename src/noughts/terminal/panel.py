"""The text beside and below the full-screen board."""

from rich.text import Text

from noughts.core.position import Side
from noughts.terminal import words
from noughts.terminal.board import BoardView
from noughts.terminal.commands import COMMANDS
from noughts.terminal.session import Session

_WATCHING_ONLY = ("pause", "step", "faster", "slower")


def panel_text(session: Session, board: BoardView) -> Text:
    """Return the text beside the board."""
    bold = "bold"
    text = Text.assemble((words.status(session), "bold reverse" if session.over else bold), "\n")
    if session.failure is not None:
        side = session.position.side
        text.append(f"{words.failure(session.failure)}\n")
        text.append(f"U takes the move back, {side} seats another player\n")
    text.append(f"{_cursor_line(session, board)}\n\n")
    for side in Side:
        text.append(f"{side} {session.name(side)}\n", bold)
    text.append(f"{words.rules(session.game)}\n")
    if session.last_thought is not None:
        text.append("\nWhy\n", bold).append(f"{words.why(session)}\n")
    if session.hint is not None:
        text.append("\nHint\n", bold).append(f"{words.hint(session, session.hint)}\n")
    return text.append("\nMoves\n", bold).append(words.move_list(session, last=9))


def _cursor_line(session: Session, board: BoardView) -> str:
    """Return the typed text, or the content of the cell under the cursor."""
    if board.typed:
        return f"typed {board.typed}: Enter plays"
    stone = session.position.stone(board.cursor)
    score = board.picture.score(board.cursor)
    tail = f", score {score:g}" if score is not None else ""
    return f"cursor {session.game.name(board.cursor)}: {stone or 'free'}{tail}"


def key_line(watching: bool, width: int) -> str:
    """Return the keys as clickable markup, in lines of a width."""
    lines, used = [""], 0
    for command in COMMANDS:
        if not command.key or (command.name in _WATCHING_ONLY and not watching):
            continue
        label = command.label or command.name
        if used and used + 4 + len(label) > width:
            lines.append("")
            used = 0
        gap = "  " if used else ""
        lines[-1] += f"{gap}[@click=app.command('{command.name}')][b]{command.key}[/b] {label}[/]"
        used += len(gap) + 2 + len(label)
    return "\n".join(lines)
