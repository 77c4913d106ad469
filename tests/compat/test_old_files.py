"""Files made by an earlier Rowlock still open, and say the same."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from typing import Any

import pytest

from rowlock import load_variant, parse_position
from tests.compat import views
from tests.compat.answers import (
    HERE,
    OWN,
    QUESTIONS,
    RECORDS,
    keys,
    lines,
    old_server,
    verified,
)
from tests.server.player import player
from tests.server.running import Running

OLD_ENTRIES = {
    *("again", "answer", "back", "begun", "cover", "dealt", "finish", "gone", "host", "list"),
    *("made", "mark", "member", "mute", "open", "options", "pause", "rematch", "rolled", "row"),
    *("said", "seal", "seats", "share", "starting"),
}
"""The entries of logs in November 2026."""


def without_new_headers(old: str, new: str) -> str:
    """A record may have got new headers, too."""
    known = {line.split()[0] for line in old.splitlines() if line.startswith("[")}
    lines = new.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("[") or line.split()[0] in known)


def differences(old: Any, new: Any, place: str = "") -> list[str]:
    """Where an answer is not the old one any more. An object may have got new fields."""
    if isinstance(old, dict) and isinstance(new, dict):
        missing = [f"{place}.{key} is gone" for key in old if key not in new]
        return missing + [
            found
            for key in old
            if key in new
            for found in differences(old[key], new[key], f"{place}.{key}")
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = zip(old, new, strict=True)
        return [d for n, (a, b) in enumerate(pairs) for d in differences(a, b, f"{place}[{n}]")]
    if isinstance(old, str) and isinstance(new, str) and old.startswith("[Rowlock "):
        new = without_new_headers(old, new)
    if isinstance(old, float) and isinstance(new, float):
        same = new == pytest.approx(old, rel=1e-5, abs=1e-5)  # the network counts in 32 bits
    else:
        same = type(old) is type(new) and old == new
    return [] if same else [f"{place}: {old!r} has become {new!r}"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_old_files_give_the_same_answers(question: str) -> None:
    expected = json.loads((HERE / "expected" / f"{question}.json").read_text("utf-8"))
    # Through JSON and back, as the expected answers went.
    found = json.loads(json.dumps(QUESTIONS[question]()))
    assert differences(expected, found) == []


def test_logs_are_shown_to_everyone_as_before() -> None:
    """A log of each kind and option of a table, and those of the database."""
    expected, logs = views.read(views.VIEWS), views.stored_logs()
    assert expected.keys() == logs.keys()
    assert {json.loads(entry)["e"] for log in logs.values() for entry in log} == OLD_ENTRIES
    for name, payloads in logs.items():
        assert differences(expected[name], list(views.views(payloads)), name) == []


@pytest.mark.parametrize("name", ["action1", "action2", "roll", "cards action2", "lobby"])
def test_an_old_game_can_be_played_to_its_end(name: str) -> None:
    table, token = keys()[name]

    async def story(server: Running) -> None:
        async with player(server, table, token) as ann:
            if name == "lobby":
                await ann.ok("kick", seat=2)
                await ann.ok("start")
            await ann.play_to_end()

    with old_server() as server:
        asyncio.run(story(server))
        record = server.get(f"/api/tables/{table}/record").text
    assert verified(record)["status"] == 0


def test_the_recorded_files_cover_their_purpose() -> None:
    """A test of the other test: the files reach all the corners."""
    kinds = {file.stem.rpartition("-")[2] for file in RECORDS}
    assert kinds == {"finished", "unfinished"}
    assert len(RECORDS) == 2 * (
        6 + 1 + 2
    )  # printed sheets, an own one, cards with and without jokers
    games = [parse_position(line, {"own": load_variant(OWN)}) for line in lines("positions.txt")]
    assert {game.stage for game in games} == {"roll", "deal", "take", "action1", "action2", "over"}
    assert {game.phase for game in games} >= {"choice"}
    assert any(answer is not None for game in games for answer in game.answers)
    assert {game.reason for game in games} == {None, "two_rows_closed", "four_penalties"}
    store = sqlite3.connect(f"file:{HERE / 'rowlock.sqlite3'}?mode=ro&immutable=1", uri=True)
    assert store.execute("SELECT version FROM store").fetchall() == [(1,)]
    assert store.execute("SELECT count(*) FROM logs").fetchone() == (len(keys()),)
    store.close()
    database = json.loads((HERE / "expected" / "database.json").read_text("utf-8"))
    assert list(database) == list(keys())
    assert {found["view"]["stage"] for found in database.values()} == {"lobby", "playing", "over"}


def test_a_difference_is_noticed_and_a_new_field_is_none() -> None:
    assert differences({"a": [1, 2.0]}, {"a": [1, 2.00001], "b": 3}) == []
    assert differences({"a": [1]}, {"a": [2]}) == [".a[0]: 1 has become 2"]
    assert differences({"a": 1}, {}) == [".a is gone"]
    assert differences([1], [1, 2]) == [": [1] has become [1, 2]"]
    assert differences(True, 1) == [": True has become 1"]
