"""A server that tells a page other things than it plays: an honest one with a liar in between.

Each lie changes what the page is told while the game is played (`view`) or afterwards (`replay`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from playwright.sync_api import Page, Route, WebSocketRoute

Json = dict[str, Any]
Change = Callable[[Json], None]

SIXES = {"white": [6, 6], "colours": [6, 6, 6, 6]}


def _nothing(_: Json) -> None:
    pass


class Lie(Struct, frozen=True):
    view: Change = _nothing
    replay: Change = _nothing
    alarm: bool = True
    """Whether the page raises an alarm by itself; otherwise the panel says it after the game."""
    words: str = ""
    """Part of what the page says."""
    code: str = ""
    """The code with which `rowlock verify` refuses the honest record for this page's receipt."""
    cards: bool = False


def tell(page: Page, lie: Lie) -> None:
    """Let the page hear the lie."""

    def between(socket: WebSocketRoute) -> None:
        real = socket.connect_to_server()
        socket.on_message(real.send)
        real.on_message(lambda message: socket.send(_changed(str(message), lie.view)))

    def after(route: Route) -> None:
        told = route.fetch().json()
        lie.replay(told)
        route.fulfill(json=told)

    page.route_web_socket("**/ws/*", between)
    page.route("**/api/tables/*/replay", after)


def _changed(message: str, change: Change) -> str:
    told = json.loads(message)
    if told["type"] == "view":
        change(told)
    return json.dumps(told)


def _is_played(view: Json) -> bool:
    return view["stage"] in ("playing", "over")


def _shown_sixes(view: Json) -> None:
    if view.get("roll"):
        view["roll"] = SIXES
    for event in view.get("events", []):
        if event["type"] == "rolled":
            event["roll"] = SIXES


def _told_sixes(view: Json) -> None:
    _shown_sixes(view)
    for turn in _turns(view):
        turn["roll"] = SIXES


def _turns(view: Json) -> list[Json]:
    ended = [event["log"] for event in view.get("events", []) if event["type"] == "turn_ended"]
    return [*ended, *(view.get("log") or [])]


def _other_moves(view: Json) -> None:
    for turn in _turns(view):
        turn["columns"][0] = ["r5"]


def _fair(**change: Any) -> Change:
    def lie(view: Json) -> None:
        if _is_played(view):
            view["fair"] |= change

    return lie


def _of_a_day(view: Json) -> None:
    """Only until the end: a game of the day has another last screen."""
    if view["stage"] == "playing":
        view["day"] = "2026-11-16"


def _other_list(view: Json) -> None:
    if _is_played(view):
        view["fair"]["list"] = [view["fair"]["list"][0], f"7={'0' * 64}"]


def _somebody_else_begins(view: Json) -> None:
    if _is_played(view) and view["turn"] > 1:
        view["active"] = 1 - view["active"]


def _one_share_more(replay: Json) -> None:
    replay["fair"]["seeds"].append("ab" * 16)


def _other_names(replay: Json) -> None:
    replay["names"] = list(reversed(replay["names"]))


def _a_clock(replay: Json) -> None:
    replay["options"]["time_limit"] = 30


def _no_last_turn(replay: Json) -> None:
    replay["turns"].pop()


def _another_seed(replay: Json) -> None:
    replay["fair"]["seed"] = "ab" * 32


def _another_round(replay: Json) -> None:
    replay["fair"]["round"] = 2**31


def _other_numbers(view: Json) -> None:
    if view.get("announced"):
        view["announced"] = 13 - view["announced"]


def _other_display(view: Json) -> None:
    if view.get("cards") and view["phase"] == "take":
        view["cards"]["display"] = [7, 7, 7, 7]


SEEN = "told differently from what this device saw"
FORM = "not complete or not in the right form"
LIES: dict[str, Lie] = {
    "shows sixes, tells the dice": Lie(_shown_sixes, words=SEEN, code="other_game"),
    "shows and tells sixes until the end": Lie(
        _told_sixes, alarm=False, words=SEEN, code="other_game"
    ),
    "tells other moves": Lie(_other_moves, alarm=False, words=SEEN, code="other_game"),
    "lets somebody else begin": Lie(_somebody_else_begins, words="who began", code="conflict"),
    "counts a start that never was": Lie(
        _fair(round=2, commitment="0" * 64), words="hides that the start", code="conflict"
    ),
    "promised another seed": Lie(
        _fair(commitment="0" * 64), words="promised a different seed", code="conflict"
    ),
    "begins by the first scheme": Lie(
        _fair(scheme="rowlock-dice-1"), words="other rules for the dice", code="conflict"
    ),
    "begins by the scheme before": Lie(
        _fair(scheme="rowlock-dice-2"), words="other rules for the dice", code="conflict"
    ),
    "says that it is a game of the day": Lie(
        _of_a_day, words="not the game of the day", code="conflict"
    ),
    "tells another list": Lie(_other_list, words="changed the list", code="conflict"),
    "tells other terms": Lie(
        _fair(digest="0" * 64), words="sheets, options or names", code="conflict"
    ),
    "adds a share": Lie(replay=_one_share_more, alarm=False, words=FORM),
    "counts 2^31 starts": Lie(replay=_another_round, alarm=False, words=FORM),
    "changes the names": Lie(replay=_other_names, alarm=False, words="fixed with the dice"),
    "adds a clock": Lie(replay=_a_clock, alarm=False, words="fixed with the dice"),
    "drops the last turn": Lie(replay=_no_last_turn, alarm=False, words=SEEN),
    "tells another seed": Lie(replay=_another_seed, alarm=False, words="committed to"),
    "announces other numbers": Lie(_other_numbers, words=SEEN, code="other_game", cards=True),
    "displays other cards": Lie(
        _other_display, alarm=False, words=SEEN, code="other_game", cards=True
    ),
}
