from colorama import Fore, init
from prettytable import PrettyTable
from termcolor import colored

init()
print(colored("TIC TAC TOE", "yellow"))


def draw(matrix):
    table = PrettyTable(header=False)
    for line in matrix:
        table.add_row(line)
    print(Fore.GREEN + str(table))


def full(m):
    for line in m:
        for c in line:
            if c == "":
                return False
    return True


def three(m, s):
    for i in range(3):
        if m[i][0] == m[i][1] == m[i][2] == s or m[0][i] == m[1][i] == m[2][i] == s:
            return True
    return m[0][0] == m[1][1] == m[2][2] == s or m[0][2] == m[1][1] == m[2][0] == s


def negamax(m, me, you, a=-9, b=9):
    if three(m, you):
        return -1, None
    if full(m):
        return 0, None
    move = None
    for r in range(3):
        for c in range(3):
            if m[r][c] == "":
                m[r][c] = me
                v = -negamax(m, you, me, -b, -a)[0]
                m[r][c] = ""
                if v > a:
                    a, move = v, (r, c)
                if a >= b:
                    return a, move
    return a, move


def get_move(m, me, you):
    return negamax(m, me, you)[1]


if __name__ == "__main__":
    matrix = [["", "", ""], ["", "", ""], ["", "", ""]]
    turn = 0
    while not full(matrix) and not three(matrix, "X") and not three(matrix, "O"):
        draw(matrix)
        if turn % 2 == 0:
            r, c = [int(v) for v in input("row col: ").split()]
            matrix[r][c] = "X"
        else:
            r, c = get_move(matrix, "O", "X")
            matrix[r][c] = "O"
        turn += 1
