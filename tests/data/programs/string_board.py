def wins(s, p):
    return any(s[a] == s[b] == s[c] == p for a, b, c in
               [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])


def put(s, i, p):
    return s[:i] + p + s[i + 1:]


def solve(s, p, memo={}):
    """1 if p (to move) wins, 0 for a tie, -1 if p loses"""
    q = "o" if p == "x" else "x"
    if wins(s, q):
        return -1
    if "_" not in s:
        return 0
    if (s, p) not in memo:
        memo[s, p] = max(-solve(put(s, i, p), q) for i in range(9) if s[i] == "_")
    return memo[s, p]


def next_move(s):
    p = "x" if s.count("x") == s.count("o") else "o"
    q = "o" if p == "x" else "x"
    return max((i for i in range(9) if s[i] == "_"), key=lambda i: -solve(put(s, i, p), q))
