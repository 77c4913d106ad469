"""Shows that every small rule is written once: scripts/test-long planted.

Each function of `core/rules.py` gets a wrong body in turn, in a scratch copy of the package with
empty caches. Then two things must hold:

- the tests of the rules notice it (a hang counts as noticed), and
- core, kernel, solver, bots, notation and server still agree with each other
  (`planted_agree.py`), because all of them run that one function. An engine with a copy of
  its own would go on as before and show itself here.

`scripts/planted.py RULE ...` looks at some rules only.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]

WRONG = {
    "count": "mask.bit_count() - (mask != 0)",
    "first_free_place": "mask.bit_length() + 1",
    "crossed_bits": "bits | second",
    "may_cross": "mask < bits",
    "after_cross": "mask | bits",
    "next_cell": "(2 << first_free_place(mask) < lock) * (2 << first_free_place(mask))",
    "counted": "min(crosses, 6)",
    "stand_together": "last - first + 1 - crosses <= 2",
    "row_points": "crosses * crosses",
    "fewest": "(red > 0) * 1 + (yellow > 0) * 2 + (green > 0) * 4 + 8",
    "has_neighbour": "(above | below != 0) & (upper | lower != 0)",
    "may_swap": "not used >> field & 1",
    "steps_crossed": "count(red | yellow | green | blue)",
    "contains": "(wanted == 0) | (mask & wanted != 0)",
    "bonus_points": "(effect == DOUBLE_FEWEST) * cost + (effect == POINTS) * (amount + 1)",
    "out_of_play": "closed >> row & 1 != 0",
    "owes_penalty": "not crosses_now",
    "ending": "(closed.bit_count() > rows_to_end) * 1 or (penalties > penalties_to_end) * 2",
}
"""A wrong answer for each rule; games still come to an end with it."""

RULE_TESTS = ("tests/rules", "tests/scenarios")
SECONDS = 900.0


def small_rules(rules: Path) -> dict[str, ast.FunctionDef]:
    """The functions of `core/rules.py` by name; each must have a wrong body here."""
    module = ast.parse(rules.read_text("utf-8"))
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    if functions.keys() != WRONG.keys():
        raise SystemExit(f"planted: no wrong body for {functions.keys() ^ WRONG.keys()}")
    return functions


def plant(rules: Path, name: str, wrong: str) -> None:
    """Put a wrong answer in the place of a function's body."""
    lines = rules.read_text("utf-8").splitlines()
    body = small_rules(rules)[name].body
    first, last = body[1].lineno, body[-1].end_lineno  # what follows the docstring
    lines[first - 1 : last] = [f"    return {wrong}"]
    rules.write_text("\n".join(lines) + "\n", "utf-8")


def run(scratch: Path, *words: str) -> tuple[int | None, str]:
    """The exit status, None for a hang, and the last lines said."""
    settings = {
        "PYTHONPATH": f"{scratch}{os.pathsep}{ROOT}",
        "NUMBA_CACHE_DIR": str(scratch / "numba"),
        "ROWLOCK_CACHE": str(scratch / "tables"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    try:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, f"hangs for more than {SECONDS:.0f} s"
    return done.returncode, "\n".join((done.stdout + done.stderr).splitlines()[-15:])


def look_at(name: str) -> bool:
    """Plant a rule and see who notices; whether all is as it should be."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        left_out = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(ROOT / "src" / "rowlock", scratch / "rowlock", ignore=left_out)
        plant(scratch / "rowlock" / "core" / "rules.py", name, WRONG[name])
        tests = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
        noticed, _ = run(scratch, *tests, *RULE_TESTS)
        agree, words = run(scratch, "scripts/planted_agree.py")
    seen = "hang" if noticed is None else "noticed" if noticed == 1 else "NOT NOTICED"
    said = "all agree" if agree == 0 else f"DISAGREE:\n{words}"
    print(f"{name}: {seen}, {said} ({time.monotonic() - begun:.0f} s)", flush=True)
    return noticed in (None, 1) and agree == 0


def main(names: list[str]) -> int:
    found = [look_at(name) for name in names or WRONG]
    print(f"planted: {sum(found)} of {len(found)} rules are written once and tested")
    return 0 if all(found) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
