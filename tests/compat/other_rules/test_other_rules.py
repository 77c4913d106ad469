"""What was made under the former BP-02 is refused by name; nothing is read as another game.

Until commit fcbf5a0 the die of either colour beside a bonus cell was enough in action 2. `make.py`
made these files then: a server's database, records, a position.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import rowlock.bots
from rowlock import Illegal, Unreadable, load_variant, parse_position, parse_record, replay
from rowlock.bots.evaluation.network import read_network
from rowlock.variants import from_text
from tests.attack.tools import bearer
from tests.server.player import player
from tests.server.running import Running, running

HERE = Path(__file__).parent
KEEP_DAYS = 1_000_000
FORMER = "9391c7c370fb1464"
"""The digest of Big Points then."""
KEYS: dict[str, list[str]] = json.loads((HERE / "keys.json").read_text("utf-8"))
BEGUN = ("over", "running", "own running", "real dice")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server on a copy of the database."""
    shutil.copy(HERE / "rowlock.sqlite3", tmp_path)
    with running(data=str(tmp_path), keep_days=KEEP_DAYS) as server:
        yield server


def record(name: str) -> str:
    return (HERE / f"{name}.rowlock").read_text("utf-8")


@pytest.mark.parametrize("name", BEGUN)
def test_a_game_of_the_former_rule_ends_with_a_sentence(server: Running, name: str) -> None:
    table, token = KEYS[name]
    for address in ("", "/record", "/replay", "/review"):
        answer = server.get(f"/api/tables/{table}{address}", headers=bearer(token))
        assert (answer.status_code, answer.json()["code"]) == (409, "foreign_digest")

    async def story() -> str:
        async with player(server, table, token) as ann:
            return str(ann.heard[0]["code"])

    assert asyncio.run(story()) == "foreign_digest"


@pytest.mark.parametrize("name", BEGUN)
def test_its_entries_can_be_taken_and_its_host_can_delete_it(server: Running, name: str) -> None:
    table, token = KEYS[name]
    log = server.get(f"/api/tables/{table}/log", headers=bearer(token))
    entries = [json.loads(line) for line in log.content.splitlines()]
    begun = [entry for entry in entries if entry["e"] == "begun"]
    assert len(begun) == 1
    assert (begun[0]["digest"] == FORMER) == (name != "own running")
    deleted = server.http.delete(f"{server.url}/api/tables/{table}", headers=bearer(token))
    assert deleted.json() == {"table": table, "whole": True}


def test_other_games_of_that_server_continue(server: Running) -> None:
    async def story(table: str, token: str) -> None:
        async with player(server, table, token) as ann:
            if ann.view["stage"] == "lobby":
                await ann.ok("start")
            await ann.play_to_end()

    for name in ("classic", "rematch"):  # the rematch had not begun: it is played by today's rule
        asyncio.run(story(*KEYS[name]))
    text = server.get(f"/api/tables/{KEYS['rematch'][0]}/record").text
    assert replay(parse_record(text)).over


def test_a_record_without_a_digest_is_replayed_by_the_rule_of_today() -> None:
    """A move that both rules allow means the same in both; any other is refused at its line."""
    assert str(replay(parse_record(record("both"))).sheets[0]) == "r7 y- g- b- o7 c- x0"
    with pytest.raises(Illegal) as refusal:
        replay(parse_record(record("former")))
    assert (refusal.value.code, refusal.value.line) == ("no_neighbour", 7)


def test_a_record_or_position_with_the_former_digest_is_refused() -> None:
    with pytest.raises(Unreadable) as own:
        parse_record(record("own"))
    assert own.value.code == "foreign_digest"
    with pytest.raises(Unreadable) as printed:
        parse_record(record("both").replace("[Players", f'[Digest "{FORMER}"]\n[Players'))
    assert printed.value.code == "foreign_digest"
    sheet = from_text('extends = "big_points"\n[about]\nid = "own"\n[lock]\ncrosses_before = 4')
    with pytest.raises(Unreadable) as position:
        parse_position((HERE / "own.position").read_text("utf-8"), {"own": sheet})
    assert position.value.code == "foreign_digest"


def test_weights_of_the_former_rule_are_refused(tmp_path: Path) -> None:
    variant = load_variant("big_points")
    weights = Path(rowlock.bots.__file__).parent / "weights" / "big_points.npz"
    former = dict(np.load(weights)) | {"digest": np.array(FORMER)}
    np.savez(tmp_path / "former.npz", **former)
    read_network(variant, weights)
    with pytest.raises(Unreadable) as refusal:
        read_network(variant, tmp_path / "former.npz")
    assert refusal.value.code == "foreign_digest"
