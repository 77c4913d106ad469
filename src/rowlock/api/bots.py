"""Bots by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.registry import BOTS, make_bot
from rowlock.core.bot import Bot
from rowlock.errors import Unreadable
from rowlock.kernel.processors import default_threads
from rowlock.variants import Variant

Bots: TypeAlias = str | Sequence[str | Bot]
"""Bots in seat order: names separated by commas, or a list of names and of bots of your own."""


def bot(name: str) -> Bot:
    """The bot of a name, such as `champion`, `greedy:3` or your own as `module:Class`.

    >>> import rowlock
    >>> rowlock.bot("greedy:3")
    Greedy(gap=3)
    """
    return make_bot(name)


def bot_names() -> tuple[str, ...]:
    """The names of all bots, from the simplest to the most expensive.

    >>> import rowlock
    >>> rowlock.bot_names()[:3]
    ('random', 'greedy', 'heuristic')
    """
    return tuple(BOTS)


def threads_for(
    bots: Sequence[Bot], variants: Sequence[Variant], wanted: int | None, *, cards: bool = False
) -> int:
    """The number of workers: `wanted`, or one per processor for bots with compiled versions.

    Other bots play in processes, which only start from a program with a `__main__` guard, so they
    play one game after the other unless the caller asks for more.
    """
    if wanted is not None:
        return wanted
    first, players = variants[0], len(bots)
    compiled = not cards and all(compiled_spec_of(bot, first, players) for bot in bots)
    return default_threads() if compiled else 1


def named_bots(bots: Bots) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Names and bots in seat order; a bot of your own is named after its class."""
    given = bots.split(",") if isinstance(bots, str) else list(bots)
    for each in given:
        if not isinstance(each, str) and not callable(getattr(each, "choose", None)):
            message = (
                f"{each!r} is not a bot (expected a name, or an object with choose(view, rng))"
            )
            raise Unreadable("bad_bot", message)
    names = tuple(each.strip() if isinstance(each, str) else type(each).__name__ for each in given)
    made = tuple(make_bot(each) if isinstance(each, str) else each for each in given)
    return names, made
