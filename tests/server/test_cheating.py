"""A server that cheats is caught by whoever kept a slip, and by nobody else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from rowlock.cli.main import main
from rowlock.errors import Illegal
from tests.server import cheating_server
from tests.server.device import Device
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_starting import ann_and_ben, check, only_ben_is_missing, play
from tests.server.timers import stop_waiting_for_shares


async def _begun(one: Player) -> None:
    await one.until_view(lambda view: all(seat.get("seeded") for seat in view["seats"]))
    await one.ok("start")


def played(server: Running, ann: Device, ben: Device) -> str:
    """A whole game; where Ben does not open at first, in the second round. The table's name."""

    async def story() -> str:
        async with ann_and_ben(server, ann, ben) as (one, two):
            fails = not ben.opens
            await _begun(one)
            if fails:
                await stop_waiting_for_shares(server, one.table, only_ben_is_missing)
                await one.until_view(
                    lambda view: any(
                        ev["type"] == "start_failed"
                        for v in one.heard
                        for ev in v.get("events", [])
                    )
                )
                ben.opens = True
                await _begun(one)
            await play(one, two)
            return one.table

    return asyncio.run(story())


CAUGHT: dict[str, tuple[cheating_server.Cheat, str, str]] = {
    "chooses its seed": (cheating_server.choose_the_seed, "wrong_commitment", "wrong_commitment"),
    "drops a share": (cheating_server.drop_a_share, "missing_share", "wrong_list"),
    "invents a share": (cheating_server.invent_a_share, "missing_share", "wrong_list"),
    "changes a friend's": (
        cheating_server.change_what_others_shared,
        "wrong_list",
        "missing_share",
    ),
    "swaps the list": (cheating_server.swap_the_list, "wrong_list", "wrong_list"),
    "shows another list": (cheating_server.show_another_list, "wrong_list", ""),
}
"""What it does, and what Ann's slip and Ben's say to it."""


@pytest.mark.parametrize("name", CAUGHT)
def test_a_cheat_is_caught_by_the_slips(
    name: str, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat, *codes = CAUGHT[name]
    cheat(monkeypatch)
    ann, ben = Device(), Device()
    table = played(server, ann, ben)
    assert not check(server, table, None).kept  # in itself the record is in order
    for device, code in zip((ann, ben), codes, strict=True):
        assert found(server, table, device) == code


@pytest.mark.parametrize(
    ("cheat", "code"),
    [
        (cheating_server.use_the_seed_again, "used_seed"),
        (cheating_server.turn_the_round_back, "wrong_round"),
    ],
)
def test_a_second_round_must_be_a_new_one(
    cheat: cheating_server.Cheat, code: str, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat(monkeypatch)
    ann, ben = Device(), Device(opens=False)
    table = played(server, ann, ben)
    assert not check(server, table, None).kept
    assert [found(server, table, device) for device in (ann, ben)] == [code, code]


def test_nothing_is_sealed_twice_for_one_round(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that deals again and says nothing gets no further share from this device."""
    cheating_server.count_no_round(monkeypatch)
    ann, ben = Device(), Device(opens=False)

    async def story() -> None:
        async with ann_and_ben(server, ann, ben) as (one, _):
            await _begun(one)
            promised = one.view["fair"]["commitment"]
            await stop_waiting_for_shares(server, one.table, only_ben_is_missing)
            await one.until_view(lambda view: view["fair"]["commitment"] != promised)
            assert one.view["you"].get("seal", "") == ""

    asyncio.run(story())
    assert ann.alarm == ben.alarm == "round"


def test_a_device_does_not_open_for_a_list_without_its_seal() -> None:
    device = Device()
    lobby = {
        "table": "BCDFGHJK",
        "stage": "lobby",
        "fair": {"commitment": "00" * 32},
        "you": {"member": 0, "seats": [0]},
    }
    assert [wish["type"] for wish in device.answer(lobby)] == ["seal"]
    fair = {"commitment": "00" * 32, "list": [f"0={'1' * 64}"], "terms": ""}
    assert device.answer(lobby | {"fair": fair}) == []
    assert device.alarm == "share"


def found(server: Running, table: str, device: Device) -> str:
    """The code with which `verify` refuses the record for this device, if it does."""
    try:
        check(server, table, device)
    except Illegal as refusal:
        return refusal.code
    return ""


def test_the_command_says_what_was_proved(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, ben = Device(), Device()
    table = played(server, ann, ben)
    record, slip = tmp_path / "game.rowlock", tmp_path / "slip.json"
    record.write_text(server.get(f"/api/tables/{table}/record").text, "utf-8")
    slip.write_text(json.dumps(ann.slip), "utf-8")

    assert main(["verify", str(record)]) == 0
    assert "Checked for consistency only" in capsys.readouterr().out
    assert main(["verify", str(record), "--kept", str(slip)]) == 0
    assert "Proved: the server fixed its seed" in capsys.readouterr().out
    assert main(["verify", str(record), "--kept", str(slip), "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["kept"], verdict["round"], verdict["table"]) == (True, 1, table)

    slip.write_text(json.dumps(ann.slip | {"share": "00" * 16}), "utf-8")
    assert main(["verify", str(record), "--kept", str(slip)]) == 1
    assert "dice do not include the share" in capsys.readouterr().err
    slip.write_text(json.dumps(ann.slip | {"list": None}), "utf-8")
    assert main(["verify", str(record), "--kept", str(slip)]) == 1
    assert "never received the list" in capsys.readouterr().err
    slip.write_text(json.dumps(ann.slip | {"table": "BCDFGHJK"}), "utf-8")
    assert main(["verify", str(record), "--kept", str(slip)]) == 1
    assert "the receipt is for table BCDFGHJK" in capsys.readouterr().err
    for text in ("{}", "no slip", json.dumps(ann.slip | {"more": 1}), record.read_text("utf-8")):
        slip.write_text(text, "utf-8")
        assert main(["verify", str(record), "--kept", str(slip)]) == 2
        assert "not a dice receipt" in capsys.readouterr().err
    assert main(["verify", str(record), "--kept", str(tmp_path / "nothing.json")]) == 2
