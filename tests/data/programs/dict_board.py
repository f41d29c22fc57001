board = {1: " ", 2: " ", 3: " ",
         4: " ", 5: " ", 6: " ",
         7: " ", 8: " ", 9: " "}
player = "O"
bot = "X"


def print_board(b):
    print(b[1] + "|" + b[2] + "|" + b[3])
    print(b[4] + "|" + b[5] + "|" + b[6])
    print(b[7] + "|" + b[8] + "|" + b[9])


def which_mark_won(mark):
    for a, b, c in ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (7, 5, 3)):
        if board[a] == board[b] == board[c] == mark:
            return True
    return False


def check_draw():
    return " " not in board.values()


def insert_letter(letter, position):
    board[position] = letter
    print_board(board)
    if check_draw():
        print("Draw!")
        exit()
    if which_mark_won(letter):
        print(letter, "wins!")
        exit()


def player_move():
    position = int(input("Enter the position for 'O': "))
    insert_letter(player, position)


def comp_move():
    best_score = -800
    best_move = 0
    for key in board.keys():
        if board[key] == " ":
            board[key] = bot
            score = minimax(board, False, -900, 900)
            board[key] = " "
            if score > best_score:
                best_score = score
                best_move = key
    insert_letter(bot, best_move)


def minimax(board, is_maximizing, a, b):
    if which_mark_won(bot):
        return 1
    elif which_mark_won(player):
        return -1
    elif check_draw():
        return 0
    for key in board.keys():
        if board[key] == " ":
            board[key] = bot if is_maximizing else player
            score = minimax(board, not is_maximizing, a, b)
            board[key] = " "
            if is_maximizing:
                a = max(a, score)
            else:
                b = min(b, score)
            if a >= b:
                break
    return a if is_maximizing else b


while not check_draw():
    comp_move()
    player_move()
