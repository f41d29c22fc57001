class Seat:
    def __init__(self, name, symbol):
        if symbol not in ("X", "O"):
            raise ValueError(symbol)
        self.name, self.symbol = name, symbol


class Choice:
    def __init__(self, number, why):
        self.position, self.why = number, why


class CarefulBot:
    def __init__(self, name, seat, opponent_seat, rules, verbose):
        self.name, self.me, self.seat, self.opponent_seat = name, seat.symbol, seat, opponent_seat
        self._rules, self.verbose = rules, verbose

    def choose_move(self, board):
        for seat in (self.seat, self.opponent_seat):
            for number in board.open_numbers():
                if self._rules.completes(board, seat.symbol, number):
                    return self.said(number, f"a line of {seat.name}")
        return self.said(board.open_numbers()[-1], "the last one")

    def said(self, number, why):
        if self.verbose:
            raise RuntimeError(why.upper())
        return Choice(number, f"{self.name.title()}: {why}")
