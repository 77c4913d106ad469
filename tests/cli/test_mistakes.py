"""A mistake of the user's is told in the user's words, and never called a bug of ours."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.cli.main import COMMANDS, main
from tests.cli import mistakes

IN_A_PROCESS = "import sys; from rowlock.cli.main import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    for name in [name for name in os.environ if name.startswith("ROWLOCK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data-home"))
    return mistakes.make_files(tmp_path)


def refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    try:
        status = main(words)
    except SystemExit as ended:  # argparse has refused it
        status = int(ended.code or 0)
    said = capsys.readouterr().err
    assert status in (1, 2), f"{words}: exit status {status}\n{said}"
    assert "Traceback" not in said, words
    assert len(said.strip()) > 10, words
    return said


def filled(words: tuple[str, ...], files: dict[str, str]) -> tuple[str, ...]:
    return tuple(word.format(**files) if "{" in word else word for word in words)


@pytest.mark.parametrize(
    "words", mistakes.WHOLE_NUMBERS, ids=lambda words: f"{words[0]}{words[-1]}"
)
@pytest.mark.parametrize("number", mistakes.ODD_NUMBERS)
def test_odd_numbers(
    words: tuple[str, ...],
    number: str,
    files: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    *rest, option = filled(words, files)
    assert "not a whole number" in refused((*rest, f"{option}={number}"), capsys)


@pytest.mark.parametrize(
    "words",
    [*mistakes.OUT_OF_RANGE, *mistakes.NAMES, *mistakes.STORES],
    ids=lambda words: " ".join(words)[:60].encode("ascii", "replace").decode(),
)
def test_values_names_and_stores(
    words: tuple[str, ...], files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    refused(filled(words, files), capsys)
    assert not (Path(files["empty"]) / "new").exists()


@pytest.mark.parametrize("words", mistakes.READERS, ids=lambda words: f"{words[0]}{words[-1]}")
def test_files_that_cannot_be_read(
    words: tuple[str, ...], files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for file in mistakes.UNREADABLE_FILES:
        refused(filled((*words, file), files), capsys)


@pytest.mark.parametrize("words", mistakes.WRITERS, ids=lambda words: words[0])
def test_files_that_cannot_be_written(
    words: tuple[str, ...], files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for file in mistakes.UNWRITABLE_FILES:
        refused(filled((*words, file), files), capsys)


@pytest.mark.parametrize(("name", "value"), mistakes.ENVIRONMENT)
def test_settings_in_the_environment(
    name: str,
    value: str,
    files: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(name, value.format(**files))
    refused(("serve", "--no-open", "--data", files["empty"]), capsys)


@pytest.mark.parametrize("name", mistakes.ODD_RECORDS)
@pytest.mark.parametrize("command", ["replay", "legal", "verify"])
def test_odd_records(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = mistakes.ODD_RECORDS[name]
    file = tmp_path / "odd.rowlock"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    refused((command, str(file)), capsys)


def test_every_command_that_takes_something_is_walked_through() -> None:
    lines = (
        *mistakes.WHOLE_NUMBERS,
        *mistakes.OUT_OF_RANGE,
        *mistakes.NAMES,
        *mistakes.STORES,
        *mistakes.READERS,
        *mistakes.WRITERS,
    )
    assert {words[0] for words in lines} >= set(COMMANDS) - {"doctor"}


def test_a_port_in_use(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ("serve", "--host", "127.0.0.1", "--port", port, "--data", files["empty"])
        assert f"port {port}" in refused((*words, "--no-open"), capsys)


FULL = {
    "full": ("> /dev/full", 2, "No space left on device"),
    "closed": (">&-", 0, ""),
    "both closed": (">&- 2>&-", 0, ""),
    "no reader": ("| true", 0, ""),
}


@pytest.mark.parametrize("kind", FULL)
@pytest.mark.parametrize("words", ["variants --json", "rules classic", "--help", "replay --help"])
def test_standard_output_that_takes_nothing(kind: str, words: str) -> None:
    where, status, told = FULL[kind]
    shell = f'set -o pipefail; "$0" -c "$1" {words} {where}'
    done = subprocess.run(
        ["bash", "-c", shell, sys.executable, IN_A_PROCESS],
        env={**os.environ, "PYTHONUNBUFFERED": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert told in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_standard_input_that_is_closed_or_binary() -> None:
    for source in ("<&-", "< /dev/zero", "< /dev/null"):
        done = subprocess.run(
            ["bash", "-c", f'"$0" -c "$1" replay - {source}', sys.executable, IN_A_PROCESS],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr


def test_a_server_runs_nothing_from_the_folder_it_is_started_in(tmp_path: Path) -> None:
    (tmp_path / "segno.py").write_text("raise SystemExit('segno of this folder')")
    (tmp_path / "good.rowlock").touch()
    code = f"import sys; sys.path[:] = [p for p in sys.path if p]; {IN_A_PROCESS}"
    words = ["serve", "--port", "0", "--data", "good.rowlock", "--no-open"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "segno of this folder" not in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize("words", ["replay --json", "replay", "legal", "variants", "verify"])
def test_a_file_whose_name_is_no_text(words: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS, *words.split(), b"\xff\xfe.toml"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_the_letters_of_a_language() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS, "rules", "classic", "--lang", "de"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"# ")
