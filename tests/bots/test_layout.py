"""Weights say what they were trained on, and nobody reads them as something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import rowlock.bots
from rowlock.bots.champion import Champion
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.evaluation import features, input_layout, network
from rowlock.bots.evaluation.network import has_network, load_network, read_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_shapes
from rowlock.bots.heuristic import Heuristic
from rowlock.errors import Unreadable
from rowlock.matches.match import Match, play_matches, why_no_luck
from rowlock.variants import BUILT_IN, load_variant
from rowlock.variants.features import FEATURES

WEIGHTS = Path(rowlock.bots.__file__).parent / "weights"
SHEETS = sorted(file.stem for file in WEIGHTS.glob("*.npz"))


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> Iterator[None]:
    """What a test has changed under the caches must not stay in them."""
    yield
    for known in (
        features.row_features,
        input_layout.layout,
        input_layout.is_as_before,
        row_shapes,
    ):
        known.cache_clear()


def restamped(folder: Path, name: str, stamp: str | None) -> Path:
    """A copy of shipped weights with another layout, or with none as in older files."""
    with np.load(WEIGHTS / f"{name}.npz") as data:
        arrays = {key: data[key] for key in data if key != "layout"}
    if stamp is not None:
        arrays["layout"] = np.array(stamp)
    np.savez_compressed(folder / "weights.npz", allow_pickle=False, **arrays)
    return folder / "weights.npz"


@pytest.mark.parametrize("name", SHEETS)
def test_shipped_weights_name_their_layout(name: str) -> None:
    with np.load(WEIGHTS / f"{name}.npz") as data:
        assert str(data["layout"]) == input_layout.layout(load_variant(name))


@pytest.mark.parametrize("name", SHEETS)
def test_an_old_file_opens_and_means_the_same(name: str, tmp_path: Path) -> None:
    old = read_network(load_variant(name), restamped(tmp_path, name, None))
    assert np.array_equal(old.rows, load_network(load_variant(name)).rows)


def test_a_foreign_layout_is_refused(tmp_path: Path) -> None:
    file = restamped(tmp_path, "classic", "0123456789abcdef")
    with pytest.raises(Unreadable, match="sheet features that differ") as refusal:
        read_network(load_variant("classic"), file)
    assert refusal.value.code == "foreign_layout"


def test_other_row_features_are_another_layout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = input_layout.layout(load_variant("classic"))
    monkeypatch.setattr(features, "REACHES", (2, 4, 6, 8, 9))  # as many as ever, other ones
    features.row_features.cache_clear()
    input_layout.layout.cache_clear()
    input_layout.is_as_before.cache_clear()
    assert input_layout.layout(load_variant("classic")) != before
    for stamp in (before, None):  # a file of before is refused too
        with pytest.raises(Unreadable) as refusal:
            read_network(load_variant("classic"), restamped(tmp_path, "classic", stamp))
        assert refusal.value.code == "foreign_layout"


@pytest.mark.parametrize(
    ("sheet", "place", "name", "other"),
    [
        ("classic", input_layout, "TOTAL_UNIT", 60.0),
        ("classic", input_layout, "SLOTS", 4),
        ("bonus_b", Positions, "symbol_state", lambda self, q, k: 0 * self.closed),
        ("bonus_a", Positions, "free_square", lambda self, q: 0 * self.closed),
    ],
)
def test_whatever_a_number_means_is_in_the_digest(
    monkeypatch: pytest.MonkeyPatch, sheet: str, place: object, name: str, other: object
) -> None:
    before = input_layout.layout(load_variant(sheet))
    monkeypatch.setattr(place, name, other)
    input_layout.layout.cache_clear()
    assert input_layout.layout(load_variant(sheet)) != before


def test_sheets_whose_rows_look_alike_share_a_layout_but_no_weights() -> None:
    # Mixx A has other colours, which no line of the network tells; the digest tells them apart.
    classic, mixed = load_variant("classic"), load_variant("mixx_a")
    assert input_layout.layout(classic) == input_layout.layout(mixed)
    with pytest.raises(Unreadable, match="not mixx_a"):
        read_network(mixed, WEIGHTS / "classic.npz")


@pytest.mark.parametrize("name", BUILT_IN)
def test_luck_knows_every_printed_sheet_and_the_network_those_it_was_trained_on(name: str) -> None:
    assert (load_variant(name).features <= network.KNOWN) == has_network(load_variant(name))
    assert why_no_luck(Match(load_variant(name), ("a", "b"), (Heuristic(), Heuristic()))) is None


def test_the_network_refuses_a_feature_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "KNOWN", FEATURES - {"lucky_numbers"})
    message = "the network does not support lucky numbers, which longo has"
    with pytest.raises(Unreadable, match=message):
        read_network(load_variant("longo"), WEIGHTS / "longo.npz")
    network._load.cache_clear()
    try:
        assert not has_network(load_variant("longo"))
        twin = compiled_spec_of(Champion(), load_variant("longo"), players=2)
        assert twin is not None
        assert twin.kind == "race"  # as on every sheet without a network
    finally:
        network._load.cache_clear()


def test_luck_is_left_out_on_a_sheet_with_a_feature_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(load_variant("bonus_a"), ("a", "b"), (Heuristic(), Heuristic()), threads=1)
    known = [part.luck for part in play_matches(match, 2)]
    assert sum(map(len, known)) == 2
    monkeypatch.setattr("rowlock.matches.match.LUCK_KNOWN", FEATURES - {"boxes"})
    reason = "the luck of the dice does not support boxed cells, which bonus_a has"
    assert why_no_luck(match) == reason
    sets = list(play_matches(match, 2))
    assert sum(len(part.totals) for part in sets) == 2
    assert sum(len(part.luck) for part in sets) == 0
