"""Dialogs: messages are shown, questions are asked."""

from collections.abc import Callable
from typing import Any

from noughts.programs.playing.acts import Button, Offer, PressedButton, Typed
from noughts.programs.playing.windows.tkinter_kit.misc import Misc

_MOST_TRIES = 10  # to type a number

Answers = tuple[tuple[str, Any], ...]  # the buttons of a question, and what each answers

QUESTIONS: dict[str, Answers] = {
    "askyesno": (("Yes", True), ("No", False)),
    "askquestion": (("Yes", "yes"), ("No", "no")),
    "askokcancel": (("OK", True), ("Cancel", False)),
    "askretrycancel": (("Retry", True), ("Cancel", False)),
    "askyesnocancel": (("Yes", True), ("No", False), ("Cancel", None)),
}


def show(title: Any = None, message: Any = None, **options: Any) -> str:
    """Show a message."""
    Misc._loop_.person.show(_words(title, message, options))
    return "ok"


def question(answers: Answers) -> Callable[..., Any]:
    """Return a function that asks a question with these answers."""

    def ask(title: Any = None, message: Any = None, **options: Any) -> Any:
        buttons = tuple(Button(text) for text, _ in answers)
        act = Misc._loop_.person.ask(Offer(_words(title, message, options), buttons))
        return answers[act.button if isinstance(act, PressedButton) else -1][1]

    return ask


def _words(title: Any, message: Any, options: dict[str, Any]) -> str:
    return "\n".join(str(part) for part in (title, message, options.get("detail")) if part)


def ask_text(title: Any = None, prompt: Any = None, **options: Any) -> str | None:
    """Return a line that the person types."""
    act = Misc._loop_.person.ask(Offer(_words(title, prompt, options)))
    return act.text if isinstance(act, Typed) else None


def ask_number(kind: type[int] | type[float]) -> Callable[..., Any]:
    """Return a function that asks for a number until one within the limits is typed."""

    def ask(title: Any = None, prompt: Any = None, **options: Any) -> Any:
        low, high = options.get("minvalue"), options.get("maxvalue")
        for _ in range(_MOST_TRIES):
            if (text := ask_text(title, prompt)) is None:
                return None
            try:
                number = kind(text)
            except ValueError:
                Misc._loop_.person.show("Illegal value")
                continue
            if (low is None or number >= low) and (high is None or number <= high):
                return number
            Misc._loop_.person.show(f"Allowed values: {low} to {high}")
        return None

    return ask


class InputDialog:
    """The dialog of customtkinter that asks for a line."""

    def __init__(self, **options: Any) -> None:
        self._words = options.get("title"), options.get("text")

    def get_input(self) -> str | None:
        """Return the line that the person types."""
        return ask_text(*self._words)
