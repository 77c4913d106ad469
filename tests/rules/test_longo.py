"""L-01 to L-08: long rows, two closing cells, lucky numbers."""

from __future__ import annotations

from itertools import combinations

import pytest

from rowlock import Crossed, RowClosed, Unreadable, load_variant, new_game, parse_sheet, score
from tests.rules.sheets import EMPTY, dice_for, printed_rows, with_row
from tests.scenarios.core_table import NAMES, CoreTable, table

PAIRS = [(5, 10), (6, 11), (4, 9), (7, 12), (8, 13)]
RED_6 = "r2,3,4,5,6,7 y- g- b- x0"


def longo(*sheets: str, first: int = 0, lucky: list[tuple[int, int]] | None = None) -> CoreTable:
    """A table whose first sheet has the lucky numbers 5&10 unless told otherwise."""
    return table("longo", *sheets, first=first, lucky=lucky or PAIRS[: len(sheets)])


def test_l01_rows_of_fifteen_cells() -> None:
    assert printed_rows("longo") == [
        "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16",
        "y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 y14 y15 y16",
        "g16 g15 g14 g13 g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2",
        "b16 b15 b14 b13 b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2",
    ]


def test_l01_eight_sided_dice() -> None:
    t = longo(EMPTY)
    assert t.offered("88 8888") == "- b16 g16"
    assert longo(EMPTY).roll_refusal("19 1111") == "bad_die"


def test_l01_the_picture_of_the_rule_sheet() -> None:
    # Red 5 and 7; yellow goes on with 14, 15, 16 (last 13); green right of 11; blue right of 14.
    picture = "r5,7 y2,3,4,5,6,13 g16,11 b14 x0"
    offered = {
        "77": "- r14 y14",
        "78": "- y15",  # six yellow crosses: closes; red has two
        "88": "- y16",
        "11": "-",  # green 2 and blue 2 close: too few crosses
    }
    for white, moves in offered.items():
        t = longo(picture, lucky=[(4, 9)])
        t.roll(f"{white} 1111")
        assert t.legal() == moves


def test_l01_the_rest_is_classic() -> None:
    # Max rolls 5 and 1: he crosses red 6, then white 5 + blue 8 = 13; Emma crosses yellow 6.
    t = longo(EMPTY, EMPTY, lucky=[(5, 10), (4, 9)]).turn("51 1118", "r6>+b13", "y6")
    assert [t.sheet(0), t.sheet(1)] == ["r6 y- g- b13 x0", "r- y6 g- b- x0"]
    t = longo(EMPTY, lucky=[(5, 10)]).turn("51 1118", "->-")
    assert t.sheet() == "r- y- g- b- x1"


@pytest.mark.parametrize("cell", ["r15", "r16", "y15", "y16", "g3", "g2", "b3", "b2"])
@pytest.mark.parametrize("crosses", [0, 5, 6, 7, 13])
def test_l02_either_of_the_last_two_cells_closes_with_six(cell: str, crosses: int) -> None:
    numbers = range(2, 15) if cell[0] in "ry" else range(16, 3, -1)
    crossed = cell[0] + (",".join(map(str, numbers[:crosses])) or "-")
    t = longo(with_row(crossed))
    assert (cell in t.offered(dice_for(cell)).split()) == (crosses >= 6)
    if crosses >= 6:
        t.play(0, cell)
        assert t.sheet() == with_row(f"{crossed},{cell[1:]}#")


def test_l02_the_lock_comes_at_once_and_always_so_the_other_cell_is_gone() -> None:
    t = longo(RED_6, EMPTY).turn("78 8111", "r15", "-")
    assert t.sheet() == "r2,3,4,5,6,7,15# y- g- b- x0"
    assert t.closed == ["red"]
    assert t.refusal(0, "+r16") == "row_closed"  # white 8 + red 8
    # Six crosses, the 15 and the lock: eight, worth 36.
    assert t.totals == [36, 0]


def test_l02_emma_crosses_green_3_and_the_green_die_leaves() -> None:
    t = longo("r- y- g16,14,12,10,8,6 b- x0", EMPTY).turn("12 1111", "g3>-", "-")
    assert t.sheet() == "r- y- g16,14,12,10,8,6,3# b- x0"
    assert t.state().dice_out == ["green"]
    t.roll("12 11-1")


def test_l02_at_most_15_crosses_are_120_points() -> None:
    longo_rules = load_variant("longo")
    for last in (15, 16):
        row = ",".join(str(n) for n in (*range(2, 15), last))
        sheet = parse_sheet(longo_rules, f"r{row}# y- g- b- x0")
        assert score(longo_rules, sheet).rows == (120, 0, 0, 0)  # 14 cells and the lock
    with pytest.raises(Unreadable):
        parse_sheet(longo_rules, f"r{','.join(map(str, range(2, 17)))}# y- g- b- x0")


def test_l02_players_close_together_with_the_same_cell() -> None:
    t = longo(RED_6, "r2,4,6,8,10,14 y- g- b- x0", "r2,3,4,5,6 y- g- b- x0")
    t.turn("78 1111", "r15", "r15", "-")
    assert RowClosed(row=0, seats=(0, 1)) in t.events
    assert t.totals == [36, 36, 15]


def test_l02_two_sixteens_close_the_second_and_the_third_row() -> None:
    # The rule sheet's example: green is closed; white 8 and 8; Max closes red, Linus yellow.
    green = "r- y- g16,15,14,13,12,11,2# b- x0"
    t = longo(RED_6, EMPTY, green, "r- y2,3,4,5,6,7 g- b- x0", first=1)
    t.turn("88 11-1", "r16", "-", "-", "y16")
    assert t.closed == ["red", "yellow", "green"]
    assert (t.game.reason, t.totals) == ("two_rows_closed", [36, 0, 36, 36])


def test_l03_the_pairs_at_a_table_differ() -> None:
    assert new_game("longo", NAMES).lucky == tuple(PAIRS)
    with pytest.raises(Unreadable) as refusal:
        new_game("longo", ["Ann", "Ben"], lucky=[(5, 10), (10, 5)])
    assert refusal.value.code == "lucky_pair_twice"
    with pytest.raises(Unreadable) as refusal:
        new_game("longo", ["Ann", "Ben"], lucky=[(5, 10), (5, 11)])
    assert refusal.value.code == "unknown_lucky_pair"
    with pytest.raises(Unreadable) as refusal:
        new_game("longo", ["Ann", "Ben"], lucky=[(5, 10)])
    assert refusal.value.code == "bad_lucky"


def test_l03_lucky_numbers_work_any_number_of_times() -> None:
    # White 5 three times in a row, each time the next of the tied rows at Ann's choice; both
    # numbers of the pair work, on her own turns and on Ben's.
    t = longo(EMPTY, EMPTY)
    t.turn("14 1111", "*r2>-", "-")
    t.turn("23 1111", "*y2", "->-")
    t.turn("46 1111", "*g16>-", "-")
    t.turn("55 1111", "*b16", "->-")
    assert t.sheet() == "r2 y2 g16 b16 x0"


def test_l04_the_next_cell_of_the_row_with_the_fewest_crosses() -> None:
    # Crosses 2, 1, 3, 2: yellow has the fewest; right of its last cross 7 comes 8.
    t = longo("r2,3 y7 g16,15,14 b16,15 x0")
    assert t.offered("14 1111") == "*y8 - b5 g5 r5"
    t.play(0, "*y8")
    assert t.sheet() == "r2,3 y7,8 g16,15,14 b16,15 x0"


def test_l04_in_an_empty_row_the_first_cell() -> None:
    assert longo("r2 y2 g- b16 x0").offered("14 1111") == "*g16 - b5 g5 r5 y5"


def test_l04_with_a_tie_the_player_chooses() -> None:
    assert longo("r2,3 y7 g16 b16,15 x0").offered("14 1111") == "*g15 *y8 - b5 g5 r5"


def test_l04_only_with_ones_own_lucky_numbers() -> None:
    t = longo(EMPTY, EMPTY)  # 5&10 and 6&11
    t.roll("14 1111")
    assert t.legal(0) == "*b16 *g16 *r2 *y2 - b5 g5 r5 y5"
    assert t.legal(1) == "- b5 g5 r5 y5"
    assert t.refusal(1, "*g16") == "not_lucky"


def test_l04_instead_of_the_announced_number_not_besides_it() -> None:
    t = longo(EMPTY, EMPTY)
    t.roll("14 1111")
    t.play(0, "*g16")
    assert t.refusal(0, "r5") == "not_your_decision"
    t.play(1, "-")
    assert t.events == (Crossed(0, "g16", "lucky"),)


def test_l04_only_in_action_1() -> None:
    # White 1 + red 4 = 5 makes no lucky number of action 2.
    t = longo(EMPTY).turn("17 4444", "-")
    assert t.legal() == "+b11 +b5 +g11 +g5 +r11 +r5 +y11 +y5 -"
    assert t.refusal(0, "*g16") == "wrong_action"


def test_l04_a_lock_counts_as_a_cross() -> None:
    # Red closed: six cells, the 15 and the lock are 8 crosses. Yellow 7, green 8, blue 8:
    # yellow alone has the fewest. Without the lock red would tie with yellow at 7.
    t = longo("r2,3,4,5,6,7,15# y2,3,4,5,6,7,8 g16,15,14,13,12,11,10,9 b16,15,14,13,12,11,10,9 x0")
    assert t.offered("14 -111") == "*y9 - b5 g5"


def test_l04_the_same_cell_can_be_offered_twice() -> None:
    # Yellow's next cell is the 5 itself: as the announced number and as a lucky cross.
    t = longo("r2,3 y4 g16,15 b16,15 x0")
    assert t.offered("14 1111") == "*y5 - b5 g5 r5 y5"
    assert t.refusal(0, "*r4") == "not_lucky_cell"


def test_l05_a_lucky_cross_can_close_a_row() -> None:
    # Six red crosses, last 14, are the fewest; the 15 closes. White 5.
    sheet = "r2,3,4,5,6,14 y2,3,4,5,6,7,8 g16,15,14,13,12,11,10 b16,15,14,13,12,11,10 x0"
    t = longo(sheet, EMPTY).turn("14 1111", "*r15", "-")
    assert t.closed == ["red"]
    assert RowClosed(row=0, seats=(0,)) in t.events
    # Red eight crosses 36, the others seven each 28.
    assert t.totals == [36 + 28 + 28 + 28, 0]


def test_l05_it_can_end_the_game() -> None:
    blue_closed = "r- y- g- b16,15,14,13,12,11,2# x0"
    sheet = "r2,3,4,5,6,14 y2,3,4,5,6,7,8 g16,15,14,13,12,11,10 b16,15,14,13,12,11,10 x0"
    t = longo(sheet, blue_closed).turn("14 111-", "*r15", "-")
    assert (t.game.phase, t.game.reason) == ("over", "two_rows_closed")


def test_l05_it_obeys_the_lock_condition() -> None:
    # Red holds only the 14: the fewest, and its next cell 15 needs six crosses. No lucky cross.
    t = longo("r14 y2,3 g16,15 b16,15 x0")
    assert t.offered("14 1111") == "- b5 g5 y5"
    assert t.refusal(0, "*r15") == "not_lucky_cell"


def test_l05_a_closed_row_still_counts() -> None:
    # Ben has closed red. Ann's red row is empty, so it alone has the fewest crosses; it takes
    # none, and no other row comes in its place.
    t = longo("r- y2 g16 b16 x0", "r2,3,4,5,6,7,15# y- g- b- x0")
    t.roll("14 -111")
    assert t.legal(0) == "- b5 g5 y5"


def test_l05_in_a_tie_only_the_rows_that_take_the_cross_are_offered() -> None:
    # Red (closed by Ben), yellow (next cell 15, one cross) and blue tie: blue alone takes it.
    t = longo("r2 y14 g16,15 b16 x0", "r2,3,4,5,6,7,15# y- g- b- x0")
    t.roll("14 -111")
    assert t.legal(0) == "*b15 - b5 g5"


def test_l06_a_lucky_cross_saves_from_the_penalty() -> None:
    assert longo(EMPTY).turn("14 1111", "*r2>-").sheet() == "r2 y- g- b- x0"


def test_l07_five_pairs_two_of_them_printed() -> None:
    rules = load_variant("longo")
    assert rules.lucky_printed == ((5, 10), (6, 11))
    assert rules.lucky_inferred == ((4, 9), (7, 12), (8, 13))
    assert rules.lucky_pairs == tuple(PAIRS)


def test_l07_all_have_the_same_chance_and_share_no_number() -> None:
    sums = [a + b for a in range(1, 9) for b in range(1, 9)]
    assert [sum(s in pair for s in sums) for pair in PAIRS] == [11] * 5  # of 64
    assert all(not set(one) & set(other) for one, other in combinations(PAIRS, 2))


def test_l08_87_points() -> None:
    # 4, 3, 9 and 8 crosses and two penalties.
    rules = load_variant("longo")
    emma = parse_sheet(rules, "r2,3,5,7 y4,6,9 g16,15,14,13,12,11,10,8,7 b16,15,14,13,12,11,9,8 x2")
    assert score(rules, emma).total == 10 + 6 + 45 + 36 - 10 == 87


def test_l08_laura_crosses_green_16_instead_of_a_6() -> None:
    # White 5 + 1. Max red 6, Emma yellow 6; Laura has 6&11 and an empty green row; Linus passes.
    t = longo(
        EMPTY,
        EMPTY,
        "r2 y3 g- b16 x0",
        EMPTY,
        lucky=[(5, 10), (4, 9), (6, 11), (7, 12)],
    )
    t.roll("51 1118")
    assert t.legal(2) == "*g16 - b6 g6 r6 y6"
    for seat, word in enumerate(["r6", "y6", "*g16", "-"]):
        t.play(seat, word)
    assert [t.sheet(seat) for seat in range(4)] == [
        "r6 y- g- b- x0",
        "r- y6 g- b- x0",
        "r2 y3 g16 b16 x0",
        EMPTY,
    ]
