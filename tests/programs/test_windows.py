"""Programs with windows are played by a person that is a script: what is on their boards then."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from textwrap import dedent
from typing import Any, Never

import pytest

from noughts.core.game import Game
from noughts.programs.load.stand_ins import WINDOWS
from noughts.programs.play.copies import Copies
from noughts.programs.play.stage import Act, Button, Clicked, Keyed, Offer, PressedButton, Typed
from noughts.programs.play.windows import install

needs_tk = pytest.mark.skipif(importlib.util.find_spec("tkinter") is None, reason="there is no tkinter (python3-tk)")
needs_pygame = pytest.mark.skipif(importlib.util.find_spec("pygame") is None, reason="there is no pygame (pygame-ce)")


class GoneHome(SystemExit):
    """The person has done all that the script says."""


class Ended(SystemExit):
    """The game has ended, since it cannot go on here."""


class Script:
    """A person who does one thing after another: presses a text, a cell or a place, or types a line."""

    def __init__(self, *steps: Any) -> None:
        self.steps, self.offers, self.shown = list(steps), list[Offer](), list[str]()
        self.window: Callable[[], Offer] | None = None

    def ask(self, offer: Offer) -> Act:
        self.offers.append(offer)
        if not self.steps:
            raise GoneHome
        match self.steps.pop(0):
            case str() as text if offer.is_text:
                return Typed(text)
            case str() as text if text in offer.keys:
                return Keyed(text)
            case str() as text:
                return PressedButton([button.text for button in offer.buttons].index(text))
            case (x, y):
                return Clicked(x, y)
            case cell:
                return PressedButton([(button.row, button.column) for button in offer.buttons].index(divmod(cell, 3)))

    def show(self, text: str) -> None:
        self.shown.append(text)

    def glance(self) -> None:
        """A window shows its board anyway."""

    def rest(self) -> None:
        """The script goes on after a game."""

    def end(self, how: str, fault: bool, is_cut: bool = False) -> Never:
        assert (fault, is_cut) == (False, True)
        raise Ended(how)


@pytest.fixture(autouse=True)
def _own_modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is installed here is gone afterwards."""
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setenv(name, "dummy")
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    kept, ours = dict(sys.modules), {*WINDOWS, "_tkinter"}
    yield
    for name in [name for name in sys.modules if name not in kept or name.partition(".")[0] in ours]:
        del sys.modules[name]
    sys.modules.update({name: module for name, module in kept.items() if name.partition(".")[0] in ours})


def played(program: str, *steps: Any, ends: bool = False) -> tuple[dict[str, Any], Script]:
    """Run a program until its person has done some steps, or until it ends; return its names and the person."""
    person, names, ended = Script(*steps), {"__name__": "__main__"}, True
    install(person)
    try:
        exec(compile(dedent(program), "game.py", "exec"), names)
    except Ended:
        raise
    except SystemExit as end:
        ended = not isinstance(end, GoneHome)
    assert ended is ends
    return names, person


RULES = """
board, pressed = [" "] * 9, []
def reply():
    board[board.index(" ")] = "O"
"""
BUTTONS = f"""
import tkinter as tk
from tkinter import messagebox
{RULES}
def click(i):
    board[i] = "X"
    buttons[i].config(text="X", state=tk.DISABLED)
    if board.count("X") == 3:
        return messagebox.showinfo("Over", "X wins"), root.destroy()
    root.after(500, computer_move)
def computer_move():
    reply()
    for button, mark in zip(buttons, board):
        button["text"] = mark
    status.config(text="your turn")
root = tk.Tk()
root.title("Noughts")
status = tk.Label(root, text="click a cell")
status.grid(row=0, column=0, columnspan=3)
buttons = [tk.Button(root, text=" ", width=5, command=lambda i=i: click(i)) for i in range(9)]
for i, button in enumerate(buttons):
    button.grid(row=i // 3 + 1, column=i % 3)
tk.Button(root, text="Restart", command=lambda: None).grid(row=4, column=1)
root.mainloop()
ended = True
"""


@needs_tk
def test_buttons_in_a_grid() -> None:
    names, person = played(BUTTONS, 4)
    assert "".join(names["board"]) == "O   X    "
    assert [button.text for button in person.offers[1].buttons] == ["O", *"   X    ", "Restart"]
    cells = (Button(" ", *divmod(cell, 3)) for cell in range(9))
    assert person.offers[0] == Offer("Noughts\nclick a cell", (*cells, Button("Restart")))
    assert [button.is_enabled for button in person.offers[1].buttons].index(False) == 4
    assert person.shown == ["Noughts", "click a cell", "your turn"]
    names, person = played(BUTTONS, 4, 1, 7, ends=True)  # the program goes on after its window
    assert ("".join(names["board"]), person.shown[-1], names["ended"]) == ("OXO X  X ", "Over\nX wins", True)


LAYOUTS = {
    "rows of frames": "rows[i // 3].pack(); tk.Button(rows[i // 3], command=press).pack(side=tk.LEFT)",
    "columns of frames": "rows[i % 3].pack(side='left'); tk.Button(rows[i % 3], command=press).pack()",
    "pixels": "tk.Button(root, command=press).place(x=20 + 70 * (i % 3), y=50 + 70 * (i // 3))",
    "parts": "tk.Button(root, command=press).place(relx=i % 3 / 3, rely=i // 3 / 3, relwidth=1 / 3)",
    "frames": "f = tk.Frame(root); f.grid(row=i // 3, column=i % 3); ttk.Button(f, command=press).pack()",
    "labels": "f = tk.Label(root); f.grid(row=i // 3, column=i % 3); f.bind('<Button-1>', lambda e, f=press: f())",
    "canvases": "f = tk.Canvas(root); f.grid(row=i // 3, column=i % 3); f.bind('<Button-1>', lambda e, f=press: f())",
}


@needs_tk
@pytest.mark.parametrize("layout", LAYOUTS)
def test_rows_and_columns_are_seen_in_every_layout(layout: str) -> None:
    is_grid = "grid" in LAYOUTS[layout]
    program = f"""
    import tkinter as tk
    from tkinter import ttk
    pressed, root = [], tk.Tk()
    rows = [tk.Frame(root) for _ in range(3)]
    for i in range(9):
        press = lambda i=i: pressed.append(i)
        {LAYOUTS[layout]}
    low = tk.Frame(root)
    low.{"grid(row=9, column=0)" if is_grid else "pack(side='bottom')"}
    tk.Button(low, text="Quit", command=root.quit).pack()
    root.mainloop()
    """
    names, person = played(program, 5, 0, 6)
    assert names["pressed"] == [5, 0, 6]
    assert person.offers[0].buttons[-1] == Button("Quit")
    assert person.offers[0].size is None


CANVAS = f"""
from tkinter import *
{RULES}
def clicked(event):
    board[event.x // 100 + 3 * (event.y // 100)] = "X"
    reply() if board.count("X") < 3 else None
    canvas.create_oval(event.x, event.y, event.x + 9, event.y + 9, tags="oval")
    canvas.create_text((150, 150), text=f"{{event.x}}")
def again(event=None):
    canvas.delete(ALL)
    board[:] = " " * 9
root = Tk()
canvas = Canvas(root, width=300, height=300, bg="white")
canvas.pack(fill=BOTH, expand=YES)
canvas.bind("<Button-1>", clicked)
root.bind("r", again)
Button(root, text="New game", command=again).pack()
mainloop()
"""
ITEMS = """
import tkinter as tk
pressed, root = [], tk.Tk()
canvas = tk.Canvas(root, width=300, height=300)
canvas.pack()
for i in range(9):
    x, y = i % 3 * 100, i // 3 * 100
    item = canvas.create_rectangle(x, y, x + 99, y + 99, tags=("cell", f"c{i}"))
    canvas.tag_bind(item, "<ButtonPress-1>", lambda event, i=i: pressed.append(i))
canvas.tag_bind("cell", "<Button-1>", lambda event: pressed.append(canvas.gettags("current")[1]))
canvas.coords("c8", 210, 200, 309, 299)
canvas.itemconfig("c8", fill="red")
found = canvas.find_closest(150, 250), canvas.coords("c8"), canvas.itemcget("c8", "fill")
canvas.delete("c0", "c1")
left = canvas.find_all(), canvas.bbox("c3"), canvas.gettags(canvas.find_closest(150, 250))
root.mainloop()
"""


@needs_tk
def test_a_canvas_is_clicked_at_a_place_or_its_items_are() -> None:
    names, person = played(CANVAS, (150, 160), (210, 10), (10, 299))
    assert "".join(names["board"]) == "OOX X X  "
    assert person.offers[0] == Offer("", (Button("New game", 0, 0),), (300, 300), ("r",))
    assert (len(names["canvas"].find_all()), len(names["canvas"].find_withtag("oval"))) == (6, 3)
    assert person.shown == ["150", "210", "10"]
    assert "".join(played(CANVAS, (1, 1), "r", (150, 1))[0]["board"]) == "OX       "
    names, _ = played(ITEMS, (150, 150), (50, 250))
    assert names["pressed"] == [4, "c4", 6, "c6"]
    seventh = names["left"][0][5]
    assert names["found"] == ((seventh,), [210, 200, 309, 299], "red")
    assert (len(names["left"][0]), *names["left"][1:]) == (7, (0, 100, 99, 199), ("cell", "c7"))


MENU = f"""
import tkinter as tk
from tkinter import filedialog, font, messagebox, simpledialog, ttk
{RULES}
name = simpledialog.askstring("Name", "Who are you?")
size = simpledialog.askinteger("Size", "How many rows?", minvalue=3, maxvalue=9)
root = tk.Tk()
root.eval("tk::PlaceWindow . center")
ttk.Style().configure("TButton", font=font.Font(family="Arial", size=20))
level, hints, mark = tk.StringVar(value="easy"), tk.IntVar(), tk.StringVar(root, "O")
start = tk.Frame(root)
start.pack()
for text in ("easy", "hard"):
    tk.Radiobutton(start, text=text, variable=level, value=text).pack()
tk.Checkbutton(start, text="hints", variable=hints).pack()
tk.OptionMenu(start, mark, "X", "O").pack()
box = ttk.Combobox(start, values=["very slow", "fast"], state="readonly")
box.bind("<<ComboboxSelected>>", lambda event: pressed.append(box.current()))
entry = tk.Entry(start)
for widget in (box, tk.Label(start, text="Your town"), entry):
    widget.pack()
def begin():
    global first
    start.destroy()
    first = messagebox.askyesno("First", "Do you begin?")
    for i in range(9):
        button = ttk.Button(root, text=" ")
        button.bind("<Button-1>", click)
        button.grid(row=i // 3, column=i % 3)
def click(event):
    place = event.widget.grid_info()
    board[3 * place["row"] + place["column"]] = mark.get()
    event.widget.config(state="disabled")
    if board.count(mark.get()) == 2:
        raise ValueError("a fault of the program")
    if messagebox.askquestion("Again", "Another game?") == "no":
        root.quit()
tk.Button(start, text="Start", command=begin).pack()
menu = tk.Menu(root)
game = tk.Menu(menu, tearoff=0)
game.add_command(label="New", command=lambda: pressed.append("new"))
menu.add_cascade(label="Game", menu=game)
root.config(menu=menu)
picture = tk.PhotoImage(file="not there.png")
chosen = [filedialog.askopenfilename(), filedialog.askopenfile()]
root.mainloop()
"""


@needs_tk
def test_menus_dialogs_entries_and_themed_widgets(capsys: pytest.CaptureFixture[str]) -> None:
    steps = ("Ada", "ten", "10", "3", "Oslo", "New", "hard", "hints", "X", "fast", "Start", "No", 4, "Yes", 2, 0, "No")
    names, person = played(MENU, *steps, ends=True)
    assert (names["name"], names["size"], names["first"], names["chosen"]) == ("Ada", 3, False, ["", None])
    assert (names["level"].get(), names["hints"].get(), names["mark"].get()) == ("hard", 1, "X")
    assert ("".join(names["board"]), names["pressed"]) == ("X X X    ", ["new", 1])
    assert (person.offers[0], person.offers[4]) == (Offer("Name\nWho are you?"), Offer("Your town"))
    texts = [button.text for button in person.offers[5].buttons]
    assert texts == ["New", "easy", "hard", "hints", "X", "O", "very slow", "fast", "Start"]
    assert [text.partition("\n")[0] for text in person.shown if "again" in text] == ["Illegal value", "Too large"]
    assert person.shown[-1] == "Your town"
    assert "ValueError: a fault of the program" in capsys.readouterr().err


@needs_tk
def test_windows_and_frames_in_front_of_others() -> None:
    program = """
    import tkinter as tk
    pressed, pages, root = [], {}, tk.Tk()
    top = tk.Toplevel(root)
    top.grab_set()
    chosen = tk.StringVar()
    for mark in "XO":
        tk.Button(top, text=mark, command=lambda mark=mark: (chosen.set(mark), top.destroy())).pack()
    root.wait_window(top)
    for name in ("game", "menu"):
        pages[name] = tk.Frame(root)
        pages[name].grid(row=0, column=0, sticky="nsew")
        tk.Button(pages[name], text=name, command=lambda name=name: pressed.append(name)).pack()
    tk.Button(pages["menu"], text="go", command=lambda: pages["game"].tkraise()).pack()
    end = tk.Toplevel(root)
    tk.Label(end, text="that was all").pack()
    end.grab_set()
    root.wait_window(end)
    root.mainloop()
    """
    names, person = played(program, "O", "menu", "go", "game")
    assert (names["chosen"].get(), names["pressed"]) == ("O", ["menu", "game"])
    texts = [[button.text for button in offer.buttons] for offer in person.offers]
    assert texts == [["X", "O"], ["menu", "go"], ["menu", "go"], ["game"], ["game"]]
    assert "that was all" in person.shown


@needs_tk
def test_a_clock_and_loops_over_update() -> None:
    program = """
    import tkinter as tk
    pressed, root = [], tk.Tk()
    clock = tk.Label(root)
    clock.pack()
    def tick():
        clock.config(text=clock["text"] + ".")
        root.after(1000, tick)
    tick()
    go = tk.Button(root, text="go", command=lambda: pressed.append(len(clock["text"])))
    go.pack()
    while len(pressed) < 2:
        root.update()
    go.destroy()
    root.mainloop()  # a window in which nothing can be done is closed
    """
    names, person = played(program, "go", "go", ends=True)
    first, second = names["pressed"]
    assert 1 < first < second < 1000
    assert len(person.offers) == 2


UNKNOWN = {
    "canvas postscript": "tk.Canvas(root).postscript(file='a.ps')",
    "ttk::treeview .!treeview": "ttk.Treeview(root)",
    "grid configure": "root.tk.call('grid', 'configure', tk.Label(root), '-row')",
}


@needs_tk
@pytest.mark.parametrize("command", UNKNOWN)
def test_an_unknown_command_ends_the_game_and_an_error_of_tk_does_not(command: str) -> None:
    program = f"""
    import tkinter as tk
    from tkinter import ttk
    root, label = tk.Tk(), tk.Label()
    label.destroy()
    try:
        label.config(text="X")
    except tk.TclError:
        label = None
    try:
        assert label is None
        {UNKNOWN[command]}
    except Exception:
        pass
    """
    with pytest.raises(Ended, match=f"its window needs Tk's '{command}', which is not known here"):
        played(program)


@needs_tk
def test_turtle_over_the_canvas() -> None:
    program = """
    import turtle
    board, heard = [" "] * 9, []
    screen, pen = turtle.Screen(), turtle.Turtle()
    screen.setup(600, 600)
    who = screen.textinput("Start", "X or O?")
    def tap(x, y):
        board[3 * int((300 - y) // 200) + int((x + 300) // 200)] = who
        pen.goto(x, y)
        pen.write("placed")
        screen.ontimer(lambda: board.__setitem__(board.index(" "), "O"), 500)
    screen.onclick(tap)
    screen.onkey(lambda: heard.append("space"), "space")
    screen.listen()
    turtle.done()
    """
    names, person = played(program, "X", (500, 100), (100, 500), "space")
    assert ("".join(names["board"]), names["pen"].pos(), names["heard"]) == ("OOX   X  ", (-200, -200), ["space"])
    assert person.offers[0] == Offer("Start\nX or O?")
    assert (person.offers[1].size, person.offers[1].keys) == ((600, 600), ("space",))
    assert "placed" in person.shown


@pytest.mark.parametrize(("name", "package"), [("tkinter", "python3-tk"), ("pygame", "pygame-ce")])
def test_a_library_that_is_missing_is_named(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PathFinder, "find_spec", lambda *names: None)
    with pytest.raises(ModuleNotFoundError, match=f"it needs {name}: .*{package}"):
        played(f"import {name}")


PYGAME = f"""
import pygame, sys
from pygame.locals import *
{RULES}
pygame.init()
screen = pygame.display.set_mode((300, 300))
pygame.display.set_caption("Noughts")
clock, font, sound = pygame.time.Clock(), pygame.font.SysFont("arial", 40), pygame.mixer.Sound("none.wav")
start = pygame.Rect(0, 0, 120, 40)
start.center = (150, 200)
started, due = False, None
while True:
    for event in pygame.event.get():
        if event.type == QUIT or (event.type == KEYDOWN and event.key == K_q):
            pygame.quit()
            sys.exit()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            x, y = event.pos
            if not started:
                started = start.collidepoint(event.pos)
            elif board[x // 100 + y // 100 * 3] == " " and due is None:
                board[x // 100 + y // 100 * 3] = "X"
                due = pygame.time.get_ticks() + 800
    if due is not None and pygame.time.get_ticks() > due:
        reply()
        sound.play()
        due = None
        while pygame.mixer.get_busy():
            pass
    screen.fill((0, 0, 0))
    if not started:
        text = font.render("Start", True, (255, 255, 255))
        screen.blit(text, text.get_rect(center=start.center))
    for i, mark in enumerate(board):
        pygame.draw.line(screen, (255, 255, 255), (0, 0), (9, 9), 3)
        screen.blit(font.render(mark, True, (9, 9, 9)), (i % 3 * 100, i // 3 * 100))
    pygame.display.update()
    clock.tick(60)
"""


@needs_pygame
def test_the_usual_loop_of_pygame(tmp_path: Path) -> None:
    names, person = played(PYGAME, (10, 10), "Start", (150, 150), (250, 250), (150, 150))
    assert "".join(names["board"]) == "OO  X   X"
    assert person.offers[0] == Offer("Noughts\nStart", (Button("Start"),), (300, 300), ("q",))
    assert person.offers[2].buttons == ()
    assert person.shown == ["Start", "X", "O"]
    played(PYGAME, "Start", "q", ends=True)
    (tmp_path / "game.py").write_text(PYGAME)
    session = Copies(tmp_path / "game.py", Game(3, 3, 3))
    try:
        [(_, first)] = session.begin()
        [(_, started)] = session.after(first, PressedButton(0))
        for x, cells in ((50, "XO       "), (250, "O X      ")):
            [(_, moved)] = session.after(started, Clicked(x, 50))
            assert tuple(map(repr, cells)) in moved.boards.values()
    finally:
        session.close()


@needs_pygame
def test_events_that_are_waited_for_and_a_mouse_without_events() -> None:
    program = """
    import pygame
    pygame.display.set_mode((90, 90))
    kinds, heard = [], []
    while pygame.MOUSEBUTTONUP not in kinds:
        kinds.append(pygame.event.wait().type)
    while not heard:
        heard = [event.unicode for event in pygame.event.get() if event.type == pygame.KEYDOWN]
    while not pygame.event.poll().type == pygame.KEYUP and pygame.K_SPACE:
        pygame.event.pump()
    while not pygame.mouse.get_pressed()[0]:
        pass
    at = pygame.mouse.get_pos()
    """
    for key, char in (("space", " "), ("7", "7")):
        names, person = played(program, (1, 2), key, (3, 4), ends=True)
        assert (names["kinds"][-3:], names["at"]) == ([1024, 1025, 1026], (3, 4))
        assert names["heard"] == [char]
        assert person.offers[1].keys == ("space", *"0123456789")


@needs_pygame
def test_rectangles_sprites_fonts_and_pictures_are_those_of_pygame() -> None:
    program = """
    import pygame
    pygame.init()
    rect = pygame.Rect(10.7, 20, 31, 40)
    rect.bottomright = (100, 100)
    class Cell(pygame.sprite.Sprite):
        def __init__(self, number, *groups):
            super().__init__(*groups)
            self.image = pygame.Surface((10, 10))
            self.image.blit(pygame.font.SysFont("arial", 9, bold=True).render(f"c{number}", True, "white"), (0, 0))
            self.rect = self.image.get_rect(topleft=(number * 10, 0))
    cells = pygame.sprite.Group()
    for number in range(9):
        Cell(number, cells)
    screen = pygame.display.set_mode((90, 10), pygame.RESIZABLE)
    hit = [cell for cell in cells if cell.rect.collidepoint(45, 5)]
    hit[0].kill()
    cells.draw(screen)
    picture = pygame.image.load("not there.png").convert_alpha()
    length = int(pygame.mixer.Sound("not there.wav").get_length() * 1000)
    """
    names, person = played(program, ends=True)
    assert [*names["rect"], names["rect"].topleft] == [69, 60, 31, 40, (69, 60)]
    assert (len(names["cells"]), names["hit"][0].rect.left, names["length"]) == (8, 40, 0)
    assert person.shown == [f"c{number}" for number in range(9) if number != 4]
    assert names["picture"].get_size() == (100, 100)
