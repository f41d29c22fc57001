"""A whole game: a menu, a board in a dict whose free cells hold their numbers, a loop that catches everything."""


class Table:
    def __init__(self):
        self.cells = {n: str(n) for n in range(1, 10)}
        self.you, self.me = "X", "O"

    def lines(self):
        for a, b, c in ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)):
            yield [self.cells[a], self.cells[b], self.cells[c]]

    def won(self, mark):
        return [mark] * 3 in list(self.lines())

    def full(self):
        return all(cell in "XO" for cell in self.cells.values())

    def think(self):
        for mark in (self.me, self.you):
            for n in range(1, 10):
                if self.cells[n] == str(n):
                    self.cells[n] = mark
                    found = self.won(mark)
                    self.cells[n] = str(n)
                    if found:
                        self.cells[n] = self.me
                        return
        for n in (5, 1, 2, 3, 4, 6, 7, 8, 9):
            if self.cells[n] == str(n):
                self.cells[n] = self.me
                return

    def show(self):
        for n in (1, 4, 7):
            print(" " + " | ".join(self.cells[n + i] for i in range(3)))

    def run(self):
        while True:
            answer = input("Welcome! Do you want to be X or O? X goes first: ").strip().upper()
            if answer in ("X", "O"):
                break
            print("Please type X or O.")
        self.you = answer
        self.me = "O" if answer == "X" else "X"
        mine = self.you == "O"
        while True:
            if mine:
                self.think()
            else:
                self.show()
                while True:
                    try:
                        n = int(input("Your cell? "))
                        if self.cells[n] == str(n):
                            break
                        print("That one is taken.")
                    except:
                        print("A number from 1 to 9, please.")
                self.cells[n] = self.you
            for mark, words in ((self.you, "You win!"), (self.me, "I win!")):
                if self.won(mark):
                    self.show()
                    print(words)
                    return
            if self.full():
                print("A draw.")
                return
            mine = not mine


if __name__ == "__main__":
    while True:
        Table().run()
        if input("Play again (y/n)? ").lower() != "y":
            break
