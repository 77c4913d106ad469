"""A table whose players choose a sheet each."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rowlock import Refusal
from rowlock.notation import format_record, parse_record
from rowlock.notation import replay as replayed
from rowlock.protocol import client_messages
from rowlock.protocol.base import Options
from rowlock.table import log_entries
from rowlock.table.commands.seat_sheets import check_seats
from rowlock.table.history import finished_record, replay
from rowlock.table.options import TableOptions
from rowlock.table.view import Scene, view_of
from rowlock.variants import load_variant
from rowlock.variants.to_toml import sheet_file
from tests.table.host import Host

ANN, BEN = 0, 1
EACH = TableOptions(variant="double_a", sheet_per_seat=True)


def lobby(people: int = 2, bots: int = 0, options: TableOptions = EACH) -> Host:
    return Host(people, bots, options)


def choose(host: Host, member: int, seat: int, variant: str, sheet: str = "") -> None:
    host.send(member, client_messages.ChooseSheet(seat=seat, variant=variant, sheet=sheet))


def own_file(name: str, **changes: int) -> str:
    return sheet_file(replace(load_variant("classic"), id=name, name=name, **changes))


def names(host: Host) -> list[str]:
    return [variant.id for variant in host.table.variants]


def custom_sheets(host: Host) -> tuple[str, ...]:
    return host.table.options.sheets


def code_of(host: Host, member: int, seat: int, variant: str, sheet: str = "") -> str:
    with pytest.raises(Refusal) as refused:
        choose(host, member, seat, variant, sheet)
    return refused.value.code


def test_players_choose_for_themselves_and_the_host_for_all() -> None:
    host = lobby(2, 1)
    choose(host, BEN, 1, "double_b")
    choose(host, ANN, 2, "classic")
    assert names(host) == ["double_a", "double_b", "classic"]
    assert code_of(host, BEN, 0, "classic") == "not_your_seat"
    choose(host, BEN, 1, "double_a")  # the table's sheet again
    assert host.table.seats[1].variant == ""


def test_without_the_option_players_cannot_choose() -> None:
    assert code_of(lobby(options=TableOptions()), ANN, 0, "mixx_a") == "bad_options"


def test_sheets_that_do_not_fit_are_refused() -> None:
    host = lobby()
    assert code_of(host, BEN, 1, "longo") == "sheets_differ"
    assert code_of(host, BEN, 1, "nothing") == "unknown_variant"
    short = own_file("short", penalties_to_end=2)
    assert code_of(host, BEN, 1, "short", short) == "sheets_differ"
    cards = lobby(options=TableOptions(cards=True, sheet_per_seat=True))
    assert code_of(cards, BEN, 1, "double_a") == "no_card_game"


def test_several_people_open_a_card_table() -> None:
    names = ["Ann", "Ben", "Cleo"]
    seats = [log_entries.SeatState("person", name, "", n) for n, name in enumerate(names)]
    check_seats(TableOptions("mixx_a", cards=True), seats)


def test_a_sheet_that_does_not_fit_the_new_one_of_the_table_is_dropped() -> None:
    host = lobby(2)
    choose(host, BEN, 1, "double_b")
    configured = Options(variant="longo", sheet_per_seat=True)
    host.send(ANN, client_messages.Configure(options=configured))
    assert names(host) == ["longo", "longo"]


def test_the_sheets_go_when_the_host_wants_one_for_all() -> None:
    host = lobby(2)
    choose(host, BEN, 1, "mine", own_file("mine", crosses_before_lock=4))
    host.send(ANN, client_messages.Configure(options=Options(variant="double_a")))
    assert names(host) == ["double_a", "double_a"]
    assert host.table.options == TableOptions(variant="double_a")


def test_sheets_move_with_their_players() -> None:
    host = lobby(2, 1)
    choose(host, BEN, 1, "double_b")
    host.send(ANN, client_messages.MoveSeat(seat=1, to=0))
    assert names(host) == ["double_b", "double_a", "double_a"]
    host.send(ANN, client_messages.AddBot(seat=2, level="champion"))
    choose(host, ANN, 2, "mixx_a")
    host.send(ANN, client_messages.AddBot(seat=2, level="gentle"))
    assert names(host)[2] == "mixx_a"


def test_custom_sheets_are_kept_while_a_seat_has_them() -> None:
    host = lobby(2)
    mine = own_file("mine", crosses_before_lock=4)
    choose(host, BEN, 1, "mine", mine)
    host.send(ANN, client_messages.Configure(options=Options("double_a", sheet_per_seat=True)))
    assert custom_sheets(host) == (mine,)
    assert host.table.variants[1].crosses_before_lock == 4
    choose(host, BEN, 1, "")
    assert custom_sheets(host) == ()
    other = own_file("mine", crosses_before_lock=3)
    choose(host, BEN, 1, "mine", mine)
    assert code_of(host, ANN, 0, "mine", other) == "sheets_differ"


def test_a_whole_game_is_written_shown_and_read_again() -> None:
    host = lobby(2, 1)
    choose(host, BEN, 1, "double_b")
    choose(host, ANN, 2, "mine", own_file("mine", crosses_before_lock=4))
    host.start()
    host.play_to_end()
    ids = ["double_a", "double_b", "mine"]
    assert [variant.id for variant in host.table.game.variants] == ids
    assert host.refold().game == host.table.game
    record = finished_record(host.table)
    assert replayed(parse_record(format_record(record))).sheets == host.table.game.sheets
    shown = replay(host.table)
    assert shown.variants == tuple(ids)
    view = view_of(host.table, BEN, Scene(0.0, None, (0, 1), {}, 0, host.drafts))
    assert [seat.variant for seat in view.seats] == ["", "double_b", "mine"]
    totals = [seat.sheet.total for seat in view.seats if seat.sheet is not None]
    assert totals == [sheet.total for sheet in shown.turns[-1].sheets]


def test_real_dice_keep_each_sheet_by_its_own_rules() -> None:
    host = lobby(options=TableOptions("double_a", sheet_per_seat=True, dice="real"))
    choose(host, BEN, 1, "double_b")
    host.start()
    for seat in (ANN, BEN):
        host.send(seat, client_messages.Mark(seat=seat, n=0, kind="cross", cell="r3"))
    # Double A's red 3 has a second box: one cross so far. Double B's counts as two.
    real = host.table.real
    assert real is not None
    assert [score.total for score in real.scores()] == [1, 3]
    assert "r3" in real.legal_cells(ANN, 1000.0)
    assert "r3" not in real.legal_cells(BEN, 1000.0)


def test_one_sheet_for_all_is_written_as_before() -> None:
    host = lobby(options=TableOptions(variant="double_a"))
    host.start()
    for entry in host.log:
        text = log_entries.encode(entry)
        assert b"sheet" not in text
        assert text.count(b"variant") == (b'"options"' in text)
