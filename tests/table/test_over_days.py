"""Games over days, without an event loop: late players, prepared answers, the end by agreement."""

from __future__ import annotations

import msgspec
import pytest

from rowlock.core.game import legal_moves
from rowlock.errors import Illegal
from rowlock.protocol import client_messages
from rowlock.protocol.base import NumberMoves
from rowlock.protocol.encoding import encode
from rowlock.table import log_entries
from rowlock.table.commands.caller import TableLimits
from rowlock.table.commands.lobby import check_options
from rowlock.table.foresee import possible_answers
from rowlock.table.history import record_text, replay
from rowlock.table.options import TableOptions
from rowlock.table.over_days import DAY_S
from rowlock.table.plan import covers
from rowlock.table.situation import Presence
from rowlock.table.view import Scene, view_of
from tests.table.host import LEVELS, Host
from tests.table.visits import SlowGame

SLOW = TableOptions(over_days=True, time_limit=DAY_S)
PASSING = msgspec.structs.replace(SLOW, when_late="pass")


def begun(people: int = 2, options: TableOptions = SLOW, *, notifies: bool = False) -> Host:
    host = Host(people, options=options)
    host.notifies = notifies
    host.presence = Presence()
    host.advance()  # all seats are taken
    assert host.table.stage == "playing"
    return host


def rolled(people: int = 2, options: TableOptions = SLOW) -> Host:
    host = begun(people, options)
    host.roll()
    return host


def by(host: Host, kind: str) -> list[int]:
    return [e.seat for e in host.log if isinstance(e, log_entries.SeatAnswered) and e.by == kind]


def prepare(
    host: Host,
    seat: int,
    answers: dict[int, tuple[str, ...]],
    *,
    keep: bool = False,
    roll: bool = False,
) -> None:
    listed = tuple(NumberMoves(number, moves) for number, moves in answers.items())
    host.send(seat, client_messages.Prepare(seat=seat, answers=listed, keep=keep, roll=roll))


def shown(host: Host, member: int | None) -> bytes:
    scene = Scene(0.0, None, (), {}, 0, host.drafts)
    return encode(view_of(host.table, member, scene, complete=True))


def test_nobody_is_covered_or_away_before_the_time_is_up() -> None:
    host = rolled()
    host.wait(DAY_S - 1)
    assert covers(host.situation()) == {}
    assert by(host, "bot") == by(host, "clock") == []
    assert b'"connected":true' in shown(host, None)


def test_a_late_player_passes_and_takes_the_penalty() -> None:
    host = rolled()
    active = host.table.game.active
    host.answer(1 - active, "-")
    host.wait(DAY_S)
    assert by(host, "clock") == [active]
    assert host.table.moment == (1, "action2")
    host.wait(DAY_S)
    assert host.table.game.sheets[active].penalties == 1
    assert (1, active) in host.table.stood_in


def test_a_late_roll_is_rolled_and_counts_as_one_of_two() -> None:
    host = begun()
    active = host.table.game.active
    host.wait(DAY_S)
    assert host.table.game.roll is not None
    assert host.table.timeouts == {active: 1}
    host.wait(DAY_S)
    assert host.table.covered == {0, 1} or host.table.covered == {active}


def test_after_two_in_a_row_the_seat_passes_until_its_player_takes_it_back() -> None:
    host = rolled(options=PASSING)
    active = host.table.game.active
    host.answer(1 - active, "-")
    host.wait(2 * DAY_S)
    assert host.table.covered == {active}
    for _ in range(2):  # the other player's turn, and then at once that of the seat that passes
        host.roll()
        host.answer(1 - active, "-")
        host.answer(1 - active, "-")
        host.answer(1 - active, "-")
    assert host.table.game.turn == 6
    assert by(host, "bot") == []
    host.come(active)
    assert host.table.covered == frozenset()


def test_a_table_without_anyone_ends_by_itself() -> None:
    for options in (SLOW, PASSING):
        host = begun(options=options)
        host.wait(20 * DAY_S)
        assert host.table.stage == "over"
    assert by(host, "bot") == []


def test_an_owed_choice_takes_the_first_tied_row_when_the_time_is_up() -> None:
    host = rolled(options=msgspec.structs.replace(SLOW, variant="bonus_a"))
    seat = 1 - host.table.game.active
    host.drafts.begun[seat] = ("-",)
    host.answer(1 - seat, "-")
    host.wait(DAY_S)
    assert by(host, "clock") == [seat]


def test_more_time_begins_the_time_again_once_for_each_seat() -> None:
    host = rolled()
    seat = 1 - host.table.game.active
    host.answer(1 - seat, "-")
    host.wait(DAY_S - 10)
    host.send(seat, client_messages.MoreTime(seat=seat))
    host.send(seat, client_messages.MoreTime(seat=seat))
    assert list(host.table.more_time) == [seat]
    host.wait(DAY_S - 10)
    assert by(host, "clock") == []
    host.wait(20)
    assert by(host, "clock") == [seat]
    assert not host.table.more_time


def test_only_a_seat_that_is_awaited_gets_more_time() -> None:
    host = rolled()
    host.answer(0, "-")
    with pytest.raises(Illegal, match="does not wait"):
        host.send(0, client_messages.MoreTime(seat=0))


def test_a_prepared_answer_is_used_when_its_number_is_rolled() -> None:
    host = begun()
    active = host.table.game.active
    seat = 1 - active
    prepare(host, seat, {number: (f"r{number}",) for number in range(2, 13)})
    host.roll()
    assert by(host, "prepared") == [seat]
    assert host.table.owing == (active,)
    assert host.table.stood_in == frozenset()


def test_an_answer_is_prepared_for_one_roll_or_until_it_is_changed() -> None:
    for keep, times in ((False, 1), (True, 2)):
        host = begun(3)
        passive = (host.table.game.active + 2) % 3
        prepare(host, passive, dict.fromkeys(range(2, 13), ("-",)), keep=keep)
        for _ in range(2):
            host.roll()
            while host.table.stage == "playing" and host.table.game.stage != "roll":
                host.answer(host.table.owing[0], "-")
        assert len(by(host, "prepared")) == times


def test_a_prepared_answer_that_became_illegal_asks() -> None:
    host = begun()
    seat = 1 - host.table.game.active
    prepare(host, seat, dict.fromkeys(range(2, 12), ("r12",)))
    host.roll()
    if host.table.game.announced != 12:
        assert by(host, "prepared") == []
        assert seat in host.table.owing


def test_an_answer_prepared_after_the_roll_is_for_later_rolls() -> None:
    host = rolled()
    seat = 1 - host.table.game.active
    prepare(host, seat, dict.fromkeys(range(2, 13), ("-",)), keep=True)
    assert seat in host.table.owing


def test_a_prepared_answer_can_be_taken_back_and_stays_taken_back() -> None:
    host = begun()
    seat = 1 - host.table.game.active
    prepare(host, seat, dict.fromkeys(range(2, 13), ("-",)))
    host.roll()
    ask = str(host.table.question)
    host.send(seat, client_messages.TakeBack(seat=seat, ask=ask))
    assert seat in host.table.owing


def test_dice_are_rolled_at_once_for_a_player_who_allows_it() -> None:
    host = begun()
    active = host.table.game.active
    prepare(host, active, {}, roll=True)
    assert host.table.moment == (1, "action1")
    assert not any(host.table.timeouts.values())


def test_prepared_answers_do_not_change_the_dice() -> None:
    plain, steered = begun(), begun()
    prepare(steered, 0, dict.fromkeys(range(2, 13), ("-",)))
    plain.roll()
    steered.roll()
    assert plain.table.game.roll == steered.table.game.roll


def test_nobody_else_is_shown_a_prepared_answer() -> None:
    host = begun()
    seat = 1 - host.table.game.active
    prepare(host, seat, {12: ("g12",), 2: ("b2",)}, keep=True)
    host.roll()
    assert b'"prepared"' in shown(host, seat)
    assert b'["b2"]' in shown(host, seat)
    for other in (1 - seat, None):
        assert b"prepared" not in shown(host, other)
        assert b'["b2"]' not in shown(host, other)


def test_a_seat_that_changes_hands_loses_what_was_prepared() -> None:
    host = begun()
    prepare(host, 1, {7: ("-",)}, keep=True)
    host.send(0, client_messages.Kick(seat=1), bots=False)
    assert host.table.prepared == {}


def test_all_who_are_left_end_the_game_without_winners() -> None:
    host = begun(3)
    host.send(0, client_messages.EndTable())
    host.send(1, client_messages.EndTable())
    assert host.table.stage == "playing"
    host.send(1, client_messages.EndTable(wanted=False))
    host.send(2, client_messages.EndTable())
    assert host.table.stage == "playing"
    host.send(1, client_messages.EndTable())
    assert (host.table.stage, host.table.reason, host.table.winners) == ("over", "abandoned", ())
    assert "[Rowlock" in record_text(host.table)
    assert [each.turn for each in replay(host.table).turns] == [0]


def test_each_question_is_notified_once() -> None:
    host = begun(notifies=True)
    host.wait(5)
    assert len(host.notified) == 1
    active = host.table.game.active
    host.come(active)
    host.go(active)
    host.wait(3600)
    assert len(host.notified) == 1
    host.roll()
    host.wait(3600)
    assert sorted(member for _, member in host.notified[1:]) == [0, 1]


def test_a_pace_is_one_three_or_seven_days_and_shorter_than_games_are_kept() -> None:
    for days in (1, 3, 7):
        good = TableOptions(over_days=True, time_limit=days * DAY_S)
        check_options(good, LEVELS, TableLimits(keep_s=30 * DAY_S))
    with pytest.raises(Illegal, match="deletes games after 7 days"):
        check_options(good, LEVELS, TableLimits(keep_s=7 * DAY_S))
    with pytest.raises(Illegal):
        check_options(TableOptions(over_days=True, time_limit=60), LEVELS)
    with pytest.raises(Illegal):
        check_options(TableOptions(time_limit=2 * DAY_S), LEVELS)


def test_a_webhook_needs_an_allowed_host() -> None:
    hook = msgspec.structs.replace(SLOW, webhook="https://ntfy.sh/our-table")
    check_options(hook, LEVELS, TableLimits(webhook_hosts=("ntfy.sh",)))
    for hosts in ((), ("example.org",)):
        with pytest.raises(Illegal):
            check_options(hook, LEVELS, TableLimits(webhook_hosts=hosts))


def test_what_could_be_prepared_are_the_legal_answers_of_each_number() -> None:
    host = begun()
    seat = 1 - host.table.game.active
    numbers = possible_answers(host.table.game, seat)
    assert [each.number for each in numbers] == list(range(2, 13))
    host.roll()
    legal = [(str(move),) for move in legal_moves(host.table.game, seat)]
    number = numbers[host.table.game.announced - 2]
    assert [answer.moves for answer in number.answers] == legal


def test_a_log_over_days_folds_to_the_same_table() -> None:
    host = begun()
    for seat in (0, 1):
        prepare(host, seat, dict.fromkeys(range(2, 13), ("-",)), keep=True, roll=True)
    host.wait(9 * DAY_S)
    folded = host.refold()
    assert folded.game == host.table.game
    assert folded.prepared == host.table.prepared
    assert shown(host, 0) == encode(
        view_of(folded, 0, Scene(0.0, None, (), {}, 0, host.drafts), complete=True)
    )


def test_prepared_answers_make_a_visit_for_each_turn_of_ones_own_enough() -> None:
    for number in range(4):
        game = SlowGame(2, number)
        game.play()
        assert by(game.host, "clock") == by(game.host, "bot") == []
        for seat in (0, 1):
            assert game.visits[seat] <= game.own_turns[seat] + 3
