"""A killed server loses nothing it had acknowledged: the chaos script in small, and its check."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.chaos_check import Sent, Witness, faults_of
from rowlock.core.game import deciders, legal_moves
from rowlock.table import log_entries
from rowlock.table.answers import owes_choice, try_answer
from rowlock.table.commands import turns
from rowlock.table.history import record_text
from rowlock.table.state import Table, fold
from tests.server.databases import free_port

ROOT = Path(__file__).parents[2]


def chaos(*flags: str) -> subprocess.CompletedProcess[str]:
    """Long enough for a few kills, however fast the machine is."""
    pace = ["--kill-every", "2", "--delay", "0.04", "--drop", "0.05"]
    command = [sys.executable, "-m", "bench.chaos", *pace, *flags, "--port", str(free_port())]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)


def test_games_survive_kills_drops_and_repeats() -> None:
    done = chaos("--games", "7")
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    found = re.search(r"7 games .* (\d+) kills, (\d+) drops, (\d+) repeated", done.stdout)
    assert found is not None, done.stdout
    assert all(int(number) > 0 for number in found.groups())


@pytest.mark.long
def test_chaos_notices_a_server_that_acknowledges_before_it_stores() -> None:
    forgetful = f"{sys.executable} -m tests.server.forgetful"
    done = chaos("--games", "3", "--patience", "30", "--server", forgetful)
    assert done.returncode == 1, done.stdout + done.stderr[-3000:]
    assert "lost: " in done.stdout


# The check itself -----------------------------------------------------------------------------


class Story:
    """A game of two people, with its log and what they would have been told."""

    def __init__(self, variant: str = "classic", seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.table = Table()
        self.payloads: list[bytes] = []
        self.witness = Witness("KFDP7MRX")
        seats = (
            log_entries.SeatState("person", "Ann", "", 0),
            log_entries.SeatState("person", "Ben", "", 0),
        )
        self.write(
            log_entries.TableMade(
                "KFDP7MRX", log_entries.StoredOptions(variant=variant), "ab" * 32, 0.0
            )
        )
        self.write(log_entries.MemberCame(0, "", host=True))
        self.write(log_entries.GameBegun(seats, self.table.variant.digest, 0.0))

    def write(self, entry: log_entries.LogEntry) -> int:
        self.payloads.append(log_entries.encode(entry))
        self.table.apply(entry)
        return self.table.seq

    @property
    def ask(self) -> str:
        return str(self.table.question)

    def roll(self) -> None:
        for entry in turns.roll(self.table):
            self.write(entry)

    def answer(self, seat: int, *moves: str) -> Sent:
        """Sent, stored and acknowledged."""
        ask = self.ask
        seq = self.write(log_entries.SeatAnswered(seat, ask, moves))
        return self.told(Sent(seat, ask, moves, [seq]))

    def told(self, sent: Sent) -> Sent:
        self.witness.sent.append(sent)
        return sent

    def go_on(self) -> None:
        """Roll, or answer for whoever owes it."""
        if self.table.game.stage == "roll":
            self.roll()
            return
        seat = deciders(self.table.game)[0]
        move = self.rng.choice(legal_moves(self.table.game, seat))
        self.answer(seat, *self.complete(seat, str(move)))

    def complete(self, seat: int, move: str) -> tuple[str, ...]:
        """With every choice that follows from it."""
        game = self.table.game
        moves: tuple[str, ...] = (move,)
        while owes_choice(after := try_answer(game, seat, moves), seat):
            moves = (*moves, str(legal_moves(after, seat)[0]))
        return moves

    def cells(self, seat: int) -> list[str]:
        return [str(move) for move in legal_moves(self.table.game, seat) if str(move) != "-"]

    def drafts(self, seat: int) -> list[str]:
        """The moves in action 1 that would owe a choice."""
        game = self.table.game
        if game.stage != "action1" or game.answers[seat] is not None:
            return []
        return [x for x in self.cells(seat) if owes_choice(try_answer(game, seat, (x,)), seat)]

    def faults(self) -> list[str]:
        return list(faults_of(self.witness, self.payloads))


@pytest.fixture
def story() -> Story:
    story = Story()
    story.roll()
    return story


def test_an_answer_changed_or_taken_back_is_not_lost(story: Story) -> None:
    ask = story.ask
    one, other, *_ = story.cells(0)
    story.answer(0, one)
    story.answer(0, other)
    seq = story.write(log_entries.AnswerTakenBack(0, ask))
    story.told(Sent(0, ask, None, [seq]))
    story.answer(0, one)
    story.witness.told(story.table.seq)
    assert story.faults() == []


def test_an_answer_that_arrived_without_acknowledgement_may_replace_one(story: Story) -> None:
    one, other, *_ = story.cells(0)
    story.answer(0, one)
    story.answer(0, other).acknowledged.clear()
    assert story.faults() == []


def test_an_acknowledged_answer_that_is_not_in_the_log_is_lost(story: Story) -> None:
    one, *_ = story.cells(0)
    story.told(Sent(0, story.ask, (one,), [story.table.seq + 1]))
    assert [fault.split(":")[0] for fault in story.faults()] == ["lost"]


def test_it_is_lost_even_if_a_later_one_stands_in_its_place(story: Story) -> None:
    """The answer given after the crash, to the question that the crash had opened again."""
    one, other, *_ = story.cells(0)
    story.told(Sent(0, story.ask, (one,), [story.table.seq + 1]))
    story.answer(0, other)
    assert [fault.split(":")[0] for fault in story.faults()] == ["lost"]


def test_a_log_shorter_than_what_was_told_is_a_loss(story: Story) -> None:
    story.witness.told(story.table.seq)
    story.payloads.pop()
    assert "lost" in story.faults()[0]


def test_a_table_that_went_back_is_a_loss_even_when_it_caught_up(story: Story) -> None:
    story.witness.told(4)
    story.witness.told(3)
    story.witness.told(4)
    assert story.faults() == ["lost: the table went back from entry 4 to 3"]


def test_a_lost_roll_is_a_loss(story: Story) -> None:
    story.told(Sent(0, "1", (), [story.table.seq]))
    assert story.faults() == []
    story.told(Sent(0, "1", (), [story.table.seq - 1]))
    assert "roll" in story.faults()[0]


def test_an_answer_stored_twice_is_noticed(story: Story) -> None:
    one, *_ = story.cells(0)
    story.answer(0, one)
    story.write(log_entries.SeatAnswered(0, story.ask, (one,)))
    assert [fault.split(",")[0] for fault in story.faults()] == ["twice"]


def test_an_old_answer_that_comes_back_is_noticed(story: Story) -> None:
    one, other, *_ = story.cells(0)
    story.answer(0, one)
    story.answer(0, other)
    story.write(log_entries.SeatAnswered(0, story.ask, (one,)))
    assert [fault.split(",")[0] for fault in story.faults()] == ["twice"]


def test_a_bot_may_give_missing_answers_but_replace_none(story: Story) -> None:
    one, other, *_ = story.cells(0)
    story.told(Sent(0, story.ask, (other,)))
    story.write(log_entries.SeatAnswered(0, story.ask, (one,), "bot"))
    assert story.faults() == []
    story.write(log_entries.SeatAnswered(0, story.ask, (other,), "bot"))
    assert "replaced by the bot" in story.faults()[0]


def story_with_a_tie() -> Story:
    for seed in range(100):
        story = Story("bonus_b", seed)
        while story.table.stage != "over":
            if story.drafts(0):
                return story
            story.go_on()
    raise AssertionError("no game in a hundred had a tie")


def test_only_an_answer_that_owes_a_choice_may_be_missing() -> None:
    story = story_with_a_tie()
    draft, *_ = story.drafts(0)
    ask, seq = story.ask, story.table.seq
    whole = story.complete(0, draft)
    story.told(Sent(0, ask, (draft,), [seq]))
    assert story.faults() == []
    story.told(Sent(0, ask, whole, [seq]))
    assert [fault.split(":")[0] for fault in story.faults()] == ["lost"]


def test_the_record_has_what_stood_and_nothing_else() -> None:
    story = Story("bonus_b")
    while story.table.stage != "over":
        story.go_on()
    text = record_text(fold(tuple(story.payloads)))
    story.witness.record = text
    assert story.faults() == []
    turns = text.splitlines(keepends=True)
    story.witness.record = "".join(turns[:-1])
    found = story.faults()
    assert found[0] == "the record differs from that of the log"
    assert any(f"turn {story.table.game.turn}" in fault for fault in found[1:])
