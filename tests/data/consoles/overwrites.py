"""The computer takes c3, whatever is there."""


def main():
    board = ["_"] * 9
    for _ in range(5):
        print(f"{'|'.join(board[0:3])}\n{'|'.join(board[3:6])}\n{'|'.join(board[6:9])}")
        cell = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"].index(input("Your move, from a1 to c3: "))
        board[cell] = "x"
        board[8] = "o"


if __name__ == "__main__":
    main()
