EMPTY = "-"


class Board:
    def __init__(self, width, height):
        self._squares = [EMPTY] * (width * height)

    def put(self, mark, number):
        self._squares[number - 1] = mark

    def mark_at(self, number):
        return self._squares[number - 1]

    def open_numbers(self):
        return [number for number, mark in enumerate(self._squares, 1) if mark == EMPTY]
