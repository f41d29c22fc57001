W = [7, 56, 448, 73, 146, 292, 273, 84]  # the lines as bits


def bits(b, t):
    return sum(1 << i for i, c in enumerate(b) if c == t)


def ai(b, t):
    o = "XO"[t == "X"]
    for s in (t, o):
        for i, c in enumerate(b):
            if c == "." and any((bits(b, s) | 1 << i) & w == w for w in W):
                return i
    return max((i for i in range(9) if b[i] == "."), key=lambda i: sum(w >> i & 1 for w in W if not w & bits(b, o)))
