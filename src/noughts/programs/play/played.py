"""A program as a player, by its own game: it is played up to each position, and its reply is seen on its board."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from time import monotonic

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, NoughtsError, StrategyError, StrategyFault
from noughts.players.player import Decision, Notes, Player
from noughts.programs.chance import Unenumerable, merged
from noughts.programs.play.manner import Discovery, GameManner, position_of
from noughts.programs.play.stage import GameSession, Outcomes, Stage, changed_cells
from noughts.programs.play.ways import is_again

_MOVES = 5  # of the person's at one prompt, where late decisions are seen
_IDLE = 3  # acts that change nothing, until it is certain that the program does not move
_STARTS = 40  # of a game that draws who begins, until it gives a seat
_MOST_LISTED = 12_000  # outcomes of draws in a seat: a thousand games that measure a program take fewer copies
_SMALL = 9  # cells, up to which all is decided that follows
_SAMPLE = 7  # of this many positions to which several games lead, one is asked again by another game

Opened = Callable[[Game], GameSession]  # a new session of a game


class _OwnGame:
    """A program's own game, as far as it is known: its prompts by position, for each side that the program can have."""

    def __init__(self, name: str, game: Game, session: GameSession) -> None:
        self.name, self.game, self.session = name, game, session
        self.discovery = Discovery(session, game)
        self._prompts: dict[Side, dict[Position, Stage]] = {}
        self._opening: list[tuple[Move | StrategyFault, Fraction]] = []
        self._decided: dict[Position, Decision] = {}
        self.is_walked = False  # whether all games are
        self._ahead: list[Position | Stage] = []
        self._merged, self._listed = 0, dict.fromkeys(Side, 0)
        self._alike: list[Stage] = []  # other first prompts of the same position: it has drawn something before

    def search(self) -> None:
        """Find out how it is played in each seat; where an act costs a new process, once a seat is asked for."""
        if not self.session.is_slow:
            self.discovery.search()
            if not self.discovery.manners:
                self.session.close()

    def late_decisions(self) -> Iterator[tuple[Position, Decision]]:
        """Yield decisions in the seat that is known, from the prompts after the moves by which it was found out: few
        cells are free there, and none of the first thoughts is thought again."""
        for side, stages in self.discovery.reached.items():
            manner, prompts = self.discovery.manners[side], dict[Position, Stage]()
            for stage in stages:
                position = None if stage.end else self._position_at(stage, manner, side)
                if position is not None and position.side is not side:
                    prompts[position] = stage
            self._prompts[side] = prompts
            done = set[int]()
            while later := [position for position in prompts if position.ply > max(done, default=0)]:
                before = max(later, key=lambda position: position.ply)
                done.add(before.ply)
                for move in before.legal_moves[:_MOVES]:
                    if (position := before.play(move)).outcome is None:
                        yield position, self.decision(position)

    def decision(self, position: Position) -> Decision:
        """Return the program's decision in a position."""
        if position not in self._decided:
            until = monotonic() + self.session.ahead_seconds
            self._decide(position)
            self._go_ahead(until)
        return self._decided[position]

    def _decide(self, position: Position) -> None:
        """Ask for a decision, and keep what is to be asked for after it, if all games are walked."""
        self._decided[position] = decision = self._asked(position)
        prompts = self._prompts[position.side]
        for before in map(position.play, decision.moves if self.is_walked else ()):
            if before in prompts:
                self._ahead.append(prompts[before])
                self._ahead += [after for after in map(before.play, before.legal_moves) if after.outcome is None]

    def _go_ahead(self, until: float) -> None:
        """Decide what will be asked for later, depth first, while the copies before it wait: else these would have to
        be played up to again. It ends at a time of the clock: an answer waits for it."""
        while self._ahead and monotonic() < until:
            following = self._ahead.pop()
            if isinstance(following, Stage):  # all that follows it is decided
                self.session.leave(following)
            elif following not in self._decided:
                self.session.leaving = self._left_next()
                try:
                    self._decide(following)
                except StrategyFault:
                    continue  # it is raised when it is asked for
                except NoughtsError:
                    self._ahead, self.is_walked = [], False
                finally:
                    self.session.leaving = -1

    def _left_next(self) -> int:
        """Return the number of the stage at which the next act is the last one; -1 where another one follows there."""
        for item in reversed(self._ahead):
            if isinstance(item, Stage):
                return item.number
            if item not in self._decided:
                break
        return -1

    def drawn(self, position: Position, rng: random.Random) -> Decision:
        """Return one move of the program, as it draws it with numbers from `rng`; the decision, where it is listed."""
        if position in self._decided:
            return self._decided[position]
        manner, prompts = self.require(position.side), self._prompts.setdefault(position.side, {})
        if position.ply == 0:
            return Decision((self._drawn_opening(position.side, manner, rng).x.bit_length() - 1,))
        if not prompts:
            self._drawn_opening(position.side, manner, rng)
        stage, move = self._prompt_before(position, rng)
        return self._decision_after(manner, position, stage, move, rng.getrandbits(32))

    def _asked(self, position: Position) -> Decision:
        manner, _ = self._begun(position.side)
        if position.ply == 0 and not self._opening:
            raise StrategyError(f"{self.name!r} was not seen to move first in its own game")
        if position.ply == 0:
            return merged(self._opening)
        if self._listed[position.side] > _MOST_LISTED:
            raise Unenumerable(f"its draws have more than {_MOST_LISTED:,} outcomes in all")
        histories = self._histories(position)
        if not histories:
            self._lead_to(position)
            histories = self._histories(position)
        histories.sort(key=lambda each: not self.session.is_waiting(each[0]))
        decision = self._decision_after(manner, position, *histories[0])
        if position.ply == 1 and self._alike:
            stage, move = self._alike[histories[0][1] % len(self._alike)], histories[0][1]
            seen = {self._changed(stage, after, manner) - {move} for _, after in self._moved(manner, stage, move, None)}
            self.session.leave(stage)
            if seen != {frozenset({reply}) for reply in decision.moves}:
                raise StrategyError(
                    f"{self.name!r} moves otherwise at {str(position)!r} in a game that begins alike, by what it drew "
                    "before: nothing can be proved"
                )
        if len(histories) > 1:
            self._merged += 1
            if self._merged % _SAMPLE == 1 and self._decision_after(manner, position, *histories[1]) != decision:
                raise StrategyError(
                    f"{self.name!r} moves otherwise at {str(position)!r} after other moves that lead there: its "
                    "answers depend on more than the position, and nothing can be proved"
                )
        return decision

    def _decision_after(
        self, manner: GameManner, position: Position, stage: Stage, move: Move, seed: int | None = None
    ) -> Decision:
        """Return its decision in a position, after a move of the person's at a prompt; with a seed, as it is drawn."""
        prompts, replies = self._prompts[position.side], list[tuple[Move | StrategyFault, Fraction]]()
        for chance, following in self._moved(manner, stage, move, seed):
            try:
                reply = self._reply(manner, position, following, move, stage)
            except StrategyFault as fault:
                replies.append((fault, chance))
                if not following.end:
                    self.session.leave(following)
                continue
            replies.append((reply, chance))
            after = position.play(reply)
            if after.outcome is None and not following.end and after not in prompts:
                prompts[after] = following
            elif not following.end:
                self.session.leave(following)
        if seed is None and len(replies) > 1:
            self._listed[position.side] += len(replies)
        return merged(replies)

    def _moved(self, manner: GameManner, stage: Stage, move: Move, seed: int | None) -> Outcomes:
        """Return the outcomes of the person's move at a prompt."""
        self.session.watched, self.session.marks = manner.place, (manner.person, manner.program)
        acts = manner.acts(move, self.game, stage.offer)
        if not acts:
            raise StrategyError(f"{self.name!r} cannot be answered where it asks {stage.offer.question!r}")
        outcomes: Outcomes = [(Fraction(1), stage)]
        for act in acts:
            befores = [before for _, before in outcomes if before is not stage and not before.end]
            outcomes = [
                (chance * inner, after)
                for chance, before in outcomes
                for inner, after in (
                    [(Fraction(1), before)] if before.end else self.session.after_pauses(before, act, seed)
                )
            ]
            for before in befores:  # amid a move: its place is for a prompt
                self.session.leave(before)
        return outcomes

    def require(self, side: Side) -> GameManner:
        """Return how the game is played in a seat. Raises StrategyError if the seat cannot be had."""
        if side not in self.discovery.manners:
            self.discovery.search(side)
        manner = self.discovery.manners.get(side)
        if manner is None:
            is_other = side.opponent in self.discovery.manners
            why = f"try --seat {side.opponent.seat}" if is_other else self.discovery.why_not
            raise StrategyError(f"{self.name!r} cannot be had moving {side.seat} in its own game: {why}")
        return manner

    def _begun(self, side: Side) -> tuple[GameManner, dict[Position, Stage]]:
        """Return how the game is played in a seat, with its prompts. Raises StrategyError if the seat cannot be had."""
        manner = self.require(side)
        if side not in self._prompts:
            self._prompts[side] = self._openings(side, manner)
        return self.require(side), self._prompts[side]

    def _openings(self, side: Side, manner: GameManner) -> dict[Position, Stage]:
        outcomes = self.session.begin()
        for _, act in manner.answers:
            befores = [stage for _, stage in outcomes if not stage.end]
            outcomes = [
                (chance * inner, after)
                for chance, before in outcomes
                if not before.end
                for inner, after in self.session.after_pauses(before, act)
            ]
            if len(befores) > 1:  # one place for each drawn game is enough
                for before in befores:
                    self.session.leave(before)
        prompts, opening, alike = dict[Position, Stage](), list[tuple[Move | StrategyFault, Fraction]](), list[Stage]()
        for chance, stage in outcomes:
            position = self._opening_at(stage, manner, side)
            if side is Side.X and stage.fault:
                opening.append((self._failed_first(stage), chance))
            if position is None:
                continue
            prompts.setdefault(position, stage)
            if side is Side.X:
                opening.append((position.x.bit_length() - 1, chance))
            else:
                alike.append(stage)
        if len(alike) > 1:  # what it drew before may be its mark, or how it plays
            self._alike = alike[1:]
            for stage in self._alike:
                self.session.leave(stage)  # it is seldom asked, and takes no place of another one
            self.discovery.manners[side] = self._with_its_marks(alike[0], manner)
        if side is Side.X:
            whole = sum(chance for _, chance in opening)
            self._opening = [(move, chance / whole) for move, chance in opening]
        return prompts

    def _failed_first(self, stage: Stage) -> StrategyFault:
        """Return the broken rule of a game that ended by an exception where the program was to move first."""
        return StrategyFault(f"{self.name!r}: {stage.end} in place of its first move", "raised")

    def _with_its_marks(self, stage: Stage, manner: GameManner) -> GameManner:
        """Return how the game is played with the marks that it has in the game of a stage: these may be drawn."""
        after = self._moved(manner, stage, 0, seed=0)[0][1]
        seen, changed = after.boards.get(manner.place, ()), sorted(self._changed(stage, after, manner))
        is_answered = len(changed) == 2 and changed[0] == 0
        return replace(manner, person=seen[0], program=seen[changed[1]]) if seen and is_answered else manner

    def _changed(self, before: Stage, after: Stage, manner: GameManner) -> frozenset[Move]:
        """Return the cells that an act has changed."""
        last = after.boards.get(manner.place) or ((), *after.trail)[-1]
        return frozenset(changed_cells(before.boards.get(manner.place, ()), last))

    def _drawn_opening(self, side: Side, manner: GameManner, rng: random.Random) -> Position:
        """Begin a game in a seat, as it is drawn, and return its first position; it is begun again while it gives the
        other seat."""
        prompts = self._prompts[side]
        for _ in range(_STARTS):
            stage = self.session.begin(rng.getrandbits(32))[0][1]
            for _, act in manner.answers:
                if not stage.end:
                    before, stage = stage, self.session.after_pauses(stage, act, rng.getrandbits(32))[0][1]
                    self.session.leave(before)
            position = self._opening_at(stage, manner, side)
            if side is Side.X and stage.fault:
                raise self._failed_first(stage)
            if position is not None:
                if prompts.setdefault(position, stage) is not stage:
                    self.session.leave(stage)
                return position
            self.session.leave(stage)
        raise StrategyError(f"{self.name!r} was begun {_STARTS} times, and did not move {side.seat}")

    def _position_at(self, stage: Stage, manner: GameManner, side: Side) -> Position | None:
        contents = stage.boards.get(manner.place)
        return None if contents is None else position_of(manner, contents, self.game, side)

    def _opening_at(self, stage: Stage, manner: GameManner, side: Side) -> Position | None:
        """Return the position at the first prompt for a move: that after the program's, if it has this seat."""
        position = self._position_at(stage, manner, side)
        return position if position is not None and position.ply == (1 if side is Side.X else 0) else None

    def _histories(self, position: Position) -> list[tuple[Stage, Move]]:
        """Return the known prompts from which a move of the person leads to a position, with the move."""
        prompts = self._prompts[position.side]
        return [(prompts[before], move) for move, before in _before(position) if before in prompts]

    def _prompt_before(self, position: Position, rng: random.Random) -> tuple[Stage, Move]:
        histories = self._histories(position)
        if not histories:
            self._lead_to(position, rng)
            histories = self._histories(position)
        return rng.choice(histories)

    def _lead_to(self, position: Position, rng: random.Random | None = None) -> None:
        """Play up to a prompt from which a move leads to a position. Raises StrategyError if its own moves lead
        elsewhere."""
        prompts = self._prompts[position.side]
        stones = position.x, position.o
        todo, seen = list(prompts), set(prompts)
        while todo:
            at = todo.pop()
            if at.x & ~stones[0] or at.o & ~stones[1]:
                continue
            left = (position.theirs if at.side is position.side.opponent else 0) & at.playable
            for move in (cell for cell in range(self.game.cells) if left >> cell & 1):
                after = at.play(move)
                if after == position:
                    return
                if after.outcome is not None:
                    continue
                try:
                    decision = self.decision(after) if rng is None else self.drawn(after, rng)
                except StrategyFault:  # its game is lost there: another way leads on
                    continue
                for reply in decision.moves:
                    following = after.play(reply)
                    if following in prompts and following not in seen:
                        seen.add(following)
                        todo.append(following)
        text = str(position)
        raise StrategyError(f"{self.name!r} does not come to {text!r} in its own game: its moves lead elsewhere")

    def _reply(self, manner: GameManner, position: Position, stage: Stage, move: Move, prompt: Stage) -> Move:
        """Return the program's reply in a position, as it was seen; `prompt` is the stage at which the person moved.

        Raises StrategyFault for a broken rule that was seen, StrategyError where no reply was seen.
        """
        seen = [*stage.trail, *([stage.boards[manner.place]] if manner.place in stage.boards else [])]
        seen = [] if stage.is_cut else seen
        person, program = position.theirs, position.own
        for contents in reversed(seen):
            theirs, own = manner.stones(contents)
            new = own & ~program
            if theirs == person and own & program == program and new.bit_count() == 1:
                return new.bit_length() - 1
        at = f"at {str(position)!r}"
        if stage.fault:
            raise StrategyFault(f"{self.name!r}: {stage.end} {at}", "raised")
        shown = " ".join(f"{stage.text} {stage.offer.question} {stage.end}".split())[-80:]
        theirs, own = manner.stones(seen[-1]) if seen else (0, 0)
        came = any(manner.stones(contents)[0] >> move & 1 for contents in seen)
        if not stage.end and not (came and (theirs | own) >> move & 1):  # it may hold a stone that was written over it
            cell = self.game.name(move)
            raise StrategyError(f"{self.name!r} did not take {cell} {at}; it showed {shown!r}")
        if stage.end or is_again(stage.offer.question) or (theirs, own) != (person, program):
            if theirs == person and (own & ~program).bit_count() > 1:
                raise StrategyFault(f"{self.name!r} made several moves {at}", "illegal")
            if own & person and not stage.end:
                raise StrategyFault(f"{self.name!r} took a cell that is not free {at}", "illegal")
            raise StrategyError(f"{self.name!r} ended its game {at} before a move of it was seen; it showed {shown!r}")
        is_asked = stage.offer.is_text and stage.offer.question == prompt.offer.question
        is_strange = not self._changed(prompt, stage, manner) <= {move}  # a mark that is not known
        if is_strange or not (is_asked or self._is_passed(manner, position, stage, move)):  # it may be about to move
            raise StrategyError(f"{self.name!r} was not seen to move {at}; it showed {shown!r}")
        raise StrategyFault(f"{self.name!r} made no move {at}; it showed {shown!r}", "illegal")

    def _is_passed(self, manner: GameManner, position: Position, stage: Stage, taken: Move) -> bool:
        """Return whether the program has made no move: nothing changes while the person tries a taken cell, and then
        their next move is taken."""
        for _ in range(_IDLE):
            stage = self._moved(manner, stage, taken, seed=0)[0][1]
            if stage.end or manner.stones(stage.boards.get(manner.place, ())) != (position.theirs, position.own):
                return False
        for move in position.legal_moves:
            after = self._moved(manner, stage, move, seed=0)[0][1]
            if any(manner.stones(seen) == (position.theirs | 1 << move, position.own) for seen in after.trail):
                return True
        return False


class PlayedProgram(Player):
    """A program as a player, by its own game. `opened` opens a session of it; `game_file`: whose name is to be said."""

    name: str
    noisy = False
    decides_once = True

    def __init__(self, name: str, opened: Opened, game_file: str = "") -> None:
        self.name, self._opened, self._file = name, opened, game_file
        self._games: dict[Game, _OwnGame] = {}
        self._unlisted = ""

    def supports(self, game: Game) -> bool:
        """Return whether its own game is one of this size, and it is seen to move in it.

        Raises LimitExceeded if it is not known, since it has not answered in time.
        """
        discovery = self._of(game).discovery
        if not discovery.manners and discovery.late is not None:
            raise LimitExceeded(f"how the game of {self.name!r} is played is not known: {discovery.late}")
        return bool(discovery.manners)

    def is_cut(self, game: Game) -> bool:
        """Return whether its game needs what is not there, a module perhaps, before it is seen to move."""
        return not self.supports(game) and bool(self._of(game).discovery.cut)

    def why_not(self, game: Game) -> str:
        """Return why it does not play a game, or an empty text."""
        return "" if self.supports(game) else self._of(game).discovery.why_not

    def seats(self, game: Game) -> tuple[Side, ...]:
        """Return the sides that it can have in its own game."""
        return tuple(side for side in Side if side in self._of(game).discovery.manners)

    @property
    def notes(self) -> Notes:
        """How it was played."""
        manners = [item for own in self._games.values() for item in own.discovery.manners.items()]
        if not manners:
            return Notes(unlisted=self._unlisted)
        words = "; ".join(dict.fromkeys(manner.in_words() for _, manner in manners))
        if len(manners) == 1:
            words += f"; it was seen moving {manners[0][0].seat} alone"
        whose = f"its own game, {self._file}," if self._file else "its own game,"
        read_as = f"{whose} played as its person would; {words}"
        return Notes(read_as, "sure: seen in its own game", unlisted=self._unlisted)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the moves that it was seen to make, each with its chance."""
        own = self._of(position.game)
        if not self.noisy:
            try:
                return own.decision(position)
            except Unenumerable as error:
                self.noisy, self._unlisted = True, str(error)
        return own.drawn(position, rng)

    def expect_all(self, game: Game) -> None:
        """Prepare for a walk over all its games: on a small board it goes on ahead of what it is asked."""
        self._of(game).is_walked |= game.cells <= _SMALL

    def close(self) -> None:
        """End its processes."""
        for own in self._games.values():
            own.session.close()

    def late_decisions(self, game: Game, acts: int, seconds: float) -> Iterator[tuple[Position, Decision]]:
        """Yield decisions in late positions of its own game, once a seat is known; none after so many acts, or so much
        processor time of the game's.

        Raises NoughtsError where it cannot be played.
        """
        own = _OwnGame(self.name, game, self._opened(game))
        try:
            own.discovery.search_one(acts, seconds)
            yield from own.late_decisions()
        finally:
            own.session.close()

    def _of(self, game: Game) -> _OwnGame:
        if game not in self._games:
            self._games[game] = own = _OwnGame(self.name, game, self._opened(game))
            own.search()
        return self._games[game]


def _before(position: Position) -> Iterator[tuple[Move, Position]]:
    """Yield each last move of the person that may have led to a position, with the position before it."""
    for move in range(position.game.cells):
        if position.theirs >> move & 1:
            x, o = (stones & ~(1 << move) for stones in (position.x, position.o))
            yield move, Position.from_boards(position.game, x, o)
