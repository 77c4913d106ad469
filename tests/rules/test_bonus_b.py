"""BB-01 to BB-04: five symbols, two cells each."""

from __future__ import annotations

import pytest

from rowlock import BonusEarned, Crossed, CrossLapsed, deciders, load_variant, parse_sheet, score
from rowlock.variants import from_text
from tests.rules.sheets import EMPTY, dice_for
from tests.scenarios.core_table import CoreTable, table

RED_CLOSED = "r2,3,4,5,7,12# y- g- b- x0"
GREEN_CLOSED = "r- y- g12,11,10,8,7,2# b- x0"


def bonus_b(*sheets: str, first: int = 0) -> CoreTable:
    return table("bonus_b", *sheets, first=first)


def points(sheet: str) -> tuple[int, int]:
    """Bonus and total of a sheet."""
    rules = load_variant("bonus_b")
    result = score(rules, parse_sheet(rules, sheet))
    return result.bonus, result.total


CELLS = {
    "circle": "y11 g9",
    "diamond": "y7 b7",
    "square": "r8 b10",
    "octagon": "r6 b4",
    "star": "y3 g5",
}


def test_bb01_the_symbols_in_the_order_of_the_strip() -> None:
    rules = load_variant("bonus_b")
    assert rules.rows == load_variant("classic").rows
    printed = [(b.symbol, " ".join(cell.name for cell in b.cells)) for b in rules.bonuses]
    assert printed == list(CELLS.items())


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("symbol", CELLS)
def test_bb01_a_bonus_is_earned_with_the_second_cell(symbol: str, order: tuple[int, int]) -> None:
    first, second = (CELLS[symbol].split()[place] for place in order)
    rows = {"r": "r2", "y": "y2", "g": "g12", "b": "b12"} | {first[0]: first}
    t = bonus_b(" ".join([*rows.values(), "x0"]), EMPTY)
    t.roll(dice_for(second))
    t.play(0, second)
    if symbol == "circle":
        t.play(0, t.legal(0).split()[0])
    t.play(1, second)  # the other player crosses the same cell as the first of the symbol
    assert [event for event in t.events if isinstance(event, BonusEarned)] == [
        BonusEarned(0, symbol)
    ]


def test_bb01_circle_two_crosses_in_the_row_with_the_fewest() -> None:
    # Yellow 11: crosses 1, 3, 2, 2. Red: 3 and 4.
    t = bonus_b("r2 y2,4 g12,9 b12,11 x0").turn("56 1111", "y11")
    assert t.sheet() == "r2,3,4 y2,4,11 g12,9 b12,11 x0"


@pytest.mark.parametrize(
    ("choice", "sheet"),
    [
        ("?r", "r2,3,4 y11 g12,9 b12 x0"),
        ("?b", "r2 y11 g12,9 b12,11,10 x0"),
        ("?y", "r2 y11 g12,9 b12 x0"),  # yellow 12 needs five crosses: both lapse
    ],
)
def test_bb01_circle_with_a_tie_the_player_chooses(choice: str, sheet: str) -> None:
    # Green 9: crosses 1, 1, 2, 1.
    t = bonus_b("r2 y11 g12 b12 x0").turn("36 1111", "g9")
    assert (t.game.phase, t.legal()) == ("choice", "?b ?r ?y")
    assert t.refusal(0, "?g") == "not_tied"
    assert t.refusal(0, "-") == "choice_due"
    t.play(0, choice)
    assert (t.game.phase, t.sheet()) == ("action2", sheet)


def test_bb01_diamond_one_cross_in_every_row() -> None:
    # Blue 7: red 3, yellow 8, green 11, blue 6.
    t = bonus_b("r2 y7 g12 b12 x0").turn("34 1111", "b7")
    assert t.sheet() == "r2,3 y7,8 g12,11 b12,7,6 x0"
    crossed = [event.cell for event in t.events if isinstance(event, Crossed)]
    assert crossed == ["b7", "r3", "y8", "g11", "b6"]


def test_bb01_diamond_in_empty_rows_the_first_cell() -> None:
    t = bonus_b("r- y7 g- b- x0").turn("34 1111", "b7")
    assert t.sheet() == "r2 y7,8 g12 b7,6 x0"


@pytest.mark.parametrize(
    ("sheet", "bonus", "total"),
    [
        ("r8 y2,4 g12,11,10 b9,8 x0", 0, 1 + 3 + 6 + 3),  # one square cell only
        ("r8 y2,4 g12,11,10 b10,9 x0", 1, 1 + 3 + 6 + 3 + 1),
        ("r8 y2 g12 b10 x0", 1, 5),  # four rows tied: one of them
        ("r8 y- g12 b10 x0", 0, 3),  # an empty row has the fewest: twice nothing
        ("r8,9,10 y2,4,5,6 g12,11,10,8 b12,11,10,9 x0", 6, 6 + 10 + 10 + 10 + 6),
        # Yellow has the fewest crosses, its lock counted: 7, while the others have eight.
        (
            "r2,3,4,5,7,8,9,10 y2,4,5,6,8,12# g12,11,10,8,7,6,4,3 b12,11,10,9,8,6,5,3 x0",
            28,
            36 + 28 + 36 + 36 + 28,
        ),
    ],
)
def test_bb01_square_doubles_the_row_with_the_fewest(sheet: str, bonus: int, total: int) -> None:
    assert points(sheet) == (bonus, total)


def test_bb01_octagon_13_points() -> None:
    assert points("r6 y- g- b4 x0") == (13, 15)
    assert points("r6 y- g- b5 x0") == (0, 2)


def test_bb01_star_penalties_cost_nothing() -> None:
    assert points("r- y3 g5 b- x2") == (10, 2)
    assert points("r- y3 g6 b- x2") == (0, -8)
    assert points("r- y3 g5 b- x0") == (0, 2)


def test_bb01_all_end_effects_together() -> None:
    # Rows 2, 1, 1, 2 crosses (r6 r8, y3, g5, b10 b4): 3 + 1 + 1 + 3 = 8. Square: +1 (yellow or
    # green). Octagon +13. Star: three penalties are free, -15 + 15.
    assert points("r6,8 y3 g5 b10,4 x3") == (1 + 13 + 15, 8 + 14)


def test_bb01_the_effects_add_up_in_any_order() -> None:
    # An own sheet on which the circle brings the 13 points: they stay when the row is doubled.
    rules = from_text(
        """
        extends = "classic"
        [about]
        id = "own"
        [[bonus]]
        symbol = "circle"
        cells = "r6"
        effect = "points"
        points = 13
        [[bonus]]
        symbol = "square"
        cells = "b10"
        effect = "double_fewest"
        """
    )
    assert score(rules, parse_sheet(rules, "r6 y2 g12 b10 x0")).total == 4 + 13 + 1


def test_bb02_the_earning_cross_is_included() -> None:
    # Yellow was empty, alone with the fewest; with the 11 all four rows have one cross.
    t = bonus_b("r2 y- g9 b12 x0").turn("56 1111", "y11")
    assert t.legal() == "?b ?g ?r ?y"


def test_bb02_a_lock_counts_as_a_cross() -> None:
    # Red: six cells and the lock, 7. Yellow 6 + the 11, green 7, blue 7: all tied. Counted
    # without the lock red would be alone with 6.
    t = bonus_b("r2,3,4,5,7,12# y2,4,5,6,8,9 g12,11,10,9,8,7,6 b12,11,9,8,6,5,3 x0")
    t.turn("56 -111", "y11")
    assert t.legal() == "?b ?g ?r ?y"


def test_bb02_closed_rows_count_and_the_crosses_lapse() -> None:
    # Ben closed red; Ann's red row is empty and alone has the fewest: both crosses lapse.
    t = bonus_b("r- y2 g12,9 b12 x0", RED_CLOSED).turn("56 -111", "y11", "-")
    assert t.sheet(0) == "r- y2,11 g12,9 b12 x0"
    assert t.events[-2:] == (CrossLapsed(0, 0), CrossLapsed(0, 0))
    assert t.game.phase == "action2"


def test_bb02_a_tied_row_that_takes_no_cross_may_be_chosen() -> None:
    # Red (closed by Ben), yellow and blue tie with one cross.
    t = bonus_b("r2 y- g12,9 b12 x0", RED_CLOSED).turn("56 -111", "y11", "-")
    assert t.legal(0) == "?b ?r ?y"
    t.play(0, "?r")
    assert t.sheet(0) == "r2 y11 g12,9 b12 x0"
    assert t.events[-2:] == (CrossLapsed(0, 0), CrossLapsed(0, 0))


def test_bb02_crosses_that_the_row_cannot_take_lapse_one_by_one() -> None:
    # Red has one cross, the 10: 11 is crossed, 12 lacks crosses and lapses.
    t = bonus_b("r10 y2 g12,9 b12,11 x0").turn("56 1111", "y11")
    assert t.sheet() == "r10,11 y2,11 g12,9 b12,11 x0"
    assert [event for event in t.events if isinstance(event, CrossLapsed)] == [CrossLapsed(0, 0)]


def test_bb02_diamond_crosses_that_a_row_cannot_take_lapse() -> None:
    # Red closed by Ben, green at 3 with two crosses (2 is the last cell).
    t = bonus_b("r2 y7 g12,3 b12 x0", RED_CLOSED).turn("34 -111", "b7", "-")
    assert t.sheet(0) == "r2 y7,8 g12,3 b12,7,6 x0"
    lapsed = [event.row for event in t.events if isinstance(event, CrossLapsed)]
    assert lapsed == [0, 2]


def test_bb03_a_circle_closes_a_row() -> None:
    # Red five crosses, last 10, the others six (yellow with its 11): red 11 and 12.
    t = bonus_b("r2,3,4,5,10 y2,4,5,6,8 g12,11,10,9,8,6 b12,11,9,8,6,5 x0")
    t.turn("56 1111", "y11")
    assert t.sheet().split()[0] == "r2,3,4,5,10,11,12#"
    assert t.closed == ["red"]


def test_bb03_the_row_a_circle_closed_takes_no_second_cross() -> None:
    # As before but red stands at 11: 12 closes, the second cross lapses (BA-07).
    t = bonus_b("r2,3,4,5,11 y2,4,5,6,8 g12,11,10,9,8,6 b12,11,9,8,6,5 x0")
    t.turn("56 1111", "y11")
    assert t.sheet().split()[0] == "r2,3,4,5,11,12#"
    assert CrossLapsed(0, 0) in t.events


def test_bb03_a_bonus_inside_a_bonus_waits_until_its_crosses_are_done() -> None:
    # Blue 7 earns the diamond: red 5, yellow 11 (earns the circle), green 8, blue 6. Only then
    # the circle looks for the fewest: 4, 3, 3, 3. In between it would have found green and blue.
    t = bonus_b("r2,3,4 y7,10 g12,9 b12 x0").turn("34 1111", "b7")
    assert t.legal() == "?b ?g ?y"
    t.play(0, "?g")
    assert t.sheet() == "r2,3,4,5 y7,10,11 g12,9,8,7,6 b12,7,6 x0"


def test_bb03_first_earned_first_handled_rows_top_to_bottom() -> None:
    # Yellow 11 earns the circle: 3, 3, 2, 1 crosses, so blue 7 (earns the diamond) and blue 6.
    # Then the diamond: red 5, yellow 12 lapses (three crosses), green 8, blue 5.
    t = bonus_b("r2,3,4 y2,7 g12,9 b8 x0").turn("56 1111", "y11")
    assert t.events == (
        Crossed(0, "y11", "white"),
        BonusEarned(0, "circle"),
        Crossed(0, "b7", "bonus"),
        BonusEarned(0, "diamond"),
        Crossed(0, "b6", "bonus"),
        Crossed(0, "r5", "bonus"),
        CrossLapsed(0, 1),
        Crossed(0, "g8", "bonus"),
        Crossed(0, "b5", "bonus"),
    )


def test_bb03_a_chain_ends_the_game_after_its_last_cross() -> None:
    # Ben closed green. Ann's diamond closes red, the second row; yellow 8 and blue 6 follow,
    # green lapses (BA-07).
    t = bonus_b("r2,3,4,5,11 y7 g12 b12 x0", GREEN_CLOSED).turn("34 11-1", "b7", "-")
    assert t.sheet(0) == "r2,3,4,5,11,12# y7,8 g12 b12,7,6 x0"
    assert (t.game.phase, t.game.reason) == ("over", "two_rows_closed")
    assert t.totals == [28 + 3 + 1 + 6, 28]


def test_bb03_a_choice_still_owed_is_asked_before_the_end() -> None:
    # As before, but yellow 11 earns the circle inside the diamond: 7, 3, 3, 3 crosses.
    t = bonus_b("r2,3,4,5,11 y7,10 g12,10,9 b12 x0", GREEN_CLOSED).turn("34 11-1", "b7", "-")
    assert (t.game.phase, t.legal(0)) == ("choice", "?b ?g ?y")
    t.play(0, "?b")
    assert t.sheet(0) == "r2,3,4,5,11,12# y7,10,11 g12,10,9 b12,7,6,5,4 x0"
    assert (t.game.phase, t.totals) == ("over", [28 + 6 + 6 + 15, 28])


def test_bb03_each_player_chooses_within_action_1() -> None:
    # Both owe a choice (BA-06); the action is over when both have made it.
    sheet = "r2 y- g9 b12 x0"
    t = bonus_b(sheet, sheet).turn("56 1111", "y11", "y11")
    assert (t.game.phase, deciders(t.game)) == ("choice", (0, 1))
    t.play(1, "?b")
    assert deciders(t.game) == (0,)
    t.play(0, "?r")
    assert [t.sheet(0), t.sheet(1)] == ["r2,3,4 y11 g9 b12 x0", "r2 y11 g9 b12,11,10 x0"]


def test_bb03_a_choice_in_action_2() -> None:
    # White 5 + yellow 6 = 11 by colour: 1, 1, 1, 1.
    t = bonus_b("r2 y- g9 b12 x0").turn("51 1611", "->+y11")
    assert (t.game.phase, t.legal()) == ("choice", "?b ?g ?r ?y")
    t.play(0, "?g")
    assert (t.sheet(), t.game.turn) == ("r2 y11 g9,8,7 b12 x0", 2)


def test_bb04_the_fourth_penalty_ends_the_game_even_if_it_is_free() -> None:
    t = bonus_b("r- y3 g5 b- x3", EMPTY).turn("34 1111", "->-", "-")
    assert t.game.reason == "four_penalties"
    assert t.totals == [2, 0]
