"""The sets of matches in a journal: those that were played before need not be played again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any

import numpy as np

from rowlock.arena.match import Match, play_matches
from rowlock.arena.sets import Sets
from rowlock.runners import Journal, Workplace

Pair = tuple[int, int]
"""The places of two bots in a ladder; a match has none."""


def noted_sets(journal: Journal, pair: Pair | None, players: int) -> list[Sets]:
    """The first sets of a match, as far as they are in the journal."""
    found: list[Sets] = []
    done = 0
    for answer in journal.found:
        if answer["pair"] == (pair and list(pair)) and answer["first"] == done:
            found.append(_sets(answer, players))
            done += len(found[-1].totals)
    return found


def play_noted(
    match: Match, sets: int, place: Workplace, journal: Journal | None, pair: Pair | None = None
) -> Generator[Sets]:
    """So many sets: first those of the journal, then new ones, which are added to it."""
    done = 0
    for part in noted_sets(journal, pair, match.players) if journal is not None else ():
        fitting = slice(0, sets - done)
        yield Sets(part.totals[fitting], part.luck[fitting])
        done += len(part.totals[fitting])
        if done == sets:
            return
    with closing(play_matches(match, sets, place, done)) as parts:
        for part in parts:
            if journal is not None:
                journal.note(_answer(part, pair, done))
            done += len(part.totals)
            yield part


def _answer(part: Sets, pair: Pair | None, first: int) -> dict[str, Any]:
    totals, luck = part.totals.tolist(), part.luck.tolist()
    return {"pair": pair, "first": first, "totals": totals, "luck": luck}


def _sets(answer: dict[str, Any], players: int) -> Sets:
    shape = (-1, players, players)
    totals = np.array(answer["totals"], dtype=np.int64).reshape(shape)
    return Sets(totals, np.array(answer["luck"], dtype=np.float64).reshape(shape))
