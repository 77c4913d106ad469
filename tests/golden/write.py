"""Writes all golden playthroughs anew, for scripts/golden. Look at the difference first."""

from __future__ import annotations

import sys

from tests.golden.playthrough import FOLDER, GAMES, playthrough


def main() -> None:
    kept = {golden.file for golden in GAMES}
    for file in set(FOLDER.glob("*.txt")) - kept:
        file.unlink()
    for golden in GAMES:
        text = playthrough(golden)
        known = golden.file.exists() and golden.file.read_text("utf-8") == text
        golden.file.write_text(text, "utf-8")
        sys.stdout.write(f"{'same' if known else 'NEW '} {golden.file.name}\n")


if __name__ == "__main__":
    main()
