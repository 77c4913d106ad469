"""K-04 to K-06: penalties with cards, closing and the end, mixed colours."""

from __future__ import annotations

from rowlock.core.event import BarStruck, RowClosed
from rowlock.variants import from_text
from tests.rules.card_table import card_table, to_the_play
from tests.rules.sheets import EMPTY


def test_k04_nothing_crossed_is_a_penalty_for_the_active_player() -> None:
    def after(white: str, played: str) -> str:
        t = card_table(
            "classic", EMPTY, EMPTY, hands=["r4 r5 r7 y9", ""], display="b2", pile="y12 g6"
        )
        t.play(0, "t2")
        t.play(0, white)
        t.play(1, "-")
        t.play(0, played)
        assert t.sheet(1) == EMPTY
        return t.sheet(0)

    assert after("-", "+r4/-") == "r- y- g- b- x1"
    assert after("r6", "+r4/-") == "r6 y- g- b- x0"
    assert after("-", "+r4") == "r4 y- g- b- x0"


def test_k05_crosses_of_the_same_play_count_for_the_last_number() -> None:
    # Four red crosses; the 11 is the fifth, then the 12 may be crossed.
    t = card_table(
        "classic", "r2,3,4,5 y- g- b- x0", EMPTY, hands=["r11 r12 y7 y9", ""], display="b2"
    )
    to_the_play(t, "t2")
    legal = t.legal().split()
    assert "+r12" not in legal
    assert "+r11,12/12" not in legal
    assert "+r11,12" in legal
    t.play(0, "+r11,12")
    assert t.sheet(0) == "r2,3,4,5,11,12# y- g- b- x0"
    assert t.totals == [28, 0]


def test_k05_a_play_goes_no_further_than_the_cell_that_closes() -> None:
    # An own sheet on which either of the last two cells closes, as in Longo: 11 and 12 cannot
    # both be crossed.
    sheet = from_text('extends = "classic"\n[about]\nid = "own"\n[lock]\ncells = 2\n')
    t = card_table(sheet, "r2,3,4,5,6 y- g- b- x0", hands=["r11 r12 y7 y9"], display="b2")
    to_the_play(t, "t2")
    assert {"+r11", "+r12", "+r11,12/11"} <= set(t.legal().split())
    assert "+r11,12" not in t.legal().split()


def test_k05_the_row_is_closed_for_that_player_alone() -> None:
    # Ann has closed red; Ben goes on in red, by the pile and by cards.
    t = card_table(
        "classic",
        "r2,3,4,5,11,12# y- g- b- x0",
        "r2 y- g- b- x0",
        hands=["y2 y3 y7 y9", "r4 b4 b5 b6"],
        display="b2",
        pile="y12 g7 r9",
    )
    t.play(0, "t2")
    assert [t.legal(0), t.legal(1)] == ["- b7 g7 y7", "- b7 g7 r7 y7"]
    t.play(0, "y7")
    t.play(1, "r7")
    t.play(0, "+y9")
    assert t.state().closed_rows == []
    t.play(1, t.legal(1).split()[0])
    t.play(0, "-")
    t.play(1, "-")
    assert t.sheet(1) == "r2,7 y- g- b- x0"
    assert "+r4/-" in t.legal(1).split()


def test_k05_on_bonus_a_only_that_player_strikes_squares() -> None:
    # Red squares 0, 5 and 8; blue squares 3, 6 and 10.
    blue = "r- y- g- b12,11,9,7,6 x0 =............"
    t = card_table("bonus_a", blue, blue, hands=["b2 y3 y7 y9", ""], display="r2")
    to_the_play(t, "t2")
    t.play(0, "+b2")
    assert t.sheet(0) == "r- y- g- b12,11,9,7,6,2# x0 =...x..x...x."
    assert t.sheet(1) == blue
    sheet = "r2,4,5,7,8 y- g- b- x0 =............"
    t = card_table("bonus_a", sheet, sheet, hands=["r12 y3 y7 y9", ""], display="b2")
    to_the_play(t, "t2")
    t.play(0, "+r12")
    assert t.sheet(0) == "r2,4,5,7,8,12# y- g- b- x0 =x....x..x..."
    assert t.sheet(1) == sheet
    assert RowClosed(0, (0,)) in t.events
    assert {event.seat for event in t.events if isinstance(event, BarStruck)} == {0}


def test_k05_two_rows_closed_by_two_players_do_not_end_it() -> None:
    t = card_table(
        "classic",
        "r2,3,4,5,6,12# y- g- b- x0",
        "r- y2,3,4,5,6,12# g- b- x0",
        hands=["y2 y3 y7 y9", ""],
        display="b2",
    )
    to_the_play(t, "t2")
    t.play(0, "+y9")
    assert not t.game.over


def test_k05_one_player_closing_two_rows_ends_it_in_step_3() -> None:
    t = card_table(
        "classic",
        "r2,3,4,5,6,12# y2,3,4,5,6 g- b- x0",
        EMPTY,
        hands=["y12 y3 y7 y9", ""],
        display="b2",
    )
    to_the_play(t, "t2")
    t.play(0, "+y12")
    assert (t.game.phase, t.game.reason, t.totals) == ("over", "two_rows_closed", [56, 0])


def test_k05_in_step_2_without_step_3_and_without_penalty() -> None:
    # Ben, not active, closes his second row with the announced 12; Ann crossed nothing.
    t = card_table(
        "classic",
        EMPTY,
        "r2,3,4,5,6,12# y2,3,4,5,6 g- b- x0",
        hands=["r4 y3 y7 y9", ""],
        display="b2",
        pile="y11 g12",
    )
    t.play(0, "t2")
    t.play(0, "-")
    t.play(1, "y12")
    assert (t.game.phase, t.game.reason, t.totals) == ("over", "two_rows_closed", [0, 56])


def test_k05_four_penalties_end_it() -> None:
    t = card_table("classic", "r- y- g- b- x3", hands=["r4 y3 y7 y9"], display="b2")
    to_the_play(t, "t2")
    t.play(0, "+r4/-")
    assert (t.game.reason, t.totals) == ("four_penalties", [-20])


def test_k06_mixx_a_in_different_rows() -> None:
    # Red 3 in row 2, red 8 in row 4, red 11 not crossed.
    t = card_table("mixx_a", EMPTY, hands=["r3 r8 r11 b5"], display="y9")
    to_the_play(t, "t9")
    t.play(0, "+r3,8,11/3,8")
    assert t.sheet() == "r- y3 g- b8 x0"


def test_k06_each_in_its_one_cell_and_with_any_gap() -> None:
    # Red 10 and 7 stand in row 4 with 9 and 8 between them; all of red 3, 8, 11 may be crossed.
    t = card_table("mixx_a", EMPTY, hands=["r10 r7 r3 r11"], display="y9")
    to_the_play(t, "t9")
    assert {"+r7,10", "+r3,11", "+r3,7,10"} <= set(t.legal().split())
    t.play(0, "+r7,10")
    assert t.sheet() == "r- y- g- b10,7 x0"
