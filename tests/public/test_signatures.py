"""Public names and their parameters change only on purpose: `signatures.txt` holds them all.

After a change on purpose: `.venv/bin/python -m tests.public.test_signatures`, and a line in the
changelog. A name or parameter that goes stays for one minor version with a DeprecationWarning.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import rowlock

FILE = Path(__file__).with_name("signatures.txt")


def signatures() -> Iterator[str]:
    """One line per public function, and per class with its fields or methods."""
    for name in rowlock.__all__:
        value = getattr(rowlock, name)
        if inspect.isclass(value):
            yield f"class {name}: {', '.join(_members(value))}".rstrip(": ")
        elif callable(value) and hasattr(value, "__name__"):
            yield f"{name}{inspect.signature(value)}"
        else:
            yield f"{name}"


def _members(value: type) -> Iterator[str]:
    yield from getattr(value, "__struct_fields__", ())
    for name, member in sorted(vars(value).items()):
        if not name.startswith("_") and (
            inspect.isfunction(member) or isinstance(member, property)
        ):
            yield f"{name}()" if inspect.isfunction(member) else name


def test_no_public_name_changes_unnoticed() -> None:
    assert list(signatures()) == FILE.read_text("utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in signatures()), "utf-8")
