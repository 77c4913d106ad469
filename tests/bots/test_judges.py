"""What evaluates a position is chosen in one place, and every caller gets the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.exact_ends import ADVICE_SEARCH, NO_SEARCH
from rowlock.bots.judges import JudgeKind, judge_at, judge_of
from rowlock.core.view import view
from rowlock.endgame.preparation import prepare
from rowlock.kernel.jit import JIT
from rowlock.notation import parse_position
from rowlock.reviews.evaluators import dice_evaluator
from rowlock.variants import Variant, from_text, load_variant
from rowlock.variants.shuffle import random_sheet

CLASSIC, OWN = load_variant("classic"), from_text(random_sheet("tulip"))
END = (
    'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
    '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
)
TWINS: dict[JudgeKind, str] = {
    "network": "network",
    "race": "race",
    "sheet": "heuristic",
    "solo_network": "solo_network",
}


@pytest.fixture(autouse=True)
def _no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))


@pytest.mark.parametrize(
    ("variant", "players", "cards", "kind"),
    [
        (CLASSIC, 1, False, "solo_network"),
        (CLASSIC, 2, False, "network"),
        (CLASSIC, 5, False, "network"),
        (OWN, 1, False, "sheet"),
        (OWN, 3, False, "race"),
        (CLASSIC, 1, True, "card_rules"),
        (CLASSIC, 2, True, "card_network"),
        (OWN, 2, True, "card_rules"),
    ],
    ids=str,
)
def test_the_judge_of_each_kind_of_table(
    variant: Variant, players: int, cards: bool, kind: JudgeKind
) -> None:
    judge = judge_of(variant, players, cards=cards)
    assert judge.kind == kind
    assert (judge.card_network is not None) == (kind == "card_network")


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("variant", [CLASSIC, OWN], ids=["classic", "own"])
def test_compiled_bots_and_reviews_follow_it(variant: Variant, players: int) -> None:
    judge = judge_of(variant, players)
    twin = compiled_spec_of(Champion(), variant, players)
    assert twin is not None
    assert twin.kind == TWINS[judge.kind]
    assert dice_evaluator(judge, (variant,) * players).twin.kind == twin.kind


def test_the_endgame_solver_agrees_with_the_evaluator() -> None:
    """Worked out by hand in tests/endgame: a pass wins for sure, red 11 in 25 of 27 cases."""
    prepare()
    seen = view(parse_position(END), 0)
    assert judge_at(seen, NO_SEARCH).end is None
    judge = judge_at(seen, ADVICE_SEARCH)
    assert judge.kind == "network"
    assert (judge.end is not None) == JIT
    if judge.end is not None:
        shares = [choice.win_share for choice in judge.end.answers(0)]
        assert shares == pytest.approx([1, 25 / 27])
