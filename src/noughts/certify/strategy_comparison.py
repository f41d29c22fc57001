"""Compares a strategy with the moves of a certificate, in every position that the strategy can reach."""

from collections.abc import Callable, Mapping

from noughts.certify.format import Section
from noughts.core.game import Move, image_of
from noughts.core.position import Position, Side, completions
from noughts.errors import CertificateRefused
from noughts.players.player import NO_DICE, Decision, Strategy, consult, require_support

Place = tuple[int, int]  # X's and O's stones
Decisions = dict[Place, tuple[Move, ...]]
Record = Callable[[Position, Decision], None]


def replay(
    strategy: Strategy,
    start: Position,
    section: Section,
    decisions: Mapping[Place, tuple[Move, ...]],
    record: Record = lambda position, decision: None,
) -> int:
    """Return the number of positions compared; in each of them the section proves the strategy's moves.

    `record` receives each of its decisions. Raises CertificateRefused at the first move that is not proved, GameError
    if the strategy does not play the game, StrategyError if it breaks its contract.
    """
    player = require_support(strategy, start.game)
    if section.kind != "strategy":
        raise CertificateRefused(f"it holds no moves of {player.name!r}: its section is {section.kind!r}")
    side, compared = Side(section.side), 0
    todo, seen = [start], {start}
    while todo:
        position = todo.pop()
        if position.outcome is not None:
            continue
        moves = position.legal_moves
        if position.side is side:
            decision, compared = consult(player, position, NO_DICE), compared + 1
            moves = decision.moves
            record(position, decision)
            proved = _proved(position, section.symmetry, decisions)
            if other := [move for move in moves if move not in proved]:
                names = [position.game.name(move) for move in sorted(proved)]
                raise CertificateRefused(
                    f"at {str(position)!r}, {position.side} to move: {player.name!r} plays "
                    f"{position.game.name(other[0])}, the certificate proves {' or '.join(names) or 'no move'}"
                )
        for child in map(position.play_unchecked, moves):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return compared


def _proved(position: Position, symmetry: bool, decisions: Mapping[Place, tuple[Move, ...]]) -> set[Move]:
    game = position.game
    symmetries = game.symmetries if symmetry else game.symmetries[:1]
    x, o, permutation = min((image_of(position.x, p), image_of(position.o, p), p) for p in symmetries)
    if (listed := decisions.get((x, o))) is not None:
        return {move for move in position.legal_moves if permutation[move] in listed}
    return set(completions(position, position.own)) if game.line_wins else set()
