class Game:
    def __init__(self):
        self.board = [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]

    def lines(self):
        b = self.board
        return b + [[b[0][i], b[1][i], b[2][i]] for i in range(3)] + [[b[0][0], b[1][1], b[2][2]], [b[0][2], b[1][1], b[2][0]]]

    def over(self):
        return any(a == b == c != " " for a, b, c in self.lines()) or not any(" " in row for row in self.board)

    def won(self, mark):
        return [mark] * 3 in self.lines()

    def full(self):
        return not any(" " in row for row in self.board)

    def free(self, cell):
        return self.board[(cell - 1) // 3][(cell - 1) % 3] == " "

    def put(self, letter, cell):
        if self.free(cell):
            self.board[(cell - 1) // 3][(cell - 1) % 3] = letter
            if any(a == b == c != " " for a, b, c in self.lines()):
                print("{} wins".format(letter))
                exit(0)
            if self.full():
                print("draw")
                exit(0)
            return True
        print("not free")
        self.put(letter, int(input("cell: ")))
        return True

    def person_move(self, letter):
        self.put(letter, int(input(f"cell for {letter}: ")))

    def bot_move(self, letter):
        best_score, best = -100, None
        for row in range(3):
            for column in range(3):
                if self.board[row][column] == " ":
                    self.board[row][column] = letter
                    score = self.value(letter, False)
                    self.board[row][column] = " "
                    if score > best_score:
                        best_score, best = score, 3 * row + column + 1
        return self.put(letter, best)

    def value(self, bot, mine):
        person = "X" if bot == "O" else "O"
        if self.won(bot):
            return 100
        if self.won(person):
            return -100
        if self.full():
            return 0
        scores = []
        for row in range(3):
            for column in range(3):
                if self.board[row][column] == " ":
                    self.board[row][column] = bot if mine else person
                    scores.append(self.value(bot, not mine))
                    self.board[row][column] = " "
        return max(scores) if mine else min(scores)


def choose():
    bot, person = "X", "O"
    while True:
        person = input("X or O: ")
        if person.lower() == "x":
            bot = "O"
            break
        elif person.lower() == "o":
            bot = "X"
            break
    return person, bot


game = Game()
letters = choose()
while not game.over():
    game.person_move(letters[0])
    game.bot_move(letters[1])
