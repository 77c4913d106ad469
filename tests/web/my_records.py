"""Records of games as a device keeps them."""

from __future__ import annotations

DUEL = """1. 11 2345 | r2 | y2
2. 12 3456 | r3 | y3
3. 13 2456 | r4 | y4
4. 14 2356 | r5 | y5
5. 15 2346 | r6 | y6
6. 66 2314 | r12 | +g7
7. 61 -635 | +y7 | -
8. 66 -245 | g12 | y12
"""
"""Ann closes red with seven crosses and has 28, 1 for yellow and 1 for green: 30. Ben closes yellow
with 28, and has 1 for green: 29."""
FOUR_PENALTIES = ("11 1111", "11 1222", "22 3334", "44 5566")
EVEN = ("12 3456", "12 3456", "12 3456", "12 3456")


def record(players: str, turns: str, **headers: str) -> str:
    first = {"Rowlock": "1", "Variant": "classic", "Players": players, "First": "1"}
    return "".join(f'[{key} "{value}"]\n' for key, value in (first | headers).items()) + turns


def duel(table: str, **headers: str) -> str:
    """Ann against a bot, unless the headers say otherwise."""
    known = {"Table": table, "Bots": "-, hard", "Locks": "1 1", "Result": "30 29"}
    return record("Ann, Ben", DUEL, **known | headers)


def day(table: str, date: str, rolls: tuple[str, ...] = EVEN) -> str:
    """A game of the day in which nothing was crossed."""
    turns = "".join(f"{n}. {roll} | x\n" for n, roll in enumerate(rolls, 1))
    known = {"Table": table, "Date": date, "Bots": "-", "Locks": "0", "Dice": "rowlock-daily-1"}
    return record("Ann", turns, **known, Result="-20")


GAMES = [
    day("DAY12", "2026-11-12", FOUR_PENALTIES),
    day("DAY14", "2026-11-14"),
    day("DAY15", "2026-11-15"),
    duel("WON", Date="2026-11-15"),
    duel("LOST", Date="2026-11-15", Bots="hard, -"),
]
