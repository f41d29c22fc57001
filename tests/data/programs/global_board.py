import math

board = [" "] * 9


def print_board():
    for i in range(0, 9, 3):
        print(board[i], "|", board[i + 1], "|", board[i + 2])


def is_winner(p):
    combos = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(board[a] == board[b] == board[c] == p for a, b, c in combos)


def minimax(depth, is_maximizing, alpha=-math.inf, beta=math.inf):
    if is_winner("O"):
        return 10 - depth
    if is_winner("X"):
        return depth - 10
    if " " not in board:
        return 0
    if is_maximizing:
        best = -math.inf
        for i in range(9):
            if board[i] == " ":
                board[i] = "O"
                best = max(best, minimax(depth + 1, False, alpha, beta))
                board[i] = " "
                alpha = max(alpha, best)
                if beta <= alpha:
                    break
        return best
    best = math.inf
    for i in range(9):
        if board[i] == " ":
            board[i] = "X"
            best = min(best, minimax(depth + 1, True, alpha, beta))
            board[i] = " "
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best


def computer_move():
    best_score = -math.inf
    best = None
    for i in range(9):
        if board[i] == " ":
            board[i] = "O"
            score = minimax(0, False)
            board[i] = " "
            if score > best_score:
                best_score = score
                best = i
    board[best] = "O"


def human_move():
    while True:
        try:
            move = int(input("Enter your move (1-9): ")) - 1
            if 0 <= move <= 8 and board[move] == " ":
                board[move] = "X"
                break
        except ValueError:
            pass


def play_game():
    print("Welcome!")
    while True:
        human_move()
        if is_winner("X") or " " not in board:
            break
        computer_move()
        print_board()
        if is_winner("O") or " " not in board:
            break


if __name__ == "__main__":
    play_game()
