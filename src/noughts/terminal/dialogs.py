"""The dialogs over the board: a question and the help."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static

from noughts.errors import NoughtsError
from noughts.terminal.commands import COMMANDS

_LEGEND = """\
arrows  home, end, page up, page down too: move the cursor
Enter   or space, or a click: play
b2      or c10, or 5: the cursor goes there, Enter plays

[X] cursor   <X> last move   *X* winning line   ? hint

A command is a capital letter; a small one also works if no column has it:
"""


class Ask(ModalScreen[str]):
    """Asks a question until `act` accepts the answer; closes with the result of `act`, or with "" on Escape."""

    CSS = """
    Ask { align: center middle; }
    Ask > Vertical { width: 60; max-width: 95%; height: auto; max-height: 90%; border: round $primary; padding: 0 1; }
    Ask Input { background: $boost; margin: 1 0; }
    Ask OptionList { height: auto; max-height: 9; border: none; background: transparent; }
    Ask OptionList:focus > .option-list--option-highlighted { text-style: bold underline; }
    Ask Label { width: 1fr; }
    Ask #wrong { display: none; color: $text-error; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave"),
        Binding("down", "choose", show=False),
    ]

    def __init__(self, question: str, act: Callable[[str], str], value: str = "", choices: Sequence[str] = ()) -> None:
        super().__init__()
        self.question, self.act, self.value, self.choices = question, act, value, choices
        self.error = Label("", id="wrong", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self.question, markup=False)
            yield Input(self.value, select_on_focus=True, compact=True)
            yield self.error  # above the choices, so that it is seen on a low screen too
            if self.choices:
                yield OptionList(*self.choices, markup=False)
            yield Label("Enter accepts, Escape cancels" + (", Down chooses" if self.choices else ""), markup=False)

    def answer(self, text: str) -> None:
        """Submit an answer, and close if it is accepted."""
        try:
            self.dismiss(self.act(text.strip()))
        except NoughtsError as error:
            self.error.update(str(error))
            self.error.display = True
            self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.answer(event.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.answer(str(event.option.prompt))

    def action_choose(self) -> None:
        """Move the focus from the text to the list."""
        if self.choices:
            self.query_one(OptionList).focus()

    def action_leave(self) -> None:
        """Close without an answer."""
        self.dismiss("")


class Told(ModalScreen[None]):
    """A text over the board, under a title."""

    CSS = """
    Told { align: center middle; }
    Told > VerticalScroll { width: 78; max-width: 98%; height: auto; max-height: 96%; padding: 0 1; }
    Told > VerticalScroll { border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,Q,question_mark,enter,space", "app.pop_screen")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading, self.text = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = f"{self.heading}: arrows scroll, Escape closes"
            yield Static(self.text, markup=False)


class Help(Told):
    """The keys, and what the marks mean."""

    def __init__(self) -> None:
        rows = [f"{command.key:>3}  {command.help}" for command in COMMANDS if command.key]
        super().__init__("help", "\n".join([_LEGEND, *rows]))
