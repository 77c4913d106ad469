"""What a server stores can be read by its owner only."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.cli.main import main
from rowlock.server.store import open_store


@pytest.fixture(autouse=True)
def generous_mask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def use(data: Path, table: str = "KFDP7MRX") -> dict[str, int]:
    """Open a store, write to it, and see the rights of everything while it is open."""
    return asyncio.run(_use(data, table))


async def _use(data: Path, table: str) -> dict[str, int]:
    store = open_store(data)
    await store.open()
    try:
        await store.append(table, 0, [b"{}"], 1.0)
        return {path.name: rights(path) for path in data.iterdir()}
    finally:
        await store.close()


def test_a_new_folder_and_all_its_files_are_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    found = use(data)
    assert rights(data) == 0o700
    assert {"rowlock.sqlite3", "rowlock.sqlite3-wal"} <= set(found)
    assert set(found.values()) == {0o600}


def test_older_files_are_mended_when_they_are_opened(tmp_path: Path) -> None:
    data = tmp_path / "data"
    use(data)
    data.chmod(0o755)
    (data / "rowlock.sqlite3").chmod(0o644)
    assert set(use(data, "MRXKFDP7").values()) == {0o600}
    assert rights(data) == 0o700


def test_a_folder_with_other_things_stays_open_but_not_our_files(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "holiday.jpg").touch(0o644)
    found = use(tmp_path)
    assert rights(tmp_path) == 0o755
    assert found.pop("holiday.jpg") == 0o644
    assert set(found.values()) == {0o600}


def test_a_backup_made_by_the_command_is_private(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    use(tmp_path / "data")
    file = tmp_path / "games.sqlite3"
    assert main(["backup", str(file), "--data", str(tmp_path / "data")]) == 0
    assert "1 tables" in capsys.readouterr().out
    assert rights(file) == 0o600
