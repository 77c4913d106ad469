"""Bots by name: `greedy`, `greedy:3`, a custom class as `module:Class`, or a program in any
language as `program:COMMAND`.

Most bots need NumPy. Each is imported on first use, so that `greedy` works without it.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path

from rowlock.bots.levels import levels
from rowlock.bots.simple import Greedy, Random
from rowlock.bots.spreads import SPREADS
from rowlock.core.bot import Bot
from rowlock.errors import Unreadable
from rowlock.kernel.jit import HAS_NUMBA


def _greedy(detail: str) -> Bot:
    if not detail:
        return Greedy()
    if not re.fullmatch(r"[0-9]{1,2}", detail):
        raise ValueError(f"{detail!r} is not a largest gap: greedy:2")
    return Greedy(int(detail))


def _champion(detail: str) -> Bot:
    try:
        noise = float(detail or 0)
    except ValueError:
        noise = -1.0
    if not 0 <= noise <= 9:
        raise ValueError(f"{detail!r} is not a spread of errors: champion:0.05")
    from rowlock.bots.champion import Champion

    return Champion(noise)


def _thinking(name: str, usual: int, *, to_the_end: bool) -> Callable[[str], Bot]:
    def make(detail: str) -> Bot:
        time = detail or str(usual)
        if not re.fullmatch(r"[0-9]{1,5}", time) or not 1 <= int(time) <= 60_000:
            message = f"{detail!r} are not milliseconds for a second look: {name}:{usual}"
            raise ValueError(message)
        if not HAS_NUMBA:
            raise ModuleNotFoundError(f"{name} needs Numba", name="numba")
        from rowlock.bots.champion import Champion

        return Champion(second=int(time) / 1000, to_the_end=to_the_end)

    return make


def _heuristic() -> Bot:
    from rowlock.bots.heuristic import Heuristic

    return Heuristic()


def _race() -> Bot:
    from rowlock.bots.race import Race

    return Race()


def _solo() -> Bot:
    from rowlock.bots.solo import Solo

    return Solo()


def _level(name: str) -> Callable[[], Bot]:
    return lambda: next(level.bot for level in levels() if level.name == name)


def _program(detail: str) -> Bot:
    from rowlock.bots.program import make_program

    return make_program(detail)


def _plain(name: str, bot: Callable[[], Bot]) -> Callable[[str], Bot]:
    def make(detail: str) -> Bot:
        if detail:
            raise ValueError(f"{name} takes no number")
        return bot()

    return make


BOTS: dict[str, Callable[[str], Bot]] = {
    "random": _plain("random", Random),
    "greedy": _greedy,
    "heuristic": _plain("heuristic", _heuristic),
    "race": _plain("race", _race),
    **{name: _plain(name, _level(name)) for name in SPREADS},
    "champion": _champion,
    "deep": _thinking("deep", 20, to_the_end=False),
    "rollout": _thinking("rollout", 500, to_the_end=True),
    "solo": _plain("solo", _solo),
}
"""Every bot by name: a function of the text after the colon, or of None."""


def make_bot(name: str) -> Bot:
    """The bot of a name; the refusal of an unknown name lists all bots.

    >>> make_bot("greedy:3")
    Greedy(gap=3)
    """
    kind, colon, detail = name.strip().partition(":")
    make = _program if kind == "program" and colon else BOTS.get(kind)
    if make is not None:
        if colon and not detail:
            raise Unreadable("bad_bot", f"{name}: the colon needs a value after it")
        try:
            return make(detail)
        except Unreadable:
            raise
        except ValueError as error:
            raise Unreadable("bad_bot", f"{name}: {error}") from None
    if kind and detail:
        return _own(kind, detail)
    raise Unreadable(
        "unknown_bot",
        f"there is no bot {name!r}: use {', '.join(sorted(BOTS))} your own as module:Class, "
        "or a program as program:COMMAND",
    )


def _own(module: str, name: str) -> Bot:
    """A custom bot, from a file in the current folder or from an installed package."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        bot: Bot = getattr(importlib.import_module(module), name)()
    except Exception as error:
        raise Unreadable(
            "bad_bot",
            f"{module}:{name} cannot be made: {type(error).__name__}: {error} "
            f"(there are also {', '.join(sorted(BOTS))})",
        ) from error
    if not callable(getattr(bot, "choose", None)):
        message = f"{module}:{name} is not a bot: it has no choose(view, rng)"
        raise Unreadable("bad_bot", message)
    return bot
