"""Messages that an honest page would never send, and tables to send them to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from rowlock.core.game import legal_moves
from rowlock.daily.day import LEVEL, Day
from rowlock.errors import Refusal
from rowlock.server import entries as log
from rowlock.server.decide.dispatch import decide
from rowlock.server.decide.outcome import Answering
from rowlock.server.decide.starting import begin
from rowlock.server.fair_origin import SEALED_SHARES
from rowlock.server.protocol import intents
from rowlock.server.protocol.base import Options
from rowlock.server.table import Table

CELLS = [f"{colour}{number}" for colour in "rygb" for number in range(2, 13)]
MOVES = ["-", "x", "?r", *CELLS, *(f"+{cell}" for cell in CELLS), *(f"*{cell}" for cell in CELLS)]


def new_table(day: Day) -> Table:
    """The table of a try, as the server makes it."""
    seats = [log.SeatState("person", "Ann", "", 0)]
    seats += [log.SeatState("bot", "Lynx", LEVEL)] * (day.players - 1)
    table = Table()
    options = Options(day.variant.id)
    made = log.TableMade("BCDFGHJK", options, "0" * 64, 0.0, None, SEALED_SHARES, day.date)
    for entry in (made, log.MemberCame(0, "hash", host=True), log.SeatsAre(tuple(seats))):
        table.apply(entry)
    return carried_out(table, begin(table, 0.0))


def carried_out(table: Table, entries: list[log.LogEntry]) -> Table:
    return table.after(entries)[0]


def wish(table: Table, intent: intents.Wish, member: int | None = 0) -> Table:
    """The table after a message; a refused one is raised."""
    outcome = decide(table, member, intent, now=0.0, levels=(LEVEL,))
    match outcome:
        case list():
            return carried_out(table, outcome)
        case Answering(entries=entries):
            return carried_out(table, entries)
        case _:
            return table


def honest(table: Table, rng: random.Random) -> intents.Wish | None:
    """What the game waits for; None when it is over."""
    if table.stage == "over":
        return None
    game = table.game
    if game.stage == "roll":
        return intents.RollDice(id=1, turn=game.turn)
    move = str(rng.choice(legal_moves(game, 0)))
    return intents.Answer(id=1, seat=0, ask=str(table.question), moves=(move,))


def forged(table: Table, rng: random.Random) -> tuple[int | None, intents.Wish]:
    """A message that must change nothing: of a stranger, too early, too late, or illegal."""
    game = table.game
    turn = game.turn + rng.choice([-3, -2, -1, 1, 2, 5])
    kinds: list[Callable[[], tuple[int | None, intents.Wish]]] = [
        lambda: (
            0,
            intents.Answer(id=1, seat=0, ask=f"{turn}.{rng.choice('12')}", moves=_any(rng)),
        ),
        lambda: (None, intents.Answer(id=1, seat=0, ask=str(table.question), moves=_any(rng))),
        lambda: (
            0,
            intents.Answer(id=1, seat=0, ask=str(table.question), moves=_illegal(table, rng)),
        ),
        lambda: (0, intents.Answer(id=1, seat=1, ask=str(table.question), moves=_any(rng))),
        lambda: (0, intents.RollDice(id=1, turn=turn)),
        lambda: (None, intents.RollDice(id=1, turn=game.turn)),
        lambda: (0, intents.TakeBack(id=1, seat=0, ask=f"{turn}.1")),
        lambda: (0, intents.Finish(id=1, over=True)),
        lambda: (0, intents.Mark(id=1, seat=0, n=0, kind="cross", cell=rng.choice(CELLS))),
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
