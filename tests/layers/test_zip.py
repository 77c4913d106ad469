"""The rules, pictures and texts work from a zip archive, as Python in a browser loads them."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec

import rowlock

PROGRAM = """
import sys
sys.path[:0] = sys.argv[1:]
import rowlock, rowlock.table, rowlock.protocol
from rowlock import rulebook
from rowlock.languages import LANGUAGES

assert rowlock.__file__.startswith(sys.argv[1]), rowlock.__file__
for variant in rowlock.variants.NAMES:
    game = rowlock.roll(rowlock.new_game(variant, ["Ann", "Ben"]), "41 3256").state
    assert rowlock.legal_moves(game, 0)
print(len(LANGUAGES), rulebook.page("cards", "fr").split()[1], rowlock.draw_table(game).svg()[:4])
"""


def test_rules_texts_and_pictures_work_from_a_zip_archive(tmp_path: Path) -> None:
    package = Path(rowlock.__file__).parent
    archive = tmp_path / "rowlock.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for file in package.rglob("*"):
            parts = file.relative_to(package).parts
            if file.is_file() and not {"__pycache__", "static", "weights"} & set(parts):
                zipped.write(file, Path("rowlock", *parts))
    # Without site packages, so that the program cannot find the package in its folder.
    command = [sys.executable, "-S", "-c", PROGRAM, str(archive)]
    done = subprocess.run(
        [*command, str(Path(msgspec.__file__).parents[1])],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "6 Qwixx, <svg"), done.stderr
