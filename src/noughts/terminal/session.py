"""A session: a series of games between people and strategies. No input, no output, no rules.

Both front ends hold one: they call its methods for a person's actions, and pass its questions to the strategies.
"""

import random
from collections.abc import Iterable

from noughts.core.game import Game, Move
from noughts.core.gamelog import GameLog
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.players.player import Player, supports
from noughts.terminal.players import HUMAN, MoveRequest, Roster, Turn


class Session:
    """The current game, its players, and the questions to strategies with their answers."""

    def __init__(
        self, game: Game, players: tuple[Player | None, Player | None], roster: Roster, seed: int | None = None
    ) -> None:
        self.log: GameLog[Turn] = GameLog.start(game)
        self.players: dict[Side, Player | None] = dict(zip(Side, players, strict=True))
        self.people = dict.fromkeys(Side, HUMAN)  # the names of the people
        self.roster = roster
        self.hint: Turn | None = None  # the expert's hint for the position on the board
        self.failure: NoughtsError | None = None  # of the strategy to move
        self.paused = False  # only if strategies play both sides
        self._asked: MoveRequest | None = None
        self._steps = 0
        self._rng = random.Random(seed)

    # State.

    @property
    def game(self) -> Game:
        """The rules."""
        return self.log.game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.log.position

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves of the game."""
        return self.log.moves

    @property
    def resigned(self) -> Side | None:
        """The side that resigned."""
        return self.log.resigned

    @property
    def over(self) -> bool:
        """Whether the game has ended: by the rules, or because a side resigned."""
        return self.log.over

    @property
    def to_move(self) -> Player | None:
        """The player of the side to move."""
        return self.players[self.position.side]

    @property
    def waits_for_human(self) -> bool:
        """Whether the next move is a person's."""
        return not self.over and self.to_move is None

    @property
    def humans(self) -> set[Side]:
        """The sides that people play."""
        return {side for side, player in self.players.items() if player is None}

    @property
    def watching(self) -> bool:
        """Whether strategies play both sides."""
        return not self.humans

    @property
    def last_thought(self) -> Turn | None:
        """The last move of this game that a strategy made."""
        return next((turn for turn in reversed(self.turns) if turn.decision is not None), None)

    @property
    def thinking(self) -> bool:
        """Whether a strategy has been asked for its move, and has not answered."""
        return self._asked is not None

    @property
    def stepping(self) -> bool:
        """Whether a requested single step of two paused strategies is still due."""
        return self._steps > 0

    def name(self, side: Side) -> str:
        """Return the name of a side's player."""
        player = self.players[side]
        return self.people[side] if player is None else player.name

    def before(self, turn: Turn) -> Position:
        """Return the position in which a move of this game was made."""
        return next(position for position, each in zip(self.log.positions, self.turns, strict=False) if each is turn)

    def record(self) -> Record:
        """Return the game so far as a record."""
        return self.log.record((self.name(Side.X), self.name(Side.O)))

    # A person's actions.

    def play(self, move: Move) -> None:
        """Make a person's move. Raises IllegalMoveError, also if a strategy is to move."""
        if not self.over and self.to_move is not None:
            raise IllegalMoveError(move, f"it is the turn of {self.position.side} ({self.to_move.name})")
        self._add(Turn(move, self.position.side))

    def replay(self, moves: Iterable[Move]) -> None:
        """Make moves of an earlier game, for people and strategies. Raises IllegalMoveError."""
        for move in moves:
            self._add(Turn(move, self.position.side))

    def undo(self) -> tuple[Turn, ...]:
        """Take moves back and return them, the last first; two strategies pause. A resignation is taken back alone."""
        before, count = self.log, self.log.moves_back(self.humans)
        if count is None:
            return ()
        self.paused = self.watching
        self._change(before.undo(count))
        return self.log.undone[len(before.undone) :]

    def redo(self) -> tuple[Turn, ...]:
        """Make again what the last undo took back, and return it, in the order of play."""
        before, count = self.log, self.log.moves_forward(self.humans)
        if count:
            self._change(before.redo(count))
        return self.turns[len(before.moves) :]

    def resign(self) -> Side:
        """End the game for the person to move, or the only person, and return that side. Raises IllegalMoveError."""
        sides = self.log.may_resign(self.humans)
        if not sides:
            raise IllegalMoveError(None, "no person can resign now")
        side = self.position.side if self.position.side in sides else sides[0]
        self._change(self.log.resign(side))
        return side

    def new(self) -> None:
        """Start a game with the same players."""
        self._begin(self.game)

    def swap(self) -> None:
        """Let the players change sides; the moves stay."""
        x, o = self.players.values()
        self.players = {Side.X: o, Side.O: x}
        self.people = {side: self.people[side.opponent] for side in Side}
        self._forget()

    def seat(self, side: Side, who: str) -> None:
        """Let `who` play a side from now on. Raises as `Roster.player` does."""
        self.players[side] = self.roster.player(who, self.game)
        self.people[side] = HUMAN
        self._forget()

    def change_game(self, game: Game) -> list[str]:
        """Start another game; return the names of the players that do not play it: the expert replaces them."""
        expert = self.roster.expert(game)
        unseated = []
        for side, player in self.players.items():
            if player is not None and not supports(player, game):
                unseated.append(player.name)
                self.players[side] = expert
        self._begin(game)
        return unseated

    def leave_to_strategies(self) -> None:
        """Replace the people by the expert: a demonstration."""
        expert = self.roster.expert(self.game)
        self.players = {side: player or expert for side, player in self.players.items()}
        self.paused = False
        self._forget()

    # Questions to strategies.

    def question(self) -> MoveRequest | None:
        """Return the next question to a strategy, once; None if it thinks, failed, is paused, or is not to move."""
        if self.over or self.to_move is None or self._asked or self.failure or self._rests:
            return None
        self._steps = 0
        self._asked = self._ask(self.to_move)
        return self._asked

    def accept(self, question: MoveRequest, turn: Turn) -> bool:
        """Make the move of an answer; do nothing and return False if the position has changed."""
        if question is not self._asked:
            return False
        self._add(turn)
        return True

    def fail(self, question: MoveRequest, error: NoughtsError) -> bool:
        """Record that the strategy failed: it is not asked again until the session changes. Returns as `accept`."""
        if question is not self._asked:
            return False
        self._asked, self.failure = None, error
        return True

    def pause(self) -> bool:
        """Pause two strategies, or resume them, also after a failure; return whether they are paused."""
        self.paused = not (self.paused or self.failure)
        self._forget()
        return self.paused

    def step(self) -> None:
        """Let the strategies make one more move, and pause."""
        self.paused, self._steps = True, 1
        self.failure = None

    def ask_hint(self) -> MoveRequest | None:
        """Return the question to the expert about the position; None if the game is over."""
        return None if self.over else self._ask(self.roster.advice(self.position))

    def accept_hint(self, question: MoveRequest, turn: Turn) -> bool:
        """Keep a hint until the position changes; return False if it has changed already."""
        if question.position is not self.position or self.over:
            return False
        self.hint = turn
        return True

    # Internals.

    def _ask(self, strategy: Player) -> MoveRequest:
        return MoveRequest(strategy, self.position, self._rng.getrandbits(64))

    def _begin(self, game: Game) -> None:
        self.paused = False
        self._change(GameLog.start(game))

    def _add(self, turn: Turn) -> None:
        self._change(self.log.play(turn))

    def _change(self, log: GameLog[Turn]) -> None:
        self.log = log
        self._forget()

    @property
    def _rests(self) -> bool:
        return self.watching and self.paused and not self.stepping

    def _forget(self) -> None:
        """Clear the state that belongs to the last position."""
        self.hint = self.failure = self._asked = None
        self._steps = 0
