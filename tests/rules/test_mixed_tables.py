"""Tables whose seats have different sheets: each seat plays by its own."""

from __future__ import annotations

import pytest

from rowlock import (
    Illegal,
    Setup,
    Unreadable,
    format_position,
    legal_moves,
    load_variant,
    moments,
    new_game,
    parse_position,
    parse_record,
    play,
    replay,
    result,
    roll,
)
from rowlock.notation import Scribe, format_record
from rowlock.notation.record import seated
from rowlock.notation.summary import summary
from rowlock.variants import NAMES, from_text

DOUBLES = """[Rowlock "1"]
[Variant "double_a, double_b"]
[Players "Ann, Ben"]
[First "1"]

1. 12 1111 | r3 | r3
2. 12 1111 | r3 | y3
3. 14 1111 | r5 | r5
4. 11 1111 | y2 | x
"""


def test_every_seat_crosses_and_scores_on_its_own_sheet() -> None:
    game = replay(parse_record(DOUBLES))
    assert list(map(str, game.sheets)) == ["r3,3,5 y2 g- b- x0", "r3,5 y3 g- b- x1"]
    # Ann: 3 crosses in red (6) and 1 in yellow. Ben: 4 in red (10), 2 in yellow (3), a penalty.
    assert result(game).totals == (6 + 1, 10 + 3 - 5)


def test_the_same_lock_needs_other_numbers_of_crosses() -> None:
    # Six crosses each: enough for classic (five), too few for Double A (seven).
    game = parse_position(
        'classic,double_a 7 1 action1 66 1111; "Ann" r2,3,4,5,6,7 y- g- b- x0; '
        '"Ben" r2,3,4,5,6,7 y- g- b- x0'
    )
    assert "r12" in map(str, legal_moves(game, 0))
    with pytest.raises(Illegal) as refused:
        play(game, 1, "r12")
    assert (refused.value.code, refused.value.seat) == ("too_few_crosses", 1)


def test_a_row_closed_on_one_sheet_is_closed_on_all() -> None:
    game = parse_position(
        'classic,double_a 7 1 action1 66 1111; "Ann" r2,3,4,5,6 y- g- b- x0; "Ben" r2 y- g- b- x0'
    )
    game = play(play(game, 0, "r12").state, 1, "-").state
    game = play(game, 0, "-").state
    game = roll(game, "11 -222").state
    assert "r2" not in map(str, legal_moves(game, 1))  # its second box, in a closed row (DA-07)


def test_only_a_sheet_with_a_bar_loses_squares() -> None:
    # BA-05: red closes; Bonus A has three red squares: 1, 6 and 9.
    game = parse_position(
        'classic,bonus_a 7 1 action1 66 1111; "Ann" r2,3,4,5,6 y- g- b- x0; '
        '"Ben" r- y- g- b- x0 =............'
    )
    game = play(play(game, 0, "r12").state, 1, "-").state
    assert str(game.sheets[1]) == "r- y- g- b- x0 =x....x..x..."


def test_cards_close_the_row_of_the_sheet_that_was_locked() -> None:
    # Double B's lock is four places further right than the classic one (DB-01).
    game = new_game(["classic", "double_b"], ["Ann", "Ben"], cards=True)
    assert game.variants[0].lock_bits[0] << 4 == game.variants[1].lock_bits[0]


@pytest.mark.parametrize(
    ("sheets", "reason"),
    [
        (["classic", "longo"], "classic has dice with 6 sides, longo has dice with 8 sides"),
        (["classic", "mixx_a", "mixx_b"], "3 sheets for 2 players"),
    ],
)
def test_sheets_that_do_not_fit_are_refused(sheets: list[str], reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        new_game(sheets, ["Ann", "Ben"])
    assert refused.value.code == "sheets_differ"
    assert reason in refused.value.message


def test_another_number_of_penalties_does_not_fit() -> None:
    short = from_text('extends = "classic"\n[about]\nid = "short"\n[penalty]\nends_at = 2\n')
    with pytest.raises(Unreadable, match="4 penalties to end the game, short has 2"):
        new_game(["classic", short], ["Ann", "Ben"])


def test_cards_need_every_sheet_to_allow_them() -> None:
    with pytest.raises(Unreadable) as refused:
        new_game("classic, double_a", ["Ann", "Ben"], cards=True)
    assert refused.value.code == "no_card_game"


def test_lucky_numbers_stay_with_the_sheet_that_has_them() -> None:
    plain = from_text('extends = "classic"\n[about]\nid = "eights"\n[dice]\nsides = 8\n')
    text = 'longo,eights@{} 1 1 roll; "Ann" r- y- g- b- x0 5&10; "Ben" r- y- g- b- x0'
    text = text.format(plain.digest)
    game = new_game(["longo", plain], ["Ann", "Ben"])
    assert format_position(game) == text
    assert parse_position(text, {"eights": plain}) == game
    scribe = Scribe(seated(game.variants, game.names))
    record = format_record(scribe.record())
    assert '[Lucky "5&10, -"]' in record
    assert parse_record(record).setup.start() == game


def test_code_for_one_sheet_refuses_a_mixed_table() -> None:
    game = new_game("double_a, double_b", ["Ann", "Ben"])
    with pytest.raises(Unreadable) as refused:
        game.variant  # noqa: B018
    assert refused.value.code == "one_sheet_only"
    assert new_game("double_a, double_a", ["Ann", "Ben"]).variant.id == "double_a"


@pytest.mark.parametrize("own", [False, True])
def test_records_and_positions_come_back(own: bool) -> None:
    record = DOUBLES
    if own:
        sheet = from_text(
            'extends = "double_b"\n[about]\nid = "mine"\n[lock]\ncrosses_before = 6\n'
        )
        setup = seated([load_variant("double_a"), sheet], ("Ann", "Ben"))
        scribe = Scribe(setup)
        record = format_record(scribe.record())
        assert f'[Digest "{setup.variant.digest}, {sheet.digest}"]' in record
    again = parse_record(record)
    assert format_record(again) == record
    for moment in moments(again):
        text = format_position(moment.state)
        known = {variant.id: variant for variant in moment.state.variants}
        assert parse_position(text, known) == moment.state


def test_two_own_sheets_travel_in_one_record() -> None:
    one, other = (
        from_text(f'extends = "classic"\n[about]\nid = "{i}"\n[lock]\ncrosses_before = {n}\n')
        for i, n in (("four", 4), ("six", 6))
    )
    setup = seated([one, other, one], ("Ann", "Ben", "Cleo"))
    text = format_record(Scribe(setup).record())
    assert '[Sheet-2 "' in text
    assert "Sheet-3" not in text
    assert parse_record(text).setup == setup


def test_equal_sheets_are_written_as_one() -> None:
    text = format_record(parse_record(DOUBLES.replace("double_a, double_b", "classic,classic")))
    assert '[Variant "classic"]\n' in text
    game = parse_record(text).setup.start()
    assert game == new_game("classic", ["Ann", "Ben"])


def test_a_summary_names_the_sheet_of_each_player_at_a_mixed_table_only() -> None:
    found = summary(replay(parse_record(DOUBLES)))
    assert found.variant == "double_a, double_b"
    assert [player.variant for player in found.players] == ["double_a", "double_b"]
    assert found.players[0].rows[0].second == [3]
    from msgspec.json import encode

    assert b'"total":0}' in encode(summary(new_game("classic", ["Ann"])))


def test_all_printed_sheets_with_six_sides_fit() -> None:
    six = [name for name in NAMES if load_variant(name).sides == 6]
    for name in six:
        new_game(["classic", name], ["Ann", "Ben"])
    assert Setup(variant=load_variant("classic"), names=("Ann",)).variants[0].id == "classic"
