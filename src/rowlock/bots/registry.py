"""Bots by name: `greedy`, `greedy:3`, or a class of one's own as `module:Class`."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from rowlock.bots.bot import Bot
from rowlock.bots.simple import Greedy, Random
from rowlock.errors import Unreadable

BOTS: dict[str, Callable[[str], Bot]] = {
    "random": lambda _: Random(),
    "greedy": lambda gap: Greedy(int(gap)) if gap else Greedy(),
}


def make_bot(name: str) -> Bot:
    """The bot of a name; a refusal lists what there is."""
    kind, _, detail = name.partition(":")
    if kind in BOTS:
        try:
            return BOTS[kind](detail)
        except ValueError:
            raise Unreadable("bad_bot", f"{name}: {detail!r} does not suit {kind}") from None
    if detail:
        return _own(kind, detail)
    known = ", ".join(BOTS)
    raise Unreadable("unknown_bot", f"there is no bot {name!r}: use {known} or module:Class")


def _own(module: str, name: str) -> Bot:
    try:
        bot: Bot = getattr(importlib.import_module(module), name)()
    except Exception as error:
        raise Unreadable("bad_bot", f"{module}:{name} cannot be loaded: {error}") from error
    return bot
