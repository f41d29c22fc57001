def check(b, m):
    return ((b[0] == b[1] == b[2] == m) or (b[3] == b[4] == b[5] == m) or (b[6] == b[7] == b[8] == m)
            or (b[0] == b[3] == b[6] == m) or (b[1] == b[4] == b[7] == m) or (b[2] == b[5] == b[8] == m)
            or (b[0] == b[4] == b[8] == m) or (b[2] == b[4] == b[6] == m))


def best_move(b, m):
    other = "O" if m == "X" else "X"
    for mark in (m, other):
        for i in range(0, 8):  # all cells
            if b[i] == " ":
                b[i] = mark
                yes = check(b, mark)
                b[i] = " "
                if yes:
                    return i
    for i in range(0, 8):
        if b[i] == " ":
            return i
    return -1
