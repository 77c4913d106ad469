"""Shared by several commands: options, JSON output, checks of output files."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from rowlock.errors import Unreadable
from rowlock.languages import LANGUAGES, system_language
from rowlock.languages.texts import Texts
from rowlock.variants import Variant, load_variant
from rowlock.variants.together import Sheets, for_seats, one_or_each


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_variant(parser: argparse.ArgumentParser, default: str | None = "classic") -> None:
    parser.add_argument(
        "--variant",
        metavar="NAME",
        default=default,
        help="the name of a sheet (see `rowlock variants`) or a file: my-sheet.toml",
    )


def add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, help="language (default: that of your system)")


def texts_of(args: argparse.Namespace) -> Texts:
    """The texts in the language of `--lang`."""
    return Texts(args.lang or system_language())


def variant_of(args: argparse.Namespace) -> Variant:
    return load_variant(args.variant)


def add_variants(parser: argparse.ArgumentParser) -> None:
    """`--variant` of commands that can give each seat its own sheet."""
    parser.add_argument(
        "--variant",
        metavar="NAME",
        default="classic",
        help="the name of a sheet (see `rowlock variants`) or a file, my-sheet.toml; "
        "or one for each seat: double_a,double_b",
    )


def sheets_of(args: argparse.Namespace, seats: int) -> Sheets:
    """The sheet of all seats, or that of each."""
    return one_or_each(for_seats(args.variant, seats))


def check_new_file(path: Path) -> None:
    """Refuse an output file that exists or cannot be written, before any work is done."""
    if path.exists():
        raise Unreadable("file_exists", f"{path} exists already (expected a new file)")
    check_writable(path)


def check_writable(path: Path) -> None:
    """Refuse an output file that cannot be written, whether it exists or not."""
    folder = path.absolute().parent
    if path.is_dir():
        raise Unreadable("bad_file", f"{path} is a folder, not a file")
    if not folder.is_dir():
        raise Unreadable("no_folder", f"{path} cannot be written: there is no folder {folder}")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise Unreadable("bad_file", message) from None


def print_json(value: Any) -> None:
    """Print one line of JSON with the keys in the given order."""
    try:
        text = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a file name that is not valid text
        text = msgspec.json.encode(_readable(msgspec.to_builtins(value)))
    sys.stdout.write(text.decode() + "\n")


def _readable(value: Any) -> Any:
    """A copy with question marks in place of invalid characters."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: _readable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_readable(item) for item in value]
    return value
