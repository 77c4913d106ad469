"""The other commands, the exit codes and the help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.cli import main as cli
from rowlock.cli.main import COMMANDS, main
from rowlock.languages import LANGUAGES
from rowlock.variants import BUILT_IN, load_variant


def test_version_is_the_one_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("rowlock 0.")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"rowlock {command}" in capsys.readouterr().out.partition("example")[2]


def test_variants_lists_all_names_with_their_digest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == 0
    out = capsys.readouterr().out
    for name in BUILT_IN:
        assert f"{name:8}" in out
        assert load_variant(name).digest in out
    assert main(["variants", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {entry["name"]: entry["variant"] for entry in found}["xl"] == "classic"


def test_variants_draws_a_sheet_with_its_inferred_lucky_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["variants", "longo"]) == 0
    assert "5&10, 6&11 (inferred: 4&9, 7&12, 8&13)" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*BUILT_IN, "xl", "cards"])
def test_rules_of_every_sheet_in_every_language(
    name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", name, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# ")
    assert "**" in out


def test_rules_speak_the_language_of_the_system(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "it_CH.UTF-8")
    main(["rules", "classic"])
    assert "lucchetto" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "xx_XX.UTF-8")
    main(["rules", "classic"])
    assert "penalty" in capsys.readouterr().out


def test_an_unknown_name_is_refused_in_the_users_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "klassik"]) == 2
    assert "there is no variant 'klassik'" in capsys.readouterr().err


def test_a_bug_of_ours_says_so_and_exits_with_70(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "_parser", broken)
    assert main(["variants"]) == 70
    assert "a bug in Rowlock" in capsys.readouterr().err


def test_doctor_finds_everything_working(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    findings = json.loads(capsys.readouterr().out)
    wanting = [finding["what"] for finding in findings if not finding["ok"]]
    assert set(wanting) <= {"extra ray"}  # which no lock file has


def test_a_reader_that_leaves_early_is_not_an_error() -> None:
    rowlock = Path(sys.executable).with_name("rowlock")
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {rowlock} variants | true"],
        env={**os.environ, "PYTHONUNBUFFERED": ""},  # the output then breaks at its very end
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
