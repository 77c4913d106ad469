"""A seat in a game under way for somebody who came too late, without an event loop."""

from __future__ import annotations

import pytest

from rowlock.errors import Illegal, Refusal
from rowlock.protocol import client_messages, http
from rowlock.table import log_entries
from rowlock.table.commands import requests
from rowlock.table.commands.dispatch import decide
from rowlock.table.commands.outcome import AnotherTable
from rowlock.table.erase import erased_log
from rowlock.table.history import about
from rowlock.table.options import TableOptions
from rowlock.table.state import Table, fold
from rowlock.table.view import Scene, view_of
from tests.table.host import LEVELS, Host
from tests.table.test_plan import started


def ask(host: Host, name: str) -> int:
    """Somebody asks for a seat, and is connected from then on."""
    wish = http.RequestSeat(name)
    entries, member = requests.request_seat(host.table, wish, "hash", host.presence.members)
    host.write(entries)
    host.come(member)
    return member


def grant(host: Host, member: int, seat: int, by: int = 0) -> None:
    host.send(by, client_messages.GrantSeat(member=member, seat=seat))


def play_turn(host: Host) -> None:
    """People pass in every question of this turn."""
    turn = host.table.game.turn
    while host.table.stage == "playing" and host.table.game.turn == turn:
        if host.table.game.stage == "roll":
            host.roll()
        else:
            host.answer(host.table.people_owing[0], "-")


def test_a_late_friend_takes_over_a_bot_from_the_next_turn_on() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    if host.table.game.stage == "roll":
        host.roll()
    turn, sheet = host.table.game.turn, host.table.game.sheets[1]
    jona = ask(host, "Jona")
    grant(host, jona, 1)
    assert host.table.seats[1].kind == "bot"  # not in the middle of a turn
    assert [each.seat for each in host.table.requests.values()] == [1]
    play_turn(host)
    assert host.table.seats[1] == log_entries.SeatState("person", "Jona", "", jona)
    assert host.table.requests == {}
    assert host.table.game.turn == turn + 1
    assert host.table.game.sheets[1].penalties >= sheet.penalties  # the bot's sheet goes on


def test_the_seat_waits_for_its_player_and_the_bot_plays_until_then() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    jona = ask(host, "Jona")
    grant(host, jona, 1)
    host.go(jona)
    play_turn(host)
    assert host.table.seats[1].kind == "bot"
    host.come(jona)
    play_turn(host)
    assert host.table.seats[1].name == "Jona"


def test_the_record_says_who_joined_and_that_a_bot_played_before() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    jona = ask(host, "Jona")
    grant(host, jona, 1)
    play_turn(host)
    headers = about(host.table)
    assert headers["Joined"] == "2.2 Jona"  # in turn 2, on the second seat
    assert headers["Covered"] == "1.2"
    assert headers["Bots"] == "-, -"


def test_the_log_folds_to_the_same_table_and_old_entries_mean_what_they_did() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    jona = ask(host, "Jona")
    grant(host, jona, 1)
    play_turn(host)
    again = host.refold()
    assert (again.seats, again.late_joins) == (host.table.seats, host.table.late_joins)
    assert again.stood_in == host.table.stood_in == {(1, 1)}
    lobby = Host(1, bots=1)
    lobby.write([log_entries.SeatsAre(lobby.table.seats, joined=1)])  # in the lobby, as ever
    assert (lobby.table.late_joins, lobby.table.stood_in) == ((), frozenset())


def test_the_coach_is_silent_once_a_second_person_plays() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    assert host.table.has_coach
    grant(host, ask(host, "Jona"), 1)
    play_turn(host)
    assert not host.table.has_coach


def test_seat_requests_are_shown_while_connected() -> None:
    host = started(1, bots=1)
    jona = ask(host, "Jona")
    shown = view_of(host.table, None, scene(host)).requests
    assert [(each.member, each.name, each.seat) for each in shown] == [(jona, "Jona", None)]
    host.go(jona)
    assert view_of(host.table, None, scene(host)).requests == ()


def test_a_declined_guest_is_removed() -> None:
    host = started(1, bots=1)
    jona = ask(host, "Jona")
    host.send(0, client_messages.DeclineRequest(member=jona))
    assert host.table.members[jona].gone
    assert host.table.requests == {}
    assert refusal(host, 0, client_messages.GrantSeat(member=jona, seat=1)) == "stale"


def test_a_guest_may_withdraw() -> None:
    host = started(1, bots=1)
    jona = ask(host, "Jona")
    host.send(jona, client_messages.Leave())
    assert host.table.requests == {}


def test_only_the_host_answers_until_the_host_has_been_away_for_half_a_minute() -> None:
    host = started(2, bots=1)
    jona = ask(host, "Jona")
    wish = client_messages.GrantSeat(member=jona, seat=2)
    assert refusal(host, 1, wish) == "not_host"
    assert refusal(host, jona, wish) == "not_host"  # nobody lets themselves in
    assert refusal(host, jona, wish, host_away_s=31) == "not_host"
    assert refusal(host, 1, wish, host_away_s=31) == ""


def test_only_bots_seats_are_given_away_and_each_once() -> None:
    host = started(2, bots=1)
    jona, kim = ask(host, "Jona"), ask(host, "Kim")
    assert refusal(host, 0, client_messages.GrantSeat(member=jona, seat=1)) == "seat_taken"
    assert refusal(host, 0, client_messages.GrantSeat(member=jona, seat=4)) == "no_such_seat"
    grant(host, jona, 2)
    grant(host, jona, 2)  # a second time changes nothing
    assert refusal(host, 0, client_messages.GrantSeat(member=kim, seat=2)) == "seat_taken"


def test_two_of_one_name_never_sit_at_one_table() -> None:
    host = started(1, bots=2)
    jona = ask(host, "Jona")
    with pytest.raises(Refusal, match="jona is already taken"):
        ask(host, "jona")
    host.go(jona)
    other = ask(host, "Jona")  # the first has gone
    host.come(jona)
    grant(host, jona, 1)
    assert refusal(host, 0, client_messages.GrantSeat(member=other, seat=2)) == "name_twice"


def test_a_guest_without_a_seat_does_not_keep_a_game_running() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    ask(host, "Jona")
    assert host.situation().is_moving
    host.go(0)
    assert not host.situation().is_moving


def test_requests_at_one_table_are_limited() -> None:
    host = started(1, bots=1)
    for number in range(requests.MAX_OPEN_REQUESTS):
        ask(host, f"Guest {number}")
    with pytest.raises(Illegal, match="too many people are asking"):
        ask(host, "Another")


@pytest.mark.parametrize(("stage", "code"), [("lobby", "not_started"), ("over", "game_over")])
def test_there_is_nothing_to_ask_for_before_and_after_a_game(stage: str, code: str) -> None:
    host = Host(1, bots=1)
    if stage == "over":
        host.start()
        host.write([log_entries.FinishSet(True)])
    with pytest.raises(Illegal) as refused:
        ask(host, "Jona")
    assert refused.value.code == code


def test_without_a_bot_the_host_starts_again_with_one_seat_more() -> None:
    host = started(1)
    jona = ask(host, "Jona")
    other = ask(host, "Kim")
    again = decided(host, 0, client_messages.StartAgain(member=jona))
    assert isinstance(again, AnotherTable)
    assert not again.start
    table = Table()
    for entry in again.entries:
        table.apply(entry)
    assert [(seat.name, seat.member) for seat in table.seats] == [("Ann", 0), ("Jona", jona)]
    assert table.host == 0
    assert other not in table.members  # asks again there


def test_at_a_full_table_the_newcomer_gets_a_bots_seat() -> None:
    host = started(3, bots=2)
    jona = ask(host, "Jona")
    again = decided(host, 0, client_messages.StartAgain(member=jona))
    assert isinstance(again, AnotherTable)
    seats = again.entries[-1]
    assert isinstance(seats, log_entries.SeatsAre)
    assert [seat.name for seat in seats.seats] == ["Ann", "Ben", "Cleo", "Bot 1", "Jona"]
    full = started(5)
    kim = ask(full, "Kim")
    assert refusal(full, 0, client_messages.StartAgain(member=kim)) == "table_full"


def test_with_real_dice_a_left_seat_changes_hands_at_once() -> None:
    host = started(2, options=TableOptions(dice="real"))
    host.send(1, client_messages.Leave())
    assert host.table.seats[1].kind == "bot"
    jona = ask(host, "Jona")
    grant(host, jona, 1)
    assert host.table.seats[1].name == "Jona"


def test_a_seat_granted_in_the_last_turn_is_theirs_in_the_rematch() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    jona, kim = ask(host, "Jona"), ask(host, "Kim")
    grant(host, jona, 1)
    host.write([log_entries.FinishSet(True)])
    again = decided(host, 0, client_messages.Rematch(start=True))
    assert isinstance(again, AnotherTable)
    assert not again.start  # Jona has not said yes to that
    table = Table()
    for entry in again.entries:
        table.apply(entry)
    assert [seat.name for seat in table.seats] == ["Jona", "Ann"]
    assert kim not in table.members


def test_nothing_of_an_erased_guest_stays_in_the_log() -> None:
    host = started(1, bots=1, options=TableOptions(time_limit=0))
    jona = ask(host, "Jona")
    grant(host, jona, 1)
    play_turn(host)
    clean = [log_entries.encode(entry) for entry in erased_log(host.log, jona)]
    assert not any(b"Jona" in payload for payload in clean)
    assert fold(clean).seats[1].member == jona


def scene(host: Host) -> Scene:
    return Scene(0.0, None, host.presence.members, {}, 0, host.drafts)


def decided(
    host: Host, member: int, command: client_messages.Command, host_away_s: float = 0.0
) -> object:
    return decide(host.table, member, command, now=1000.0, levels=LEVELS, host_away_s=host_away_s)


def refusal(
    host: Host, member: int, command: client_messages.Command, host_away_s: float = 0.0
) -> str:
    """The code with which a command is refused; empty if it is granted."""
    try:
        decided(host, member, command, host_away_s)
    except Refusal as refused:
        return refused.code
    return ""
