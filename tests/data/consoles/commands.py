"""It asks for a command such as "start user hard"; a free cell is a space, and only bars at both ends frame a row."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
KINDS = ("user", "easy", "medium", "hard")
board = [" "] * 9


def show():
    print("---------")
    for start in (0, 3, 6):
        print("|", *board[start : start + 3], "|")
    print("---------")


def won(mark):
    return any(all(board[cell] == mark for cell in line) for line in LINES)


def wins(mark, cell):
    board[cell] = mark
    has_won = won(mark)
    board[cell] = " "
    return has_won


def best(mark):
    free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " "]
    both = (mark, "O" if mark == "X" else "X")
    return next((cell for one in both for cell in sorted(free) if wins(one, cell)), free[0])


def asked():
    while True:
        text = input("Enter the coordinates: ").split()
        if len(text) != 2 or not all(one in ("1", "2", "3") for one in text):
            print("You should enter numbers!")
            continue
        cell = (int(text[0]) - 1) * 3 + int(text[1]) - 1
        if board[cell] == " ":
            return cell
        print("This cell is occupied! Choose another one!")


def main():
    while True:
        words = input("Input command: ").split()
        if words == ["exit"]:
            return
        if len(words) == 3 and words[0] == "start" and words[1] in KINDS and words[2] in KINDS:
            break
        print("Bad parameters!")
    show()
    turn = 0
    while not won("X") and not won("O") and " " in board:
        mark, kind = "XO"[turn], words[1 + turn]
        if kind == "user":
            cell = asked()
        else:
            print(f'Making move level "{kind}"')
            cell = best(mark) if kind == "hard" else board.index(" ")
        board[cell] = mark
        show()
        turn = 1 - turn


if __name__ == "__main__":
    main()
