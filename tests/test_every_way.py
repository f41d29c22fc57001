"""Every way to a verdict says the same of 2,000 strategies made by chance, and it equals plain recursion.

A strategy is made by chance (tests/made_by_chance.py) and writes down what it answers. One rule holds for all of them,
whatever they depend on, and leaves nothing to luck:

- a way that has heard two different answers in one position says that nothing can be proved, and names the position;
- a way that has not gives a verdict, and it equals a recursion over the answers that it has heard;
- for a verdict it has asked again: about every decision if there are at most 300, else about 300, and about each one on
  a losing line; where the strategy has a second process, there too.

What must be found of a strategy follows from that. One that depends on the position alone always has its verdict. A
second answer to the second question of a position, or in the second process, is always found where there are at most
300 decisions, and on a losing line. A change after some number of questions is found where it comes between the first
and the last question of one position, one that depends on the question before where these two were not alike. What is
found nowhere was never answered in this run; the verdict is true of what was.

Each strategy meets two of the ways, and each way at least 300 strategies, of all kinds. The gate makes 300 strategies,
and `make test` 40. In a way that takes long few play on 4,3,3. No process is started: a strategy says itself what it is
in another one.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from noughts import library
from noughts.app import proofs
from noughts.app.drawings import ProvedPoster
from noughts.arena.exact_match import exact
from noughts.certify import check
from noughts.certify.format import MAX_ENTRIES
from noughts.cli.certificates import certified, check_certificate
from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side, positions_after
from noughts.core.tally import Tally
from noughts.core.value import Value
from noughts.errors import (
    CertificateRefused,
    FaultKind,
    GameError,
    LimitExceeded,
    StrategyError,
    StrategyFault,
)
from noughts.grading import grader
from noughts.grading.grader import Grader
from noughts.players.player import NO_DICE, Player, Wrapped
from noughts.programs.jail.limits import Limits
from noughts.prove import Proof, Uncounted, fix, line_search, prove, regret, verdict
from noughts.prove.ledger import SAMPLE
from noughts.prove.line_search import Advice
from noughts.prove.plan import NoPlan, PlanPlayer, plan_of
from noughts.prove.regret import REGRET_POSITIONS
from noughts.prove.seated import Seated, answered, represented
from noughts.prove.terms import ProofTerms
from noughts.results.proof import Finding
from noughts.solve.minimax import Plain
from noughts.strategies.random_player import Random
from noughts.walk import Ply, walk
from tests.made_by_chance import (
    FIXED,
    KINDS,
    RAISED,
    WHOLE,
    Answer,
    Heard,
    Recipe,
    Replayed,
    Stones,
    made,
    mixed,
    moves_of,
)
from tests.witnesses import every_position, forced, minimax

pytestmark = pytest.mark.usefixtures("batches")

STRATEGIES = 2000
FEW = {"quick": 40, "gate": 300}
MET = (0, 6)  # of the 13 ways, each strategy meets two
MOST, NODES = 5000, Budget(nodes=100)  # of a search for the fewest exceptions, or lessons
VALUES = Plain()


@dataclass
class Truth:
    """The results of a strategy in a seat, by recursion over the answers.

    `shortest`: the plies of its shortest lost game, None for none. `positions`: all that are reached. `asked`: the
    decisions among them, `faults`: those that break the rules.
    """

    games: Tally[int]
    chances: Tally[Fraction]
    shortest: int | None
    positions: int
    asked: set[Stones]
    faults: dict[Stones, FaultKind]


def recursion(game: Game, seat: Side, answers: Callable[[Stones], Answer]) -> Truth:
    """Return the results of a strategy against every reply, position by position."""
    lines = list(lines_of(game))
    never = game.cells + 1
    known = dict[Stones, tuple[int, ...]]()
    reached, asked, faults = {(0, 0)}, set[Stones](), dict[Stones, FaultKind]()

    def below(stones: Stones) -> tuple[int, ...]:
        """Return the games won, drawn and lost, their chances in WHOLE for each free cell, and the least plies."""
        if stones not in known:
            known[stones] = total(stones)
        return known[stones]

    def total(stones: Stones) -> tuple[int, ...]:
        x, o = stones
        free = [cell for cell in range(game.cells) if not (x | o) >> cell & 1]
        mover = to_move(x, o)
        answer: Answer = dict.fromkeys(free, WHOLE // len(free))
        if mover is seat:
            asked.add(stones)
            answer = answers(stones)
            if isinstance(answer, str):
                faults[stones] = "raised" if answer == RAISED else "illegal"
                return 0, 0, 1, 0, 0, WHOLE ** len(free), game.cells - len(free)
        assert not isinstance(answer, str)
        results, least = [0] * 6, never
        for move, share in answer.items():
            after = (x | 1 << move, o) if mover is Side.X else (x, o | 1 << move)
            reached.add(after)
            *counts, plies = ended(after, mover, len(free) - 1) or below(after)
            for at in range(3):
                results[at] += counts[at]
                results[at + 3] += counts[at + 3] * share
            least = min(least, plies)
        return *results, least

    def ended(stones: Stones, mover: Side, free: int) -> tuple[int, ...] | None:
        own = stones[0] if mover is Side.X else stones[1]
        if any(own & line == line for line in lines):
            if mover is seat:
                return 1, 0, 0, WHOLE**free, 0, 0, never
            return 0, 0, 1, 0, 0, WHOLE**free, game.cells - free
        return None if free else (0, 1, 0, 0, 1, 0, never)

    won, drawn, lost, *chances, shortest = below((0, 0))
    return Truth(
        Tally(won, drawn, lost),
        Tally(*(Fraction(chance, WHOLE**game.cells) for chance in chances)),
        None if shortest == never else shortest,
        len(reached),
        asked,
        faults,
    )


def to_move(x: int, o: int) -> Side:
    return Side.X if x.bit_count() == o.bit_count() else Side.O


def lines_of(game: Game) -> Iterator[int]:
    """Yield every line as the bits of its cells."""
    for row in range(game.n):
        for column in range(game.m):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(game.k)]
                if all(0 <= r < game.n and 0 <= c < game.m for r, c in cells):
                    yield sum(1 << r * game.m + c for r, c in cells)


@dataclass
class Case:
    """A strategy that meets a way; `folder` is empty."""

    recipe: Recipe
    folder: Path
    player: Player = field(init=False)
    heard: Heard = field(init=False)

    def __post_init__(self) -> None:
        self.player, self.heard = made(self.recipe)

    @property
    def game(self) -> Game:
        return self.recipe.game

    @property
    def seat(self) -> Side:
        return self.recipe.seat

    def truth(self, seat: Side | None = None) -> Truth:
        """Return the results of the answers that were heard: all that are needed, and never two in one position."""
        assert not self.contradictions(seat)
        return recursion(self.game, seat or self.seat, self.heard.answers.__getitem__)

    def contradictions(self, seat: Side | None = None) -> set[Stones]:
        """Return where it gave two answers, or in a seat only."""
        return {(x, o) for x, o in self.heard.contradictions if seat in {None, to_move(x, o)}}

    def require_refused(self, reason: str, seat: Side | None = None) -> None:
        """Fail unless a reason says where the strategy gave two answers, or where one of them led to."""
        assert "cannot be proved" in reason
        places = [Position.from_boards(self.game, *stones) for stones in self.contradictions(seat)]
        if "it no longer makes the move that led to" in reason:
            places = [position.play(move) for position in places for move in position.legal_moves]
        assert any(repr(str(position)) in reason for position in places)

    def checked_answers(
        self, view: Callable[[Answer], object] = lambda answer: answer
    ) -> dict[Stones, dict[Move, int]]:
        """Return the answers that were heard: all by the rules, and never two of which `view` differs."""
        answers = dict[Stones, dict[Move, int]]()
        for _, stones, answer in self.heard.said:
            assert not isinstance(answer, str)
            assert view(answers.setdefault(stones, dict(answer))) == view(answer)
        return answers

    def require_asked_again(self, positions: Collection[Stones], least: int = SAMPLE) -> None:
        """Fail unless the strategy was asked twice in some positions: one with processes of its own in about half of
        them in another process."""
        times = self.heard.times
        twice = {stones for stones in positions if times[0][stones] > 1}
        elsewhere = {stones for stones in positions if times[1][stones]}
        assert len(twice | elsewhere) >= min(least, len(positions))
        if self.recipe.kind == "hash seed":
            assert len(elsewhere) >= min(least, len(positions)) // 2

    def require_lost(self, line: tuple[Move, ...], seat: Side | None = None) -> None:
        """Fail unless a line is a game of the answers that were heard, which the strategy loses, asked again."""
        seat, answers = seat or self.seat, self.heard.answers
        *before, last = positions_after(self.game, line)
        for position, move in zip(before, line, strict=True):
            assert position.side is not seat or move in answers[position.x, position.o]
        on_it = [(position.x, position.o) for position in (*before, last) if position.side is seat]
        if last.outcome is None:
            assert isinstance(answers[on_it[-1]], str)
        else:
            assert last.outcome.winner is seat.opponent
            on_it = [stones for stones in on_it if stones != (last.x, last.o)]
        self.require_asked_again(on_it)


def first_of(answer: Answer) -> Move:
    """Return the first of equal moves."""
    assert not isinstance(answer, str)
    return min(answer)


def answering(player: Player, game: Game) -> Callable[[Stones], Answer]:
    """Return the answers of a player."""

    def answer(stones: Stones) -> Answer:
        found = player.decide(Position.from_boards(game, *stones), NO_DICE)
        if found.chances is None:
            return dict.fromkeys(found.moves, WHOLE // len(found.moves))
        return {move: int(WHOLE * chance) for move, chance in zip(found.moves, found.chances, strict=True)}

    return answer


class Shared(Seated):
    """The positions in which a seat need not lose, for all strategies."""

    moves = cache(Seated.moves)


shared, represented_once, answered_once = cache(Shared), cache(represented), cache(answered)


@cache
def every_game(game: Game) -> list[Ply]:
    """Return all games between two who may play anything."""
    return list(walk(game, dict.fromkeys(Side)))


Check = Callable[[], None]  # of a verdict; the strategy is asked nothing more
Way = Callable[[Case], Check]


def require_proved(case: Case, found: Proof, seat: Side | None = None) -> None:
    """Fail unless a proof is the truth, and its decisions were asked for again."""
    seat = seat or case.seat
    truth = case.truth(seat)
    assert (found.games, found.against_random, found.positions) == (truth.games, truth.chances, truth.positions)
    assert found.never_loses == (found.verdict == "never loses") == (truth.shortest is None)
    assert (found.losing_line is None) == (truth.shortest is None)
    if found.losing_line is not None:
        assert len(found.losing_line) == truth.shortest
        case.require_lost(found.losing_line, seat)
    kinds = list(truth.faults.values())
    assert {kind: faults.positions for kind, faults in found.faults.items()} == {
        kind: kinds.count(kind) for kind in kinds
    }
    case.require_asked_again(truth.asked)
    asked = found.asked_again
    assert (asked.decisions, asked.positions) == (len(truth.asked), min(len(truth.asked), SAMPLE))
    assert asked.processes == (2 if case.recipe.kind == "hash seed" else 1)


def require_finding(case: Case, found: Finding) -> None:
    """Fail unless a finding is the truth. A losing line must be a game of the strategy, and a shortest one if it says
    so; "never loses" needs a proof."""
    if isinstance(found, Proof):
        require_proved(case, found)
        return
    assert isinstance(found, Uncounted)
    assert found.verdict == ("no verdict" if found.losing_line is None else "can lose")
    if found.losing_line is not None:
        case.require_lost(found.losing_line)
        if case.recipe.kind in FIXED:
            shortest = recursion(case.game, case.seat, case.recipe.answer).shortest
            assert shortest is not None
            assert len(found.losing_line) >= shortest
            assert not found.shortest or len(found.losing_line) == shortest


def by_prove(case: Case) -> Check:
    found = prove(case.player, case.game, case.seat)
    return lambda: require_proved(case, found)


def by_a_count(case: Case) -> Check:
    found = proofs.prover(case.player, case.game, ProofTerms(count=True)).finding(case.seat)
    return lambda: require_finding(case, found)


def by_a_search_beside(case: Case) -> Check:
    with searching():
        found = proofs.prover(case.player, case.game, ProofTerms(line_seconds=1e9)).finding(case.seat)
    assert isinstance(found, Proof)
    return lambda: require_finding(case, found)


def by_a_short_walk(case: Case) -> Check:
    """The walk ends after some positions; the search goes on for a shortest line."""
    terms = ProofTerms(positions=case.recipe.late, line_seconds=1e9, shortest=True)
    with searching():
        found = proofs.prover(case.player, case.game, terms).finding(case.seat)
    return lambda: require_finding(case, found)


@contextmanager
def searching() -> Iterator[None]:
    """Have a losing line looked for on small boards too, in every turn, in one round, without a clock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verdict, "SMALL", 0)
        patch.setattr(verdict, "_ALONE", 0)
        patch.setattr(verdict, "_SHARE", 0)
        patch.setattr(line_search, "_MOST", line_search._FIRST)
        patch.setattr(proofs.Opponent, "adviser", lambda self, game, left: advised)
        yield


def advised(position: Position, nodes: int) -> Advice:
    """Return a best move, and estimates made by chance."""
    best, free = moves_of(position.game, (position.x, position.o))
    return Advice(best[0], 50, {move: mixed(position.x, position.o, move) % 100 for move in free})


def by_the_library(case: Case) -> Check:
    if case.recipe.number % 2:
        found = library.prove(case.player, case.game, case.seat)
        return lambda: require_finding(case, found)
    try:
        library.require_never_loses(case.player, str(case.game), case.seat.seat)
    except AssertionError as error:
        text = str(error)
    else:
        text = ""

    def require() -> None:
        truth = case.truth()
        assert (": can lose: " in text) == (text != "") == (truth.shortest is not None)
        case.require_asked_again(truth.asked)

    return require


def by_a_certificate(case: Case) -> Check:
    file = case.folder / "made.cert"
    findings, refusal = certified(proofs.prover(case.player, case.game), (case.seat,), file)

    def require() -> None:
        finding = findings[case.seat]
        require_finding(case, finding)
        assert (refusal != "") == (not finding.never_loses) == (not file.exists())
        if not refusal:
            (shown,) = check(file).sections
            assert (shown.side, shown.goal, shown.kind) == (case.seat, "not lose", "strategy")

    return require


def by_check(case: Case) -> Check:
    """The moves of the strategy are compared with a certificate: that of its best and first answers."""
    file = case.folder / "best.cert"
    kind = case.recipe.kind if case.recipe.kind in {"one move", "chances"} else "equal moves"
    best, heard = made(replace(case.recipe, kind=kind, flaws=0))
    _, refusal = certified(proofs.prover(best, case.game), (case.seat,), file)
    if refusal:
        assert forced(Position(case.game), case.seat.opponent) is not None
        return lambda: None
    try:
        checked, _ = check_certificate(file, case.player, MAX_ENTRIES, lambda entries, questions: None)
    except CertificateRefused:
        if case.heard.contradictions:
            raise
        proved = heard.answers
        assert any(not set(answer) <= set(proved.get(stones, ())) for stones, answer in case.heard.answers.items())
        return lambda: None

    def require() -> None:
        truth, proved = case.truth(), heard.answers
        assert (truth.shortest, truth.faults) == (None, {})
        assert all(set(answer) <= set(proved[stones]) for stones, answer in case.heard.answers.items())
        assert [shown.asked for shown in checked.sections] == [len(truth.asked)]
        case.require_asked_again(truth.asked)

    return require


def by_fix(case: Case) -> Check:
    """The fewest exceptions, and the proof with them."""
    proving = proofs.prover(case.player, case.game)
    with pytest.MonkeyPatch.context() as patch:  # what is the same for all strategies is computed once
        patch.setattr(fix, "Seated", shared)
        patch.setattr(fix, "represented", represented_once)
        patch.setattr(fix, "answered", answered_once)
        found = proving.fixed(case.seat, MOST, lambda: NODES, lambda decisions: None, lambda progress: None)

    def require() -> None:
        if found is None:
            assert forced(Position(case.game), case.seat.opponent) is not None
            assert not case.heard.said
            return
        answers = case.checked_answers()
        own = recursion(case.game, case.seat, lambda stones: answers.get(stones, RAISED))  # not asked after a mistake
        assert (len(found.exceptions) == 0) == (found.at_least == 0) == (own.shortest is None)
        for override in found.exceptions:
            assert set(override.instead_of) == answers[override.position.x, override.position.o].keys()
            assert override.instead_of != (override.move,)
        truth = recursion(case.game, case.seat, answering(found.applied(Replayed(answers)), case.game))
        assert truth.shortest is None
        assert (found.verdict, found.games) == ("never loses", truth.games)
        case.require_asked_again(answers)

    return require


def by_regret(case: Case) -> Check:
    proving = proofs.prover(case.player, case.game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(regret, "walk", lambda game, movers: every_game(game))
        found = proving.regret(values, REGRET_POSITIONS, lambda decisions: None)

    def require() -> None:
        answers, positions = case.checked_answers(), every_position(case.game)
        open_ones = [position for position in positions if position.outcome is None]
        assert (found.positions, found.decisions) == (len(positions), len(open_ones))
        assert answers.keys() == {(position.x, position.o) for position in open_ones}
        mistakes = (given_away(position, answers[position.x, position.o]) for position in open_ones)
        given = Counter(kind for kinds in mistakes for kind in set(kinds.values()))
        assert {kind: slip.count for kind, slip in found.kinds.items()} == given
        for kind, slip in found.kinds.items():
            *_, position = positions_after(case.game, slip.line)
            assert given_away(position, answers[position.x, position.o])[slip.move] == kind
        case.require_asked_again(answers)

    return require


def given_away(position: Position, answer: Answer) -> dict[Move, str]:
    """Return the moves of an answer that give value away, and which."""
    worth = {move: value.result for move, value in values(position).items()}
    assert not isinstance(answer, str)
    most, words = max(worth.values()), {1: "win", 0: "draw", -1: "loss"}
    return {move: f"{words[most]} to {words[worth[move]]}" for move in answer if worth[move] < most}


@cache
def values(position: Position) -> Mapping[Move, Value]:
    """Return what each move of a position is worth, by minimax."""
    return {move: minimax(position.play(move)).parent() for move in position.legal_moves}


def by_plan(case: Case) -> Check:
    found = plan_of(case.player, case.game, case.seat, budget=NODES)

    def require() -> None:
        truth, answers = case.truth(), case.heard.answers
        if isinstance(found, NoPlan):
            assert found.losing_line is not None
            assert len(found.losing_line) == truth.shortest
            case.require_lost(found.losing_line)
            return
        assert truth.shortest is None
        case.require_asked_again(truth.asked)
        assert found.at_least <= len(found.to_learn)
        for lesson in found.lessons:
            assert lesson.move in answers[lesson.position.x, lesson.position.o]
        assert recursion(case.game, case.seat, answering(PlanPlayer(found), case.game)).shortest is None

    return require


def by_a_poster(case: Case) -> Check:
    """The poster shows the first of equal moves."""
    found = ProvedPoster.of(case.player, case.game, case.seat, "first")

    def require() -> None:
        first = {stones: {min(answer): WHOLE} for stones, answer in case.checked_answers(first_of).items()}
        truth = recursion(case.game, case.seat, first.__getitem__)
        case.require_asked_again(truth.asked)
        assert found.games == found.poster.games.total == truth.games.total
        assert found.poster.games == truth.games
        assert found.claim.startswith("Never loses" if truth.shortest is None else f"Can lose: {truth.games.loss:,} of")

    return require


def by_the_grader(case: Case) -> Check:
    """Both seats, as of a program, which is not started in a process here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grader, "PersonProgram", lambda *terms: Submitted(case.player))
        patch.setattr(grader, "Plain", lambda: VALUES)
        [submission] = Grader(case.game, Limits(1e9)).grade([Path("made.py")], 1, lambda done: None).submissions

    def require() -> None:
        for side in Side:
            found = submission.seats[side.seat]
            if not found.is_proof:
                assert found.losing_line is None
                case.require_refused(found.reason or "", side)
                continue
            truth = case.truth(side)
            assert (found.games, found.against_random) == (truth.games, truth.chances)
            assert found.verdict == ("never loses" if truth.shortest is None else "can lose")
            if found.losing_line is not None:
                assert len(found.losing_line) == truth.shortest
                case.require_lost(found.losing_line, side)
            case.require_asked_again(truth.asked)

    return require


class Submitted(Wrapped):
    """A program that prints nothing."""

    printed = 0


def by_exact_chances(case: Case) -> Check:
    x, o = (case.player, Random()) if case.seat is Side.X else (Random(), case.player)
    found = exact(x, o, case.game)

    def require() -> None:
        truth = case.truth()
        assert (found.chances if case.seat is Side.X else found.chances.reversed) == truth.chances
        assert found.forfeits.keys() == ({case.seat} if truth.faults else set())
        case.require_asked_again(truth.asked)

    return require


WAYS: tuple[Way, ...] = (
    by_prove,
    by_a_count,
    by_a_search_beside,
    by_a_short_walk,
    by_the_library,
    by_a_certificate,
    by_check,
    by_fix,
    by_regret,
    by_plan,
    by_a_poster,
    by_the_grader,
    by_exact_chances,
)
COSTLY = {by_fix: 12, by_regret: 528, by_the_grader: 12}  # one of how many plays on 4,3,3, if it is made for that
WITHIN_RULES = (by_check, by_fix, by_regret, by_a_poster)  # they raise where the rules are broken


def recipes(way: Way, number: int) -> Iterator[Recipe]:
    """Yield the strategies, of the first `number`, that meet a way; a costly one plays few of them on 4,3,3."""
    for each in range(number):
        if (each // len(KINDS) + each - WAYS.index(way)) % len(WAYS) in MET:
            recipe = Recipe.of(each)
            yield replace(recipe, game=Game(3, 3, 3)) if way in COSTLY and each % COSTLY[way] else recipe


@pytest.mark.parametrize("way", WAYS)
def test_a_verdict_is_the_truth_or_refused(way: Way, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    for recipe in recipes(way, FEW.get(request.config.getoption("tier"), STRATEGIES)):
        folder = tmp_path / str(recipe.number)
        folder.mkdir()
        case = Case(recipe, folder)
        try:
            meet(way, case)
        except Exception as error:
            error.add_note(f"{way.__name__}: {recipe}")
            raise


def meet(way: Way, case: Case) -> None:
    """Fail unless the way gives the true verdict, or refuses with a true reason."""
    try:
        require = way(case)
    except LimitExceeded:
        assert way in {by_fix, by_plan}  # no verdict
    except GameError:
        assert way is by_a_poster  # a stone would be too small to be read
    except StrategyFault:
        assert way in WITHIN_RULES
        assert any(isinstance(answer, str) for _, _, answer in case.heard.said)
    except (StrategyError, CertificateRefused) as error:
        case.require_refused(str(error))
    else:
        require()
