"""Line mode: prompts, diagrams and commands as words. A screen reader and a pipe can use it."""

import sys
import time
from collections.abc import Callable

from noughts.core.notation import diagram, parse_move
from noughts.errors import NotationError, NoughtsError, StrategyError, shortened
from noughts.terminal import words
from noughts.terminal.commands import BY_WORD, COMMANDS, Command
from noughts.terminal.players import MoveRequest
from noughts.terminal.session import Session
from noughts.words import Said

_LONGEST = 1 << 12  # characters of a line: the rest is the next one


def read_line(prompt: str) -> str:
    """Return the next line of standard input; it is printed after the prompt if no terminal echoes it.

    Raises EOFError at the end of the input.
    """
    print(prompt, end="", flush=True)
    line = sys.stdin.readline(_LONGEST) if sys.stdin is not None else ""
    if not line:
        print()
        raise EOFError
    if not sys.stdin.isatty():
        print(line.rstrip())
    return line.strip()


class LineMode:
    """Plays a session line by line.

    `read` returns the answer to a prompt or raises EOFError; `answers` says whether a person can answer after an error
    or at the end of a game. `pause` is in seconds, between the moves of two strategies.
    """

    def __init__(
        self,
        session: Session,
        read: Callable[[str], str] = read_line,
        answers: bool = True,
        pause: float = 0.0,
    ) -> None:
        self.session = session
        self.read = read
        self.answers = answers
        self.pause = pause
        self.heard = False  # whether a line was ever read
        self.own: dict[str, Callable[[], None]] = {
            "help": self.help,
            "hint": self.hint,
            "scores": lambda: print(words.score_table(session)),
            "show": self.show,
        }

    def run(self) -> None:
        """Play until the input ends, or `quit`. Raises StrategyError if no person can answer."""
        session = self.session
        print(words.rules(session.game))
        print(Said("playing.how", {"players": words.players(session)}))
        self.show()
        while self.go_on():
            pass

    def go_on(self) -> bool:
        """Do the next step; return whether the session continues."""
        if question := self.session.question():
            self.ask_strategy(question)
            return True
        if self.session.watching and not self.answers:
            return False
        try:
            line = self.read(f"{self.prompt()}: ")
        except EOFError:
            return self.nobody_there()
        self.heard = True
        return self.obey(line)

    def prompt(self) -> str:
        """Return the prompt for the person."""
        session = self.session
        if session.over:
            return str(Said("playing.over-prompt"))
        if session.failure is not None:
            return f"{words.status(session)} ({session.position.side.value.lower()} WHO, undo, new, quit)"
        return words.status(session) + (" (step, pause, quit)" if session.watching else "")

    def nobody_there(self) -> bool:
        """At the end of the input, return whether to play on: only if no line was read and it is not a terminal."""
        if self.heard or self.answers or not self.session.waits_for_human:
            return False
        self.session.leave_to_strategies()
        print(Said("playing.demonstration", {"players": words.players(self.session)}))
        return True

    def obey(self, line: str) -> bool:
        """Run a line: a command or a move. Return False to quit."""
        word, _, argument = line.partition(" ")
        command = BY_WORD.get(word.lower())
        try:
            if command is None:
                self.move(line)
            elif command.name == "quit":
                return False
            else:
                self.command(command, argument.strip())
        except StrategyError as error:
            print(words.failure(error))
        except NoughtsError as error:
            print(shortened(str(error)))
        return True

    def move(self, text: str) -> None:
        """Make a person's move. Raises NoughtsError."""
        if not text:
            return
        try:
            cell = parse_move(self.session.position, text)
        except NotationError as error:
            raise NotationError(Said("playing.no-cell", {"reason": error.said})) from None
        self.session.play(cell)
        self.after_move()

    def command(self, command: Command, argument: str) -> None:
        """Run a command. Raises NoughtsError."""
        if command.act is not None:
            position, resigned = self.session.position, self.session.resigned
            print(command.act(self.session, argument))
            if self.session.position is not position or self.session.resigned is not resigned:
                self.show()
        elif command.name in self.own:
            self.own[command.name]()
        else:
            raise NotationError(f"{command.name!r} is for the full-screen board")

    def ask_strategy(self, question: MoveRequest) -> None:
        """Let a strategy move, and print why."""
        if self.session.watching and self.session.turns:
            time.sleep(self.pause)
        try:
            turn = question.answer()
        except NoughtsError as error:
            if not self.answers:
                raise
            self.session.fail(question, error)
            print(words.failure(error))
            return
        self.session.accept(question, turn)
        print(words.move_made(self.session, turn))
        self.after_move()

    def after_move(self) -> None:
        """Show the board when a person needs it: not between a move and the strategy's reply."""
        if self.session.over or self.session.waits_for_human or self.session.watching:
            self.show()

    def hint(self) -> None:
        """Print the expert's hint."""
        question = self.session.ask_hint()
        if question is None:
            print(Said("playing.over"))
            return
        turn = question.answer()
        self.session.accept_hint(question, turn)
        print(words.hint(self.session, turn))

    def show(self) -> None:
        """Draw the board, the last move or the winning line in brackets, and how the game ended."""
        session = self.session
        outcome = session.position.outcome
        last = [turn.move for turn in session.turns[-1:]]
        line = outcome.line if outcome and outcome.line else last
        print(f"\n{diagram(session.position, line)}\n")
        if session.over:
            print(words.result(session))

    def help(self) -> None:
        """List the commands."""
        print(Said("playing.help"))
        for command in COMMANDS:
            if command.act is not None or command.name in (*self.own, "quit"):
                usage = " ".join(filter(None, (command.name, command.argument)))
                also = f" ({Said('playing.also', {'names': command.aliases})})" if command.aliases else ""
                print(f"  {usage:<13}{command.help}{also}")
