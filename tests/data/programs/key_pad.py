# 7 8 9
# 4 5 6
# 1 2 3   like the key pad of the keyboard

ROWS = ["789", "456", "123", "741", "852", "963", "753", "951"]


def get_computer_move(board, letter):
    enemy = "O" if letter == "X" else "X"
    for who in (letter, enemy):
        for row in ROWS:
            keys = [int(k) for k in row]
            marks = [board[k] for k in keys]
            if marks.count(who) == 2 and marks.count(" ") == 1:
                return keys[marks.index(" ")]
    for k in (5, 7, 3, 9, 1):
        if board[k] == " ":
            return k
    for k in (8, 6, 4, 2):
        if board[k] == " ":
            return k


def print_board(board):
    print(board[7] + "|" + board[8] + "|" + board[9])
    print(board[4] + "|" + board[5] + "|" + board[6])
    print(board[1] + "|" + board[2] + "|" + board[3])


def main():
    board = [" "] * 10
    while " " in board[1:]:
        print_board(board)
        board[int(input("What is your next move? (1-9) "))] = "X"
        if " " in board[1:]:
            board[get_computer_move(board, "O")] = "O"


if __name__ == "__main__":
    main()
