"""Every engine says which features of a sheet it knows, and refuses any other in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.games import play_lines
from rowlock.bots.evaluation.network import has_network, load_network, read_network
from rowlock.bots.simple import Greedy, Random
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.kernel.batch import Batch
from rowlock.kernel.variant_tables import compile_variant
from rowlock.matches.match import Match, play_matches, why_no_luck
from rowlock.solver.device import solve_on
from rowlock.solver.problem import SolverProblem, make_problem
from rowlock.solver.symmetry import IDENTITY, symmetries
from rowlock.variants import BUILT_IN, Variant, load_variant
from rowlock.variants.features import FEATURES, check_features, features

MADE_UP = "purple_cells"
OWN = str(Path(__file__).parents[2] / "examples" / "my_sheet.toml")
"""A sheet that nobody has trained a network for."""


def with_made_up_feature(name: str = "classic") -> Variant:
    """A printed sheet that says it has something nobody knows."""
    variant: Variant = replace(load_variant(name), id="purple")
    variant.__dict__["features"] = variant.features | {MADE_UP}
    return variant


def network(variant: Variant) -> Any:
    return read_network(variant, BytesIO())


DOORS: dict[str, tuple[str, Callable[[Variant], Any]]] = {
    "core": ("the game", lambda v: new_game(v, ["Ann", "Ben"])),
    "card game": ("the card game", lambda v: new_game(v, ["Ann"], cards=True)),
    "kernel": ("the kernel", compile_variant),
    "batch": ("the kernel", lambda v: Batch(v, 2, 4)),
    "compiled games": ("the kernel", lambda v: play_lines(v, (CompiledSpec("random"),), 1, 0, 1)),
    "compiled judges": (
        "the kernel",
        lambda v: play_lines(v, (CompiledSpec("heuristic"),) * 2, 1, 0, 1),
    ),
    "solver": ("the exact solver", make_problem),
    "processor": ("the exact solver", lambda v: solve_on("cpu", SolverProblem(v))),
    "GPU": ("the GPU", lambda v: solve_on("cuda", SolverProblem(v))),
    "network": ("the network", network),
    "arena": ("the game", lambda v: list(play_matches(Match(v, ("a", "b"), (Random(),) * 2), 1))),
}


@pytest.mark.parametrize("door", DOORS)
def test_an_unknown_feature_is_refused_in_one_sentence(door: str) -> None:
    engine, enter = DOORS[door]
    with pytest.raises(Unreadable) as refusal:
        enter(with_made_up_feature())
    assert refusal.value.code == ("no_card_game" if door == "card game" else "unknown_feature")
    assert refusal.value.message == f"{engine} does not support purple cells, which purple has"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_printed_sheet_is_known_where_it_is_played(name: str) -> None:
    variant = load_variant(name)
    assert variant.features <= FEATURES
    new_game(variant, ["Ann"])
    compile_variant(variant)


@pytest.mark.parametrize("names", ["boxes purple_cells", "boxes boxes"])
def test_an_engine_cannot_list_an_unknown_feature(names: str) -> None:
    assert features("points boxes") == {"boxes", "points"}
    with pytest.raises(ValueError, match=names):
        features(names)


def test_what_each_printed_sheet_has() -> None:
    assert load_variant("classic").features == set()
    assert load_variant("longo").features == {"lucky_numbers", "several_last_cells"}
    assert load_variant("mixx_a").features == {"mixed_colours"}
    assert load_variant("mixx_b").features == set()  # other numbers are no feature
    assert load_variant("bonus_a").features == {"boxes"}
    effects = {"cross_fewest", "cross_every", "double_fewest", "points", "free_penalties"}
    assert load_variant("bonus_b").features == effects
    assert load_variant("double_b").features == {"double_cells"}


def test_symbols_are_not_solved_though_their_states_are_counted() -> None:
    problem = make_problem(load_variant("bonus_b"))
    with pytest.raises(Unreadable, match="the exact solver does not support symbols"):
        solve_on("cpu", problem)


def test_boxes_are_solved_on_a_gpu_only() -> None:
    with pytest.raises(Unreadable, match="the exact solver does not support boxed cells"):
        solve_on("cpu", make_problem(load_variant("bonus_a")))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x_change", "swap fields"),
        ("connected_steps", "steps"),
        ("connected_chain", "chained cells"),
    ],
)
def test_linked_rows_are_solved_on_the_processor_alone(name: str, words: str) -> None:
    with pytest.raises(Unreadable, match=f"the GPU does not support {words}"):
        solve_on("cuda", make_problem(load_variant(name)))


def test_bonus_rows_are_not_solved() -> None:
    with pytest.raises(Unreadable, match="the exact solver does not support bonus rows"):
        make_problem(load_variant("big_points"))


def test_an_unknown_feature_leaves_only_the_identity() -> None:
    assert len(symmetries(load_variant("classic"))) == 8
    assert symmetries(with_made_up_feature()) == (IDENTITY,)
    assert symmetries(load_variant("bonus_b")) == (IDENTITY,)


def test_the_rows_of_double_b_are_not_mirror_images() -> None:
    # Doubles of red stand at 3 5 9 11, those of green at 10 8 6 4: positions 1 3 7 9 and 2 4 6 8.
    assert set(symmetries(load_variant("double_b"))) == {
        (0, 1, 2, 3),
        (1, 0, 2, 3),
        (0, 1, 3, 2),
        (1, 0, 3, 2),
    }


def test_a_bot_without_a_network_for_the_sheet_plays_on_without_one() -> None:
    variant = load_variant(OWN)
    assert not has_network(variant)
    twin = compiled_spec_of(Champion(), variant, 2)
    assert twin is not None
    assert twin.kind == "race"


def test_the_sentence_names_all_that_is_unknown() -> None:
    with pytest.raises(Unreadable, match="lucky numbers or rows with several last cells"):
        check_features("the abacus", frozenset(), load_variant("longo"))
    check_features("the abacus", frozenset(), load_variant("classic"))


def test_the_luck_of_an_unknown_feature_is_not_measured_and_the_reason_is_said() -> None:
    reason = why_no_luck(Match(with_made_up_feature(), ("a", "b"), (Random(),) * 2))
    assert reason == "the luck of the dice does not support purple cells, which purple has"
    assert why_no_luck(Match(load_variant("classic"), ("a", "b"), (Random(),) * 2)) is None


def test_a_refused_network_keeps_no_reference_to_its_caller() -> None:
    variant = load_variant(OWN)
    for _ in range(3):
        assert not has_network(variant)
        with pytest.raises(Unreadable, match="no trained network") as refusal:
            load_network(variant)
    assert len(refusal.traceback) == 2  # this test and load_network


def test_greedy_and_random_have_twins_on_every_sheet() -> None:
    for name in BUILT_IN:
        for bot in (Greedy(), Random()):
            assert compiled_spec_of(bot, load_variant(name), 3) is not None
    assert compiled_spec_of(object(), load_variant("classic"), 2) is None
