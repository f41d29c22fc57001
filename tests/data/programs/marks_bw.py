BLACK = "b"
WHITE = "w"
EMPTY = "."
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def in_board(board, y, x):
    return 0 <= y < len(board) and 0 <= x < len(board[0])


def count(board, y, x, dy, dx, color):
    n = 0
    while in_board(board, y, x) and board[y][x] == color:
        n += 1
        y += dy
        x += dx
    return n


def makes_row(board, y, x, color):
    for dy, dx in DIRECTIONS:
        n = 1 + count(board, y + dy, x + dx, dy, dx, color) + count(board, y - dy, x - dx, -dy, -dx, color)
        if n >= 3:
            return True
    return False


def neighbours(board, y, x, color):
    total = 0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if (dy or dx) and in_board(board, y + dy, x + dx) and board[y + dy][x + dx] == color:
                total += 1
    return total


def get_best_move(board, color):
    enemy = WHITE if color == BLACK else BLACK
    cells = [(y, x) for y in range(len(board)) for x in range(len(board[0])) if board[y][x] == EMPTY]
    for who in (color, enemy):
        for y, x in cells:
            if makes_row(board, y, x, who):
                return y, x
    cells.sort(key=lambda c: (-neighbours(board, c[0], c[1], enemy), -neighbours(board, c[0], c[1], color)))
    return cells[0]
