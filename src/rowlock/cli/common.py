"""What several commands share: options, JSON, reading records."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from rowlock.variants import Variant, load_variant


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_variant(parser: argparse.ArgumentParser, default: str | None = "classic") -> None:
    parser.add_argument(
        "--variant",
        metavar="NAME",
        default=default,
        help="the name of a sheet (see `rowlock variants`) or a file of your own: my-sheet.toml",
    )


def variant_of(args: argparse.Namespace) -> Variant:
    return load_variant(args.variant)


def print_json(value: Any) -> None:
    """One line of JSON, keys in the order given."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
