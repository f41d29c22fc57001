import random

# index 0 is not used
board = [" " for x in range(10)]


def insert_letter(letter, pos):
    board[pos] = letter


def space_is_free(pos):
    return board[pos] == " "


def print_board(board):
    print(" " + board[1] + " | " + board[2] + " | " + board[3])
    print(" " + board[4] + " | " + board[5] + " | " + board[6])
    print(" " + board[7] + " | " + board[8] + " | " + board[9])


def is_winner(bo, le):
    return ((bo[7] == le and bo[8] == le and bo[9] == le)
            or (bo[4] == le and bo[5] == le and bo[6] == le)
            or (bo[1] == le and bo[2] == le and bo[3] == le)
            or (bo[1] == le and bo[4] == le and bo[7] == le)
            or (bo[2] == le and bo[5] == le and bo[8] == le)
            or (bo[3] == le and bo[6] == le and bo[9] == le)
            or (bo[1] == le and bo[5] == le and bo[9] == le)
            or (bo[3] == le and bo[5] == le and bo[7] == le))


def player_move():
    run = True
    while run:
        move = input("Please select a position (1-9): ")
        try:
            move = int(move)
            if 0 < move < 10 and space_is_free(move):
                run = False
                insert_letter("X", move)
        except ValueError:
            print("Please type a number!")


def comp_move():
    possible_moves = [x for x, letter in enumerate(board) if letter == " " and x != 0]
    move = 0
    for let in ["O", "X"]:
        for i in possible_moves:
            board_copy = board[:]
            board_copy[i] = let
            if is_winner(board_copy, let):
                move = i
                return move
    corners_open = [i for i in possible_moves if i in [1, 3, 7, 9]]
    if len(corners_open) > 0:
        return select_random(corners_open)
    if 5 in possible_moves:
        return 5
    edges_open = [i for i in possible_moves if i in [2, 4, 6, 8]]
    if len(edges_open) > 0:
        move = select_random(edges_open)
    return move


def select_random(li):
    return random.choice(li)


def is_board_full(board):
    return board.count(" ") <= 1


def main():
    print_board(board)
    while not is_board_full(board):
        if not is_winner(board, "O"):
            player_move()
        else:
            print("Sorry, O's won this time!")
            break
        if not is_winner(board, "X"):
            move = comp_move()
            if move == 0:
                print("Tie Game!")
            else:
                insert_letter("O", move)
                print_board(board)
        else:
            print("X's won this time!")
            break


main()
