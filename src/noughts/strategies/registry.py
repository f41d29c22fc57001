"""Strategies by name: the shipped ones, installed ones, and a user's own.

A strategy is written `NAME` or `NAME:option=value,option=value`. NAME is one of `SHIPPED`, or what
`noughts.programs.specs` finds.
"""

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.errors import NoughtsError, StrategyError, nearest
from noughts.players.player import SMALL, Player, is_instant, supports
from noughts.programs import specs
from noughts.strategies.exact import Perfect, Sharp
from noughts.strategies.line_scoring import Paths, Potential, Weights
from noughts.strategies.lookahead import Lookahead
from noughts.strategies.menace import Menace
from noughts.strategies.random_player import Random
from noughts.strategies.rules.rule_list import RuleList, shipped_list
from noughts.strategies.search import Search
from noughts.words import Said, either

SHIPPED: dict[str, specs.Factory] = {
    "ring": shipped_list("ring"),
    "weights": Weights,
    "paths": Paths,
    "potential": Potential,
    "newell-simon": shipped_list("newell-simon"),
    "centre-corner": shipped_list("centre-corner"),
    "centre-block": shipped_list("centre-block"),
    "menace": Menace,
    "search": Search,
    "lookahead": Lookahead,
    "perfect": Perfect,
    "sharp": Sharp,
    "tactical": shipped_list("tactical"),
    "first": shipped_list("first"),
    "random": Random,
}

STRONGEST = "search"  # on boards beyond exact reach
STAND_IN = "paths"  # plays at once where who blocks a line is safe: in place of a strategy that does not play the game
_DRAWN = 16  # cells: up to here a player who sees a line of four can stop it
_SHORT = 4  # in a row: on a large board the first player soon has them, against every opponent
LARGE = 36  # cells; on larger boards a search plays far better than a strategy without lookahead
# The levels, the weakest first: each loses to the next more often than not, as far as a board allows (`make figures`
# measures how often). No answer waits for a compiler.
_PATHS = {"easy": "paths:level=easy", "medium": "paths:level=medium", "hard": "paths"}
_LEVELS = {
    "small": _PATHS | {"perfect": "sharp"},
    "drawn": {  # boards on which a player who stops every line draws
        "easy": "search:nodes=30,plain=on,slips=0.7",
        "medium": "search:nodes=100,plain=on,slips=0.4",
        "hard": "search:nodes=300,plain=on,slips=0.15",
        "strongest": "search:seconds=0.5",
    },
    "middling": _PATHS | {"hard": "search:nodes=300,plain=on,slips=0.15", "strongest": "search:seconds=0.5"},
    "large": _PATHS
    | {
        "hard": "search:nodes=300,plain=on,slips=0.15",
        "expert": "search:seconds=0.1,slips=0.2",
        "strongest": "search:seconds=0.5",
    },
    "falling": {
        "easy": "tactical",
        "medium": "lookahead:plies=3",
        "hard": "lookahead",
        "strongest": "lookahead:plies=10,seconds=0.5",
    },
    "falling, exact": {"easy": "random", "medium": "tactical", "hard": "rules: win, block, fork, most open lines"},
    "misere": {"easy": "random", "hard": "rules: do not complete, any"},
}
_SMALL_LEVELS = ("easy", "medium", "hard")  # on small boards of these games, with *perfect*


def names() -> list[str]:
    """Return the names that `load` knows: the shipped ones first."""
    return [*SHIPPED, *(name for name in specs.installed() if name not in SHIPPED)]


def usual_opponent(game: Game) -> str:
    """Return the default opponent of a person.

    >>> [usual_opponent(Game(*sizes)) for sizes in ((3, 3, 3), (4, 4, 4), (15, 15, 5))]
    ['ring', 'paths', 'search:seconds=0.5']
    """
    if game == STANDARD:
        return "ring"
    if not game.blocking_suffices:
        return stand_in(game)
    if game.cells <= LARGE:
        return STAND_IN
    return f"{STRONGEST}:seconds=0.5"


def levels(game: Game) -> dict[str, str]:
    """Return the opponents that a person chooses from by name, the weakest first.

    >>> levels(Game(3, 3, 3))
    {'easy': 'paths:level=easy', 'medium': 'paths:level=medium', 'hard': 'paths', 'perfect': 'sharp'}
    >>> [list(levels(Game(*sizes))) for sizes in ((4, 4, 4), (15, 15, 5))]
    [['easy', 'medium', 'hard', 'strongest'], ['easy', 'medium', 'hard', 'expert', 'strongest']]
    """
    if not game.blocking_suffices:
        named = _LEVELS[_kind(game)]
        if game.cells > SMALL:
            return named
        return {level: spec for level, spec in named.items() if level in _SMALL_LEVELS} | {"perfect": "perfect"}
    if game.cells <= SMALL:
        return _LEVELS["small"]
    if game.cells <= _DRAWN:
        return _LEVELS["drawn"]
    return _LEVELS["large" if game.cells > LARGE and game.k > _SHORT else "middling"]


def _kind(game: Game) -> str:
    if not game.line_wins:
        return "misere"
    return "falling" if game.lines_last else "falling, exact"


def stand_in(game: Game) -> str:
    """Return a strategy that plays a game, and at once: in place of one that does not play it.

    >>> stand_in(Game(15, 15, 5)), stand_in(Game(7, 6, 4, gravity=True))
    ('paths', 'lookahead')
    """
    return STAND_IN if game.blocking_suffices else levels(game)["hard"]


def shipped(game: Game) -> dict[str, Player]:
    """Return the shipped strategies that play a game, except those whose exact values are out of reach on it."""
    players = {name: load(name) for name in SHIPPED}
    return {
        name: player
        for name, player in players.items()
        if player.supports(game) and (player.cost != "exact" or is_instant(player, game))
    }


def instant_players(game: Game) -> dict[str, Player]:
    """Return the shipped strategies that decide at once on the boards of a game: each is proved in seconds."""
    return {name: player for name, player in shipped(game).items() if is_instant(player, game)}


def names_for(game: Game) -> list[str]:
    """Return the names of the strategies that play a game."""
    return [name for name in names() if _plays(name, game)]


def _plays(name: str, game: Game) -> bool:
    """Return whether a strategy loads and plays a game: an installed one may be broken."""
    try:
        return supports(load(name), game)
    except NoughtsError:
        return False


def is_rules(spec: str) -> bool:
    """Return whether a text is a list of rules, `rules: win, block, any`, or names a file of one, `mine.rules`."""
    return spec.lstrip().startswith("rules:") or spec.endswith(".rules")


def load(spec: str) -> Player:
    """Return the strategy that `spec` describes.

    `rules: win, block, any` or a file `mine.rules` is a list of rules. Raises StrategyError, quoting the input, for an
    unknown name (with the nearest ones), a file or module that cannot be imported, an object that chooses no moves, an
    unknown option or value.
    """
    if is_rules(spec):
        return RuleList.from_spec(spec)
    return specs.made(spec, find)


def find(target: str) -> specs.Factory:
    """Return what makes the strategy with a name, or of `file.py:name`, `module:name`, `file.py`.

    That is a class, a function whose annotation says that it returns a strategy, or a function that adapts a program;
    its parameters are the options. Raises StrategyError.
    """
    if target in SHIPPED:
        return SHIPPED[target]
    if is_own(target):
        return specs.find(target)
    if hint := specs.other_language(target):
        raise StrategyError(Said("error.no-strategy", {"strategy": repr(target), "hint": hint}))
    near = nearest(target, names(), most=3, likeness=0.4)
    guess = Said("hint.did-you-mean", {"words": either(near)}) if near else Said("hint.known-are", {"words": names()})
    raise StrategyError(Said("error.no-strategy-yet", {"strategy": repr(target), "hint": guess}))


def is_own(target: str) -> bool:
    """Return whether a name is not of a shipped strategy: a file, a module, an installed strategy."""
    if target in SHIPPED:
        return False
    return ":" in target or target.endswith((*specs.SOURCES, *specs.PICKLES)) or target in specs.installed()
