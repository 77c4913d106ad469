"""Sets of matches in a journal: sets played before are not played again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any

import numpy as np

from rowlock.matches.match import Match, play_matches
from rowlock.matches.sets import Sets
from rowlock.runners import Journal, Workplace

Pair = tuple[int, int]
"""The indices of two bots in a ladder; None for a match."""


def noted_sets(journal: Journal, pair: Pair | None, players: int) -> list[Sets]:
    """The sets of a match that are in the journal, from the first one up to the first gap."""
    saved_sets: list[Sets] = []
    count = 0
    for answer in journal.found:
        if answer["pair"] == (pair and list(pair)) and answer["first"] == count:
            saved_sets.append(_sets(answer, players))
            count += len(saved_sets[-1].totals)
    return saved_sets


def play_noted(
    match: Match, sets: int, place: Workplace, journal: Journal | None, pair: Pair | None = None
) -> Generator[Sets]:
    """Yield `sets` sets: first those of the journal, then new ones, which are added to it."""
    count = 0
    for part in noted_sets(journal, pair, match.players) if journal is not None else ():
        fitting = slice(0, sets - count)
        yield Sets(part.totals[fitting], part.luck[fitting])
        count += len(part.totals[fitting])
        if count == sets:
            return
    with closing(play_matches(match, sets, place, count)) as parts:
        for part in parts:
            if journal is not None:
                journal.note(_answer(part, pair, count))
            count += len(part.totals)
            yield part


def _answer(part: Sets, pair: Pair | None, first: int) -> dict[str, Any]:
    totals, luck = part.totals.tolist(), part.luck.tolist()
    return {"pair": pair, "first": first, "totals": totals, "luck": luck}


def _sets(answer: dict[str, Any], players: int) -> Sets:
    shape = (-1, players, players)
    totals = np.array(answer["totals"], dtype=np.int64).reshape(shape)
    return Sets(totals, np.array(answer["luck"], dtype=np.float64).reshape(shape))
