"""A game of every kind is played to its end, and its log folds to the same table."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import FunctionType, ModuleType

import pytest

from rowlock.protocol.encoding import encode
from rowlock.table.options import TableOptions, for_message
from rowlock.table.plan import covers
from rowlock.table.view import Scene, view_of
from tests.table.host import Host
from tests.table.whole_games import GAMES


def views(host: Host) -> list[bytes]:
    """What everyone sees, and a spectator."""
    scene = Scene(0.0, None, host.presence.members, covers(host.situation()), 1, host.drafts)
    members = (None, *host.table.members)
    return [encode(view_of(host.table, m, scene, complete=True)) for m in members]


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_of_each_kind_ends_and_folds_again(kind: str) -> None:
    host = GAMES[kind]()
    assert host.table.stage == "over"
    shown = views(host)
    host.table = host.refold()
    assert views(host) == shown


def test_the_game_with_everything_has_every_entry_of_a_game_with_turns() -> None:
    kinds = {type(entry).__name__ for entry in GAMES["with everything"]().log}
    assert kinds >= {
        *("AnswerTakenBack", "CoverSet", "DiceRolled", "GameBegun", "HostIs", "LineSaid"),
        *("ListFixed", "MemberGone", "MuteSet", "OptionsAre", "PauseSet", "RematchMade"),
        *("SeatAnswered", "SeatsAre", "ShareOpened", "ShareSealed", "StartFailed", "StartWanted"),
    }


def test_the_same_options_are_always_sent_in_the_same_way() -> None:
    decoded = b"classic".decode()
    for options in (TableOptions(), TableOptions(decoded)):
        for_message.cache_clear()
        assert encode(for_message(options)) == b'{"variant":"classic"}'


@pytest.mark.parametrize("kind", ["with everything", "bonus_a, cards", "classic, real dice, free"])
def test_the_state_holds_no_type_of_the_wire(kind: str) -> None:
    modules = {type(part).__module__ for part in parts(GAMES[kind]().table)}
    assert {"rowlock.table.state", "rowlock.table.events"} <= modules
    assert not {name for name in modules if name.startswith("rowlock.protocol")}


def parts(table: object) -> Iterator[object]:
    """A table and all objects that it refers to."""
    seen, waiting = set[int](), [table]
    while waiting:
        part = waiting.pop()
        if id(part) not in seen and not isinstance(part, type | ModuleType | FunctionType):
            seen.add(id(part))
            yield part
            waiting += gc.get_referents(part)
