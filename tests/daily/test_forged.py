"""Nobody sends in a score: what is forged or out of order changes nothing and is not ranked."""

from __future__ import annotations

import random

import pytest

from rowlock.daily import day_of
from rowlock.daily.check import check_dice
from rowlock.errors import Illegal, Refusal
from rowlock.protocol import client_messages
from rowlock.table.history import finished_record
from rowlock.table.state import Table
from tests.daily.forged import attacks, honest, new_table, wish

MONDAY, SATURDAY = day_of("2026-11-16"), day_of("2026-11-21")


def check(number: int, seed: int) -> None:
    for before, after in attacks(MONDAY, number, seed):
        assert isinstance(after, Refusal) or after.seq == before.seq, str(before.game)
        if before.stage != "over":
            with pytest.raises(Illegal):
                finished_record(before)  # what is judged and ranked is this, and nothing else


def test_five_thousand_forged_messages_change_nothing() -> None:
    check(5_000, seed=1)


@pytest.mark.long
def test_a_hundred_thousand_forged_messages_change_nothing() -> None:
    check(100_000, seed=2)


def transcript(table: Table, seed: int) -> tuple[Table, list[client_messages.Command]]:
    """A whole honest game and its messages in order."""
    rng, sent = random.Random(seed), []
    while (due := honest(table, rng)) is not None:
        sent.append(due)
        table = wish(table, due)
    return table, sent


def test_an_honest_game_has_the_dice_of_the_day() -> None:
    table, _ = transcript(new_table(MONDAY), seed=3)
    assert check_dice(finished_record(table), MONDAY) > 0


@pytest.mark.parametrize("seed", range(20))
def test_the_messages_of_a_whole_game_in_another_order_finish_nothing_else(seed: int) -> None:
    ended, sent = transcript(new_table(MONDAY), seed)
    shuffled = random.Random(seed).sample(sent, len(sent))
    table = new_table(MONDAY)
    for message in shuffled:
        try:
            table = wish(table, message)
        except Refusal:
            continue
    assert table.seq < ended.seq
    assert table.stage == "playing"


def test_an_answer_cannot_be_changed_once_given() -> None:
    table = new_table(SATURDAY)
    assert table.game.active == 0
    table = wish(table, client_messages.RollDice(id=1, turn=1))
    ask = str(table.question)
    table = wish(table, client_messages.Answer(id=2, seat=0, ask=ask, moves=("-",)))
    other = client_messages.Answer(id=3, seat=0, ask=ask, moves=(f"r{table.game.announced}",))
    for again in (other, client_messages.TakeBack(id=4, seat=0, ask=ask)):
        with pytest.raises(Illegal) as refused:
            wish(table, again)
        assert refused.value.code == "nothing_to_take_back"
