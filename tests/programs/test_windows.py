"""Programs with windows are played by a person that is a script: what is on their boards then."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import Any, Never

import pytest

from noughts.programs.loading.stand_ins import WINDOWS
from noughts.programs.loading.user_module import load_file
from noughts.programs.playing.acts import Act, Button, Clicked, Keyed, Offer, PressedButton, Typed
from noughts.programs.playing.windows import install


class GoneHome(SystemExit):
    """The person has done all that the script says."""


class Script:
    """A person who does one thing after another: presses a text, a cell or a place, or types a line."""

    def __init__(self, *steps: Any) -> None:
        self.steps = list(steps)
        self.offers: list[Offer] = []
        self.shown: list[str] = []
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

    def end(self, how: str, fault: bool) -> Never:
        raise AssertionError(how)


@pytest.fixture(autouse=True)
def _own_modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is installed here is gone afterwards."""
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    kept = dict(sys.modules)
    yield
    for name in [name for name in sys.modules if name not in kept or name.partition(".")[0] in WINDOWS]:
        del sys.modules[name]
    sys.modules.update({name: module for name, module in kept.items() if name.partition(".")[0] in WINDOWS})


def played(program: str, *steps: Any, ends: bool = False) -> tuple[dict[str, Any], Script]:
    """Run a program until its person has done some steps, or until it ends; return its names and the person."""
    person = Script(*steps)
    install(person)
    names: dict[str, Any] = {"__name__": "__main__"}
    ended = True
    try:
        exec(compile(dedent(program), "game.py", "exec"), names)
    except GoneHome:
        ended = False
    except SystemExit:
        pass
    assert ended is ends
    return names, person


RULES = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = [" "] * 9

def won(mark):
    return any(all(board[cell] == mark for cell in line) for line in LINES)

def reply():
    if " " in board:
        board[board.index(" ")] = "O"
"""

BUTTONS = f"""
import tkinter as tk
from tkinter import messagebox
{RULES}
def click(i):
    if board[i] != " ":
        return
    board[i] = "X"
    buttons[i].config(text="X", state=tk.DISABLED)
    if won("X"):
        messagebox.showinfo("Over", "X wins")
        root.destroy()
    else:
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
buttons = []
for i in range(9):
    button = tk.Button(root, text=" ", width=5, command=lambda i=i: click(i))
    button.grid(row=i // 3 + 1, column=i % 3)
    buttons.append(button)
tk.Button(root, text="Restart", command=lambda: None).grid(row=4, column=1)
root.mainloop()
ended = True
"""


def test_buttons_in_a_grid() -> None:
    names, person = played(BUTTONS, 4)
    assert "".join(names["board"]) == "O   X    "
    assert [button.text for button in person.offers[1].buttons] == ["O", *"   X    ", "Restart"]
    assert person.offers[0] == Offer(
        "Noughts\nclick a cell",
        (*(Button(" ", *divmod(cell, 3)) for cell in range(9)), Button("Restart")),
    )
    assert [button.is_enabled for button in person.offers[1].buttons].index(False) == 4
    assert person.shown == ["Noughts", "click a cell", "your turn"]


def test_the_end_is_shown_and_the_program_goes_on_after_its_window() -> None:
    names, person = played(BUTTONS, 4, 1, 7, ends=True)
    assert "".join(names["board"]) == "OXO X  X "
    assert person.shown[-1] == "Over\nX wins"
    assert names["ended"] is True


LAYOUTS = {
    "rows of frames": """
        button = tk.Button(rows[i // 3], command=command)
        rows[i // 3].pack()
        button.pack(side=tk.LEFT)
    """,
    "columns of frames": """
        button = tk.Button(rows[i % 3], command=command)
        rows[i % 3].pack(side="left")
        button.pack()
    """,
    "pixels": "tk.Button(root, command=command).place(x=20 + 70 * (i % 3), y=50 + 70 * (i // 3))",
    "parts": "tk.Button(root, command=command).place(relx=i % 3 / 3, rely=i // 3 / 3, relwidth=1 / 3)",
    "a frame for each": """
        box.pack()
        cell = tk.Frame(box)
        cell.grid(row=i // 3, column=i % 3)
        tk.Button(cell, command=command).pack()
    """,
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rows_and_columns_are_seen_in_every_layout(layout: str) -> None:
    program = f"""
import tkinter as tk
pressed = []
root = tk.Tk()
box = tk.Frame(root)
rows = [tk.Frame(root) for _ in range(3)]
def put(i, command):
{indent(dedent(LAYOUTS[layout]).strip(), "    ")}
for i in range(9):
    put(i, lambda i=i: pressed.append(i))
low = tk.Frame(root)
low.pack(side="bottom")
tk.Button(low, text="Quit", command=root.quit).pack()
root.mainloop()
"""
    names, person = played(program, 5, 0, 6)
    assert names["pressed"] == [5, 0, 6]
    assert person.offers[0].buttons[-1] == Button("Quit")


CANVAS = f"""
from tkinter import *
{RULES}
class Game(Tk):
    def __init__(self):
        Tk.__init__(self)
        self.canvas = Canvas(self, width=300, height=300, bg="white")
        self.canvas.pack(fill=BOTH, expand=YES)
        self.canvas.bind("<Button-1>", self.clicked)
        self.bind("r", lambda event: self.again())
        Button(self, text="New game", command=self.again).pack()

    def clicked(self, event):
        cell = event.x // 100 + 3 * (event.y // 100)
        if board[cell] == " ":
            board[cell] = "X"
            self.canvas.create_oval(event.x, event.y, event.x + 9, event.y + 9)
            if won("X"):
                self.canvas.create_text(150, 150, text="You win", tags="end")
            else:
                reply()

    def again(self):
        self.canvas.delete(ALL)
        board[:] = " " * 9

if __name__ == "__main__":
    game = Game()
    game.mainloop()
"""


def test_a_canvas_is_clicked_at_a_place() -> None:
    names, person = played(CANVAS, (150, 160), (210, 10), (10, 299))
    assert "".join(names["board"]) == "OOX X X  "
    assert person.offers[0] == Offer("", (Button("New game", 0, 0),), (300, 300), ("r",))
    assert len(names["game"].canvas.find_all()) == 4
    assert person.shown == ["You win"]
    assert "".join(played(CANVAS, (1, 1), "r", (150, 1))[0]["board"]) == "OX       "


def test_labels_and_canvases_of_their_own_are_cells() -> None:
    program = """
    import tkinter as tk
    board = {}
    root = tk.Tk()
    for row in range(3):
        for column in range(3):
            cell = tk.KIND(root, width=100, height=100)
            cell.grid(row=row, column=column)
            cell.bind("<Button-1>", lambda event, at=(row, column): board.update({at: (event.x, event.widget)}))
    root.mainloop()
    """
    for kind in ("Label", "Canvas", "Frame"):
        names, person = played(program.replace("KIND", kind), 5, 6)
        assert [*names["board"]] == [(1, 2), (2, 0)]
        assert all(x == 50 for x, _ in names["board"].values())
        assert (len(person.offers[0].buttons), person.offers[0].size) == (9, None)


def test_items_of_a_canvas_hear_their_clicks() -> None:
    program = """
    import tkinter as tk
    pressed = []
    root = tk.Tk()
    canvas = tk.Canvas(root, width=300, height=300)
    canvas.pack()
    for i in range(9):
        x, y = i % 3 * 100, i // 3 * 100
        item = canvas.create_rectangle(x, y, x + 99, y + 99, tags=("cell", f"c{i}"))
        canvas.tag_bind(item, "<ButtonPress-1>", lambda event, i=i: pressed.append(i))
    canvas.tag_bind("cell", "<Button-1>", lambda event: pressed.append(canvas.gettags("current")[1]))
    root.mainloop()
    """
    assert played(program, (150, 50), (50, 250))[0]["pressed"] == [1, "c1", 6, "c6"]


MENU = f"""
import tkinter as tk
from tkinter import messagebox, simpledialog, ttk
{RULES}
name = simpledialog.askstring("Name", "Who are you?")
size = simpledialog.askinteger("Size", "How many rows?", minvalue=3, maxvalue=9)
root = tk.Tk()
level, hints = tk.StringVar(value="easy"), tk.IntVar()
mark = tk.StringVar(root, "O")
start = tk.Frame(root)
start.pack()
for text in ("easy", "hard"):
    tk.Radiobutton(start, text=text, variable=level, value=text).pack()
tk.Checkbutton(start, text="hints", variable=hints).pack()
tk.OptionMenu(start, mark, "X", "O").pack()
entry = tk.Entry(start)
tk.Label(start, text="Your town").pack()
entry.pack()

def begin():
    global first
    start.destroy()
    first = messagebox.askyesno("First", "Do you begin?")
    for i in range(9):
        ttk.Button(root, text=" ", command=lambda i=i: click(i)).grid(row=i // 3, column=i % 3)

def click(i):
    board[i] = mark.get()
    if board.count(mark.get()) == 2:
        raise ValueError("a fault of the program")
    if messagebox.askquestion("Again", "Another game?") == "no":
        root.quit()

tk.Button(start, text="Start", command=begin).pack()
menu = tk.Menu(root)
game = tk.Menu(menu, tearoff=0)
game.add_command(label="New", command=lambda: None)
menu.add_cascade(label="Game", menu=game)
root.config(menu=menu)
root.mainloop()
"""


def test_menus_dialogs_and_entries() -> None:
    steps = ("Ada", "ten", "10", "3", "Oslo", "hard", "hints", "X", "Start", "No", 4, "Yes", 2, 0, "No")
    names, person = played(MENU, *steps, ends=True)
    assert (names["name"], names["size"], names["first"]) == ("Ada", 3, False)
    assert (names["level"].get(), names["hints"].get(), names["mark"].get()) == ("hard", 1, "X")
    assert "".join(names["board"]) == "X X X    "
    assert person.offers[4] == Offer("Your town")
    texts = [button.text for button in person.offers[5].buttons]
    assert texts == ["New", "easy", "hard", "hints", "X", "O", "Start"]
    assert any("ValueError: a fault of the program" in text for text in person.shown)


def test_a_line_that_is_ended_by_return() -> None:
    program = """
    import tkinter as tk
    typed = []
    root = tk.Tk()
    entry = tk.Entry(root)
    entry.pack()
    def done(event):
        typed.append(entry.get())
        entry.delete(0, tk.END)
        if len(typed) == 2:
            entry.destroy()
    entry.bind("<Return>", done)
    tk.Button(root, text="end", command=root.destroy).pack()
    root.mainloop()
    """
    names, person = played(program, "5", "", "end", ends=True)
    assert (names["typed"], [offer.is_text for offer in person.offers]) == (["5"], [True, True, False])
    assert played(program, "5", "6", "end", ends=True)[0]["typed"] == ["5", "6"]


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="later versions have methods that the programs do not use yet")
def test_nothing_of_tkinter_is_missing() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "tkinter"]:
        del sys.modules[name]  # a stand-in that another test left
    real, ttk = pytest.importorskip("tkinter"), pytest.importorskip("tkinter.ttk")
    there = {name: {*dir(getattr(kit, name))} for kit in (real, ttk) for name in kit.__all__}
    names, _ = played("from tkinter import *\nfrom tkinter import ttk\n", ends=True)
    assert not {*real.__all__} - {*names}
    constants = [name for name, value in vars(real.constants).items() if name.isupper() and value is not None]
    assert [names[name] for name in constants] == [getattr(real, name) for name in constants]
    for name in ("Tk", "Toplevel", "Button", "Canvas", "Entry", "Frame", "Label", "Menu", "Text", "StringVar"):
        assert not {each for each in there[name] if not each.startswith("_")} - {*dir(names[name])}, name


def test_frames_behind_others_are_not_offered() -> None:
    program = """
    import tkinter as tk
    pressed = []
    root = tk.Tk()
    pages = {}
    for name in ("game", "menu"):
        pages[name] = tk.Frame(root)
        pages[name].grid(row=0, column=0, sticky="nsew")
        tk.Button(pages[name], text=name, command=lambda name=name: pressed.append(name)).pack()
    tk.Button(pages["menu"], text="go", command=lambda: pages["game"].tkraise()).pack()
    root.mainloop()
    """
    names, person = played(program, "menu", "go", "game")
    assert names["pressed"] == ["menu", "game"]
    assert [button.text for button in person.offers[-1].buttons] == ["game"]


def test_a_second_window_that_is_waited_for() -> None:
    program = """
    import tkinter as tk
    root = tk.Tk()
    tk.Button(root, text="behind").pack()
    top = tk.Toplevel(root)
    top.grab_set()
    chosen = tk.StringVar()
    for mark in "XO":
        tk.Button(top, text=mark, command=lambda mark=mark: (chosen.set(mark), top.destroy())).pack()
    root.wait_window(top)
    mark = chosen.get()
    end = tk.Toplevel(root)
    tk.Label(end, text="that was all").pack()
    end.grab_set()
    root.wait_window(end)
    root.mainloop()
    """
    names, person = played(program, "O")
    assert names["mark"] == "O"
    assert [[button.text for button in offer.buttons] for offer in person.offers] == [["X", "O"], ["behind"]]
    assert "that was all" in person.shown


def test_a_window_in_which_nothing_can_be_done_is_closed() -> None:
    program = """
    import tkinter as tk
    root = tk.Tk()
    clock = tk.Label(root)
    clock.pack()
    def tick():
        clock.config(text=clock["text"] + ".")
        root.after(1000, tick)
    tick()
    root.protocol("WM_DELETE_WINDOW", lambda: None)
    root.mainloop()
    """
    _, person = played(program, ends=True)
    assert len(person.shown) > 10
    assert person.offers == []


def test_cells_stay_cells_when_their_pictures_change() -> None:
    program = """
    import tkinter as tk
    pressed = []
    root = tk.Tk()
    image = tk.PhotoImage(file="o.png")
    other = tk.Toplevel(root)
    def press(i, button):
        button.config(image=image, width=100, height=100)
        pressed.append(i)
    for window, start in ((root, 0), (other, 9)):
        for i in range(9):
            button = tk.Button(window, name=str(start + i))
            button.config(command=lambda i=start + i, button=button: press(i, button))
            button.grid(row=i // 3, column=i % 3)
    root.mainloop()
    """
    names, person = played(program, 4, 0, 8)
    assert names["pressed"] == [13, 9, 17]  # of the window that was opened last
    assert len([button for button in person.offers[-1].buttons if button.row is not None]) == 9


def test_timers_that_never_end_and_loops_over_update() -> None:
    program = """
    import tkinter as tk
    ticks, pressed = [], []
    root = tk.Tk()
    def tick():
        ticks.append(1)
        root.after(100, tick)
    tick()
    tk.Button(root, text="go", command=lambda: pressed.append(len(ticks))).pack()
    while len(pressed) < 2:
        root.update()
    root.mainloop()
    """
    names, _ = played(program, "go", "go")
    first, second = names["pressed"]
    assert 1 < first < second < 1000


def test_customtkinter_and_the_names_of_python_2() -> None:
    program = """
    import customtkinter as ctk
    try:
        import Tkinter as tk
        import tkMessageBox as messagebox
    except ImportError:
        import tkinter as tk
        from tkinter import messagebox
    ctk.set_appearance_mode("dark")
    board = []
    app = ctk.CTk()
    for i in range(9):
        button = ctk.CTkButton(master=app, text="", corner_radius=9, command=lambda i=i: board.append(i))
        button.grid(row=i // 3, column=i % 3)
    choice = ctk.CTkOptionMenu(app, values=["Easy", "Hard"], command=board.append)
    choice.grid(row=3, column=0, columnspan=3)
    messagebox.showinfo("a", "b")
    app.mainloop()
    """
    names, person = played(program, 8, "Hard")
    assert names["board"] == [8, "Hard"]
    assert names["choice"].get() == "Hard"
    assert person.shown == ["a\nb"]


TURTLE = """
import turtle
board, heard = [" "] * 9, []
screen = turtle.Screen()
screen.setup(600, 600)
screen.tracer(0)
pen = turtle.Turtle()
pen.forward(100)
who = screen.textinput("Start", "X or O?")
def tap(x, y):
    column, row = int((x + 300) // 200), int((300 - y) // 200)
    board[3 * row + column] = who
    pen.goto(x, y)
    pen.write("placed")
    screen.ontimer(lambda: board.__setitem__(board.index(" "), "O"), 500)
screen.onclick(tap)
screen.onkey(lambda: heard.append("space"), "space")
screen.listen()
turtle.done()
"""


def test_turtle_over_the_canvas() -> None:
    names, person = played(TURTLE, "X", (500, 100), (100, 500), "space")
    assert "".join(names["board"]) == "OOX   X  "
    assert names["pen"].pos() == (-200, -200)
    assert person.offers[0] == Offer("Start\nX or O?")
    assert (person.offers[1].size, person.offers[1].keys) == ((600, 600), ("space",))
    assert "placed" in person.shown
    assert names["heard"] == ["space"]


PYGAME = f"""
import sys
import pygame
from pygame.locals import *
{RULES}
pygame.init()
WIDTH = 300
screen = pygame.display.set_mode((WIDTH, WIDTH))
pygame.display.set_caption("Noughts")
clock = pygame.time.Clock()
font = pygame.font.SysFont(None, 40)
start = pygame.Rect(0, 0, 120, 40)
start.center = (150, 200)
started = False
due = None

def draw():
    screen.fill((0, 0, 0))
    if not started:
        text = font.render("Start", True, (255, 255, 255))
        screen.blit(text, text.get_rect(center=start.center))
    for i, mark in enumerate(board):
        pygame.draw.line(screen, (255, 255, 255), (0, 0), (9, 9), 3)
        screen.blit(font.render(mark, True, (9, 9, 9)), (i % 3 * 100, i // 3 * 100))

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
        due = None
    draw()
    pygame.display.update()
    clock.tick(60)
"""


def test_the_usual_loop_of_pygame() -> None:
    names, person = played(PYGAME, (10, 10), "Start", (150, 150), (250, 250), (150, 150))
    assert "".join(names["board"]) == "OO  X   X"
    assert person.offers[0] == Offer("Noughts\nStart", (Button("Start"),), (300, 300), ("q",))
    assert person.offers[2].buttons == ()
    assert person.shown == ["Start", "X", "O"]
    played(PYGAME, "Start", "q", ends=True)


MOUSE = f"""
import time
import pygame
{RULES}
pygame.init()
screen = pygame.display.set_mode((600, 400))
user, ai_turn, turn = None, False, "X"
tiles = [pygame.Rect(180 + 80 * (i % 3), 80 + 80 * (i // 3), 80, 80) for i in range(9)]
frames = 0
while True:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            raise SystemExit
    frames += 1
    pressed, _, _ = pygame.mouse.get_pressed()
    if user is None:
        if pressed == 1 and pygame.Rect(75, 200, 150, 50).collidepoint(pygame.mouse.get_pos()):
            user = "X"
    else:
        if turn != user:
            if ai_turn:
                reply()
                ai_turn, turn = False, user
            else:
                ai_turn = True
        if pressed == 1 and turn == user:
            for i in range(9):
                if tiles[i].collidepoint(pygame.mouse.get_pos()) and board[i] == " ":
                    board[i], turn = user, "O"
    pygame.display.flip()
"""


def test_a_loop_that_looks_at_the_mouse_and_moves_two_frames_later() -> None:
    names, _ = played(MOUSE, (80, 210), (300, 200), (200, 260))
    assert "".join(names["board"]) == "OO  X X  "
    assert names["frames"] < 60


def test_a_loop_that_waits_for_events_and_one_that_looks_at_the_mouse_alone() -> None:
    program = """
    import pygame
    window = pygame.display.set_mode((90, 90))
    kinds = []
    while len(kinds) < 3:
        kinds.append(pygame.event.wait().type)
    while pygame.mouse.get_pressed()[0]:
        pass
    while not pygame.mouse.get_pressed()[0]:
        pass
    kinds.append(pygame.mouse.get_pos())
    """
    names, _ = played(program, (1, 2), (3, 4), ends=True)
    assert names["kinds"] == [1024, 1025, 1026, (3, 4)]


def test_keys_of_pygame() -> None:
    program = """
    import pygame
    pygame.display.set_mode((90, 90))
    heard = []
    def wait_for_a_key():
        while True:
            for event in pygame.event.get():
                if event.type == pygame.KEYDOWN:
                    return event.RETURNED
            if pygame.key.get_pressed()[32]:
                heard.append("held")
    heard.append(wait_for_a_key())
    """
    names, person = played(program.replace("RETURNED", "unicode"), "7", ends=True)
    assert (names["heard"], person.offers[0].keys) == (["7"], tuple("0123456789"))
    names, person = played(program.replace("RETURNED", "key"), "space", ends=True)
    assert (names["heard"], person.offers[0].keys) == ([32], ("space", "return"))


def test_rectangles() -> None:
    program = """
    from pygame import Rect
    rect = Rect(10.7, 20, 31, 40)
    """
    rect = played(program, ends=True)[0]["rect"]
    assert [*rect] == [10, 20, 31, 40]
    assert (rect.right, rect.bottom, rect.center, rect.midtop, rect.size) == (41, 60, (25, 40), (25, 20), (31, 40))
    rect.center = (100, 100)
    assert rect.topleft == (85, 80)
    assert rect.inflate(10, 10) == (80, 75, 41, 50)
    assert rect.collidepoint(85, 80)
    assert not rect.collidepoint((116, 80))
    assert rect.move(1, 2).topleft == (86, 82)
    assert rect.colliderect((110, 110, 50, 50))
    assert not rect.colliderect((116, 80, 1, 1))
    x, y, width, height = rect
    assert (x, y, width, height) == (85, 80, 31, 40)


def test_sprites_and_groups() -> None:
    program = """
    import pygame
    class Cell(pygame.sprite.Sprite):
        def __init__(self, number, *groups):
            super().__init__(*groups)
            self.image = pygame.Surface((10, 10))
            self.rect = self.image.get_rect(topleft=(number * 10, 0))
    cells = pygame.sprite.Group()
    for number in range(9):
        Cell(number, cells)
    screen = pygame.display.set_mode((90, 10))
    cells.draw(screen)
    hit = [cell for cell in cells if cell.rect.collidepoint(45, 5)]
    hit[0].kill()
    """
    names, _ = played(program, ends=True)
    assert (len(names["cells"]), names["hit"][0].rect.left) == (8, 40)


def test_pictures_and_files_that_are_not_there() -> None:
    program = """
    import tkinter as tk
    from tkinter import filedialog
    from PIL import ImageTk
    root = tk.Tk()
    picture = ImageTk.PhotoImage(file="not there.png")
    tk.Button(root, image=picture, width=picture.width()).pack()
    chosen = [filedialog.askopenfilename(), filedialog.askopenfile()]
    """
    assert played(program, ends=True)[0]["chosen"] == ["", None]


def test_a_file_of_the_programs_own_comes_before_a_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "graphics.py").write_text("SIZE = 3\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    names, _ = played("import graphics, wx\nsize, app = graphics.SIZE, wx.App()\n", ends=True)
    assert names["size"] == 3
    assert not names["app"]


def test_a_file_beside_the_program_comes_before_a_stand_in_where_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "graphics", raising=False)  # of another test
    (tmp_path / "graphics.py").write_text("LINES = 8\n")
    (tmp_path / "mine.py").write_text("from graphics import LINES\nimport keyboard\n")
    assert vars(load_file(tmp_path / "mine.py"))["LINES"] == 8


@pytest.mark.parametrize("number", [0, 1, 2])
def test_names_of_a_kit_where_a_file_is_only_loaded(tmp_path: Path, number: int) -> None:
    text = [
        "from tkinter import *\nroot = Tk()\nclass App(Frame):\n    def __init__(self, master):\n"
        "        Frame.__init__(self, master)\n        self.label = Label(self, text='a')\n"
        "        self.label.pack(side=LEFT)\napp = App(root)\nend = END\nroot.mainloop()\n",
        "from pygame.locals import *\nend = QUIT\n",
        "from turtle import *\nspeed(0)\nhideturtle()\nend = 5\ndone()\n",
    ][number]
    (tmp_path / "loaded.py").write_text(text)
    assert vars(load_file(tmp_path / "loaded.py"))["end"] == ["end", 256, 5][number]
