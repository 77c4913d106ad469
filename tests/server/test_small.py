"""Names, settings, generated files, the list of reasons, the example bot."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.bot_client import play
from rowlock.bots.levels import levels
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.protocol.codes import CODES
from rowlock.server.config import Settings, load_settings
from rowlock.server.limits.token_buckets import TokenBucket
from rowlock.server.schema import FILES
from rowlock.table.names import (
    BOT_NAMES,
    MAX_NAME,
    alike,
    bot_name,
    clean_chat,
    clean_name,
)
from rowlock.variants import MAX_SEATS
from tests.server.running import Running

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("A\u202enn", "Ann"),
        ('a,b"c', "a b c"),
        ("x" * 50, "x" * 20),
        ("ħ\u0301\u0301\u0301\u0301", "ħ\u0301\u0301"),
        ("🎲", "🎲"),
    ],
)
def test_names_are_cleaned(typed: str, seen: str) -> None:
    assert clean_name(typed, []) == seen


@given(st.text(max_size=60))
def test_every_cleaned_name_can_stand_in_a_record(typed: str) -> None:
    try:
        name = clean_name(typed, [])
    except Unreadable:
        return
    assert len(name) <= MAX_NAME
    new_game("classic", [name])


def test_names_that_look_alike_are_the_same_name() -> None:
    for typed in ("ann", "ANN", "Ａｎｎ"):
        with pytest.raises(Unreadable):
            clean_name(typed, ["Ann"])


@pytest.mark.parametrize("level", BOT_NAMES)
def test_a_bots_name_tells_its_level(level: str) -> None:
    names = [BOT_NAMES[level][0].lower()]  # somebody at the table is called so already
    for _ in range(4):
        names.append(bot_name(level, names))
    assert len(set(names)) == 5
    assert set(names[1:]) <= set(BOT_NAMES[level])


def test_names_of_bots_are_names_and_of_one_level_only() -> None:
    every = [name for names in BOT_NAMES.values() for name in names]
    assert len({alike(name) for name in every}) == len(every)
    assert all(clean_name(name, []) == name for name in every)
    assert tuple(BOT_NAMES) == tuple(level.name for level in levels())
    assert all(len(names) >= MAX_SEATS for names in BOT_NAMES.values())


@pytest.mark.parametrize(
    ("level", "names"),
    [
        ("my_bots:Clever", ["Clever", "Clever 2", "Clever 3"]),
        ("greedy:3", ["greedy:3", "greedy:3 2"]),
        ("m:" + "X" * 40, ["X" * 20, "X" * 18 + " 2"]),
    ],
)
def test_a_custom_bot_is_named_after_its_class(level: str, names: list[str]) -> None:
    found: list[str] = []
    for _ in names:
        found.append(bot_name(level, found))
    assert found == names


def test_chat_stays_on_one_line() -> None:
    assert clean_chat("a\r\nb\u2028c\u0000") == "a bc"


@pytest.mark.parametrize("name", FILES)
def test_generated_files_are_current(name: str) -> None:
    text = FILES[name]()
    assert (ROOT / name).read_text("utf-8") == text, "run scripts/generate-types"
    assert re.findall(r"\b(?:None|True|False)\b", text) == []  # Python's words; JSON has its own


def test_every_reason_the_server_can_give_is_listed() -> None:
    """The page has words for each of them in every language."""
    given: set[str] = set()
    package = ROOT / "src/rowlock"
    folders = (package / "server", package / "table")
    sources = [file for folder in folders for file in folder.rglob("*.py")]
    sources.append(package / "core" / "explain.py")
    pattern = r'(?:Illegal|Unreadable|problem|refuse|Refused)\(\s*(?:[^",)]*, )?"([a-z_]+)"'
    not_on_the_wire = (
        "verify.py",
        "receipt.py",
        "seen.py",
        "config.py",
        "serve.py",
        "listener.py",
        "parent.py",
    )
    for source in sources:
        if source.name not in not_on_the_wire:
            given |= set(re.findall(pattern, source.read_text("utf-8")))
    assert len(given) > 40
    assert given <= set(CODES)


def test_settings_of_flags_beat_variables_beat_the_file(tmp_path: Path) -> None:
    file = tmp_path / "rowlock.toml"
    file.write_text('port = 1\nhost = "file"\nkeep_days = 7\nbots = ["a:B"]\n', "utf-8")
    secret = tmp_path / "secret"
    secret.write_text("postgresql://x\n", "utf-8")
    environment = {
        "ROWLOCK_CONFIG": str(file),
        "ROWLOCK_PORT": "2",
        "ROWLOCK_HOST": "variable",
        "ROWLOCK_METRICS": "yes",
        "ROWLOCK_ALLOWED_HOSTS": "a.example, b.example",
        "ROWLOCK_DATABASE_FILE": str(secret),
        "ROWLOCK_BASE_PATH": "games/",
    }
    settings = load_settings({"port": 3, "host": None}, environment)
    assert (settings.port, settings.host, settings.keep_days) == (3, "variable", 7.0)
    assert settings.metrics
    assert settings.allowed_hosts == ["a.example", "b.example"]
    assert settings.database == "postgresql://x"
    assert settings.base_path == "/games"
    assert settings.bots == ["a:B"]


@pytest.mark.parametrize(
    "text",
    ["prot = 1", "port = 'x'", "[table]\nx = 1", "port ="],
    ids=["key", "type", "table", "toml"],
)
def test_wrong_settings_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rowlock.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(Unreadable):
        load_settings({}, {}, file)
    with pytest.raises(Unreadable):
        load_settings({}, {"ROWLOCK_METRICS": "perhaps"})


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs/operations.md").read_text("utf-8")
    for name in Settings.__struct_fields__:
        assert f"| `{name}` |" in text, f"{name} is missing in docs/operations.md"


def test_a_bucket_allows_one_burst() -> None:
    bucket = TokenBucket(rate=0.001, size=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_bot_of_twenty_lines_plays_over_the_network(server: Running) -> None:
    made = server.create("open", "bot", "open")
    results: list[object] = []
    robots = [
        threading.Thread(target=lambda n=n: results.append(play(server.url, made["table"], n)))
        for n in ("Robi", "Robo")
    ]
    for robot in robots:
        robot.start()
    while server.get(f"/api/tables/{made['table']}").json()["open"]:
        pass
    bearer = {"authorization": f"Bearer {made['token']}"}
    server.post(f"/api/tables/{made['table']}/send", {"type": "start"}, headers=bearer)
    for robot in robots:
        robot.join(30)
    assert len(results) == 2
    assert results[0] == results[1]
    source = (ROOT / "examples/bot_client.py").read_text("utf-8")
    body = source[source.index('    """Take') : source.index("if __name__")]
    assert len([line for line in body.splitlines() if line.strip()]) <= 20
