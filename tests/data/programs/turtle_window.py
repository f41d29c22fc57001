"""Tic-tac-toe drawn by a turtle: click a square, and the computer answers after a moment."""

import turtle

SIDE = 150
LEFT, TOP = -1.5 * SIDE, 1.5 * SIDE
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

screen = turtle.Screen()
screen.setup(520, 520)
screen.title("Turtle tic-tac-toe")
screen.bgcolor("ivory")
screen.tracer(0, 0)
pen = turtle.Turtle(visible=False)
pen.speed(0)
writer = turtle.Turtle(visible=False)
writer.penup()

squares = ["-"] * 9
waiting = False


def line(x1, y1, x2, y2):
    pen.penup()
    pen.goto(x1, y1)
    pen.pendown()
    pen.goto(x2, y2)


def draw_board():
    pen.pensize(4)
    pen.color("gray")
    for i in (1, 2):
        line(LEFT + i * SIDE, TOP, LEFT + i * SIDE, -TOP)
        line(LEFT, TOP - i * SIDE, -LEFT, TOP - i * SIDE)


def draw_mark(n, mark):
    x, y = LEFT + (n % 3 + 0.5) * SIDE, TOP - (n // 3 + 0.5) * SIDE
    pen.color("red" if mark == "X" else "blue")
    if mark == "X":
        line(x - 40, y - 40, x + 40, y + 40)
        line(x - 40, y + 40, x + 40, y - 40)
    else:
        pen.penup()
        pen.goto(x, y - 45)
        pen.pendown()
        pen.circle(45)
    screen.update()


def put(n, mark):
    squares[n] = mark
    draw_mark(n, mark)


def winner():
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != "-":
            return squares[a]
    return None if "-" in squares else "nobody"


def say(text):
    writer.clear()
    writer.goto(0, TOP + 10)
    writer.write(text, align="center", font=("Arial", 16, "bold"))


def computer():
    """Finish a line, else stop one, else take the last free square of the favourites."""
    global waiting
    choice = None
    for mark in "OX":
        for cells in LINES:
            found = [squares[n] for n in cells]
            if choice is None and found.count(mark) == 2 and "-" in found:
                choice = cells[found.index("-")]
    if choice is None:
        choice = [n for n in (1, 3, 5, 7, 0, 2, 6, 8, 4) if squares[n] == "-"][-1]
    put(choice, "O")
    waiting = False
    say(f"{winner()} wins" if winner() else "Your turn")


def clicked(x, y):
    global waiting
    column, row = int((x - LEFT) // SIDE), int((TOP - y) // SIDE)
    if waiting or winner() or not (0 <= row < 3 and 0 <= column < 3):
        return
    n = 3 * row + column
    if squares[n] != "-":
        return
    put(n, "X")
    if winner():
        say(f"{winner()} wins")
    else:
        waiting = True
        say("Thinking")
        screen.ontimer(computer, 400)


draw_board()
say("Your turn")
screen.onclick(clicked)
screen.listen()
screen.mainloop()
