"""A table never changes a part of itself in place: what it would become leaves it as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowlock.core.game import deciders, legal_moves, play
from rowlock.core.seeded_dice import SeededDice
from rowlock.notation import Scribe
from rowlock.table import log_entries
from rowlock.table.answers import owes_choice
from rowlock.table.commands.turns import deal, roll
from rowlock.table.fair.handshake import Handshake
from rowlock.table.fair.origin import SEALED_SHARES
from rowlock.table.real_dice import RealSheets
from rowlock.table.state import Table, fold

SEATS = (
    log_entries.SeatState("person", "Ann", "", 0),
    log_entries.SeatState("person", "Ben", "", 1),
)
OPTIONS = (
    log_entries.StoredOptions(chat=True),
    log_entries.StoredOptions(variant="bonus_a", chat=True),
    log_entries.StoredOptions(cards=True, chat=True),
    log_entries.StoredOptions(dice="real", rules="free", chat=True),
)


def shown(table: Table) -> dict[str, str]:
    """Every part of a table, written out."""
    inside = (Scribe, Handshake, RealSheets, SeededDice)
    return {
        name: repr(vars(part) if isinstance(part, inside) else part)
        for name, part in vars(table).items()
    }


def lobby(options: log_entries.StoredOptions) -> Iterator[log_entries.LogEntry]:
    yield log_entries.TableMade("BCDFGHJK", options, "00" * 32, 0.0, None, SEALED_SHARES)
    yield log_entries.MemberCame(0, "", host=True, seals=True)
    yield log_entries.MemberCame(1, "", seals=True)
    yield log_entries.MemberCame(2, "")
    yield log_entries.SeatsAre(SEATS, joined=1)
    yield log_entries.MemberGone(2, who=0)
    yield log_entries.ShareSealed(0, "0" * 64, who=0)
    yield log_entries.StartWanted(who=0)
    yield log_entries.ListFixed((0, 1))
    yield log_entries.ShareOpened(0, "0" * 32, who=0)


def during(turn: int) -> Iterator[log_entries.LogEntry]:
    yield log_entries.CoverSet(1, covered=turn % 2 == 0)
    yield log_entries.MuteSet(1, muted=turn % 2 == 0, who=0)
    yield log_entries.PauseSet(turn % 2 == 0, who=0)
    yield log_entries.LineSaid(0, str(turn), "hello", 1.0, who=0)


def real_strokes() -> Iterator[log_entries.LogEntry]:
    yield log_entries.SheetMarked(0, "cross", 1.0, cell="r5", who=0)
    yield log_entries.SheetMarked(1, "penalty", 2.0, who=1)
    yield log_entries.RowSet(2, True, 3.0, who=0)
    yield log_entries.FinishSet(True, who=0)


def next_entry(table: Table) -> log_entries.LogEntry:
    """What a game with turns waits for."""
    game = table.game
    if game.stage == "roll":
        return roll(table)[0]
    if game.stage == "deal":
        return deal(table)[0]
    seat = deciders(game)[0]
    moves = list[str]()
    while not moves or owes_choice(game, seat):
        move = legal_moves(game, seat)[-1]
        game = play(game, seat, move).state
        moves.append(str(move))
    by: log_entries.By = "clock" if table.game.turn % 3 == 0 else "person"
    return log_entries.SeatAnswered(seat, str(table.question), tuple(moves), by, who=0)


@pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: f"{options.variant} {options.dice}"
)
def test_computing_a_next_state_does_not_change_the_table(
    options: log_entries.StoredOptions,
) -> None:
    table, written = Table(), list[log_entries.LogEntry]()

    def write(entry: log_entries.LogEntry) -> None:
        nonlocal table
        before = shown(table)
        after, _ = table.after([entry])
        assert shown(table) == before, entry
        assert shown(after) != before, entry
        table = after
        written.append(entry)

    for entry in lobby(options):
        write(entry)
    write(log_entries.GameBegun(SEATS, table.variant.digest, 1.0))
    for entry in real_strokes() if table.real else ():
        write(entry)
    for turn in range(60):
        for entry in during(turn):
            write(entry)
        for _ in range(6):
            if table.stage == "playing":
                write(next_entry(table))
    assert table.stage == "over"
    assert shown(fold(map(log_entries.encode, written))) == shown(table)
