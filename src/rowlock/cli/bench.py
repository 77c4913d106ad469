"""`rowlock bench`: benchmark this machine."""

from __future__ import annotations

import argparse
import importlib
import platform
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from rowlock.bench import TOPICS
from rowlock.bench.figure import Figure
from rowlock.cli.common import add_json, print_json
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.progress import waiting
from rowlock.errors import Unreadable


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "topics",
        nargs="*",
        metavar="TOPIC",
        help=f"what to measure: {', '.join(TOPICS)} (default: all)",
    )
    add_json(parser)
    parser.epilog = (
        "examples:\n"
        "  rowlock bench              everything, takes a few minutes\n"
        "  rowlock bench core         only the core, takes a few seconds\n"
        "  rowlock bench kernel batch --json\n"
        "\n"
        "Every speed is shown with its ratio to a yardstick measured at the same time: the core,\n"
        "the same loop in C (if there is a compiler), or a single thread. Ratios can be compared\n"
        "between machines, speeds cannot."
    )


def run(args: argparse.Namespace) -> int:
    for topic in args.topics:
        if topic not in TOPICS:
            message = f"there is no topic {topic!r} (expected {', '.join(TOPICS)})"
            raise Unreadable("unknown_topic", message)
    topics = args.topics or list(TOPICS)
    modules = {topic: importlib.import_module(TOPICS[topic]) for topic in topics}
    data: dict[str, list[dict[str, Any]]] = {}

    def show() -> None:
        if args.json:
            print_json({"python": platform.python_version(), "topics": data})

    try:
        with stoppable(show):
            _measure(modules, data, aloud=not args.json)
    except KeyboardInterrupt:
        show()
        return EXIT_INTERRUPTED
    show()
    return 0


def _measure(
    modules: dict[str, ModuleType], data: dict[str, list[dict[str, Any]]], *, aloud: bool
) -> None:
    """Add each figure to the data, and print it, as soon as it is measured."""
    if aloud:
        print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    for topic, module in modules.items():
        data[topic] = []
        if aloud:
            print(f"\n{topic}", flush=True)
        for figure in _measured(topic, module.figures()):
            data[topic].append(as_data(figure))
            if aloud:
                print(line(figure), flush=True)


def _measured(topic: str, figures: Iterator[Figure]) -> Iterator[Figure]:
    """Yield the figures as they are measured, with a spinner on a terminal."""
    while True:
        with waiting(f"measuring {topic}"):
            figure = next(figures, None)
        if figure is None:
            return
        yield figure


def as_data(figure: Figure) -> dict[str, Any]:
    """A figure as JSON."""
    return {
        "name": figure.name,
        "value": figure.value,
        "unit": figure.unit,
        "ratio": figure.ratio,
        "yardstick": figure.yardstick or None,
        "floor": figure.floor,
        "ratio_floor": figure.ratio_floor,
        "good": figure.good,
    }


def line(figure: Figure) -> str:
    """A figure as a line of text."""
    text = f"  {figure.name:<46} {_number(figure.value):>11} {figure.unit:<11}"
    if figure.ratio is not None:
        text += f" {_number(figure.ratio):>7} x {figure.yardstick}"
    if not figure.good:
        wanted = figure.floor if figure.ratio_floor is None else figure.ratio_floor
        text += f"   below the floor of {_number(wanted or 0)}"
    return text.rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
