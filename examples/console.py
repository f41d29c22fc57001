"""A game at the terminal, in one loop: `noughts prove examples/console.py`"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = [" "] * 9


def show():
    """Print the board."""
    for row in range(3):
        print(" | ".join(board[3 * row : 3 * row + 3]))
        if row < 2:
            print("--+---+--")


def won(mark):
    """Whether a mark has three in a row."""
    return any(all(board[cell] == mark for cell in line) for line in LINES)


def computer():
    """Win, else block, else the centre, a corner, an edge."""
    for mark in "OX":
        for line in LINES:
            free = [cell for cell in line if board[cell] == " "]
            if len(free) == 1 and sum(board[cell] == mark for cell in line) == 2:
                return free[0]
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " ")


while True:
    show()
    cell = int(input("Your move (1-9): ")) - 1
    if board[cell] != " ":
        print("That cell is taken.")
        continue
    board[cell] = "X"
    if won("X") or " " not in board:
        break
    board[computer()] = "O"
    if won("O"):
        break
show()
print("You win!" if won("X") else "You lose." if won("O") else "A draw.")
