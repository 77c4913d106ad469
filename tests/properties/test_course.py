"""The course of a game: what only grows, who is punished, that it ends, what it adds up to."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock import (
    NOTHING,
    Crossed,
    GameOver,
    LockCrossed,
    Move,
    PenaltyTaken,
    RowClosed,
    Scribe,
    Setup,
    format_sheet,
    legal_moves,
    load_variant,
    result,
    score,
)
from rowlock.core.state import Game, Step
from rowlock.testing import check_step, check_variant, most_turns, steps, tally
from rowlock.testing.strategies import PlayedGame, played, setups
from rowlock.variants import BUILT_IN
from tests.properties.law import THOROUGH, law
from tests.sampling import some

EVERY_GAME = [(name, cards) for name in BUILT_IN for cards in (False, True)]
EVERY_GAME.remove(("longo", True))  # K-01
EVERY_GAME.remove(("double_a", True))  # S-04
EVERY_GAME.remove(("x_change", True))
EVERY_GAME.remove(("big_points", True))


@pytest.mark.parametrize(
    ("name", "cards"),
    some(EVERY_GAME, [(n, c) for n, c in EVERY_GAME if not c or n in ("classic", "bonus_b")]),
)
def test_every_printed_sheet_keeps_the_laws_with_one_to_five_players(
    name: str, cards: bool
) -> None:
    games = max(5, round(20 * THOROUGH))
    report = check_variant(load_variant(name), games=games, cards=cards)
    assert sum(report.ended.values()) == report.games == games
    if games >= 20:
        assert len(report.never_crossed) <= 2  # the last cells of a long row are rare


@pytest.mark.long
@pytest.mark.parametrize(("name", "cards"), EVERY_GAME)
def test_they_keep_them_in_a_thousand_games(name: str, cards: bool) -> None:
    report = check_variant(load_variant(name), games=1000, seed=2, cards=cards)
    assert report.never_crossed == ()
    assert min(report.ended.values()) > 100


@law(40)
@given(played())
def test_every_step_fits_the_state_before_it(line: PlayedGame) -> None:
    for before, after, events in zip(line.games, line.games[1:], line.events, strict=False):
        check_step(before, Step(after, events))


@law(40)
@given(played(to_the_end=True))
def test_totals_are_those_counted_from_the_events(line: PlayedGame) -> None:
    variant = line.setup.variant
    events = [event for happened in line.events for event in happened]
    counted = tally(variant, len(line.setup.names), events)
    assert tuple(t.total(variant) for t in counted) == result(line.last).totals
    for sheet, count in zip(line.last.sheets, counted, strict=True):
        assert [row.bit_count() for row in sheet.rows] == count.crosses
        assert sheet.penalties == count.penalties


@law(40)
@given(played())
def test_row_points_never_drop(line: PlayedGame) -> None:
    variant = line.setup.variant
    for before, after in zip(line.games, line.games[1:], strict=False):
        for old, new in zip(before.sheets, after.sheets, strict=True):
            pairs = zip(score(variant, old).rows, score(variant, new).rows, strict=True)
            assert all(points <= later for points, later in pairs)


@law(40)
@given(played())
def test_only_the_active_player_takes_penalties_one_in_a_turn_without_a_cross(
    line: PlayedGame,
) -> None:
    crossed: set[tuple[int, int]] = set()
    punished: set[tuple[int, int]] = set()
    for before, events in zip(line.games, line.events, strict=False):
        for event in events:
            match event:
                case Crossed(seat=seat):
                    crossed.add((before.turn, seat))
                case PenaltyTaken(seat=seat, penalties=number):
                    assert seat == before.active
                    assert number == before.sheets[seat].penalties + 1
                    assert (before.turn, seat) not in punished
                    punished.add((before.turn, seat))
                case _:
                    pass
    assert not crossed & punished
    # C-08: every turn that came to its end brought its active player one or the other.
    done = [
        game
        for game, later in zip(line.games, line.games[1:], strict=False)
        if later.turn > game.turn
    ]
    assert {(game.turn, game.active) for game in done} <= crossed | punished


@law(40)
@given(played())
def test_a_closed_row_stays_closed_and_its_die_out(line: PlayedGame) -> None:
    closed = 0
    for game, events in zip(line.games[1:], line.events, strict=True):
        for event in events:
            if isinstance(event, RowClosed) and game.cards is None:
                assert not closed >> event.row & 1
                closed |= 1 << event.row
        assert game.closed == closed
        if game.roll is not None and game.stage == "action1":
            assert [die is None for die in game.roll.colours] == [
                bool(closed >> colour & 1) for colour in range(4)
            ]


@law(40)
@given(played())
def test_with_cards_a_row_is_closed_for_its_owner_only(line: PlayedGame) -> None:
    for game, events in zip(line.games[1:], line.events, strict=True):
        for event in events:
            if isinstance(event, RowClosed):
                lockers = [
                    e.seat for e in events if isinstance(e, LockCrossed) and e.row == event.row
                ]
                assert list(event.seats) == sorted(lockers)
        if game.cards is not None:
            assert game.closed == 0


@law(40)
@given(played(to_the_end=True))
def test_a_game_ends_once_and_for_the_reason_it_says(line: PlayedGame) -> None:
    variant, game = line.setup.variant, line.last
    ends = [event for events in line.events for event in events if isinstance(event, GameOver)]
    assert ends == [GameOver(game.reason or "four_penalties")]
    texts = [format_sheet(variant, sheet).split()[:4] for sheet in game.sheets]
    locked = [{row for row in range(4) if words[row].endswith("#")} for words in texts]
    most_closed = len(set().union(*locked)) if game.cards is None else max(map(len, locked))
    rows_ended_it = most_closed >= variant.closed_rows_to_end
    assert game.reason == ("two_rows_closed" if rows_ended_it else "four_penalties")
    if not rows_ended_it:
        assert game.sheets[game.active].penalties == variant.penalties_to_end
    best = max(result(game).totals)
    winners = tuple(seat for seat in game.seats if result(game).totals[seat] == best)
    assert result(game).winners == winners


def nothing_if_possible(game: Game, seat: int, rng: Random) -> Move:
    """Declines whatever can be declined, so that penalties end the game."""
    moves = legal_moves(game, seat)
    if NOTHING in moves:
        return NOTHING
    return next((move for move in moves if str(move).endswith("/-")), moves[0])


@law(20)
@given(setups(), st.integers(0, 2**32 - 1))
def test_every_game_ends_even_if_nobody_crosses_anything(setup: Setup, seed: int) -> None:
    game = Scribe(setup).game
    for _, step in steps(game, Random(seed), nothing_if_possible):
        game = step.state
    seats, needed = len(setup.names), setup.variant.penalties_to_end
    assert game.turn == seats * (needed - 1) + 1
    assert game.reason == "four_penalties"


@law(40)
@given(played(to_the_end=True))
def test_every_game_ends_within_the_turns_that_its_cells_allow(line: PlayedGame) -> None:
    assert line.last.over
    assert line.last.turn <= most_turns(line.setup.variant, len(line.setup.names))
    assert result(line.games[0]).winners == ()
