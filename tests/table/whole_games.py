"""Whole games of every kind of table, played by hosts without event loop.

Imports nothing but rowlock's first level and what the host needs, so that `tests/wheel` can play
them in a Python with msgspec alone.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from rowlock.core.game import CARDS_KNOWN
from rowlock.protocol import client_messages
from rowlock.protocol.base import Options
from rowlock.table import log_entries
from rowlock.table.day import day_of
from rowlock.table.fair.origin import seal_of
from rowlock.table.kinds import MarkingRules
from rowlock.table.options import TableOptions
from rowlock.variants import NAMES, load_variant
from tests.table.host import Host

OWN = Path(__file__).parents[1] / "compat" / "own.toml"
CARDS = tuple(
    name
    for name in NAMES
    if load_variant(name).features <= CARDS_KNOWN and name not in ("longo", "xl")
)
"""Longo and XL have other numbers than the cards (K-01)."""
RULES: tuple[MarkingRules, ...] = ("strict", "warning", "free")
DAYS = ("2026-11-16", "2026-11-17", "2026-11-21")
"""Classic, another sheet, and a Saturday against a bot."""


def of_turns(options: TableOptions, people: int = 2, bots: int = 1, day: str = "") -> Host:
    """Everyone is there and answers at once, with random legal moves."""
    host = Host(people, bots, options, day=day)
    host.start()
    host.play_to_end()
    return host


def with_everything() -> Host:
    """A timed game with seals, chat, a kick, a pause, a take-back, timeouts and an absence."""
    options = TableOptions(time_limit=30, away_after=60, chat=True, coach=True, pace="fast")
    host = Host(3, 1, options, seals=True)
    host.send(1, client_messages.Rename(seat=1, name="Benny"))
    host.send(0, client_messages.MoveSeat(seat=0, to=2))
    host.send(0, client_messages.AddSeat())
    host.send(0, client_messages.AddBot(seat=4, level="champion"))
    host.send(0, client_messages.Configure(options=Options(time_limit=20, chat=True)))
    host.send(1, client_messages.Chat(key="1", text="Hello"))
    host.send(0, client_messages.Start())
    _seal(host, (0, 1, 2))
    _open(host, (0, 1))
    host.wait(10.0)
    assert host.table.handshake.round == 2  # a share was missing: another round
    host.send(0, client_messages.Start())
    _seal(host, (0, 1, 2))
    _open(host, (0, 1, 2))
    host.send(0, client_messages.Mute(seat=host.table.seats_of(1)[0], muted=True))
    for number in itertools.count():
        if host.table.stage == "over":
            break
        if number == 4:
            host.send(0, client_messages.Pause())
            host.send(0, client_messages.Resume())
        if number == 6:
            host.go(2)
        if number == 30:
            host.come(2)
        if number == 36:
            host.send(0, client_messages.Kick(seat=host.table.seats_of(2)[0]))
        if number == 42:
            host.send(0, client_messages.Leave())
            host.go(0)
        table = host.table
        quick = {member for member in host.presence.members if member != 1 or number % 5}
        seats = [seat for seat in table.owing if table.seats[seat].member in quick]
        if not seats:
            host.wait(30.0)
        elif table.game.stage == "roll":
            host.roll()
        else:
            host.answer_at_random(seats[0])
            if number % 3 == 0 and host.table.game.answers[seats[0]] is not None:
                back = client_messages.TakeBack(seat=seats[0], ask=str(host.table.question))
                host.send(host.member_at(seats[0]), back)
    host.write([log_entries.RematchMade("DFGHJKLM")])
    return host


def _seal(host: Host, members: Iterable[int]) -> None:
    handshake = host.table.handshake
    for member in members:
        seal = seal_of(host.table.id, handshake.commitment, member, _share(member))
        host.send(member, client_messages.SealShare(round=handshake.round, seal=seal))


def _open(host: Host, members: Iterable[int]) -> None:
    number = host.table.handshake.round
    for member in members:
        host.send(member, client_messages.OpenShare(round=number, share=_share(member)))


def _share(member: int) -> str:
    return hashlib.sha256(b"%d" % member).hexdigest()[:32]


def of_real_dice(options: TableOptions) -> Host:
    """Strokes on the sheets of two players, until the sheets say that the game is over."""
    host = Host(2, 0, options)
    host.start()
    for _ in range(150):
        assert host.table.real is not None
        if host.table.real.reason() is not None:
            break
        host.now += 20.0
        _stroke(host, host.rng.randrange(2))
    host.send(0, client_messages.CloseRow(row=0))
    host.send(0, client_messages.Finish())
    return host


def _stroke(host: Host, seat: int) -> None:
    real, rng = host.table.real, host.rng
    assert real is not None
    cells = real.legal_cells(seat, 1000.0 + host.now)
    command = client_messages.Mark(seat=seat, n=real.marks[seat], kind="penalty")
    if real.tied(seat):
        command.kind, command.row = "choose", rng.choice(real.tied(seat))
    elif real.marks[seat] and rng.random() < 0.1:
        command.kind = "undo"
    elif cells and rng.random() < 0.9:
        command.kind, command.cell = "cross", rng.choice(cells[:12])
    host.send(host.member_at(seat), command)


def _games() -> dict[str, Callable[[], Host]]:
    games: dict[str, Callable[[], Host]] = {"with everything": with_everything}
    for name in NAMES:
        games[name] = partial(of_turns, TableOptions(name))
        for rules in RULES:
            options = TableOptions(name, dice="real", rules=rules)
            games[f"{name}, real dice, {rules}"] = partial(of_real_dice, options)
    for name in CARDS:
        for jokers in (False, True):
            options = TableOptions(name, cards=True, jokers=jokers)
            kind = f"{name}, cards" + ", jokers" * jokers
            games[kind] = partial(of_turns, options, people=5, bots=0)
    own = TableOptions(sheet=OWN.read_text("utf-8"), cover="champion")
    games["a sheet of one's own"] = partial(of_turns, own)
    for day in DAYS:
        games[f"the game of {day}"] = partial(of_day, day)
    return games


def of_day(date: str) -> Host:
    day = day_of(date)
    return of_turns(TableOptions(day.variant.id), 1, day.players - 1, date)


GAMES = _games()
"""A game of each kind, by name."""
