"""The compiled search is held to the plain one, on every sheet that the kernel knows."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from rowlock.core.game import deciders
from rowlock.core.state import Game
from rowlock.endgame.plain import PlainEndgame, TooMuch
from rowlock.endgame.size import KNOWN
from rowlock.endgame.solve_endgame import EndgameValues, solve
from rowlock.variants import BUILT_IN, load_variant
from rowlock.variants.variant import Variant
from tests.endgame.near_ends import near_end, with_decisions
from tests.sampling import some
from tests.solver.sheets import (
    NEW_SHEETS,
    barred_sheet,
    bonus_rows_sheet,
    double_sheet,
    lucky_sheet,
    mixed_sheet,
    plain_sheet,
    second_sheet,
    short_sheet,
)

EXACT = 1e-12
CASES = 12
"""Turns of each sheet; `scripts/test-long` tries more."""


def symbol_sheet() -> Variant:
    """Bonus B in miniature: a choice in a chain, a cross in every row, effects at the end."""
    more = """
[[bonus]]
symbol = "circle"
cells = "r2 y2"
effect = "cross_fewest"
times = 2

[[bonus]]
symbol = "diamond"
cells = "g4 b4"
effect = "cross_every"

[[bonus]]
symbol = "star"
cells = "r3 g3"
effect = "free_penalties"
"""
    return short_sheet("r2 r3 r4", "y2 y3 y4", "g4 g3 g2", "b4 b3", more=more)


SHEETS = {
    **{n: load_variant(n) for n in BUILT_IN if load_variant(n).features <= KNOWN},
    "short": plain_sheet(),
    "short mixed": mixed_sheet(),
    "short lucky": lucky_sheet(),
    "short double": double_sheet(),
    "short barred": barred_sheet(),
    "short symbols": symbol_sheet(),
    "short bonus rows": bonus_rows_sheet(),
    **{f"short {name}": sheet for name, sheet in NEW_SHEETS.items()},
    "short second boxes": second_sheet(closed_rows=2),  # one closed row leaves too much
}


def difference(game: Game, ends: EndgameValues, plain: PlainEndgame) -> float:
    """How far the two searches are apart, in the value and in every answer."""
    found = abs(plain.share(game) - ends.shares[0])
    if game.stage == "action1":
        found = max(found, float(np.abs(plain.matrix(game) - ends.matrix).max()))
    if game.stage == "action2":
        own = [choice.win_share for choice in ends.answers(game.active)]
        theirs = [w if game.active == 0 else 1.0 - w for w in plain.worth(game)]
        found = max(found, float(np.abs(np.array(own) - theirs).max()))
    return found


def compare(variant: Variant, turns: int, seed: int) -> Counter[str]:
    """How many positions of each stage were compared."""
    rng = random.Random(f"{variant.id} {seed}")
    stages: Counter[str] = Counter()
    for _ in range(40 * turns):
        if stages["roll"] >= turns and stages["action2"] >= turns // 2:
            break
        plain = PlainEndgame(budget=60)
        for game in with_decisions(near_end(variant, rng), rng):
            ends = solve(game, budget=40)
            if ends is None:
                break
            try:
                assert difference(game, ends, plain) <= EXACT, str(game)
            except TooMuch:  # it knows no bounds and looks at more
                break
            stages[game.stage] += 1
            for seat in deciders(game):
                assert sum(c.probability for c in ends.answers(seat)) == pytest.approx(1)
    return stages


LATER = {"double_a", "connected_chain", "connected_steps"}
"""Printed sheets whose short ones show the same; `scripts/test-long` tries them as well."""


@pytest.mark.parametrize("name", some(SHEETS, [name for name in SHEETS if name not in LATER]))
def test_both_searches_find_the_same(name: str) -> None:
    stages = compare(SHEETS[name], CASES, seed=1)
    assert min(stages["roll"], stages["action1"]) >= CASES
    assert stages["action2"] >= CASES // 2


@pytest.mark.long
@pytest.mark.parametrize("name", SHEETS)
def test_both_searches_find_the_same_in_many_positions(name: str) -> None:
    assert compare(SHEETS[name], 40 * CASES, seed=2)["roll"] >= 40 * CASES
