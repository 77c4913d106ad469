"""A sheet that looks the same after relabelling plays the same; nor do seats matter."""

from __future__ import annotations

from copy import copy

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from rowlock import CardsPlayed, Event, Scribe, legal_moves, load_variant, result
from rowlock.testing import Answered, enter
from rowlock.testing.strategies import PlayedGame, played, setups
from rowlock.variants import from_text
from rowlock.variants.features import FEATURES
from tests.properties.law import law
from tests.properties.symmetry import KNOWN, Symmetry, symmetries

SYMMETRIC = ("classic", "longo", "mixx_a", "double_b")


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("classic", 8),  # each pair of rows may swap, and the pairs may with mirrored numbers
        ("longo", 8),
        ("mixx_a", 2),  # rows 1 and 3, 2 and 4 mirror each other: M-02
        ("mixx_b", 1),
        ("bonus_a", 1),
        ("bonus_b", 1),
        ("double_b", 4),  # each pair of rows may swap; mirrored, 3 5 9 11 is not 10 8 6 4
    ],
)
def test_the_symmetries_of_the_printed_sheets(name: str, count: int) -> None:
    assert len(symmetries(load_variant(name))) == count


def test_mixx_a_is_its_own_mirror_image() -> None:
    mirrored = symmetries(load_variant("mixx_a"))[1]
    assert mirrored.mirror
    assert mirrored.rows == (2, 3, 0, 1)
    assert mirrored.cell("y2") == "b12"  # first cell of row 1, first cell of row 3


def test_double_b_swaps_equal_rows_and_has_no_mirror_image() -> None:
    found = {(symmetry.rows, symmetry.mirror) for symmetry in symmetries(load_variant("double_b"))}
    same, red_yellow, green_blue, both = (0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)
    assert found == {(same, False), (red_yellow, False), (green_blue, False), (both, False)}


def test_one_double_cell_alone_leaves_the_rows_without_it() -> None:
    # Red has a double 3: only green and blue may still swap.
    own = from_text('extends = "classic"\n[double]\ncells = "r3"\n', "own.toml")
    assert [symmetry.rows for symmetry in symmetries(own)] == [(0, 1, 2, 3), (0, 1, 3, 2)]


def test_an_uncompared_feature_leaves_only_the_identity() -> None:
    unheard = copy(load_variant("classic"))
    unheard.__dict__["features"] = frozenset({"unheard_of"})
    assert [(s.rows, s.mirror) for s in symmetries(unheard)] == [((0, 1, 2, 3), False)]
    assert FEATURES >= KNOWN


def told(events: tuple[Event, ...]) -> list[str]:
    """Events without their order, which is by row where rows are equals."""
    spelled = (
        replace(event, cards=tuple(sorted(event.cards)))
        if isinstance(event, CardsPlayed)
        else event
        for event in events
    )
    return sorted(map(repr, spelled))


@pytest.mark.parametrize("name", SYMMETRIC)
@law(25)
@given(data=st.data())
def test_a_relabelled_game_is_the_same_game(name: str, data: st.DataObject) -> None:
    line: PlayedGame = data.draw(played(setups(variants=[name])))
    symmetry: Symmetry = data.draw(st.sampled_from(symmetries(load_variant(name))))
    assume(symmetry.fits(line.setup))
    game = Scribe(symmetry.setup(line.setup)).game
    for number, given_input in enumerate(line.inputs):
        before = line.games[number]
        for seat in before.seats:
            moves = {symmetry.move(move) for move in legal_moves(before, seat)}
            assert set(legal_moves(game, seat)) == moves
        step = enter(game, symmetry.input(given_input))
        mirrored = tuple(symmetry.event(event) for event in line.events[number])
        assert told(step.events) == told(mirrored)
        game, after = step.state, line.games[number + 1]
        assert game.sheets == tuple(map(symmetry.sheet, after.sheets))
        assert game.closed == symmetry.mask(after.closed)
        assert (game.stage, game.turn, game.active) == (after.stage, after.turn, after.active)
        assert result(game).totals == result(after).totals
        assert [score.rows for score in result(game).scores] == [
            symmetry.by_row(score.rows) for score in result(after).scores
        ]
    assert result(game).winners == result(line.last).winners


def rotated(event: Event, seats: int) -> Event:
    """The event with every seat moved one chair on."""
    names = event.__struct_fields__
    if "seat" in names:
        return replace(event, seat=(getattr(event, "seat", 0) + 1) % seats)
    if "seats" in names:
        moved = sorted((seat + 1) % seats for seat in getattr(event, "seats", ()))
        return replace(event, seats=tuple(moved))
    return event


@law(30)
@given(played(setups(seats=range(2, 6))))
def test_the_table_may_be_turned(line: PlayedGame) -> None:
    """Everybody moves one chair on: the same game, each on the next sheet."""
    setup, seats = line.setup, len(line.setup.names)

    def turned(values: tuple[object, ...]) -> tuple[object, ...]:
        return (*values[-1:], *values[:-1])

    deck = setup.deck and (
        *setup.deck[4 * seats - 4 : 4 * seats],
        *setup.deck[: 4 * seats - 4],
        *setup.deck[4 * seats :],
    )
    lucky = setup.lucky and (*setup.lucky[-1:], *setup.lucky[:-1])
    first = (setup.first + 1) % seats
    game = Scribe(replace(setup, first=first, lucky=lucky, deck=deck)).game
    for number, given_input in enumerate(line.inputs):
        if isinstance(given_input, Answered):
            given_input = Answered((given_input.seat + 1) % seats, given_input.move)
        step = enter(game, given_input)
        moved = tuple(rotated(event, seats) for event in line.events[number])
        assert told(step.events) == told(moved)
        game, after = step.state, line.games[number + 1]
        assert game.sheets == turned(after.sheets)
        assert (game.stage, game.closed) == (after.stage, after.closed)
        assert result(game).totals == turned(result(after).totals)
