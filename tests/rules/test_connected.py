"""CC-01 to CC-04 and CS-01 to CS-03: cells joined by lines, and framed cells as a fifth row."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rowlock import Crossed, Unreadable, load_variant, parse_sheet, score
from rowlock.variants import COLOURS, Variant, from_text
from tests.notation.texts import final, record
from tests.rules.card_table import card_table, plays
from tests.rules.sheets import EMPTY, dice_for
from tests.scenarios.core_table import CoreTable, table


def chain(*sheets: str, first: int = 0) -> CoreTable:
    return table("connected_chain", *sheets, first=first)


def own(more: str) -> Variant:
    return from_text(f"extends = 'classic'\n{more}\n", "mine.toml")


# The chain.


def test_cc01_six_pairs_on_classic_rows() -> None:
    variant = load_variant("connected_chain")
    assert variant.rows == load_variant("classic").rows
    pairs = " ".join(f"{one.name}-{other.name}" for one, other in variant.chain)
    assert pairs == "r6-y6 r11-y11 y3-g11 y8-g6 g9-b9 g4-b4"


@pytest.mark.parametrize(
    ("cell", "sheet"),
    [
        ("r6", "r6 y6 g- b- x0"),
        ("y6", "r6 y6 g- b- x0"),
        ("g6", "r- y8 g6 b- x0"),
        ("y8", "r- y8 g6 b- x0"),
        ("r11", "r11 y11 g- b- x0"),
        ("g11", "r- y3 g11 b- x0"),
        ("b9", "r- y- g9 b9 x0"),
        ("g4", "r- y- g4 b4 x0"),
    ],
)
def test_cc02_one_end_brings_the_other(cell: str, sheet: str) -> None:
    assert chain(EMPTY).turn(dice_for(cell), f"{cell}>-").sheet() == sheet


def test_cc02_it_is_told_after_its_cause() -> None:
    t = chain(EMPTY, EMPTY).turn("15 1111", "r6", "-")
    assert t.events == (Crossed(0, "r6", "white"), Crossed(0, "y6", "chain"))


def test_cc02_crosses_to_the_right_and_closed_rows_do_not_prevent_it() -> None:
    # Ann's yellow has a 9; Ben has closed yellow himself, with seven crosses: 28 points.
    t = chain("r- y9 g- b- x0", "r- y2,4,5,7,9,12# g- b- x0").turn("15 1-11", "r6", "r6")
    assert t.sheet(0) == "r6 y6,9 g- b- x0"
    assert t.sheet(1) == "r6 y2,4,5,6,7,9,12# g- b- x0"
    assert t.totals == [4, 37]


def test_cc02_a_pair_is_crossed_once() -> None:
    # Yellow 6 came with red 6: when 6 is rolled again neither is offered.
    assert chain(EMPTY).turn("15 1111", "r6>-").offered("15 1111") == "- b6 g6"


def test_cc03_it_is_not_written_in_the_record() -> None:
    game = final(record("1. 15 1256 | r6 +b11 | g6", variant="connected_chain"))
    assert [str(s) for s in game.sheets] == ["r6 y6 g- b11 x0", "r- y8 g6 b- x0"]


def test_cc03_it_becomes_the_rightmost_where_it_lies_right() -> None:
    t = chain("r- y2 g- b- x0").turn("56 1111", "r11>-")
    assert t.sheet() == "r11 y2,11 g- b- x0"
    t.roll("55 1111")
    assert t.refusal(0, "y10") == "left_of_last_cross"


def test_cc03_it_opens_nothing_that_was_skipped() -> None:
    t = chain("r- y9 g- b- x0").turn("15 1111", "r6>-")
    t.roll("34 1111")
    assert t.refusal(0, "y7") == "left_of_last_cross"


def test_cc03_it_counts_for_points_and_from_the_next_action_for_the_five() -> None:
    t = chain("r- y2,4,5,7 g- b- x0")
    t.roll("56 1611")
    t.play(0, "r11")
    assert t.legal() == "+b6 +b7 +g6 +g7 +y12 -"
    assert t.totals == [16]  # five crosses and one


@pytest.mark.parametrize(
    ("pairs", "wrong"),
    [
        ("r6-r7", "both cells of r6-r7 are in the same row"),
        ("r6-y6 y6-g6", "the cell y6 has a sign already"),
        ("r12-y6", "r12 is a last cell"),
        ("y6-r6", "r6 must be listed before y6"),
        ("r6", "'r6' is not a pair of cells (expected one like r6-y6)"),
        ("r6-y13", "there is no cell y13 on this sheet"),
        ("r3-y12", "y12 is a last cell"),
        ("y3-g3 r3-y4", "r3 must be listed before y3"),
        ("", "at least one pair must be chained"),
    ],
)
def test_cc04_pairs_that_the_loader_refuses(pairs: str, wrong: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        own(f"[chain]\npairs = '{pairs}'")
    assert refusal.value.message == f"mine.toml: chain.pairs: {wrong}"


def test_cc04_points_are_those_of_classic() -> None:
    rules = load_variant("connected_chain")
    sheet = parse_sheet(rules, "r6,7 y6 g- b- x1")
    assert score(rules, sheet).total == 3 + 1 - 5


def test_a_sheet_with_one_end_of_a_pair_is_refused() -> None:
    rules = load_variant("connected_chain")
    with pytest.raises(Unreadable, match="r6 and y6 must be crossed together"):
        parse_sheet(rules, "r6 y- g- b- x0")


def test_s02_both_crosses_of_action_1_count_in_action_2() -> None:
    # White 6: red 6 and yellow 6. Yellow 1 + 5 = 6 is gone, red 1 + 1 = 2 too.
    t = chain(EMPTY)
    t.roll("15 1111")
    t.play(0, "r6")
    assert t.legal() == "+b6 +g6 -"


@pytest.mark.parametrize("name", ["connected_chain", "connected_steps"])
@pytest.mark.parametrize(
    ("extra", "other"),
    [
        ("[double]\ncells = 'r5'", "double"),
        ("[lucky]\npairs = '2&3 4&5 6&7 8&9 10&11'", "lucky"),
        ("[bar]\nboxes = 'r4'\nsquares = 'r'", "bar"),
    ],
)
def test_s03_they_go_with_no_other_extra(name: str, extra: str, other: str) -> None:
    with pytest.raises(Unreadable, match="cannot be combined with") as refusal:
        from_text(f"extends = '{name}'\n{extra}\n", "mine.toml")
    assert other in refusal.value.message


def test_s04_in_the_card_game_the_other_ends_follow_the_play() -> None:
    # Red 9 and 11 leave out the 10 alone; yellow 11 follows when both are crossed: 3 + 1.
    t = card_table("connected_chain", EMPTY, hands=["r9 r11 r12 b3"], display="y9")
    t.play(0, "t9")
    t.play(0, "-")
    assert "+r9,11" in plays(t, "r").split()
    t.play(0, "+r9,11")
    assert t.sheet() == "r9,11 y11 g- b- x0"
    assert t.totals == [4]


# The steps.


def test_cs01_eleven_cells_one_in_each_column_one_row_apart() -> None:
    steps = load_variant("connected_steps").steps
    assert [cell.position for cell in steps] == list(range(11))
    assert {abs(one.row - other.row) for one, other in pairwise(steps)} == {1}


@pytest.mark.parametrize(
    ("sheet", "rows", "fifth"),
    [
        (EMPTY, (0, 0, 0, 0), 0),
        ("r7 y- g- b- x0", (1, 0, 0, 0), 1),
        ("r7 y6,8 g- b- x0", (1, 3, 0, 0), 6),
        ("r6 y7 g- b- x0", (1, 1, 0, 0), 0),
        ("r7 y2,3,4,6,8,12# g11,9,5,3 b10,4 x0", (1, 28, 10, 3), 66),
    ],
)
def test_cs01_the_fifth_row_scores_by_the_same_table(
    sheet: str, rows: tuple[int, ...], fifth: int
) -> None:
    rules = load_variant("connected_steps")
    points = score(rules, parse_sheet(rules, sheet))
    assert (points.rows, points.bonus) == (rows, fifth)


def test_cs02_framed_cells_follow_their_own_rows_only() -> None:
    t = table("connected_steps", "r7 y- g- b- x0")
    assert t.offered("11 1111") == "- y2"  # first of the fifth row, though red 7 is crossed in it


def test_cs02_locks_do_not_count_in_the_fifth_row() -> None:
    t = table("connected_steps", "r- y2,3,6,8,9 g- b- x0").turn("66 1111", "y12")
    # 2, 6, 8 and 12 are framed: 10, not 15. Yellow has seven crosses: 28.
    assert t.totals == [38]


def test_cs03_the_framed_cells() -> None:
    names = " ".join(cell.name for cell in load_variant("connected_steps").steps)
    assert names == "y2 g11 b10 g9 y6 r7 y8 g5 b4 g3 y12"


@pytest.mark.parametrize(
    ("cells", "wrong"),
    [
        ("r2 y4", "y4 is not in column 2"),
        ("r2 g11", "g11 is not one row above or below r2"),
        ("r2 r3", "r3 is not one row above or below r2"),
        ("r2 y13", "there is no cell y13 on this sheet"),
        ("", "at least one cell must be framed"),
    ],
)
def test_cs01_steps_that_the_loader_refuses(cells: str, wrong: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        own(f"[steps]\ncells = '{cells}'")
    assert refusal.value.message == f"mine.toml: steps.cells: {wrong}"


def test_s04_the_card_game_is_played_on_steps_as_it_is() -> None:
    # Red 7 is framed, 8 is not: 3 points in red, 1 in the fifth row.
    t = card_table("connected_steps", EMPTY, hands=["r7 r8 r12 b3"], display="y9")
    t.play(0, "t9")
    t.play(0, "-")
    t.play(0, "+r7,8")
    assert t.totals == [4]


def test_the_rows_of_both_are_named_by_their_locks() -> None:
    for name in ("connected_chain", "connected_steps"):
        last = [row[-1].colour for row in load_variant(name).rows]
        assert [COLOURS[colour] for colour in last] == list(COLOURS)
