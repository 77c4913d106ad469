"""Corners that drawn games seldom reach; mutants of the core showed each of them."""

from __future__ import annotations

import pytest

from rowlock import (
    Card,
    Roll,
    Sheet,
    deal,
    legal_moves,
    load_variant,
    new_game,
    parse_move,
    parse_position,
    parse_sheet,
    play,
    roll,
    score,
)
from rowlock.core.cards import deck, parse_card
from rowlock.variants import from_text

TWO_LOCKING_CELLS = from_text(
    'extends = "classic"\n[lock]\ncells = 2\ncrosses_before = 0\n', "two.toml"
)
MANY_BONUSES = from_text(
    """
    extends = "classic"

    [[bonus]]
    symbol = "circle"
    cells = "r2"
    effect = "points"
    points = 3

    [[bonus]]
    symbol = "square"
    cells = "y2"
    effect = "free_penalties"

    [[bonus]]
    symbol = "star"
    cells = "g12"
    effect = "double_fewest"
    """,
    "many.toml",
)


LUCKY_BAR = from_text(
    """
    extends = "longo"

    [bar]
    boxes = "r2"
    squares = "y"
    """,
    "lucky.toml",
)


def holding(*texts: str) -> tuple[Card, ...]:
    """A deck that deals these cards to the first seat."""
    wanted = [parse_card(text) for text in texts]
    return (*wanted, *(card for card in deck(jokers=False) if card not in wanted))


def test_a_play_of_cards_crosses_one_locking_cell_of_a_row_at_most() -> None:
    """The first one closes the row, so that the second cannot follow (L-02, K-05)."""
    game = new_game(TWO_LOCKING_CELLS, ["Ann"], cards=True)
    game = deal(game, holding("r9", "r10", "r11", "r12")).state
    game = play(game, 0, legal_moves(game, 0)[0]).state
    game = play(game, 0, parse_move("-")).state
    offered = {str(move) for move in legal_moves(game, 0)}
    assert {"+r11", "+r12", "+r11,12/11", "+r11,12/12", "+r10,11", "+r9,10,11"} <= offered
    assert not {"+r11,12", "+r10,11,12"} & offered
    after = play(game, 0, parse_move("+r11,12/11", cards=True)).state
    assert after.sheets[0].rows[0] == 1 << 9 | 1 << 11  # the 11 and the lock


@pytest.mark.parametrize(
    ("sheet", "bonus", "total"),
    [
        # rows 1 + 1 + 1 + 0: three points, three for the circle, the empty row doubled
        ("r2 y2 g12 b- x2", 3 + 10 + 0, 3 - 10 + 13),
        # 3 + 3 + 3 + 3: the doubled row adds to the circle's three points
        ("r2,3 y3,4 g12,11 b12,11 x1", 3 + 3, 12 - 5 + 6),
        ("r3 y2 g12 b12 x1", 5 + 1, 4 - 5 + 6),
    ],
)
def test_bonuses_at_the_end_add_up_in_any_order(sheet: str, bonus: int, total: int) -> None:
    points = score(MANY_BONUSES, parse_sheet(MANY_BONUSES, sheet))
    assert (points.bonus, points.total) == (bonus, total)


@pytest.mark.parametrize(
    ("row", "sheet", "white", "last", "other"),
    [
        # The white sum closes the row; the cell of its colour in another row, which a coloured
        # sum would make with the same dice, is out of reach then (C-12, M-03).
        ("red", "r2,3,4,5,6 y- g- b- x0", (6, 6), "r12", "r8"),
        ("yellow", "r- y2,3,4,5,6 g- b- x0", (6, 6), "y12", "y8"),
        ("green", "r- y- g12,11,10,9,8 b- x0", (1, 1), "g2", "g4"),
        ("blue", "r- y- g- b12,11,10,9,8 x0", (1, 1), "b2", "b6"),
    ],
)
def test_on_mixx_a_a_die_that_left_in_action_1_makes_no_sum_in_action_2(
    row: str, sheet: str, white: tuple[int, int], last: str, other: str
) -> None:
    die = int(other[1:]) - white[0]
    dice = f"{white[0]}{white[1]} {str(die) * 4}"
    game = parse_position(f'mixx_a 9 1 action1 {dice}; "Ann" {sheet}; "Ben" r- y- g- b- x0')
    open_game = play(game, 0, parse_move("-")).state
    open_game = play(open_game, 1, parse_move("-")).state
    assert f"+{other}" in {str(move) for move in legal_moves(open_game, 0)}
    game = play(game, 0, parse_move(last)).state
    game = play(game, 1, parse_move("-")).state
    offered = {str(move) for move in legal_moves(game, 0)}
    assert f"+{other}" not in offered
    assert "-" in offered


def test_a_lucky_cross_on_a_boxed_cell_starts_a_chain() -> None:
    """Lucky numbers and a bar are on no printed sheet together."""
    game = new_game(LUCKY_BAR, ["Ann"])
    game = roll(game, Roll((4, 1), (1, 1, 1, 1))).state
    game = play(game, 0, parse_move("*r2")).state
    assert game.sheets[0] == parse_sheet(LUCKY_BAR, "r2 y2 g- b- x0 =x")


def test_points_are_whole_numbers() -> None:
    variant = load_variant("classic")
    points = score(variant, parse_sheet(variant, "r2,3,4 y2 g12 b- x1"))
    assert str(points) == "Score(rows=(6, 1, 1, 0), penalties=5, bonus=0)"
    assert score(variant, Sheet()).total == 0


def test_a_roll_is_written_as_in_a_record() -> None:
    assert str(Roll((4, 1), (3, None, 5, 6))) == "41 3-56"
    game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    assert str(game.roll) == "41 3256"
