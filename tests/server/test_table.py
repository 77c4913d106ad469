"""A table never changes a part of itself in place: what it would become leaves it as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowlock.core.game import deciders, legal_moves, play
from rowlock.core.keyed import KeyedChance
from rowlock.notation import Scribe
from rowlock.server import entries as log
from rowlock.server.answers import unfinished
from rowlock.server.decide.turns import deal, roll
from rowlock.server.fair_origin import SEALED_SHARES
from rowlock.server.handshake import Handshake
from rowlock.server.protocol.base import Options
from rowlock.server.real import RealSheets
from rowlock.server.table import Table, fold

SEATS = (log.SeatState("person", "Ann", "", 0), log.SeatState("person", "Ben", "", 1))
OPTIONS = (
    Options(chat=True),
    Options(variant="bonus_a", chat=True),
    Options(cards=True, chat=True),
    Options(dice="real", rules="free", chat=True),
)


def shown(table: Table) -> dict[str, str]:
    """Every part of a table, written out."""
    inside = (Scribe, Handshake, RealSheets, KeyedChance)
    return {
        name: repr(vars(part) if isinstance(part, inside) else part)
        for name, part in vars(table).items()
    }


def lobby(options: Options) -> Iterator[log.LogEntry]:
    yield log.TableMade("BCDFGHJK", options, "00" * 32, 0.0, None, SEALED_SHARES)
    yield log.MemberCame(0, "", host=True, seals=True)
    yield log.MemberCame(1, "", seals=True)
    yield log.MemberCame(2, "")
    yield log.SeatsAre(SEATS, joined=1)
    yield log.MemberGone(2, who=0)
    yield log.ShareSealed(0, "0" * 64, who=0)
    yield log.StartWanted(who=0)
    yield log.ListFixed((0, 1))
    yield log.ShareOpened(0, "0" * 32, who=0)


def during(turn: int) -> Iterator[log.LogEntry]:
    yield log.CoverSet(1, covered=turn % 2 == 0)
    yield log.MuteSet(1, muted=turn % 2 == 0, who=0)
    yield log.PauseSet(turn % 2 == 0, who=0)
    yield log.LineSaid(0, str(turn), "hello", 1.0, who=0)


def real_strokes() -> Iterator[log.LogEntry]:
    yield log.SheetMarked(0, "cross", 1.0, cell="r5", who=0)
    yield log.SheetMarked(1, "penalty", 2.0, who=1)
    yield log.RowSet(2, True, 3.0, who=0)
    yield log.FinishSet(True, who=0)


def next_entry(table: Table) -> log.LogEntry:
    """What a game with turns waits for."""
    game = table.game
    if game.stage == "roll":
        return roll(table)[0]
    if game.stage == "deal":
        return deal(table)[0]
    seat = deciders(game)[0]
    moves = list[str]()
    while not moves or unfinished(game, seat):
        move = legal_moves(game, seat)[-1]
        game = play(game, seat, move).state
        moves.append(str(move))
    by: log.By = "clock" if table.game.turn % 3 == 0 else "person"
    return log.SeatAnswered(seat, str(table.question), tuple(moves), by, who=0)


@pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: f"{options.variant} {options.dice}"
)
def test_what_a_table_would_become_leaves_it_as_it_is(options: Options) -> None:
    table, written = Table(), list[log.LogEntry]()

    def write(entry: log.LogEntry) -> None:
        nonlocal table
        before = shown(table)
        after, _ = table.after([entry])
        assert shown(table) == before, entry
        assert shown(after) != before, entry
        table = after
        written.append(entry)

    for entry in lobby(options):
        write(entry)
    write(log.GameBegun(SEATS, table.variant.digest, 1.0))
    for entry in real_strokes() if table.real else ():
        write(entry)
    for turn in range(60):
        for entry in during(turn):
            write(entry)
        for _ in range(6):
            if table.stage == "playing":
                write(next_entry(table))
    assert table.stage == "over"
    assert shown(fold(map(log.encode, written))) == shown(table)
