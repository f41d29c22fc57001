"""The operations on games. The game's own rules are those of the server: its cache of live games, on documents."""

from noughts.app.application import JSON, Report
from noughts.app.questions import Jobs
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.web import limits
from noughts.web.local.documents import plain
from noughts.web.local.request import RULES, Operations, PageAnswer, PageRequest, Text
from noughts.web.local.shelf import DocumentShelf
from noughts.web.play.beginning import begin
from noughts.web.play.cache import Action, GameCache, Snapshot, build_change, build_move, thought_of
from noughts.web.play.live import NotNow
from noughts.web.play.views import Created, Games, GameState, state_of, summary_of
from noughts.web.sharing import Download, download

_PLAYER = Text(limits.PLAYER, "human")
_VISITOR = ""  # the owner of all games
_LISTED = 20


class LocalGames:
    """The games that come with a request."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs

    def join(self, operations: Operations) -> None:
        """Add the operations on games."""
        operations.add("POST", "/games", self._create)
        operations.add("GET", "/games", self._mine)
        operations.add("GET", "/games/*", self._read)
        operations.add("GET", "/games/*/record/*", self._record)
        operations.add("POST", "/games/*/seats", self._claim)
        operations.add("POST", "/games/*/moves", self._move)
        operations.add("POST", "/games/*/step", self._step)
        operations.add("POST", "/games/*/thought", self._think)
        operations.add("POST", "/games/*/rematch", self._rematch)
        for kind in ("undo", "redo", "resign"):
            operations.add("POST", f"/games/*/{kind}", self._change)

    def state(self, request: PageRequest) -> JSON:
        """Return the state of the game of a request. Raises NoSuchGame."""
        state: JSON = plain(state_of(self._open(request)[0].snapshot(_id(request))))
        return state

    def _open(self, request: PageRequest) -> tuple[GameCache, DocumentShelf]:
        shelf = DocumentShelf(request.games)
        return GameCache(shelf, self.jobs.services), shelf

    def _create(self, request: PageRequest, report: Report) -> PageAnswer:
        cache, shelf = self._open(request)
        asked = request.sent(game=RULES, x=_PLAYER, o=_PLAYER)
        moves, hints = request.body.get("moves", []), request.body.get("hints", False)
        load = self.jobs.services.load
        new = begin(load, Game.from_text(asked["game"]), (asked["x"], asked["o"]), moves, hints)
        snapshot = cache.open(new.header, new.hashes, _VISITOR, new.owned)
        return PageAnswer(plain(Created(state_of(snapshot), new.tokens)), 201, shelf.changed)

    def _mine(self, request: PageRequest, report: Report) -> PageAnswer:
        limit, before = int(request.query.get("limit", _LISTED)), request.query.get("before")
        found, cursor = DocumentShelf(request.games).mine(limit, before)
        return PageAnswer(plain(Games([summary_of(stored, seats) for stored, seats in found], cursor)))

    def _read(self, request: PageRequest, report: Report) -> PageAnswer:
        return PageAnswer(self.state(request))

    def _record(self, request: PageRequest, report: Report) -> PageAnswer:
        record: Record = self._open(request)[0].snapshot(_id(request)).game.record()
        file: Download = download(record, request.parts[1])
        return PageAnswer(plain(file))

    def _claim(self, request: PageRequest, report: Report) -> PageAnswer:
        cache, shelf = self._open(request)
        return PageAnswer({"seats": cache.claim(_id(request), request.token, _VISITOR)}, games=shelf.changed)

    def _move(self, request: PageRequest, report: Report) -> PageAnswer:
        cell, version = request.sent(cell=Text(limits.CELL))["cell"], request.body["version"]
        return self._act(
            request, Action(request.token, version, request.key, f"move {cell} {version}", build_move(cell))
        )

    def _change(self, request: PageRequest, report: Report) -> PageAnswer:
        kind, version = request.path.rpartition("/")[2], request.body["version"]
        return self._act(request, Action(request.token, version, request.key, f"{kind} {version}", build_change(kind)))

    def _act(self, request: PageRequest, action: Action) -> PageAnswer:
        cache, shelf = self._open(request)
        return _answer(cache.apply(_id(request), action), shelf)

    def _step(self, request: PageRequest, report: Report) -> PageAnswer:
        """Make the next move of a strategy, where a host sets the pace, or where the strategy failed before."""
        cache, shelf = self._open(request)
        snapshot, version = cache.snapshot(_id(request)), request.body["version"]
        snapshot.held_by(request.token)
        if snapshot.game.version == version:
            if snapshot.game.waits_for != "strategy":
                raise NotNow("it is no strategy's turn")
            if not snapshot.paced:
                snapshot = cache.failed(_id(request), version, None)
            elif cache.is_quick(snapshot.game):
                snapshot = cache.step(snapshot)
            else:
                snapshot = self._thought(cache, snapshot, report)
        return _answer(snapshot, shelf)

    def _think(self, request: PageRequest, report: Report) -> PageAnswer:
        """Make the move of a slow strategy, for which a state with `thinking` waits."""
        cache, shelf = self._open(request)
        snapshot = cache.snapshot(_id(request))
        return _answer(self._thought(cache, snapshot, report) if snapshot.due else snapshot, shelf)

    def _thought(self, cache: GameCache, snapshot: Snapshot, report: Report) -> Snapshot:
        game = snapshot.game
        decision = self.jobs.table["decision"](thought_of(game), report)
        return cache.answer(game.header.id, game.version, decision["choice"], decision["reason"])

    def _rematch(self, request: PageRequest, report: Report) -> PageAnswer:
        cache, shelf = self._open(request)
        snapshot = cache.rematch(_id(request), request.token)
        tokens = {seat: str(request.token) for seat in snapshot.held_by(request.token)}
        return PageAnswer(plain(Created(state_of(snapshot), tokens)), 201, shelf.changed)


def _answer(snapshot: Snapshot, shelf: DocumentShelf) -> PageAnswer:
    state: GameState = state_of(snapshot)
    return PageAnswer(plain(state), games=shelf.changed)


def _id(request: PageRequest) -> str:
    return request.parts[0]
