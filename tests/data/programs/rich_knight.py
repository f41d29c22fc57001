L = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def get_move(board):
    turn = 10 - board.count(2)

    def free(n):
        return board[n - 1] == 2

    def make2():
        if free(5):
            return 5
        return next((n for n in (2, 4, 6, 8) if free(n)), 0)

    def wins(p):
        for line in L:
            product = 1
            for i in line:
                product *= board[i]
            if product == p * p * 2:
                return next(i + 1 for i in line if board[i] == 2)
        return 0

    def anywhere():
        return next(n for n in range(1, 10) if free(n))

    x, o = wins(3), wins(5)
    if turn == 1:
        n = 1
    elif turn == 2:
        n = 5 if free(5) else 1
    elif turn == 3:
        n = 9 if free(9) else 3
    elif turn == 4:
        n = x or make2()
    elif turn == 5:
        n = x or o or (7 if free(7) else 3)
    elif turn == 6:
        n = o or x or make2()
    elif turn % 2:
        n = x or o or anywhere()
    else:
        n = o or x or anywhere()
    return (n or anywhere()) - 1
