"""Requests in any order, beside a model of the games that knows nothing of the program: strings, lists, brute force."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from tests.web.serving import API, problem, serving, sqlite

pytestmark = pytest.mark.gate

Cell = str


@dataclass
class Model:
    """A game, as a careful reader of the API's description would keep it on paper."""

    columns: int
    rows: int
    k: int
    players: dict[str, str]
    moves: list[Cell]
    tokens: dict[str, str] = field(default_factory=dict)
    id: str = ""
    version: int = 0
    resigned: str | None = None
    taken_back: list[list[Cell]] = field(default_factory=list)
    rematch: "Model | None" = None
    requests: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # by key: what was done
    mine: set[str] = field(default_factory=set)  # the seats in this browser's list
    changed: int = 0

    def __post_init__(self) -> None:
        self.opening = len(self.moves)

    # The board.

    def cells(self) -> list[Cell]:
        return [f"{chr(97 + column)}{row + 1}" for row in range(self.rows) for column in range(self.columns)]

    def side(self, number: int) -> str:
        return "XO"[number % 2]

    def to_move(self) -> str:
        return self.side(len(self.moves))

    def stone(self, column: int, row: int) -> str:
        name = f"{chr(97 + column)}{row + 1}"
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self.side(self.moves.index(name)) if inside and name in self.moves else "."

    def rows_of(self) -> str:
        return "/".join("".join(self.stone(c, r) for c in range(self.columns)) for r in range(self.rows))

    def winner(self) -> str | None:
        for side in "XO":
            for row in range(self.rows):
                for column in range(self.columns):
                    for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                        line = [(column + i * right, row + i * down) for i in range(self.k)]
                        if all(self.stone(*cell) == side for cell in line):
                            return side
        return None

    def free(self) -> list[Cell]:
        return [cell for cell in self.cells() if cell not in self.moves]

    def ended(self) -> str | None:
        """How the game ended."""
        if self.resigned:
            return "resignation"
        return "line" if self.winner() else None if self.free() else "full board"

    # Who is who.

    def person(self, side: str) -> bool:
        return self.players[side] in ("human", "friend")

    def seats(self) -> list[str]:
        return [side for side in "XO" if self.person(side)] or ["host"]

    def hosted(self) -> bool:
        return self.seats() == ["host"]

    # What may be done: an undo or a redo as the moves that it takes back or makes again.

    def back(self, seat: str) -> list[Cell] | None:
        if self.resigned:
            return [] if seat == self.resigned else None
        last = [n for n in range(self.opening, len(self.moves)) if self.hosted() or self.side(n) == seat]
        if not last or any(self.person(self.side(n)) for n in range(last[-1] + 1, len(self.moves))):
            return None
        return self.moves[last[-1] :]

    def again(self, seat: str) -> list[Cell] | None:
        if self.resigned or not self.taken_back:
            return None
        batch = self.taken_back[-1]
        return batch if self.hosted() or seat == self.to_move() else None

    def may_resign(self, seat: str) -> bool:
        return not self.ended() and seat != "host"

    # What is done.

    def play(self, cell: Cell) -> None:
        self.moves.append(cell)
        self.taken_back.clear()
        self.version += 1

    def reply(self) -> None:
        """The strategy, which takes the first free cell, answers a person."""
        if not self.hosted() and not self.ended() and not self.person(self.to_move()):
            self.play(self.free()[0])

    def do(self, what: str, seat: str, cell: Cell | None) -> tuple[int, str] | None:
        """Do what a seat asks for, or return the problem with it."""
        if what == "moves":
            assert cell is not None
            if self.ended():
                return 422, "illegal-move"
            if seat != self.to_move():
                return 409, "not-your-turn"
            if cell in self.moves:
                return 422, "illegal-move"
            self.play(cell)
            self.reply()
            return None
        if what == "undo" and (taken := self.back(seat)) is not None:
            if self.resigned:
                self.resigned = None
            else:
                del self.moves[-len(taken) :]
                self.taken_back.append(taken)
        elif what == "redo" and self.again(seat):
            self.moves += self.taken_back.pop()
        elif what == "resign" and self.may_resign(seat):
            self.resigned = seat
        else:
            return 409, "conflict"
        self.version += 1
        return None

    def shown(self) -> dict[str, Any]:
        """Return the state as the API has to show it, but for reasons, lines and times."""
        ended, seats = self.ended(), self.seats()
        other = {"X": "O", "O": "X"}
        winner = other[self.resigned] if self.resigned else self.winner()
        return {
            "id": self.id,
            "game": f"{self.columns},{self.rows},{self.k}",
            "version": self.version,
            "players": self.players,
            "opening": self.opening,
            "moves": [
                (cell, self.side(n), "opening" if n < self.opening else self.players[self.side(n)])
                for n, cell in enumerate(self.moves)
            ],
            "position": self.rows_of(),
            "to_move": None if ended else self.to_move(),
            "waits_for": None if ended else "person" if self.person(self.to_move()) else "strategy",
            "thinking": False,
            "failure": None,
            "outcome": (winner, ended) if ended else None,
            "may": {
                "undo": [seat for seat in seats if self.back(seat) is not None],
                "redo": [seat for seat in seats if self.again(seat)],
                "resign": [seat for seat in seats if self.may_resign(seat)],
            },
            "rematch": self.rematch.id if self.rematch else None,
            "hints": False,
        }


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state as the model shows it."""
    kept = {name: value for name, value in state.items() if name not in ("created", "updated")}
    outcome = state["outcome"]
    kept["moves"] = [(move["cell"], move["side"], move["by"]) for move in state["moves"]]
    kept["outcome"] = (outcome["winner"], outcome["ending"]) if outcome else None
    return kept


MOST = 5  # games at a time
RULES = [(3, 3, 3), (4, 3, 3), (2, 2, 2), (3, 2, 2), (1, 1, 1)]
PLAYERS = st.sampled_from(["human", "friend", "first"])
PLACES = st.integers(0, 11)
SEATS = st.integers(0, 1)
VERSIONS = st.sampled_from([0, 0, 0, 0, 0, 1, -1])  # how far a request is behind


class Api(RuleBasedStateMachine):
    """The application on a database, and the model of every game."""

    games: Bundle[Model] = Bundle("games")
    done: Bundle[tuple[Model, str, str, dict[str, Any], str]] = Bundle("done")

    def __init__(self) -> None:
        super().__init__()
        self.models: list[Model] = []
        self.clock = count(1)
        self.keys = count(1)
        self.resources = ExitStack()
        self.folder = Path(self.resources.enter_context(tempfile.TemporaryDirectory()))
        self.server = ExitStack()
        self.client = self.server.enter_context(serving(sqlite(self.folder)))

    def teardown(self) -> None:
        self.server.close()
        self.resources.close()

    # How requests are sent, and what every answer has to be.

    def post(self, model: Model, what: str, token: str | None, body: object = None, key: str | None = None) -> Any:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return self.client.post(f"{API}/games/{model.id}/{what}", json=body, headers=headers)

    def changed(self, model: Model) -> None:
        model.changed = next(self.clock)

    def expect(self, response: Any, expected: tuple[int, str] | None, model: Model) -> None:
        """Assert that an answer is the state, or a problem; a conflict brings the state as well."""
        if expected is None:
            assert response.status_code == 200, response.text
            assert plain(response.json()) == model.shown()
            return
        assert problem(response) == expected
        if expected[0] == 409:
            assert plain(response.json()["state"]) == model.shown()

    @initialize(target=games)
    def first_game(self) -> Model:
        return self.begin((3, 3, 3), "human", "first", 0)

    @precondition(lambda self: len(self.models) < MOST)
    @rule(target=games, rules=st.sampled_from(RULES), x=PLAYERS, o=PLAYERS, opening=st.integers(0, 3))
    def create(self, rules: tuple[int, int, int], x: str, o: str, opening: int) -> Model:
        return self.begin(rules, x, o, opening)

    def begin(self, rules: tuple[int, int, int], x: str, o: str, opening: int) -> Model:
        model = Model(*rules, {"X": x, "O": o}, [])
        while len(model.moves) < opening and not model.ended():
            model.moves.append(model.free()[-1])
        model.opening = len(model.moves)
        new = {"game": ",".join(map(str, rules)), "x": x, "o": o, "moves": model.moves}
        response = self.client.post(f"{API}/games", json=new)
        assert response.status_code == 201, response.text
        created = response.json()
        model.id, model.tokens = created["game"]["id"], created["tokens"]
        assert response.headers["location"] == f"{API}/games/{model.id}"
        assert list(model.tokens) == model.seats()
        model.mine = {seat for seat in model.seats() if seat == "host" or model.players[seat] == "human"}
        model.reply()
        assert plain(created["game"]) == model.shown()
        self.changed(model)
        self.models.append(model)
        return model

    @rule(target=done, model=games, place=PLACES, late=VERSIONS, keyed=st.booleans())
    def move(self, model: Model, place: int, late: int, keyed: bool) -> Any:
        """Move for whose turn it is, on a free cell."""
        return self.change(model, "moves", 0, True, place, late, keyed)

    @rule(target=done, model=games, what=st.sampled_from(["undo", "undo", "redo"]), seat=SEATS, keyed=st.booleans())
    def go_back(self, model: Model, what: str, seat: int, keyed: bool) -> Any:
        """Undo or redo, for one who may where there is one."""
        may = model.shown()["may"][what]
        chosen = model.seats().index(may[seat % len(may)]) if may else seat
        return self.change(model, what, chosen, False, 0, 0, keyed)

    @rule(
        target=done,
        model=games,
        what=st.sampled_from(["moves", "undo", "redo", "resign"]),
        seat=SEATS,
        place=PLACES,
        late=VERSIONS,
        keyed=st.booleans(),
    )
    def anything(self, model: Model, what: str, seat: int, place: int, late: int, keyed: bool) -> Any:
        """Ask for anything, whoever's turn it is."""
        return self.change(model, what, seat, False, place, late, keyed)

    def change(self, model: Model, what: str, seat: int, eager: bool, place: int, late: int, keyed: bool) -> Any:
        """Ask for a change, and compare the answer; return the request where it was done and has a key."""
        seats = model.seats()
        chosen = model.to_move() if eager and model.to_move() in seats else seats[seat % len(seats)]
        cells = (eager and model.free()) or model.cells()
        body: dict[str, Any] = {"version": max(0, model.version - late)}
        if what == "moves":
            body["cell"] = cells[place % len(cells)]
        key = f"key {next(self.keys)}" if keyed else None
        response = self.post(model, what, model.tokens[chosen], body, key)
        if body["version"] != model.version:
            self.expect(response, (409, "conflict"), model)
            return multiple()
        expected = model.do(what, chosen, body.get("cell"))
        self.expect(response, expected, model)
        if expected is not None:
            return multiple()
        self.changed(model)
        if key is None:
            return multiple()
        model.requests[key] = (what, body)
        return model, what, model.tokens[chosen], body, key

    @rule(request=done)
    def repeat(self, request: tuple[Model, str, str, dict[str, Any], str]) -> None:
        """Send again what was done: nothing changes."""
        model, what, token, body, key = request
        self.expect(self.post(model, what, token, body, key), None, model)

    @rule(request=done, more=st.integers(1, 3))
    def reuse_a_key(self, request: tuple[Model, str, str, dict[str, Any], str], more: int) -> None:
        """Send something else with the key of what was done."""
        model, what, token, body, key = request
        response = self.post(model, what, token, body | {"version": model.version + more}, key)
        assert problem(response) == (422, "invalid-request")

    @rule(model=games, late=st.sampled_from([0, 0, 1]), seat=SEATS)
    def step(self, model: Model, late: int, seat: int) -> None:
        seats = model.seats()
        version = max(0, model.version - late)
        response = self.post(model, "step", model.tokens[seats[seat % len(seats)]], {"version": version})
        if version != model.version:
            self.expect(response, None, model)
        elif model.ended() or not model.hosted():
            self.expect(response, (409, "conflict"), model)
        else:
            model.play(model.free()[0])
            self.changed(model)
            self.expect(response, None, model)

    @precondition(lambda self: len(self.models) < MOST)
    @rule(target=games, model=games, seat=SEATS)
    def rematch(self, model: Model, seat: int) -> Any:
        seats = model.seats()
        token = model.tokens[seats[seat % len(seats)]]
        response = self.post(model, "rematch", token)
        assert response.status_code == 201, response.text
        found = response.json()
        new = model.rematch is None
        if model.rematch is None:
            model.rematch = self.follower(model, found["game"]["id"])
        following = model.rematch
        assert plain(found["game"]) == following.shown()
        assert found["tokens"] == {seat: held for seat, held in following.tokens.items() if held == token}
        return following if new else multiple()

    def follower(self, model: Model, game_id: str) -> Model:
        swap = {"X": "O", "O": "X", "host": "host"}
        players = {"X": model.players["O"], "O": model.players["X"]}
        new = Model(model.columns, model.rows, model.k, players, model.moves[: model.opening], id=game_id)
        new.tokens = {swap[seat]: token for seat, token in model.tokens.items()}
        new.mine = {swap[seat] for seat in model.mine}
        new.reply()
        self.changed(new)
        self.models.append(new)
        return new

    @rule(model=games, seat=SEATS)
    def claim(self, model: Model, seat: int) -> None:
        seats = model.seats()
        chosen = seats[seat % len(seats)]
        response = self.post(model, "seats", model.tokens[chosen])
        assert (response.status_code, response.json()) == (200, {"seats": [chosen]})
        model.mine.add(chosen)

    @rule(model=games, other=games, what=st.sampled_from(["moves", "undo", "redo", "resign", "step"]))
    def without_a_seat(self, model: Model, other: Model, what: str) -> None:
        body = {"version": model.version} | ({"cell": "a1"} if what == "moves" else {})
        assert problem(self.post(model, what, None, body)) == (401, "no-token")
        assert problem(self.post(model, what, "nobody's", body)) == (403, "wrong-token")
        for token in set(other.tokens.values()) - set(model.tokens.values()):
            assert problem(self.post(model, what, token, body)) == (403, "wrong-token")

    @rule()
    def restart(self) -> None:
        """End the server in good order, and start one on the same database."""
        cookies = list(self.client.cookies.jar)
        self.server.close()
        self.client = self.server.enter_context(serving(sqlite(self.folder)))
        for cookie in cookies:
            self.client.cookies.jar.set_cookie(cookie)

    @rule(limit=st.integers(1, 4))
    def look(self, limit: int) -> None:
        """Read the list page by page, and every game as a file."""
        expected = sorted((model for model in self.models if model.mine), key=lambda model: -model.changed)
        found = list(self.pages(limit))
        assert [(game["id"], set(game["seats"])) for game in found] == [(model.id, model.mine) for model in expected]
        assert [game["ply"] for game in found] == [len(model.moves) for model in expected]
        for model in self.models:
            record = self.client.get(f"{API}/games/{model.id}/record/json").json()
            outcome = model.shown()["outcome"]
            assert (record["moves"], record["players"]) == (model.moves, model.players)
            assert record["result"] == (None if outcome is None else outcome[0] or "draw")

    def pages(self, limit: int) -> Iterator[dict[str, Any]]:
        asked: dict[str, Any] = {"limit": limit}
        while True:
            page = self.client.get(f"{API}/games", params=asked).json()
            assert len(page["games"]) <= limit
            yield from page["games"]
            if page["next"] is None:
                return
            asked["before"] = page["next"]

    @invariant()
    def nothing_else_has_changed(self) -> None:
        """The model that changed last is not the only one that is looked at."""
        for model in self.models[-2:]:
            self.expect(self.client.get(f"{API}/games/{model.id}"), None, model)


TestApi = Api.TestCase
TestApi.settings = settings(stateful_step_count=25, max_examples=max(15, settings().max_examples // 4))
