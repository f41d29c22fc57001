# the board and the menu. run this one!
size = 3
EMPTY, CROSS, NOUGHT = "#", "X", "O"


def lines():
    result = []
    for i in range(size):
        result.append([(i, j) for j in range(size)])
        result.append([(j, i) for j in range(size)])
    result.append([(i, i) for i in range(size)])
    result.append([(i, size - 1 - i) for i in range(size)])
    return result


def winner(table):
    for line in lines():
        marks = set(table[r][c] for r, c in line)
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None


answer = ""
while answer not in ("1", "2"):
    print("1 - new game")
    print("2 - quit")
    answer = input("> ")
