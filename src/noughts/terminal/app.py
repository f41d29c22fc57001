"""The full-screen board."""

import os
import sys
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from noughts.core.game import COLUMNS, Move
from noughts.core.notation import diagram, parse_move
from noughts.core.position import Position, Side
from noughts.errors import NoughtsError
from noughts.terminal import words
from noughts.terminal.board import BoardView
from noughts.terminal.commands import BY_KEY, BY_WORD, Command
from noughts.terminal.dialogs import Ask, Help, Told
from noughts.terminal.drawing import picture
from noughts.terminal.panel import key_line, panel_text
from noughts.terminal.players import HUMAN, MoveRequest, Turn
from noughts.terminal.session import Session
from noughts.words import Said

INTERRUPTED = 130
_WIDE, _TALL = 64, 20  # columns and lines of a window in which the panel has room for reasons


class _Answered(Message):
    """A strategy's answer, from its own thread: a move or an error."""

    def __init__(self, question: MoveRequest, answer: Turn | NoughtsError, is_hint: bool) -> None:
        super().__init__()
        self.question, self.answer, self.is_hint = question, answer, is_hint


class BoardApp(App[None]):
    """A session on the full screen. `pause` is in seconds, between the moves of two strategies."""

    TITLE = "noughts"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (14, "-low"), (_TALL, "-tall")]  # noqa: RUF012
    CSS = """
    Horizontal { height: 1fr; }
    BoardView { width: 1fr; height: 1fr; }
    #panel { width: 31; height: 1fr; padding: 0 0 0 1; scrollbar-size: 1 1; }
    .-narrow Horizontal { layout: vertical; }
    .-narrow #panel { width: 1fr; height: 4; }
    .-short #keys, .-short.-narrow #panel, .-low.-narrow #panel { display: none; }
    #message { height: 4; padding: 0 1; background: $boost; }
    .-tall.-wide #message { height: 2; }
    .-short #message { height: 1; }
    #keys { height: auto; padding: 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True, show=False),
        Binding("ctrl+z", "command('undo')", show=False),
        Binding("ctrl+y", "command('redo')", show=False),
        Binding("f1", "command('help')", show=False),
    ]

    def __init__(self, session: Session, pause: float = 0.7) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)  # else it would turn to greys
        self.session = session
        self.pause = pause
        self.with_scores = False
        self.board = BoardView(session.game)
        self.panel, self.message, self.keys = Static(), Static(id="message", markup=False), Static(id="keys")
        self.timer: Timer | None = None
        self.own: dict[str, Callable[[], object]] = {
            "help": lambda: self.push_screen(Help()),
            "hint": self.ask_hint,
            "review": lambda: self.push_screen(Told("review", words.review(self.session))),
            "scores": self.toggle_scores,
            "faster": lambda: self.set_pause(self.pause / 2),
            "slower": lambda: self.set_pause(self.pause * 2),
            "light": self.toggle_light,
            "quit": self.exit,
        }

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.board
            with VerticalScroll(id="panel", can_focus=False):
                yield self.panel
        yield self.message
        yield self.keys

    def on_mount(self) -> None:
        if os.environ.get("COLORFGBG", "").endswith((";7", ";15")):
            self.theme = "textual-light"
        self.board.focus()
        self.tell("arrows and Enter, the mouse, or a cell's name such as b2; ? is help")
        self.update()
        self.proceed()

    def on_resize(self) -> None:
        self.update()

    # Display.

    def tell(self, text: str, wrong: bool = False) -> None:
        """Show a sentence under the board."""
        self.message.update(Text(f"! {text}" if wrong else text, style="bold" if wrong else ""))

    def update(self) -> None:
        """Show the session as it is now."""
        self.board.show(picture(self.session, self.with_scores))
        self.keys.update(key_line(self.session.watching, self.size.width - 2))
        self.update_panel()

    @on(BoardView.Moved)
    def update_panel(self) -> None:
        """Show the panel beside the board."""
        self.panel.update(panel_text(self.session, self.board))

    # The person's actions.

    @on(BoardView.Chosen)
    def choose(self, event: BoardView.Chosen) -> None:
        """Play the chosen cell."""
        session = self.session
        try:
            session.play(_fallen(session.position, event.text))
        except NoughtsError as error:
            self.tell(str(error), wrong=True)
            self.update_panel()
        else:
            self.after(self.move_told())

    def move_told(self) -> str:
        """Return the last move, or the result if it ended the game; where the panel has room, that has the reason."""
        session = self.session
        if session.over:
            return f"{words.result(session)}; N is a new game, S saves this one"
        return (words.move_named if self.has_room else words.move_made)(session, session.turns[-1])

    @property
    def has_room(self) -> bool:
        """Whether the panel beside the board has room for reasons."""
        return self.size.width >= _WIDE and self.size.height >= _TALL

    @on(BoardView.Pressed)
    def press(self, event: BoardView.Pressed) -> None:
        """Run the command of a key."""
        command = BY_KEY.get(event.character) or BY_KEY.get(event.character.upper())
        if command is None:
            self.tell(f"no command has the key {event.character!r}: ? lists them", wrong=True)
        else:
            self.action_command(command.name)

    def action_command(self, name: str) -> None:
        """Run a command."""
        command = BY_WORD[name]
        if name in self.own:
            self.own[name]()
        elif command.argument:
            self.push_screen(self.question(command), self.after_question)
        else:
            self.do(command)

    def do(self, command: Command) -> None:
        """Run a command that takes no argument."""
        try:
            text = command.act(self.session, "") if command.act else ""
        except NoughtsError as error:
            self.tell(str(error), wrong=True)
        else:
            self.after(text)

    def question(self, command: Command) -> Ask:
        """Return the dialog for a command's argument."""
        assert command.act is not None
        session = self.session
        value, choices = "", list[str]()
        if command.name in ("x", "o"):
            value, choices = session.name(Side(command.key)), [HUMAN, *session.roster.names(session.game)]
        elif command.name == "game":
            value, choices = str(session.game), ["3,3,3", "4,3,3", "4,4,4", "7,6,4", "15,15,5"]
        elif command.name == "save":
            value = "game.json"
        return Ask(f"{command.help} ({command.argument})", partial(command.act, session), value, choices)

    def after_question(self, text: str | None) -> None:
        """Continue after a dialog was closed."""
        if text:
            self.after(text)

    def after(self, text: str) -> None:
        """Show what a command changed, and continue the game."""
        self.tell(text)
        self.update()
        self.proceed()

    def toggle_scores(self) -> None:
        """Show the scores of the last move or hint on the cells, or stop showing them."""
        turn = words.scored_turn(self.session)
        self.with_scores = not self.with_scores
        without = turn is None or turn.decision is None or turn.decision.scores is None
        if self.with_scores and without:
            self.tell(words.no_scores(turn))
        else:
            self.tell("scores shown" if self.with_scores else "scores hidden")
        self.update()

    def toggle_light(self) -> None:
        """Change between light and dark colours."""
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"
        self.update()

    def set_pause(self, seconds: float) -> None:
        """Set the pause between the moves of two strategies."""
        self.pause = min(max(seconds, 0.05), 10.0)
        self.tell(f"{self.pause:.2g} seconds between moves")

    def action_interrupt(self) -> None:
        """Exit, as Ctrl-C does elsewhere."""
        self.exit(return_code=INTERRUPTED)

    # The strategies' moves.

    def proceed(self) -> None:
        """Let the strategy to move, if any, move: at once, or after the pause if two strategies play."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        session = self.session
        if self.pause and session.watching and session.turns and not session.stepping:
            self.timer = self.set_timer(self.pause, self.ask)
        else:
            self.ask()

    def ask(self) -> None:
        """Ask the strategy to move, in its own thread."""
        if question := self.session.question():
            self.think(question)
            self.update_panel()

    def ask_hint(self) -> None:
        """Ask the expert for a hint."""
        question = self.session.ask_hint()
        if question is None:
            self.tell(str(Said("playing.over")), wrong=True)
        else:
            self.tell(f"asking {question.strategy.name}")
            self.think(question, is_hint=True)

    def think(self, question: MoveRequest, is_hint: bool = False) -> None:
        """Ask a question in a daemon thread, so that exiting never waits for a strategy."""

        def answer() -> None:
            try:
                reply: Turn | NoughtsError = question.answer()
            except NoughtsError as error:
                reply = error
            self.post_message(_Answered(question, reply, is_hint))

        Thread(target=answer, daemon=True).start()

    @on(_Answered)
    def take(self, event: _Answered) -> None:
        """Accept a strategy's answer, unless the position has changed."""
        session, answer = self.session, event.answer
        if isinstance(answer, NoughtsError):
            if event.is_hint or session.fail(event.question, answer):
                self.tell(str(answer), wrong=True)
                self.update()
        elif event.is_hint:
            if session.accept_hint(event.question, answer):
                self.tell((words.hint_named if self.has_room else words.hint)(session, answer))
                self.update()
        elif session.accept(event.question, answer):
            self.after(self.move_told())


def run_app(session: Session, pause: float) -> int:
    """Play on the full screen; return the exit code. The last board stays on the ordinary screen."""
    app = BoardApp(session, pause)
    app.run()
    if session.turns:
        outcome = session.position.outcome
        print(f"{diagram(session.position, outcome.line if outcome and outcome.line else ())}\n")
        print(words.result(session))
    if session.failure is not None:
        print(words.failure(session.failure), file=sys.stderr)
    return app.return_code or 0


def _fallen(position: Position, text: str) -> Move:
    """Return the cell that was chosen; where stones fall, the one to which a stone falls in its column. Raises
    NotationError."""
    move = parse_move(position, text)
    column = COLUMNS[move % position.game.m]
    return move if position.game.cells_stay_open else parse_move(position, column)
