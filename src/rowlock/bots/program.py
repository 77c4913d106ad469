"""Bots in other languages: programs that speak a line protocol on standard input and output.

    program:node examples/greedy_bot.mjs
    program:./my_bot --fast;time=200;gap=3

The command comes first, then options after semicolons: `time` is the time per answer in
milliseconds, all others belong to the program. docs/bots/protocol.md describes every line.

A program that breaks a rule forfeits the game (`RULES`); it is started again for the next one. A
program that cannot be started at all is refused.
"""

from __future__ import annotations

import random
import re
import shlex
import weakref
from collections.abc import Iterator, Mapping

from rowlock.bots.program_process import Broken, ProgramProcess
from rowlock.core.bot import Forfeit
from rowlock.core.move import Move
from rowlock.core.score import score
from rowlock.core.sheet import format_sheet
from rowlock.core.state import format_position
from rowlock.core.view import CardView, View
from rowlock.errors import Unreadable
from rowlock.notation.headers import carry
from rowlock.variants import BUILT_IN
from rowlock.variants.variant import Variant

VERSION = 1
START_MS = 10_000
"""How long a program may take to start and answer the greeting."""
ANSWER_MS = 1000
"""Time per answer without the option `time`."""
GRACE_MS = 500
"""How long a program may take to answer after `stop`."""
MAX_LINES = 10_000
"""Limit for `info` lines before an answer."""

RULES = {
    "crashed": "the program ended",
    "silent": "no answer in time, and none after `stop`",
    "nonsense": "a line that the protocol does not have",
    "illegal": "a move that is not among the legal ones",
    "gave up": "the program said `error`",
}
"""The rules by which a program forfeits a game."""

_OPTION = re.compile(r"([a-z][a-z_]{0,31})=(.*)", re.DOTALL)


def make_program(detail: str) -> ProgramBot:
    """The bot of a command and its options.

    >>> make_program("node bot.mjs;time=200;gap=3")
    ProgramBot('node bot.mjs', {'gap': '3'}, 200)
    """
    command, *words = [word.strip() for word in detail.split(";")]
    options = {}
    for word in words:
        found = _OPTION.fullmatch(word)
        if found is None:
            raise ValueError(f"{word!r} is not an option (expected name=value)")
        options[found[1]] = found[2]
    time = options.pop("time", str(ANSWER_MS))
    if not re.fullmatch(r"[0-9]{1,6}", time) or int(time) < 1:
        raise ValueError(f"{time!r} are not milliseconds per answer: time=1000")
    return ProgramBot(command, options, int(time))


class ProgramBot:
    """A program as a bot. It runs from the first question until this object is gone."""

    def __init__(
        self, command: str, options: Mapping[str, str] | None = None, time_ms: int = ANSWER_MS
    ) -> None:
        self.command = command
        self.options = dict(options or {})
        self.time_ms = time_ms
        self.name = command
        """What the program calls itself, after the greeting."""
        self._process: ProgramProcess | None = None
        self._sheets: tuple[Variant, ...] = ()

    def __repr__(self) -> str:
        return f"ProgramBot({self.command!r}, {self.options}, {self.time_ms})"

    def __reduce__(self) -> tuple[type[ProgramBot], tuple[str, dict[str, str], int]]:
        return type(self), (self.command, self.options, self.time_ms)  # copies start their own

    def choose(self, view: View, rng: random.Random) -> Move:
        """Ask the program; raises `Forfeit` if it breaks a rule."""
        if self._process is None:
            self._start()
        try:
            return self._ask(view, rng)
        except Broken as broken:
            self._end()
            raise Forfeit(broken.rule, broken.message) from None

    def _start(self) -> None:
        try:
            process = ProgramProcess(shlex.split(self.command))
        except (OSError, ValueError, IndexError) as error:
            message = f"the program {self.command!r} cannot be started: {error}"
            raise Unreadable("bad_bot", message) from None
        self._process = process
        self._sheets = ()
        self._finalizer = weakref.finalize(self, process.end)
        try:
            self._greet(process)
        except Broken as broken:
            self._end()
            message = f"the program {self.command!r} does not speak the protocol: {broken.message}"
            raise Unreadable("bad_bot", message) from None

    def _greet(self, process: ProgramProcess) -> None:
        process.send(f"rowlock {VERSION}")
        offered = set()
        for _ in range(MAX_LINES):
            word, _, rest = process.line(START_MS).partition(" ")
            if word == "bot":
                version, _, self.name = rest.partition(" ")
                if version != str(VERSION):
                    message = f"it speaks version {version!r} (expected {VERSION})"
                    raise Broken("nonsense", message)
            elif word == "option":
                offered.add(rest.partition(" ")[0])
            elif word == "ready":
                break
            elif word != "info":
                raise Broken("nonsense", f"it says {f'{word} {rest}'.strip()[:80]!r}")
        for name, value in self.options.items():
            if name not in offered:
                known = ", ".join(sorted(offered)) or "none"
                raise Broken("nonsense", f"it has no option {name!r} (it offers: {known})")
            process.send(f"set {name} {value}")

    def _ask(self, view: View, rng: random.Random) -> Move:
        process = self._process
        assert process is not None
        if view.variants != self._sheets:
            self._sheets = view.variants
            for line in _sheet_lines(view.variants):
                process.send(line)
        moves = {str(move): move for move in view.legal}
        for line in _question(view):
            process.send(line)
        process.send(f"go {self.time_ms} seed {rng.getrandbits(53)}")
        text = self._answer(process)
        if text not in moves:
            raise Broken("illegal", f"{text[:80]!r} is not legal (legal: {', '.join(moves)})")
        return moves[text]

    def _answer(self, process: ProgramProcess) -> str:
        stopped = False
        for _ in range(MAX_LINES):
            try:
                line = process.line(GRACE_MS if stopped else self.time_ms)
            except TimeoutError:
                if stopped:
                    message = f"no answer in {self.time_ms} ms, and none {GRACE_MS} ms after stop"
                    raise Broken("silent", message) from None
                stopped = True
                process.send("stop")
                continue
            word, _, rest = line.partition(" ")
            if word == "answer":
                return rest.strip()
            if word == "error":
                raise Broken("gave up", rest[:200])
            if word != "info":
                raise Broken("nonsense", f"it says {line[:80]!r}")
        raise Broken("nonsense", f"more than {MAX_LINES} lines without an answer")

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._finalizer.detach()
            self._process = None


def _sheet_lines(variants: tuple[Variant, ...]) -> Iterator[str]:
    """The sheet of every seat; custom ones with the text of their file."""
    for seat, variant in enumerate(variants, start=1):
        text = "" if variant.id in BUILT_IN else f" {carry(variant)}"
        yield f"sheet {seat} {variant.id} {variant.digest}{text}"


def _question(view: View) -> Iterator[str]:
    """The position as the seat sees it, and its legal moves with what they lead to."""
    assert view.seat is not None
    variant = view.variants[view.seat]
    yield f"position {format_position(view.known_game())}"
    yield f"seat {view.seat + 1}"
    if view.cards is not None:
        yield from _card_lines(view.cards)
    if view.moves:
        yield f"played {' '.join(map(str, view.moves))}"
    now = score(variant, view.sheets[view.seat]).total
    for move in view.legal:
        sheet = view.preview(move).sheet
        yield f"move {move} {score(variant, sheet).total - now} {format_sheet(variant, sheet)}"


def _card_lines(cards: CardView) -> Iterator[str]:
    yield f"hand {' '.join(map(str, cards.hand))}"
    for seat, numbers in enumerate(cards.hands, start=1):
        yield f"backs {seat} {' '.join(map(str, numbers))}"
    yield f"display {' '.join(map(str, cards.display))}"
    yield f"pile {cards.pile} {'-' if cards.top is None else cards.top}"
    yield f"discards {' '.join(map(str, cards.discards))}"
