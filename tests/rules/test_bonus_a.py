"""BA-01 to BA-08: boxed cells and the bonus bar.

square    0 1 2 3 4 5 6 7 8 9 10 11
bar       R Y G B G R B Y R Y B  G

red squares 0 5 8, yellow 1 7 9, green 2 4 11, blue 3 6 10
"""

from __future__ import annotations

from rowlock import BarStruck, Crossed, CrossLapsed, Variant, load_variant
from rowlock.variants import from_text
from tests.scenarios.core_table import CoreTable, table

BAR = "=............"
EMPTY = f"r- y- g- b- x0 {BAR}"


def bonus_a(*sheets: str) -> CoreTable:
    return table("bonus_a", *sheets)


def own_sheet(boxes: str, squares: str) -> Variant:
    """The classic rows with other boxes and another bar."""
    return from_text(
        f"""
        extends = "classic"
        [about]
        id = "own"
        [bar]
        boxes = "{boxes}"
        squares = "{squares}"
        """
    )


def test_ba01_boxes_and_bar() -> None:
    rules = load_variant("bonus_a")
    assert rules.rows == load_variant("classic").rows
    assert [cell.name for cell in rules.boxes] == (
        ["r3", "r6", "r9", "y5", "y8", "y11", "g11", "g7", "g4", "b10", "b8", "b5"]
    )
    assert "".join("RYGB"[row] for row in rules.bar) == "RYGBGRBYRYBG"


def test_ba02_a_boxed_cell_strikes_the_next_square_and_crosses_in_its_row() -> None:
    # Red 3: first square red, next red cell 4. Then yellow 5: second square yellow, yellow 6.
    t = bonus_a(EMPTY).turn("12 1111", "r3>-")
    assert t.sheet() == "r3,4 y- g- b- x0 =x..........."
    t.turn("14 1111", "y5>-")
    assert t.sheet() == "r3,4 y5,6 g- b- x0 =xx.........."


def test_ba02_in_an_empty_row_the_first_cell() -> None:
    assert bonus_a(EMPTY).turn("46 1111", "b10").sheet() == "r2 y- g- b10 x0 =x..........."


def test_ba02_it_cannot_be_declined() -> None:
    # The answer is complete as soon as the boxed cell is named: nothing is asked.
    t = bonus_a(EMPTY, EMPTY)
    t.roll("46 1111")
    t.play(0, "b10")
    assert t.legal(0) == ""
    t.play(1, "-")
    assert t.events == (
        Crossed(0, "b10", "white"),
        BarStruck(0, 0, used=True),
        Crossed(0, "r2", "bonus"),
    )


def test_ba02_works_in_action_2_and_for_all_players() -> None:
    # White 4 + red 5 = red 9 in Ann's action 2; Ben crosses blue 10 in action 1.
    t = bonus_a(EMPTY, EMPTY).turn("46 5111", "->+r9", "b10")
    assert t.sheet(0) == "r9,10 y- g- b- x0 =x..........."
    assert t.sheet(1) == "r2 y- g- b10 x0 =x..........."


def test_ba02_with_no_free_square_a_boxed_cell_gives_nothing() -> None:
    t = bonus_a("r- y- g- b- x0 =xxxxxxxxxxxx").turn("12 1111", "r3")
    assert t.sheet() == "r3 y- g- b- x0 =xxxxxxxxxxxx"
    assert t.events == (Crossed(0, "r3", "white"),)


def test_ba02_a_plain_cell_strikes_nothing() -> None:
    assert bonus_a(EMPTY).turn("14 1111", "r5").sheet() == f"r5 y- g- b- x0 {BAR}"


def test_ba03_the_chain_continues() -> None:
    # Blue 10 -> R: red 3, boxed -> Y: yellow 5, boxed -> G: green 11, boxed -> B: blue 9.
    t = bonus_a(f"r2 y4 g12 b12 x0 {BAR}").turn("46 1111", "b10")
    assert t.sheet() == "r2,3 y4,5 g12,11 b12,10,9 x0 =xxxx........"
    crossed = [event.cell for event in t.events if isinstance(event, Crossed)]
    assert crossed == ["b10", "r3", "y5", "g11", "b9"]


def test_ba04_a_last_cell_without_five_crosses_the_square_is_struck_the_cross_lapses() -> None:
    # Red stands at 11 with one cross: blue 10 strikes R, red 12 is not possible.
    t = bonus_a(f"r11 y- g- b- x0 {BAR}").turn("46 1111", "b10")
    assert t.sheet() == "r11 y- g- b10 x0 =x..........."
    assert t.events[-1] == CrossLapsed(0, row=0)
    assert t.closed == []


def test_ba04_with_five_it_closes_the_row() -> None:
    # Red 2 4 5 7 11: five. Blue 10 strikes R, red 12 and the lock are crossed; squares 5 and 8,
    # red too, are struck unused.
    t = bonus_a(f"r2,4,5,7,11 y- g- b- x0 {BAR}").turn("46 1111", "b10")
    assert t.sheet() == "r2,4,5,7,11,12# y- g- b10 x0 =x....x..x..."
    assert t.closed == ["red"]


def test_ba04_it_can_end_the_game() -> None:
    # Ben closed green earlier: squares 2, 4 and 11 are struck on both sheets.
    t = bonus_a(
        "r2,4,5,7,11 y- g- b- x0 =..x.x......x",
        "r- y- g12,10,9,8,6,2# b- x0 =..x.x......x",
    ).turn("46 11-1", "b10", "-")
    assert (t.game.phase, t.game.reason) == ("over", "two_rows_closed")
    assert t.totals == [28 + 1, 28]


def test_ba05_all_players_strike_the_unused_squares_of_a_closed_row() -> None:
    # Ann closes yellow: 1, 7 and 9. Ben has used 0 and 1 already.
    t = bonus_a(f"r- y2,3,4,6,7 g- b- x0 {BAR}", "r3,4 y5,6 g- b- x0 =xx..........").turn(
        "66 1111", "y12", "-"
    )
    assert t.sheet(0) == "r- y2,3,4,6,7,12# g- b- x0 =.x.....x.x.."
    assert t.sheet(1) == "r3,4 y5,6 g- b- x0 =xx.....x.x.."
    assert BarStruck(1, 7, used=False) in t.events


def test_ba05_struck_squares_are_skipped() -> None:
    # Yellow is closed. Ann: red 3 -> square 0 (red): red 4. Then green 11 -> square 1 is struck,
    # so square 2 (green): green 10.
    ann, ben = "r- y2,3,4,6,7,12# g- b- x0 =.x.....x.x..", "r- y- g- b- x0 =.x.....x.x.."
    t = bonus_a(ann, ben).turn("12 1-11", "r3>-", "-")
    t.turn("56 1-11", "g11", "->-")
    assert t.sheet(0) == "r3,4 y2,3,4,6,7,12# g11,10 b- x0 =xxx....x.x.."


def test_ba05_at_once_in_the_players_own_chain() -> None:
    # An own sheet with a boxed last cell, bar R Y. Red 12 closes red: square 0 goes unused at
    # once, so the box strikes square 1 and crosses yellow 2. Otherwise it would waste square 0.
    t = table(own_sheet("r12 y5", "r y"), "r2,3,4,5,6 y- g- b- x0 =..").turn("66 1111", "r12")
    assert t.sheet() == "r2,3,4,5,6,12# y2 g- b- x0 =xx"
    struck = [event for event in t.events if isinstance(event, BarStruck)]
    assert struck == [BarStruck(0, 0, used=False), BarStruck(0, 1, used=True)]


def test_ba05_at_once_whatever_the_colour() -> None:
    # The same with a boxed yellow 12 and the bar Y R: red 2.
    t = table(own_sheet("r5 y12", "y r"), "r- y2,3,4,5,6 g- b- x0 =..").turn("66 1111", "y12")
    assert t.sheet() == "r2 y2,3,4,5,6,12# g- b- x0 =xx"


def test_ba05_holds_for_a_row_closed_in_action_2() -> None:
    t = bonus_a(f"r2,4,5,7,8 y- g- b- x0 {BAR}", EMPTY).turn("16 6111", "->+r12", "-")
    assert [t.sheet(seat)[-13:] for seat in (0, 1)] == ["=x....x..x..."] * 2


def test_ba06_a_chain_does_not_close_the_row_for_the_others_chains() -> None:
    # White 10: Ann's blue 10 closes red through her bar; Ben's blue 10 still crosses red 5
    # through his. Afterwards the red squares are struck on both sheets.
    ann, ben = f"r2,4,5,7,11 y- g- b- x0 {BAR}", f"r4 y- g- b- x0 {BAR}"
    for sheets in ((ann, ben), (ben, ann)):
        t = bonus_a(*sheets).turn("46 1111", "b10", "b10")
        assert {t.sheet(0), t.sheet(1)} == {
            "r2,4,5,7,11,12# y- g- b10 x0 =x....x..x...",
            "r4,5 y- g- b10 x0 =x....x..x...",
        }
        assert t.closed == ["red"]


def test_ba06_the_row_is_closed_when_the_action_is_over() -> None:
    # Ann is active and crossed nothing; Ben's chain closed red: no red sum in her action 2.
    t = bonus_a(EMPTY, f"r2,4,5,7,11 y- g- b- x0 {BAR}").turn("46 1111", "-", "b10")
    # White 4 and 6, dice 1: 5 and 7 in yellow, green, blue.
    assert t.legal(0) == "+b5 +b7 +g5 +g7 +y5 +y7 -"


def test_ba07_the_chain_is_completed_before_the_game_ends() -> None:
    # Own sheet, boxes red 12 and yellow 5, bar Y B. Green is closed. Red 12 closes the second
    # row; its box still crosses yellow 5, whose box still crosses blue 12.
    rules = own_sheet("r12 y5", "y b")
    t = table(rules, "r2,3,4,5,6 y4 g- b- x0 =..", "r- y- g12,11,10,9,8,2# b- x0 =..").turn(
        "66 11-1", "r12", "-"
    )
    assert t.sheet(0) == "r2,3,4,5,6,12# y4,5 g- b12 x0 =xx"
    assert (t.game.phase, t.game.reason) == ("over", "two_rows_closed")


def test_ba07_a_row_the_chain_closed_takes_no_later_cross_of_it() -> None:
    # Own sheet, boxes red 3 and yellow 5, bar R R. Red 2 4 5 6 11, white 5: yellow 5 -> square
    # 0: red 12 closes; square 1 is red too and struck at once. Nothing is left for a second one.
    t = table(own_sheet("r3 y5", "r r"), "r2,4,5,6,11 y- g- b- x0 =..").turn("14 1111", "y5")
    assert t.sheet() == "r2,4,5,6,11,12# y5 g- b- x0 =xx"
    assert [event for event in t.events if isinstance(event, BarStruck)] == [
        BarStruck(0, 0, used=True),
        BarStruck(0, 1, used=False),
    ]


def test_ba08_green_11_crosses_red_5() -> None:
    # Nothing boxed yet, last red cross 4 (3 skipped).
    t = bonus_a(f"r2,4 y2 g12 b- x0 {BAR}").turn("56 1111", "g11")
    assert t.sheet() == "r2,4,5 y2 g12,11 b- x0 =x..........."


def test_ba08_red_9_crosses_blue_5_and_yellow_10() -> None:
    # Six squares struck, last blue cross 6, last yellow cross 9: B, then Y.
    t = bonus_a("r3,6,7 y5,8,9 g11 b10,6 x0 =xxxxxx......").turn("36 1111", "r9")
    assert t.sheet() == "r3,6,7,9 y5,8,9,10 g11 b10,6,5 x0 =xxxxxxxx...."
