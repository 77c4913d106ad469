"""Messages that an honest page would never send, and tables to send them to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from rowlock.core.game import legal_moves
from rowlock.errors import Refusal
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.commands.dispatch import decide
from rowlock.table.commands.outcome import Answering
from rowlock.table.commands.starting import begin
from rowlock.table.day import LEVEL, Day
from rowlock.table.fair.origin import SEALED_SHARES
from rowlock.table.state import Table

CELLS = [f"{colour}{number}" for colour in "rygb" for number in range(2, 13)]
MOVES = ["-", "x", "?r", *CELLS, *(f"+{cell}" for cell in CELLS), *(f"*{cell}" for cell in CELLS)]


def new_table(day: Day) -> Table:
    """The table of a try, as the server makes it."""
    seats = [log_entries.SeatState("person", "Ann", "", 0)]
    seats += [log_entries.SeatState("bot", "Lynx", LEVEL)] * (day.players - 1)
    table = Table()
    options = log_entries.StoredOptions(day.variant.id)
    made = log_entries.TableMade("BCDFGHJK", options, "0" * 64, 0.0, None, SEALED_SHARES, day.date)
    for entry in (
        made,
        log_entries.MemberCame(0, "hash", host=True),
        log_entries.SeatsAre(tuple(seats)),
    ):
        table.apply(entry)
    return carried_out(table, begin(table, 0.0))


def carried_out(table: Table, entries: list[log_entries.LogEntry]) -> Table:
    return table.after(entries)[0]


def wish(table: Table, intent: client_messages.Command, member: int | None = 0) -> Table:
    """The table after a message; a refused one is raised."""
    outcome = decide(table, member, intent, now=0.0, levels=(LEVEL,))
    match outcome:
        case list():
            return carried_out(table, outcome)
        case Answering(entries=entries):
            return carried_out(table, entries)
        case _:
            return table


def honest(table: Table, rng: random.Random) -> client_messages.Command | None:
    """What the game waits for; None when it is over."""
    if table.stage == "over":
        return None
    game = table.game
    if game.stage == "roll":
        return client_messages.RollDice(id=1, turn=game.turn)
    move = str(rng.choice(legal_moves(game, 0)))
    return client_messages.Answer(id=1, seat=0, ask=str(table.question), moves=(move,))


def forged(table: Table, rng: random.Random) -> tuple[int | None, client_messages.Command]:
    """A message that must change nothing: of a stranger, too early, too late, or illegal."""
    game = table.game
    turn = game.turn + rng.choice([-3, -2, -1, 1, 2, 5])
    kinds: list[Callable[[], tuple[int | None, client_messages.Command]]] = [
        lambda: (
            0,
            client_messages.Answer(id=1, seat=0, ask=f"{turn}.{rng.choice('12')}", moves=_any(rng)),
        ),
        lambda: (
            None,
            client_messages.Answer(id=1, seat=0, ask=str(table.question), moves=_any(rng)),
        ),
        lambda: (
            0,
            client_messages.Answer(
                id=1, seat=0, ask=str(table.question), moves=_illegal(table, rng)
            ),
        ),
        lambda: (0, client_messages.Answer(id=1, seat=1, ask=str(table.question), moves=_any(rng))),
        lambda: (0, client_messages.RollDice(id=1, turn=turn)),
        lambda: (None, client_messages.RollDice(id=1, turn=game.turn)),
        lambda: (0, client_messages.TakeBack(id=1, seat=0, ask=f"{turn}.1")),
        lambda: (0, client_messages.Finish(id=1, over=True)),
        lambda: (0, client_messages.Mark(id=1, seat=0, n=0, kind="cross", cell=rng.choice(CELLS))),
    ]
    return rng.choice(kinds)()


def _any(rng: random.Random) -> tuple[str, ...]:
    return tuple(rng.choices(MOVES, k=rng.choice([1, 1, 2])))


def _illegal(table: Table, rng: random.Random) -> tuple[str, ...]:
    game = table.game
    legal = {str(move) for move in legal_moves(game, 0)} if game.stage != "roll" else set()
    return (rng.choice([move for move in MOVES if move not in legal]),)


def attacks(day: Day, number: int, seed: int) -> Iterator[tuple[Table, Table | Refusal]]:
    """That many forged messages, some before every honest one, game after game: the table before
    each, and after it or why it was refused."""
    rng = random.Random(seed)
    table = new_table(day)
    for _ in range(number):
        member, intent = forged(table, rng)
        try:
            yield table, wish(table, intent, member)
        except Refusal as refusal:
            yield table, refusal
        if rng.random() < 0.25:
            due = honest(table, rng)
            table = new_table(day) if due is None else wish(table, due)
