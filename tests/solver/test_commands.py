"""`rowlock solve` and `rowlock advise` from outside."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rowlock.cli.main import main
from tests.solver.sheets import PLAIN_ROWS, short_text


@pytest.fixture
def sheet_file(tmp_path: Path) -> str:
    path = tmp_path / "short.toml"
    path.write_text(short_text(*PLAIN_ROWS))
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main([*words, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_solve_prints_what_a_program_wants(
    sheet_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, "solve", "--variant", sheet_file, "--players", "2", "--threads", "1")
    assert found["variant"] == "short"
    assert found["players"] == 2
    assert found["values"] == sorted(found["values"])
    # Rows of 3 and 2 cells have 4 and 2 open states. Sheets with at most one closed row:
    # 4*2*4*2 + 2*(2*4*2) + 2*(4*4*2) = 160. Exchanging red with green and yellow with blue
    # leaves 4*2 = 8 of them as they are: (160 + 8) / 2 = 84. Two phases, two penalty counts.
    assert found["states"] == 84 * 2 * 2
    assert found["seconds"] >= 0
    assert found["compile_seconds"] >= 0
    assert found["peak_memory_mb"] > 10
    assert len(found["digest"]) == 16


def test_a_solved_file_advises(
    sheet_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = str(tmp_path / "short.table")
    assert main(["solve", "--variant", sheet_file, "--out", table]) == 0
    assert "under perfect play" in capsys.readouterr().out
    given = ("--variant", sheet_file, "--sheet", "r- y- g- b- x0", "--roll", "11 2122")
    found = answer(capsys, "advise", *given, "--solved", table)
    assert found["turns"][0]["cost"] == 0
    assert {"x", "r2", "+r3", "r2 +r3"} <= {turn["moves"] for turn in found["turns"]}
    assert main(["advise", *given, "--solved", table]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[2] == "best"
    assert len(lines) == 1 + 8 + 1  # the best eight, and a line on the others
    assert lines[-1].startswith(f"{len(found['turns']) - 8} more lose ")
    assert main(["advise", *given, "--solved", table, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(found["turns"])


def test_advise_solves_and_keeps_on_first_use(
    sheet_file: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path / "cache"))
    words = ["advise", "--variant", sheet_file, "--sheet", "r2 y- g- b- x1", "--roll", "12"]
    words += ["--passive", "--players", "3", "--wait", "1"]
    assert main(words) == 0
    first = capsys.readouterr()
    assert "for the first time" in first.err
    assert main(words) == 0
    second = capsys.readouterr()
    assert second.err == ""
    assert second.out == first.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["solve", "--variant", "bonus_b"], "cannot be solved"),
        (["solve", "--variant", "bonus_a"], "--device cuda"),
        (["solve", "--variant", "longo"], "each pair is a sheet of its own (expected 5&10"),
        (["solve", "--variant", "longo", "--lucky", "3&4"], "3&4"),
        (["solve", "--variant", "longo", "--lucky", "three"], "like 6&11"),
        (["solve", "--players", "6"], "one to five"),
        (["solve", "--threads", "0"], "0 threads: at least one is needed"),
        (["solve", "--variant", "nothing"], "no variant"),
        (["advise", "--sheet", "r- y- g- b- x0", "--roll", "41"], "not a roll"),
        (["advise", "--sheet", "r-", "--roll", "41 3256"], "not a sheet"),
        (["advise", "--sheet", "r- y- g- b- x0", "--roll", "41 3256", "--closed", "q"], "rows"),
        (["advise", "--sheet", "r- y- g- b- x0", "--roll", "41 3256", "--wait", "1"], "--passive"),
        (["advise", "--sheet", "r- y- g- b- x0", "--roll", "41", "--passive"], "nobody else rolls"),
        (["solve", "--out", "/"], "is a folder"),
        (["solve", "--out", "/no/such/folder/x.table"], "cannot be written"),
    ],
)
def test_impossible_requests_are_refused_with_a_reason(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reason in refusal(capsys, *words)


@pytest.mark.parametrize(
    ("sheet", "dice", "reason"),
    [
        ("r2,3,4,5,6,12# y2,3,4,5,6,12# g- b- x0", "41 --56", "over"),
        ("r- y- g- b- x4", "41 3256", "over"),
        ("r2,3,4,5,6,12# y- g- b- x0", "41 3256", "left the game"),
        ("r- y- g- b- x0", "41 -256", "still in play"),
        ("r- y- g- b- x0", "71 3256", "no die"),
    ],
)
def test_positions_that_cannot_be_are_illegal(
    sheet: str, dice: str, reason: str, classic_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", "--sheet", sheet, "--roll", dice, "--solved", str(classic_file)]) == 1
    assert reason in capsys.readouterr().err


SOLVING = """
import signal, sys
from rowlock.cli.main import main
from rowlock.solver import device

# A test run that was started in the background hands down a SIGINT that is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
solve_on = device.solve_on

def announced(*args, **options):
    print("solving", flush=True)
    return solve_on(*args, **options)

device.solve_on = announced
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_leaves_no_file(tmp_path: Path) -> None:
    out = tmp_path / "mixx_b.table"
    words = ["solve", "--variant", "mixx_b", "--out", str(out)]
    running = subprocess.Popen(
        [sys.executable, "-c", SOLVING, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"solving\n"
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=60)
    assert running.returncode == 130
    assert list(tmp_path.iterdir()) == []


def test_a_table_for_others_is_refused(
    sheet_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = str(tmp_path / "two.table")
    assert main(["solve", "--variant", sheet_file, "--players", "2", "--out", table]) == 0
    words = ["advise", "--variant", sheet_file, "--sheet", "r- y- g- b- x0", "--roll", "11 2122"]
    words += ["--solved", table]
    capsys.readouterr()
    assert "is for 2 players, not for 3" in refusal(capsys, *words, "--players", "3")
    assert "not for the lucky numbers 2&3" in refusal(capsys, *words, "--lucky", "2&3")
    assert main([*words, "--players", "2"]) == 0


def test_without_numba_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numba'] = None; from rowlock.cli.main import main; "
        "sys.exit(main(['solve', '--variant', 'classic']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == 'rowlock solve needs Numba: pip install "rowlock[fast]"\n'
