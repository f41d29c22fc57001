"""It asks for a name, a level, a mark and who begins; row and column apart, from 1; the screen is cleared."""

import time

from marks import reply, won


def show(board):
    print("\033[2J\033[H  1 2 3")
    for row in range(3):
        print(row + 1, *(board[3 * row : 3 * row + 3]))


def main():
    print("*** Noughts and crosses ***")
    name = input("What is your name? ")
    level = input("Choose a level:\n 1) easy\n 2) hard\n> ")
    human = input(f"{name}, do you want to be X or O? ").upper()
    mine = "O" if human == "X" else "X"
    begins = input("Do you want to go first (y/n)? ") == "y"
    board = ["."] * 9
    for ply in range(9):
        show(board)
        if (ply % 2 == 0) == begins:
            while True:
                row, column = input("Row: "), input("Column: ")
                if row in "123" and column in "123" and board[3 * int(row) + int(column) - 4] == ".":
                    break
                print("No.")
            board[3 * int(row) + int(column) - 4] = human
        else:
            print("I think ...")
            time.sleep(0.05)
            board[reply(board, mine, human) if level == "2" else board.index(".")] = mine
        if won([cell if cell != "." else str(at) for at, cell in enumerate(board)]):
            break
    show(board)


if __name__ == "__main__":
    main()
