"""`rowlock doctor`: what is installed here, and does it work?"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from importlib import metadata
from random import Random

from rowlock.cli.common import add_json, print_json
from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, legal_moves, new_game, play, result, roll
from rowlock.rulebook import LANGUAGES, PAGES, page
from rowlock.variants import BUILT_IN, load

PACKAGES = ("msgspec", "numpy", "numba", "rich", "matplotlib")


def configure(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.epilog = "example:\n  rowlock doctor --json\n\nexit status: 1 when something is broken"


def run(args: argparse.Namespace) -> int:
    findings = [_check(name, probe) for name, probe in PROBES.items()]
    if args.json:
        print_json(findings)
    else:
        for finding in findings:
            mark = "ok " if finding["ok"] else "NOT"
            print(f"{mark} {finding['what']:12} {finding['found']}")
    return 0 if all(finding["ok"] for finding in findings) else 1


def _check(name: str, probe: Callable[[], str]) -> dict[str, object]:
    try:
        return {"what": name, "ok": True, "found": probe()}
    except Exception as error:  # whatever is wrong is the finding
        return {"what": name, "ok": False, "found": f"{type(error).__name__}: {error}"}


def _python() -> str:
    return f"{platform.python_version()} at {sys.executable}"


def _packages() -> str:
    return ", ".join(f"{name} {_version(name)}" for name in PACKAGES)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def _variants() -> str:
    return ", ".join(f"{name} {load(name).digest}" for name in BUILT_IN)


def _rules() -> str:
    texts = [page(name, language) for name in PAGES for language in LANGUAGES]
    return f"{len(texts)} pages in {', '.join(LANGUAGES)}"


def _core() -> str:
    """A whole game at random."""
    rng = Random(1)
    game = new_game("classic", ["Ann", "Ben"])
    while not game.over:
        if game.stage == "roll":
            game = roll(game, random_roll(game, rng)).state
        for seat in deciders(game):
            game = play(game, seat, rng.choice(legal_moves(game, seat))).state
    return f"a game of {game.turn} turns, {' to '.join(map(str, result(game).totals))}"


def _compiler() -> str:
    """Whether Numba can turn a function into machine code here."""
    import numba

    @numba.njit()
    def double(number: int) -> int:
        return 2 * number

    return f"numba {numba.__version__} compiles, {numba.get_num_threads()} threads ({double(4)})"


PROBES: dict[str, Callable[[], str]] = {
    "python": _python,
    "packages": _packages,
    "variants": _variants,
    "rule pages": _rules,
    "rules": _core,
    "compiler": _compiler,
}
