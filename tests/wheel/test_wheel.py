"""What `pip install rowlock` brings: the rules, texts and the commands about them, with msgspec
alone; every other command says in one sentence what it lacks."""

from __future__ import annotations

import json
import os
import pty
from pathlib import Path

import pytest

import rowlock
from rowlock.cli.main import COMMANDS
from tests.docs.test_readme import BLOCKS
from tests.table.whole_games import GAMES
from tests.wheel.conftest import ROOT, Bare

BEFORE = ROOT / "tests" / "compat"
EVENING = ROOT / "examples" / "evening.rowlock"

WORKING: dict[str, list[str | Path]] = {
    "--version": [],
    "--help": [],
    "replay": [EVENING],
    "legal": [ROOT / "examples" / "unfinished.rowlock"],
    "variants": ["longo", ROOT / "examples" / "my_sheet.toml"],
    "rules": ["bonus_a", "--lang", "fr"],
    "doctor": [],
    "draw": [EVENING, "--turn", "3"],
}
"""Commands with arguments; `verify`, `backup` and `site` have tests of their own."""

FAST = 'NumPy and Numba: pip install "rowlock[fast]"'
REFUSED: dict[str, tuple[list[str], str]] = {
    "serve": ([], 'Starlette, uvicorn and others: pip install "rowlock[server]"'),
    "play": ([], 'Rich: pip install "rowlock[terminal]"'),
    "solve": ([], FAST),
    "advise": (["--sheet", "r- y- g- b- x0", "--roll", "41 3256"], FAST),
    "rollout": ([str(ROOT / "examples" / "unfinished.rowlock")], FAST),
    "review": ([str(EVENING)], FAST),
    "exam": ([], 'NumPy, Numba and Rich: pip install "rowlock[fast,terminal]"'),
    "daily": ([], 'NumPy, Numba and Rich: pip install "rowlock[fast,terminal]"'),
    "simulate": ([], FAST),
    "arena": (["greedy", "random"], 'NumPy, Numba and Rich: pip install "rowlock[fast,terminal]"'),
    "bench": ([], FAST),
    "print": ([], 'fpdf2 and segno: pip install "rowlock[print]"'),
}


def test_every_command_is_looked_at_here() -> None:
    assert {*WORKING, *REFUSED, "verify", "backup", "site"} == {*COMMANDS, "--version", "--help"}


def test_msgspec_is_all_there_is(bare: Bare) -> None:
    code = "from importlib.metadata import distributions; print(*{d.name for d in distributions()})"
    assert set(bare.say(code).split()) == {"msgspec", "rowlock"}


def test_a_name_that_needs_more_says_what_to_install(bare: Bare) -> None:
    code = (
        "import rowlock\ntry:\n    rowlock.simulate\nexcept ImportError as error:\n    print(error)"
    )
    assert bare.say(code) == f"rowlock.simulate needs {FAST}\n"


def test_type_checkers_find_the_types(bare: Bare) -> None:
    code = "from importlib.resources import files; print((files('rowlock') / 'py.typed').is_file())"
    assert bare.say(code) == "True\n"


def test_the_program_of_the_readme_plays_a_game(bare: Bare) -> None:
    [block] = [text for kind, text in BLOCKS if kind == "python"]
    printed = bare.say(block).strip()
    assert f"This prints `{printed}`" in (ROOT / "README.md").read_text("utf-8")


def test_every_public_name_is_there_or_says_what_to_install(bare: Bare) -> None:
    code = """
import rowlock
for name in rowlock.__all__:
    try:
        assert getattr(rowlock, name) is not None
    except ImportError as error:
        print(name, error, sep="|")
"""
    refused = dict(line.split("|") for line in bare.say(code).splitlines())
    assert refused == {name: f"rowlock.{name} needs {FAST}" for name in refused}
    assert {rowlock._LATER[name] for name in refused} == {
        "rowlock.api.advise",
        "rowlock.api.arena",
        "rowlock.api.review",
        "rowlock.api.rollout",
        "rowlock.api.simulate",
        "rowlock.api.solve",
        "rowlock.kernel.batch",
        "rowlock.matches.verdict",
        "rowlock.reviews.annotate",
        "rowlock.reviews.season",
    }


def test_tables_of_every_kind_are_played_to_their_end(bare: Bare) -> None:
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.table.whole_games import GAMES
print(len(GAMES), {{play().table.stage for play in GAMES.values()}})
"""
    assert bare.say(code).strip() == f"{len(GAMES)} {{'over'}}"


def test_records_positions_and_sheets_parse_and_print(bare: Bare) -> None:
    code = f"""
import rowlock
text = open({str(EVENING)!r}, encoding="utf-8").read()
record = rowlock.parse_record(text)
game = rowlock.replay(record)
spelled = rowlock.format_record(record)
assert rowlock.format_record(rowlock.parse_record(spelled)) == spelled
assert rowlock.parse_position(rowlock.format_position(game)) == game
for sheet in game.sheets:
    line = rowlock.format_sheet(game.variant, sheet)
    assert rowlock.parse_sheet(game.variant, line) == sheet
print(*rowlock.result(game).totals)
"""
    [result] = [line for line in EVENING.read_text("utf-8").splitlines() if "[Result" in line]
    assert bare.say(code).split() == result.split('"')[1].split()


def test_sheets_and_tables_are_drawn(bare: Bare) -> None:
    code = """
import rowlock
game = rowlock.new_game("classic", ["Ann", "Ben"])
game = rowlock.roll(game, rowlock.parse_roll("41 3256")).state
sheet = rowlock.parse_sheet(game.variant, "r2,3,5 y- g12,11 b- x1")
print(rowlock.draw_sheet(game.variant, sheet, name="Ann", legal=["r9"]).svg())
print(rowlock.draw_table(game, legal=True).svg())
assert game._repr_svg_() == rowlock.draw_table(game).svg()
"""
    pictures = bare.say(code)
    assert pictures.count("<svg") == pictures.count("</svg>") == 2
    assert "<title>Ann’s sheet of Qwixx, 4 points</title>" in pictures
    assert "<title>Turn 1 · Qwixx. White dice: 5</title>" in pictures


@pytest.mark.parametrize("command", WORKING)
def test_a_command_that_works_with_msgspec_alone(command: str, bare: Bare) -> None:
    done = bare.run(bare.rowlock, command, *WORKING[command])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_replay_draws_sheets_without_colour(bare: Bare) -> None:
    shown = bare.run(bare.rowlock, "replay", EVENING).stdout
    assert "[ ]" in shown or "(#)" in shown
    assert "penalties" in shown
    assert "\x1b" not in shown


def test_rules_are_plain_in_a_terminal_too(bare: Bare) -> None:
    reader, writer = pty.openpty()
    done = bare.run(bare.rowlock, "rules", "classic", "--lang", "en", stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
    assert os.read(reader, 100).startswith(b"# ")
    os.close(reader)


def test_verify_and_backup_need_no_server(bare: Bare, tmp_path: Path) -> None:
    database = json.loads((BEFORE / "expected" / "database.json").read_text("utf-8"))
    record = tmp_path / "game.rowlock"
    record.write_text(database["classic over"]["record"], "utf-8")
    done = bare.run(bare.rowlock, "verify", record)
    assert (done.returncode, done.stderr) == (0, "")
    copy = tmp_path / "copy.sqlite3"
    done = bare.run(bare.rowlock, "backup", copy, "--data", _data(tmp_path), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["tables"] == len(database)


def _data(folder: Path) -> Path:
    (folder / "rowlock.sqlite3").write_bytes((BEFORE / "rowlock.sqlite3").read_bytes())
    return folder


@pytest.mark.parametrize("command", REFUSED)
def test_a_command_without_its_extra_says_so_in_one_sentence(command: str, bare: Bare) -> None:
    words, lacks = REFUSED[command]
    done = bare.run(bare.rowlock, command, *words)
    assert done.returncode == 2
    assert done.stderr == f"rowlock {command} needs {lacks}\n"
    assert done.stdout == ""


def test_no_command_at_all_is_serve(bare: Bare) -> None:
    done = bare.run(bare.rowlock)
    assert (done.returncode, done.stderr) == (2, f"rowlock serve needs {REFUSED['serve'][1]}\n")


def test_every_command_explains_itself_without_its_extra(bare: Bare) -> None:
    code = """
import contextlib
from rowlock.cli.main import COMMANDS, main
for command in COMMANDS:
    with contextlib.suppress(SystemExit):
        main([command, "--help"])
"""
    shown = bare.say(code)
    for command in COMMANDS:
        assert f"usage: rowlock {command}" in shown
