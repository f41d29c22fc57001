"""Does an engine follow the Gomocup protocol? A table of rules, each checked in its own process.

A rule that is broken is checked once more before the verdict: what fails by chance is not said to fail.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from noughts.core.game import MAX_SIDE, Game, cells_of
from noughts.core.position import Position
from noughts.core.random_position import wander
from noughts.engines.examiner import Examiner, UnsupportedError
from noughts.engines.grammar import parse_about, parse_reply, point_text
from noughts.errors import EngineError
from noughts.processes.child import END_SECONDS
from noughts.processes.line_cutter import quote

PASS, FAIL, FLAKY, UNSUPPORTED, SKIPPED = "pass", "fail", "flaky", "not supported", "not tried"

_LATE_SECONDS = 1.0  # beyond the time for a move, as managers allow
_LINGER_SECONDS = 2.0  # after the end of the input
_EXCHANGES = 6  # of moves, in a check that plays a game

_ABOUT = re.compile(r'\w+="[^"]*"(\s*,\s*\w+="[^"]*")*')
_NEEDED, _RECOMMENDED = ("name", "version"), ("author", "country")


def _check_start(examiner: Examiner) -> str:
    began = time.monotonic()
    examiner.open()
    took = time.monotonic() - began
    examiner.silence("OK")
    return f"{took:.2f} s from its start"


def _check_about(examiner: Examiner) -> str:
    examiner.say("ABOUT")
    line = examiner.hear()
    said = parse_about(line)
    if not _ABOUT.fullmatch(line):
        raise examiner.fault(f"answered {quote(line, 200)}")
    if missing := [key for key in _NEEDED if key not in said]:
        raise examiner.fault(f"answered {quote(line, 200)}; it lacks {', '.join(missing)}")
    advice = [key for key in _RECOMMENDED if key not in said]
    lacking = f"; advice: add {' and '.join(advice)}, which are recommended" if advice else ""
    return f"{said['name']} {said['version']}{lacking}"


def _check_size(examiner: Examiner) -> str:
    examiner.say("START 0")
    line = examiner.hear()
    if parse_reply(line).kind != "ERROR":
        raise examiner.fault(f"answered {quote(line)} to START 0")
    examiner.start()
    return ""


def _check_begin(examiner: Examiner) -> str:
    examiner.move(examiner.start(), "BEGIN")
    examiner.silence("its move")
    return ""


def _check_turn(examiner: Examiner) -> str:
    position, moves = examiner.start(), 0
    while position.outcome is None and moves < _EXCHANGES:
        position, moves = examiner.turn(position), moves + 1
    examiner.silence("its move")
    return f"{moves} moves"


def _check_board(examiner: Examiner) -> str:
    examiner.start()
    position, boards = wander(examiner.game, examiner.rng, 3), 0
    while position.outcome is None and boards < _EXCHANGES // 2:  # the next one includes its move
        position, boards = examiner.board(position), boards + 1
    examiner.silence("its move")
    return f"{boards} boards"


def _check_restart(examiner: Examiner) -> str:
    position = examiner.move(examiner.start(), "BEGIN")
    taken = cells_of(position.x)[0]
    examiner.optional("RESTART")
    empty = Position(examiner.game)
    examiner.move(empty.play(taken), f"TURN {point_text(examiner.game, taken)}")  # free again
    return ""


def _check_takeback(examiner: Examiner) -> str:
    start = examiner.move(examiner.start(), "BEGIN")
    ours = examiner.rng.choice(start.legal_moves)
    played = start.play(ours)
    answer = examiner.move(played, f"TURN {point_text(examiner.game, ours)}")
    theirs = cells_of(answer.x & ~start.x)[0]
    examiner.optional(f"TAKEBACK {point_text(examiner.game, theirs)}")
    examiner.optional(f"TAKEBACK {point_text(examiner.game, ours)}")
    if played.play(theirs).outcome is None:
        examiner.move(start.play(theirs), f"TURN {point_text(examiner.game, theirs)}")  # now it is ours
    return ""


def _check_rectangle(examiner: Examiner) -> str:
    game = examiner.game
    columns = game.m + 1 if game.m < MAX_SIDE else game.m - 1
    examiner.tell_rules()
    examiner.optional(f"RECTSTART {columns},{game.n}")
    examiner.tell_time()
    position = Position(replace(game, m=columns))
    corner = columns - 1  # top right: off the board for an engine that swaps columns and rows
    examiner.move(position.play(corner), f"TURN {columns - 1},0")
    return f"{columns} columns, {game.n} rows"


def _check_info(examiner: Examiner) -> str:
    position = examiner.start()
    examiner.say(
        "INFO max_memory 83886080", "INFO game_type 1", examiner.rule, "INFO folder /tmp", "INFO time_left 60000"
    )
    examiner.say("INFO nosuchkey 1", "INFO nosuchkey", "INFO evaluate 7,7")
    examiner.silence("INFO")
    examiner.move(position, "BEGIN")
    return ""


def _check_time(examiner: Examiner) -> str:
    slowest, beyond = (0.0, 0.0), 0.0
    position = examiner.start()
    for seconds in (examiner.seconds, examiner.seconds / 4, examiner.seconds):
        examiner.say(f"INFO timeout_turn {round(seconds * 1000)}", "INFO time_left 2147483647")
        began = time.monotonic()
        position = examiner.turn(position)
        took = time.monotonic() - began
        if took > seconds + _LATE_SECONDS:
            raise examiner.fault(f"took {took:.2f} s for a move that may take {seconds:g} s")
        slowest, beyond = max(slowest, (took / seconds, took)), max(beyond, took - seconds)
        if position.outcome is not None:
            break
    late = f"; {beyond:.3f} s beyond its time at most" if beyond > 0 else ""
    return f"{slowest[1]:.2f} s at most, {slowest[0]:.0%} of what it may take{late}"


def _check_end(examiner: Examiner) -> str:
    examiner.move(examiner.start(), "BEGIN")
    examiner.say("END")
    if (took := examiner.process.wait(END_SECONDS)) is None:
        raise examiner.fault(f"still runs {END_SECONDS:g} s after END")
    return f"{took:.2f} s"


def _check_rubbish(examiner: Examiner) -> str:
    examiner.start()
    for rubbish in ("NOSUCHCOMMAND", "NOSUCH 1,2", "HELLO WORLD"):
        examiner.say(rubbish)
        line = examiner.hear()
        if parse_reply(line).kind != "UNKNOWN":
            raise examiner.fault(f"answered {quote(line)} to {rubbish}, expected UNKNOWN and a text")
    examiner.send(b"\xff\xfe\x00\x01\x80 \x1b[31m\r\n")
    examiner.say("TURN x,y", "TURN", "TURN 999,999", "TURN -1,-1", "START", "7,7,9")
    examiner.recover()
    examiner.move(Position(examiner.game), "BEGIN")
    return ""


def _check_line_ends(examiner: Examiner) -> str:
    examiner.end = "\n"
    examiner.turn(examiner.start())
    examiner.end = "\r\n"
    examiner.turn(examiner.start())
    return ""


def _check_huge_line(examiner: Examiner) -> str:
    examiner.start()
    examiner.send(b"A" * 1_000_000 + b"\r\n")
    examiner.recover()
    examiner.move(Position(examiner.game), "BEGIN")
    return ""


def _check_input_end(examiner: Examiner) -> str:
    examiner.start()
    examiner.process.end_input()
    if (took := examiner.process.wait(_LINGER_SECONDS)) is None:
        raise UnsupportedError("it keeps running: its manager has to kill it")
    return f"{took:.2f} s"


@dataclass(frozen=True)
class Check:
    """A rule of the protocol and its check: `run` returns a remark or raises EngineError."""

    name: str
    rule: str
    run: Callable[[Examiner], str]


CHECKS: Final = (
    Check("start", "START is answered by exactly OK, flushed, and by nothing else", _check_start),
    Check("about", 'ABOUT is answered by name="…", version="…", best with author="…", country="…"', _check_about),
    Check("size", "START with an impossible size is answered by ERROR, and another START may follow", _check_size),
    Check("begin", "BEGIN is answered by one move x,y on the board", _check_begin),
    Check("turn", "TURN is answered by a move to a free cell, throughout a game", _check_turn),
    Check("board", "BOARD … DONE is answered by one legal move, whatever the order of the stones", _check_board),
    Check("info", "INFO is answered by nothing, whatever the key", _check_info),
    Check("time", "timeout_turn is kept, and so is a new value of it", _check_time),
    Check("rubbish", "any other line is answered by UNKNOWN; the engine survives wrong arguments", _check_rubbish),
    Check("line ends", "lines may end in LF or in CR LF", _check_line_ends),
    Check("huge line", "the engine survives a line of a million characters", _check_huge_line),
    Check("end", "END ends the process within 0.7 s", _check_end),
    Check("restart", "RESTART (optional) is answered by OK and empties the board", _check_restart),
    Check("takeback", "TAKEBACK x,y (optional) is answered by OK and frees the cell", _check_takeback),
    Check("rectangle", "RECTSTART columns,rows (optional) begins a game on a rectangle", _check_rectangle),
    Check("input end", "the end of the input (optional) ends the process", _check_input_end),
)


@dataclass(frozen=True)
class CheckResult:
    """The result of a check: its verdict (PASS, FAIL, FLAKY, UNSUPPORTED or SKIPPED), and a remark."""

    name: str
    rule: str
    verdict: str
    remark: str = ""


def check_engine(
    command: str, game: Game, seconds: float = 1.0, checks: Iterable[Check] = CHECKS
) -> Iterator[CheckResult]:
    """Check an engine against every rule in turn; if the first fails, the others are skipped.

    `seconds`: the time for a move. Raises StrategyError if the command cannot be run.
    """
    hopeless = False
    for check in checks:
        if hopeless:
            yield CheckResult(check.name, check.rule, SKIPPED)
            continue
        result = _tried(check, command, game, seconds)
        hopeless = check is CHECKS[0] and result.verdict == FAIL
        yield result


def _tried(check: Check, command: str, game: Game, seconds: float) -> CheckResult:
    """Check a rule; if it is broken, check it again."""
    result = _once(check, command, game, seconds)
    if result.verdict != FAIL or _once(check, command, game, seconds).verdict == FAIL:
        return result
    return replace(result, verdict=FLAKY, remark=f"one of two runs failed: {result.remark}")


def _once(check: Check, command: str, game: Game, seconds: float) -> CheckResult:
    examiner = Examiner(command, game, seconds)
    try:
        return CheckResult(check.name, check.rule, PASS, check.run(examiner))
    except UnsupportedError as error:
        return CheckResult(check.name, check.rule, UNSUPPORTED, str(error))
    except EngineError as error:
        return CheckResult(check.name, check.rule, FAIL, str(error).removeprefix(f"engine {command!r} "))
    finally:
        examiner.process.kill()


def keeps_rules(checks: Iterable[CheckResult]) -> bool | None:
    """Return whether an engine keeps the rules; None where some are flaky, and none is broken."""
    verdicts = {check.verdict for check in checks}
    if FAIL in verdicts:  # then rules may be skipped too
        return False
    return None if FLAKY in verdicts else True
