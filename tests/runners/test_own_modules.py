"""Which modules have to travel: one's own, with what lies beside them, and nothing installed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rowlock import Unreadable
from rowlock.bots.simple import Greedy
from rowlock.runners.own_modules import MAX_MEGABYTES, check_size, digest, own_modules

BOT = """
import own_helper
from own_package.deep import choose

class Mine:
    favourite = own_helper.first
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "own_bot.py").write_text(BOT)
    (tmp_path / "own_helper.py").write_text("def first(moves):\n    return moves[0]\n")
    (tmp_path / "never_imported.py").write_text("")
    package = tmp_path / "own_package"
    package.mkdir()
    for name in ("__init__", "deep", "lazy"):
        (package / f"{name}.py").write_text("def choose(): ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("own_bot")
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


def test_ones_own_bot_travels_with_what_it_imports(mine: ModuleType, tmp_path: Path) -> None:
    files = own_modules((Greedy(), [mine.Mine()]))
    package = {f"own_package/{name}.py" for name in ("__init__", "deep", "lazy")}
    assert set(files) == {"own_bot.py", "own_helper.py"} | package
    assert files["own_helper.py"] == (tmp_path / "own_helper.py").resolve()


def test_installed_packages_are_not_sent() -> None:
    assert own_modules((Greedy(), importlib.import_module, 1.5)) == {}
    assert digest({}) == ""


def test_a_changed_source_has_another_digest(mine: ModuleType, tmp_path: Path) -> None:
    before = digest(own_modules(mine.Mine()))
    assert digest(own_modules(mine.Mine())) == before
    (tmp_path / "own_helper.py").write_text("def first(moves):\n    return moves[-1]\n")
    assert digest(own_modules(mine.Mine())) not in ("", before)


MINE = "class Mine: ...\n"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    importlib.invalidate_caches()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for modules whose names begin with `own_`."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


def files_of(module: str) -> dict[str, Path]:
    return own_modules(importlib.import_module(module).Mine())


def test_a_package_is_sent_with_all_its_files(folder: Path) -> None:
    kept = {
        "own_pk/__init__.py": "",
        "own_pk/mine.py": MINE,
        "own_pk/never_imported.py": "import own_other",
        "own_pk/weights.json": "[1]",
        "own_pk/more/deep.txt": "",
    }
    made = {
        "own_pk/.gitignore": "*.json",  # by which Ray would leave the weights out
        "own_pk/.venv/lib.py": "",
        "own_pk/__pycache__/old.pyc": "",
        "own_other.py": "",
    }
    write(folder, kept | made)
    assert set(files_of("own_pk.mine")) == set(kept)


def test_a_folder_without_init_is_a_package_too(folder: Path) -> None:
    kept = {"own_ns/mine.py": MINE, "own_ns/deep/weights.json": "[1]"}
    write(folder, kept)
    assert set(files_of("own_ns.mine")) == set(kept)


LAZY = """
class Mine:
    def choose(self, view, rng):
        import own_helper
        from own_pk.deep import first
"""


def test_modules_imported_inside_functions_are_sent(folder: Path) -> None:
    kept = {
        "own_lazy.py": LAZY,
        "own_helper.py": "def later():\n    import own_second",
        "own_second.py": "",
        "own_pk/__init__.py": "",
        "own_pk/deep.py": "from . import beside\nfrom .beside import nothing",
        "own_pk/beside.py": "import own_third\nimport numpy",
        "own_pk/odd.py": "import own_unasked",  # in the folder, but nobody imports it
        "own_third.py": "",
    }
    write(folder, kept | {"own_unasked.py": ""})
    assert set(files_of("own_lazy")) == set(kept)
    assert "own_helper" not in sys.modules  # looking imports nothing


def test_a_module_travels_with_the_files_that_it_names(folder: Path) -> None:
    reading = "from pathlib import Path\nWEIGHTS = Path(__file__).with_name('weights.json')\n"
    write(folder, {"own_bot.py": reading + MINE, "weights.json": "[1]", "letters.txt": ""})
    assert set(files_of("own_bot")) == {"own_bot.py", "weights.json"}


@pytest.mark.parametrize("module", ["own_pk.mine", "own_bot"])
def test_other_weights_have_another_digest(folder: Path, module: str) -> None:
    reading = f"{MINE}WEIGHTS = 'weights.json'\n"
    write(folder, {"own_pk/mine.py": reading, "own_bot.py": reading})
    digests = []
    for weights in ("[1]", "[2]", "[1]"):
        write(folder, {"own_pk/weights.json": weights, "weights.json": weights})
        digests.append(digest(files_of(module)))
    assert digests[0] == digests[2] != digests[1]


def test_a_source_that_python_cannot_read_does_not_matter(folder: Path) -> None:
    write(folder, {"own_lazy.py": LAZY, "own_helper.py": "def ("})
    assert set(files_of("own_lazy")) == {"own_lazy.py", "own_helper.py"}


def test_too_much_is_refused(folder: Path) -> None:
    write(folder, {"own_pk/mine.py": MINE})
    files = files_of("own_pk.mine")
    check_size(files)
    with (folder / "own_pk" / "games.bin").open("wb") as file:
        file.truncate((MAX_MEGABYTES + 1) * 1_000_000)  # takes no room on the disk
    with pytest.raises(Unreadable, match=r"101 MB .* the largest file is own_pk/games\.bin"):
        check_size(files_of("own_pk.mine"))
