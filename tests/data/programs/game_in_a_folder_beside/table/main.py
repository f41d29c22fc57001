from brain.player import Player

from .squares import Table


def chosen(sign):
    kind = ""
    while kind not in ("human", "random", "computer"):
        kind = input(f"Is {sign} a human, random, or a computer? ")
    if kind == "human":
        return None
    return Player(sign, int(input("How far shall it look ahead? (1-9) ")) if kind == "computer" else 1)


def asked(table):
    while True:
        column, row = input("Column: "), input("Row: ")
        if column in ("a", "b", "c") and row in ("1", "2", "3"):
            place = 3 * (int(row) - 1) + "abc".index(column)
            if table.squares[place] == ".":
                return place


def main():
    table, players = Table(), {sign: chosen(sign) for sign in "XO"}
    sign = "X"
    while not table.is_over():
        player = players[sign]
        table.squares[asked(table) if player is None else player.answer(table)] = sign
        sign = "O" if sign == "X" else "X"


if __name__ == "__main__":
    main()
