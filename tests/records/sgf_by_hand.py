"""SGF's grammar, character by character and by recursion: a witness that shares nothing with the program's."""

Node = dict[str, list[str]]
BLANKS = " \t\n\r\f\v"


class Broken(Exception):
    """The text is not a collection of games."""


class Reader:
    """A text, and the place in it that is read next."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def next(self) -> str:
        """Return the next character that is not blank, "" at the end."""
        while self.text[self.place : self.place + 1] in (*BLANKS,):
            self.place += 1
        return self.text[self.place : self.place + 1]

    def take(self, expected: str) -> None:
        if self.next() != expected:
            raise Broken
        self.place += 1

    def tree(self) -> list[Node]:
        """Return the nodes of a tree's first branch."""
        self.take("(")
        nodes = [self.node()]
        while self.next() == ";":
            nodes.append(self.node())
        branches = []
        while self.next() == "(":
            branches.append(self.tree())
        self.take(")")
        return nodes + (branches[0] if branches else [])

    def node(self) -> Node:
        self.take(";")
        found: Node = {}
        while (letter := self.next()).isascii() and letter.isalpha():
            name = ""
            while (letter := self.text[self.place : self.place + 1]).isascii() and letter.isalpha():
                name += letter if letter.isupper() else ""
                self.place += 1
            values = found.setdefault(name, [])
            values.append(self.value())
            while self.next() == "[":
                values.append(self.value())
        return found

    def value(self) -> str:
        self.take("[")
        text = ""
        while (letter := self.text[self.place : self.place + 1]) != "]":
            escaped = letter == "\\"
            self.place += 1 + escaped
            letter = self.text[self.place - 1 : self.place]
            if letter == "":
                raise Broken
            if not (escaped and letter == "\n"):
                text += " " if letter in BLANKS else letter
        self.place += 1
        return text


def collection(text: str) -> list[list[Node]] | None:
    """Return the main lines of the games in a text, None if there is none or one is broken."""
    reader, games = Reader(text), []
    while (start := next((i for i in range(reader.place, len(text)) if begins(text, i)), None)) is not None:
        reader.place = start
        try:
            games.append(reader.tree())
        except Broken:
            return None
    return games or None


def begins(text: str, place: int) -> bool:
    """Return whether a game begins here."""
    return text[place] == "(" and text[place + 1 :].lstrip(BLANKS)[:1] == ";"
