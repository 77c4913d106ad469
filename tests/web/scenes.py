"""Moments of real games, as views for the page: by sheet, phase, number of opponents and so on.

Nothing is played in the browser. A view is taken from a host's table; its players answer at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from rowlock.core.game import legal_moves, play
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.answers import owes_choice
from rowlock.table.view import Scene, view_of
from tests.table.host import Host
from tests.web.game_views import sheet_options

PHASES = ("roll", "action1", "action2", "choice", "waiting", "reconnecting")
MODES = ("network", "one device", "face to face", "real dice")
NAMES = ("Ann", "Maximilian", "Cleo", "Ben-Jakob", "Eve")
GAMES = 3


class Wanted(NamedTuple):
    """What is to be seen."""

    sheet: str = "classic"
    """A printed sheet, a file, or `cards`."""
    phase: str = "action1"
    opponents: int = 1
    mode: str = "network"
    coach: bool = False
    chat: bool = False


def view(wanted: Wanted) -> Any:
    """The fullest moment of a few games: of those with the most unusual moves the last one. A
    phase that the sheet does not have is action 1."""
    found = list(_moments(wanted))
    if not found:
        found = list(_moments(wanted._replace(phase="action1")))
    return max(found, key=_fullness)


def _fullness(view: Any) -> tuple[int, int, int]:
    moves = [option.move for decision in view.decisions for option in decision.legal]
    sheet = view.seats[view.you.seats[0]].sheet
    unusual = sum(move.lstrip("+")[0] in "*~?oc" for move in moves)
    return unusual, min(len(moves), 4), sheet.total if sheet else 0


def _moments(wanted: Wanted) -> Iterator[Any]:
    for number in range(12 if wanted.phase == "choice" else GAMES):
        host = _host(wanted)
        host.rng.seed(f"{wanted.sheet} {number}")
        host.start()
        if wanted.mode == "real dice":
            yield _view(host)
            return
        while host.table.stage == "playing":
            game = host.table.game
            if game.stage == "roll":
                if wanted.phase == "roll" and game.active == 0:
                    yield _view(host)
                host.roll()
                continue
            seat = host.table.owing[0]
            if wanted.phase == "choice" and seat == 0:
                yield from _choice(host)
            if _fits(host, wanted.phase):
                yield _view(host)
            host.answer_at_random(seat)


def _fits(host: Host, phase: str) -> bool:
    game = host.table.game
    asked = 0 in host.table.owing and len(legal_moves(game, 0)) > 1
    if phase == "waiting":
        return game.stage == "action1" and 0 not in host.table.owing
    if phase == "action2":
        return game.stage == "action2" and asked
    return phase in ("action1", "reconnecting") and game.stage == "action1" and asked


def _choice(host: Host) -> Iterator[Any]:
    """If an answer that ties rows is open, the choice that it brings."""
    game = host.table.game
    for move in legal_moves(game, 0):
        if owes_choice(play(game, 0, move).state, 0):
            host.send(
                0,
                client_messages.Answer(seat=0, ask=str(host.table.question), moves=(str(move),)),
            )
            if any(decision.kind == "choice" for decision in _view(host).decisions):
                yield _view(host)
            return


def _host(wanted: Wanted) -> Host:
    options = sheet_options(wanted.sheet)
    if wanted.mode == "real dice":
        options = replace(options, dice="real", rules="warning", cards=False)
    options = replace(options, coach=wanted.coach, chat=wanted.chat)
    host = Host(1 + wanted.opponents, 0, options)
    apart = wanted.mode in ("network", "real dice")
    seats = (
        log_entries.SeatState("person", NAMES[n], "", n if apart else 0)
        for n in range(1 + wanted.opponents)
    )
    host.write([log_entries.SeatsAre(tuple(seats))])
    return host


def _view(host: Host) -> Any:
    people = set(range(len(host.table.seats)))
    return view_of(host.table, 0, Scene(0.0, None, people, {}, 0, host.drafts), complete=True)
