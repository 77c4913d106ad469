"""`rowlock doctor`: check the installation."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from functools import partial
from importlib import metadata
from random import Random
from typing import Any

from rowlock.cli.common import add_json, print_json
from rowlock.cli.extras import EXTRAS, missing_packages
from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, legal_moves, new_game, play, result, roll
from rowlock.languages import LANGUAGES
from rowlock.rulebook import page, pages
from rowlock.variants import BUILT_IN, load_variant

MARKS = {True: "ok ", False: "NOT", None: "-  "}
"""By result: works, is broken, or is an extra that is not installed (not an error)."""


class NotInstalled(Exception):
    """An extra that is not installed; the message says how to install it."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.epilog = "example:\n  rowlock doctor --json\n\nexit status: 1 if something is broken"


def run(args: argparse.Namespace) -> int:
    findings = [_check(name, probe) for name, probe in PROBES.items()]
    if args.json:
        print_json(findings)
    else:
        for finding in findings:
            print(f"{MARKS[finding['ok']]} {finding['what']:14} {finding['found']}")
    return 1 if any(finding["ok"] is False for finding in findings) else 0


def _check(name: str, probe: Callable[[], str]) -> dict[str, Any]:
    try:
        return {"what": name, "ok": True, "found": probe()}
    except NotInstalled as missing:
        return {"what": name, "ok": None, "found": str(missing)}
    except Exception as error:  # report any error
        return {"what": name, "ok": False, "found": f"{type(error).__name__}: {error}"}


def _python() -> str:
    return f"{platform.python_version()} at {sys.executable}"


def _msgspec() -> str:
    return metadata.version("msgspec")


def _extra(extra: str) -> str:
    missing = missing_packages(extra)
    if missing:
        raise NotInstalled(f'no {", ".join(missing)}: pip install "rowlock[{extra}]"')
    names = EXTRAS[extra].values()
    return ", ".join(f"{name.lower()} {metadata.version(name)}" for name in names)


def _variants() -> str:
    return ", ".join(f"{name} {load_variant(name).digest}" for name in BUILT_IN)


def _rules() -> str:
    texts = [page(name, language) for name in pages() for language in LANGUAGES]
    return f"{len(texts)} pages in {', '.join(LANGUAGES)}"


def _core() -> str:
    """Play a random game."""
    rng = Random(1)
    game = new_game("classic", ["Ann", "Ben"])
    while not game.over:
        if game.stage == "roll":
            game = roll(game, random_roll(game, rng)).state
        for seat in deciders(game):
            game = play(game, seat, rng.choice(legal_moves(game, seat))).state
    return f"a game of {game.turn} turns, {' to '.join(map(str, result(game).totals))}"


def _compiler() -> str:
    """Check whether Numba can compile a function."""
    if missing_packages("fast"):
        raise NotInstalled("without Numba nothing is compiled")
    import numba

    @numba.njit()
    def double(number: int) -> int:
        return 2 * number

    return f"numba {numba.__version__} compiles, {numba.get_num_threads()} threads ({double(4)})"


PROBES: dict[str, Callable[[], str]] = {
    "python": _python,
    "msgspec": _msgspec,
    **{f"extra {extra}": partial(_extra, extra) for extra in EXTRAS},
    "variants": _variants,
    "rule pages": _rules,
    "rules": _core,
    "compiler": _compiler,
}
