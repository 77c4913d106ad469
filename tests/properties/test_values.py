"""States are values: past ones never change, and the same inputs make the same game."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from rowlock import (
    Sheet,
    format_position,
    legal_moves,
    load_variant,
    preview,
    result,
    score,
    view,
)
from rowlock.core.game import previews
from rowlock.notation import Scribe
from rowlock.testing import enter
from rowlock.testing.strategies import PlayedGame, played
from tests.properties.law import law


@law(30)
@given(played())
def test_playing_on_changes_no_earlier_state(line: PlayedGame) -> None:
    game = Scribe(line.setup).game
    kept = []
    for given_input in line.inputs:
        kept.append((game, hash(game), format_position(game)))
        game = enter(game, given_input).state
    for earlier, fingerprint, text in kept:
        assert hash(earlier) == fingerprint
        assert format_position(earlier) == text


@law(30)
@given(played())
def test_the_same_rolls_and_choices_give_the_same_game(line: PlayedGame) -> None:
    game = Scribe(line.setup).game
    for number, given_input in enumerate(line.inputs):
        step = enter(game, given_input)
        assert step.state == line.games[number + 1]
        assert step.events == line.events[number]
        game = step.state
    assert hash(game) == hash(line.last)


@law(30)
@given(played())
def test_a_game_hides_nothing_and_trying_a_move_changes_nothing(line: PlayedGame) -> None:
    """Values in hidden attributes could differ between equal games, so a game has none."""
    game = Scribe(line.setup).game
    for number, given_input in enumerate(line.inputs):
        assert not hasattr(game, "__dict__")
        for seat in game.seats:
            assert previews(game, seat) == [
                (move, preview(game, seat, move)) for move in legal_moves(game, seat)
            ]
        tried, step = enter(game, given_input), enter(game, given_input)
        assert step == tried
        assert (step.state, step.events) == (line.games[number + 1], line.events[number])
        game = step.state


@law(20)
@given(played())
def test_every_part_of_a_state_is_frozen(line: PlayedGame) -> None:
    game = line.last
    parts: list[object] = [game, game.variant, *game.sheets, *line.inputs, view(game, 0)]
    parts += [part for part in (game.roll, game.cards, *game.answers) if part is not None]
    parts += [answer.draft for answer in game.answers if answer is not None]
    parts += [event for events in line.events for event in events]
    parts += [result(game), *(score(game.variant, sheet) for sheet in game.sheets)]
    for part in parts:
        fields = getattr(part, "__struct_fields__", ())
        for field in fields:
            with pytest.raises(AttributeError):
                setattr(part, field, None)
            assert not isinstance(getattr(part, field), list | set | dict), (part, field)


OTHER = {"rows": (1, 0, 0, 0), "penalties": 1, "bar": 1}
"""Another value for every stored field of a sheet."""


def test_every_stroke_on_a_sheet_decides_whether_two_are_equal() -> None:
    """Penalties and the rest ask whether a sheet has changed: a forgotten field would be lost."""
    assert set(OTHER) == set(Sheet.__struct_fields__) - {"variant"}
    for field, value in OTHER.items():
        plain, changed = Sheet(), replace(Sheet(), **{field: value})
        assert plain != changed, field
        assert hash(plain) != hash(changed), field
        assert changed == replace(Sheet(), **{field: value})


def test_equal_crosses_are_equal_sheets_whatever_is_printed() -> None:
    plain, printed = Sheet((1, 0, 0, 0), 2), Sheet((1, 0, 0, 0), 2, variant=load_variant("longo"))
    assert plain == printed
    assert hash(plain) == hash(printed)
    assert plain != (1, 0, 0, 0)
