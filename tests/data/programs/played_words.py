# A game in which a move is made by words, and the next game begins at once
ROWS, COLUMNS = ["top", "middle", "bottom"], ["left", "middle", "right"]
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def choose(question, words):
    answer = ""
    while answer not in words:
        print(question, words)
        answer = input()
    return words.index(answer)


def play():
    board, turn = [" "] * 9, 0
    person = choose("Would you like to go first or second?", ["first", "second"])
    while " " in board and not any(board[int(a)] == board[int(b)] == board[int(c)] != " " for a, b, c in LINES):
        if turn == person:
            cell = 3 * choose("Choose a row.", ROWS) + choose("Choose a column.", COLUMNS)
            if board[cell] != " ":
                continue
        else:
            cell = max(cell for cell in range(9) if board[cell] == " ")
        board[cell] = "XO"[turn]
        turn = 1 - turn
    print(board)


if __name__ == "__main__":
    while True:
        play()
