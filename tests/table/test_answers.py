"""An answer is played once: the command tries it, and the fold takes over what it tried."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rowlock.core.move import Move
from rowlock.core.state import Step
from rowlock.errors import Illegal
from rowlock.notation import Scribe
from rowlock.table import log_entries
from rowlock.table.answers import play_answer
from rowlock.table.commands.outcome import Entries
from rowlock.table.options import TableOptions
from tests.table.host import Host


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that scribes play, as texts."""
    played: list[str] = []
    honest: Callable[[Scribe, int, Move | str], Step] = Scribe.play

    def play(scribe: Scribe, seat: int, move: Move | str) -> Step:
        played.append(str(move))
        return honest(scribe, seat, move)

    monkeypatch.setattr(Scribe, "play", play)
    return played


def rolled() -> Host:
    host = Host(2, options=TableOptions())
    host.start()
    host.roll()
    return host


def test_an_answer_is_played_once(plays: list[str]) -> None:
    host = rolled()
    cross = f"r{host.table.game.announced}"
    host.answer(0, cross)
    assert plays == [cross]
    host.answer(0, "-")  # in place of the cross
    assert plays == [cross, "-"]


def test_the_fold_of_the_log_plays_and_gives_the_same_table(plays: list[str]) -> None:
    host = rolled()
    host.answer(0, "-")
    host.answer(1, "-")
    assert plays == ["-", "-"]
    again = host.refold()
    assert plays == ["-", "-", "-", "-"]
    assert (again.game, again.history) == (host.table.game, host.table.history)


def test_an_answer_that_was_tried_on_an_older_table_is_played_again(plays: list[str]) -> None:
    host = rolled()
    table = host.table
    assert table.scribe is not None
    tried = play_answer(table.scribe, 0, ("-",))
    host.answer(1, "-")
    entries: Entries = [log_entries.SeatAnswered(0, "1.1", ("-",))]
    host.write(entries, tried)
    assert plays == ["-", "-", "-"]
    assert host.table.game.stage == "action2"  # both answers are in


def test_an_answer_ends_with_its_last_choice() -> None:
    host = rolled()
    scribe = host.table.scribe
    assert scribe is not None
    before = scribe.game
    with pytest.raises(Illegal) as refused:
        play_answer(scribe, 0, ("-", "-"))
    assert refused.value.code == "not_your_decision"
    assert scribe.game is before
