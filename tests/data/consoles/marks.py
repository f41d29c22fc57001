"""Cells by their numbers, which stand on the board; the computer is O and moves second."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def reply(board, mine="O", theirs="X"):
    for who in (mine, theirs):
        for line in LINES:
            free = [cell for cell in line if board[cell] not in "XO"]
            if len(free) == 1 and [board[cell] for cell in line].count(who) == 2:
                return free[0]
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] not in "XO")


def won(board):
    return any(board[a] == board[b] == board[c] for a, b, c in LINES)


def show(board):
    print("\n---+---+---\n".join(f" {a} | {b} | {c} " for a, b, c in (board[0:3], board[3:6], board[6:9])))
    print()


def main():
    board = [str(number) for number in range(1, 10)]
    show(board)
    for ply in range(9):
        if ply % 2:
            board[reply(board)] = "O"
        else:
            while (move := input("Your move (1-9): ")) not in board or move in "XO":
                print("That is taken.")
            board[int(move) - 1] = "X"
        show(board)
        if won(board):
            print("Game over.")
            break
    input("Play again? (y/n) ")


if __name__ == "__main__":
    main()
