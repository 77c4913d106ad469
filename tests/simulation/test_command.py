"""`rowlock simulate` and `rowlock bench` from outside."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rowlock.bench import TOPICS, kernel
from rowlock.bench import core as core_bench
from rowlock.bench.figure import Figure
from rowlock.bench.yardstick import c_loop
from rowlock.cli import bench
from rowlock.cli.main import main


def test_the_table_and_the_histogram(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--bots", "greedy,random", "--games", "500", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "500 games of Qwixx, seed 3" in out
    assert "5/50/95 %" in out
    assert "the first player wins" in out
    assert "ended by closed rows" in out
    assert "█" in out
    assert not any(line != line.rstrip() for line in out.splitlines())


def test_json_has_what_programs_want(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--variant", "longo", "--bots", "greedy:3, random", "--games", "300"]
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data)[:5] == ["variant", "digest", "games", "seed", "seconds"]
    assert (data["variant"], data["games"], data["seed"]) == ("longo", 300, 0)
    assert [player["bot"] for player in data["players"]] == ["greedy:3", "random"]
    for player in data["players"]:
        assert {"win_share", "low", "high", "mean_score", "sd_score"} <= set(player)
        assert 0 <= player["low"] <= player["win_share"] <= player["high"] <= 1
    assert sum(player["win_share"] for player in data["players"]) == pytest.approx(1)
    assert sum(data["ended"].values()) == 300
    assert data["complete"] is True


@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_same_seed_gives_the_same_answer(
    capsys: pytest.CaptureFixture[str], threads: str
) -> None:
    def answer(threads: str) -> dict[str, object]:
        words = ["simulate", "--bots", "greedy,greedy:1,random", "--games", "20000", "--json"]
        assert main([*words, "--threads", threads]) == 0
        data: dict[str, object] = json.loads(capsys.readouterr().out)
        return {key: data[key] for key in data if key not in ("seconds", "threads")}

    assert answer(threads) == answer("1")


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str) -> None:
    file = tmp_path / f"scores.{ending}"
    assert main(["simulate", "--games", "200", "--plot", str(file)]) == 0
    start = file.read_bytes()[:200]
    assert start.startswith(b"\x89PNG") if ending == "png" else b"<svg" in file.read_bytes()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bots", "nobody"], "there is no bot 'nobody': use "),
        (["--bots", "greedy:x"], "'x' is not a largest gap"),
        (["--bots", "random:2"], "random takes no number"),
        (["--bots", "greedy:"], "the colon needs a value after it"),
        (["--bots", "no_such_module:Bot"], "No module named 'no_such_module'"),
        (["--bots", "os:getcwd"], "has no choose(view, rng)"),
        (["--bots", ""], "there is no bot ''"),
        (
            ["--bots", "random,random,random,random,random,random"],
            "6 players: a game has one to five",
        ),
        (["--games", "0"], "0 games: at least one is needed"),
        (["--threads", "-1"], "-1 threads: at least one is needed"),
        (["--variant", "nothing"], "there is no variant 'nothing'"),
        (["--variant", "longo", "--cards"], "longo has other rows"),
        (["--plot", "scores.jpg"], "is not a picture file (expected .png or .svg)"),
        (["--plot", "no/such/folder/x.png"], "there is no folder"),
    ],
)
def test_bad_input_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(["simulate", *words]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""


def test_a_picture_without_matplotlib_is_refused_before_the_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["simulate", "--games", "5", "--plot", str(tmp_path / "x.png")]) == 2
    sentence = 'rowlock simulate needs Matplotlib: pip install "rowlock[plot]"\n'
    assert capsys.readouterr().err == sentence


def test_a_bot_beside_the_user_is_found(tmp_path: Path) -> None:
    tmp_path.joinpath("mybots.py").write_text(
        "class Careful:\n    def choose(self, view, rng):\n        return view.legal[0]\n"
    )
    words = ["simulate", "--bots", "mybots:Careful,greedy", "--games", "30", "--json"]
    done = rowlock(words, cwd=tmp_path)
    out, err = done.communicate(timeout=120)
    assert done.returncode == 0, err
    data = json.loads(out)
    assert data["engine"] == "core"
    # It never crosses anything, so four penalties of its own end every game: -20 points.
    assert data["players"][0]["mean_score"] == -20
    assert data["ended"] == {"two_rows_closed": 0, "four_penalties": 30}


def test_ctrl_c_prints_what_was_done(tmp_path: Path) -> None:
    # The bot leaves a mark at its 2,000th decision, when a chunk of games is done for sure.
    tmp_path.joinpath("mybots.py").write_text(
        "import pathlib\n"
        "class Slow:\n"
        "    asked = 0\n"
        "    def choose(self, view, rng):\n"
        "        self.asked += 1\n"
        "        if self.asked == 2000:\n"
        "            pathlib.Path('mark').touch()\n"
        "        return view.legal[0]\n"
    )
    words = ["simulate", "--games", "1000000", "--threads", "1", "--bots", "mybots:Slow"]
    done = rowlock(words, cwd=tmp_path)
    while not tmp_path.joinpath("mark").exists():
        assert done.poll() is None, done.communicate()
        time.sleep(0.05)
    done.send_signal(signal.SIGINT)
    out, err = done.communicate(timeout=120)
    assert done.returncode == 130, err
    assert "of 1,000,000 (stopped)" in out
    assert "by penalties 100.0%" in out


def rowlock(words: list[str], cwd: Path) -> subprocess.Popen[str]:
    # A test run that was started in the background hands down a SIGINT that is ignored.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from rowlock.cli.main import main; sys.exit(main())"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_bench_prints_figures_with_ratios(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core_bench, "GAMES", 5)
    monkeypatch.setattr(core_bench, "C_GAMES", 1000)
    assert main(["bench", "core"]) == 0
    out = capsys.readouterr().out
    assert "random games, classic, 2 players" in out
    assert "import rowlock" in out
    assert main(["bench", "core", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [figure["unit"] for figure in data["topics"]["core"]] == ["games/s", "ms"]


def test_the_c_loop_plays_the_same_games() -> None:
    with c_loop() as loop:
        if loop is not None:  # it is no yardstick where nothing compiles it
            kernel.check_same_games(loop)


def test_bench_refuses_a_topic_it_does_not_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "weather"]) == 2
    assert f"expected {', '.join(TOPICS)}" in capsys.readouterr().err


def test_a_figure_below_its_floor_says_so() -> None:
    slow = Figure("games", 900.0, "games/s", floor=1000)
    assert not slow.good
    assert "below the floor of 1,000" in bench.line(slow)
    late = Figure("import", 120.0, "ms", floor=100, less_is_better=True)
    assert not late.good
    fine = Figure("games", 900.0, "games/s", 0.71, "C loop", floor=800, ratio_floor=0.7)
    assert fine.good
    assert not Figure("games", 900.0, "games/s", 0.6, "C loop", ratio_floor=0.7).good
