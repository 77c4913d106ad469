"""What a table does by itself, without an event loop: clocks, absences, bots, notifications."""

from __future__ import annotations

from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.options import TableOptions
from rowlock.table.plan import covers
from tests.table.host import Host

TIMED = TableOptions(time_limit=30, away_after=60)


def answers_by(host: Host, by: str) -> list[int]:
    return [e.seat for e in host.log if isinstance(e, log_entries.SeatAnswered) and e.by == by]


def started(people: int, bots: int = 0, options: TableOptions = TIMED) -> Host:
    host = Host(people, bots, options)
    host.start()
    return host


def rolled(people: int, options: TableOptions = TIMED) -> Host:
    host = started(people, options=options)
    host.roll()
    return host


def test_no_time_runs_while_everyone_is_here_and_there_is_no_clock() -> None:
    host = rolled(3, options=TableOptions(time_limit=0))
    for seat in range(2):
        host.answer(seat, "-")
        assert host.advance().wake_at is None
    host.answer(2, "-")
    assert host.table.game.stage == "action2"


def test_a_late_player_passes_when_the_time_is_up() -> None:
    host = rolled(2)
    assert host.table.question is not None
    active = host.table.game.active
    other = 1 - active
    host.answer(active, "-")
    assert host.advance().wake_at == 30.0
    host.wait(29.9)
    assert answers_by(host, "clock") == []
    host.wait(0.2)
    assert answers_by(host, "clock") == [other]
    assert host.table.game.stage == "action2"  # and nobody has crossed anything: x is due
    assert host.table.timeouts == {other: 1}


def test_a_new_question_has_its_whole_time() -> None:
    host = rolled(2)
    host.wait(20.0)
    for seat in (0, 1):
        host.answer(seat, "-")
    assert host.table.game.stage == "action2"
    assert host.advance().wake_at == 50.0


def test_the_pencilled_answer_counts_when_the_time_is_up() -> None:
    host = rolled(2)
    seat = 1 - host.table.game.active
    ask, number = str(host.table.question), host.table.game.announced
    pencilled = client_messages.Pencil(seat=seat, ask=ask, moves=(f"y{number}",))
    host.send(seat, pencilled)
    host.answer(1 - seat, "-")
    host.wait(30.0)
    crosses = [
        e.moves for e in host.log if isinstance(e, log_entries.SeatAnswered) and e.seat == seat
    ]
    assert crosses == [(f"y{number}",)]


def test_two_timeouts_in_a_row_give_the_seat_to_a_bot_until_the_player_is_back() -> None:
    host = rolled(2)
    active = host.table.game.active
    host.answer(1 - active, "-")
    host.wait(30.0)  # action 1
    assert host.table.covered == frozenset()
    host.wait(30.0)  # action 2: the second one
    assert active in host.table.covered
    assert answers_by(host, "clock") == [active, active]
    host.come(active)
    assert host.table.covered == frozenset()
    assert host.table.timeouts == {}


def test_the_clock_rolls_for_a_late_player() -> None:
    host = started(2)
    assert host.table.moment == (1, "roll")
    host.wait(30.0)
    assert host.table.moment == (1, "action1")


def test_an_absent_player_is_covered_after_a_while_and_only_then() -> None:
    host = rolled(2, options=TableOptions(time_limit=0, away_after=60))
    active = host.table.game.active
    other = 1 - active
    host.wait(5.0)
    host.go(other)
    host.answer(active, "-")
    assert covers(host.situation()) == {other: 65.0}
    assert host.advance().wake_at == 65.0
    host.wait(59.0)
    assert host.table.covered == frozenset()
    host.wait(1.0)
    assert host.table.covered == {other}
    assert answers_by(host, "bot") == [other]


def test_a_player_who_returns_in_time_is_not_covered() -> None:
    host = rolled(2, options=TableOptions(time_limit=0, away_after=60))
    other = 1 - host.table.game.active
    host.go(other)
    host.wait(59.0)
    host.come(other)
    host.wait(100.0)
    assert host.table.covered == frozenset()


def test_an_empty_table_pauses_and_its_clock_restarts() -> None:
    host = rolled(2)
    host.go(0)
    host.go(1)
    entries = len(host.log)
    host.wait(10_000.0)
    assert len(host.log) == entries
    host.come(0)
    assert host.timing.deadline == 10_030.0


def test_a_pause_stops_the_clock() -> None:
    host = rolled(2)
    host.wait(20.0)
    host.send(0, client_messages.Pause())
    host.wait(500.0)
    assert answers_by(host, "clock") == []
    host.send(0, client_messages.Resume())
    assert host.timing.deadline == 550.0


def test_an_absent_player_whose_turn_it_is_is_notified_once() -> None:
    host = rolled(3, options=TableOptions(time_limit=0, away_after=3600))
    host.notifies = True
    host.go(2)
    host.wait(2.9)
    assert host.notified == []
    host.wait(500.0)
    assert host.notified == [(3.0, 2)]


def test_a_player_who_reloads_the_page_is_not_notified() -> None:
    host = rolled(2, options=TableOptions(time_limit=0))
    host.notifies = True
    host.go(1)
    host.wait(2.0)
    host.come(1)
    host.wait(100.0)
    assert host.notified == []


def test_two_notifications_of_one_player_are_at_least_20_seconds_apart() -> None:
    host = rolled(2, options=TableOptions(time_limit=0, away_after=3600))
    host.notifies = True
    other = 1 - host.table.game.active
    host.go(other)
    host.wait(4.0)
    host.come(other)
    host.answer(other, "-")  # this absence is over
    host.answer(1 - other, "-")
    host.answer(1 - other, "-")  # action 2, and the penalty
    host.go(other)  # who rolls next
    host.wait(100.0)
    assert host.notified == [(3.0, other), (23.0, other)]


def test_bots_answer_at_once_and_the_game_ends() -> None:
    host = started(1, bots=2, options=TableOptions(time_limit=0))
    while host.table.stage == "playing":
        if host.table.game.stage == "roll":
            host.roll()
        else:
            host.answer(0, "-")
    assert host.table.reason == "four_penalties"
    assert set(answers_by(host, "bot")) == {1, 2}


def test_a_whole_table_without_an_event_loop() -> None:
    """Two people, a bot, a clock that runs out, an absent player and a take-back."""
    host = started(2, bots=1)
    while host.table.game.active == 2 or host.table.game.stage == "roll":
        host.roll() if host.table.game.stage == "roll" else host.wait(30.0)
    number = host.table.game.announced
    host.answer(0, f"r{number}", bots=False)
    host.send(0, client_messages.TakeBack(seat=0, ask=str(host.table.question)), bots=False)
    assert 0 in host.table.owing
    host.answer(0, "-")
    host.go(1)
    host.wait(3600.0)
    assert host.table.stage == "over"
    kinds = {type(entry).__name__ for entry in host.log}
    assert {"AnswerTakenBack", "CoverSet", "DiceRolled", "SeatAnswered"} <= kinds
    assert {"person", "bot", "clock"} == {
        e.by for e in host.log if isinstance(e, log_entries.SeatAnswered)
    }
    again = host.refold()
    assert again.game == host.table.game
    assert again.turns == host.table.turns
