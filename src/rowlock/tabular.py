"""Base class of results that are shown as a table and exported as a dict or as CSV."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from os import PathLike


class DataTable(NamedTuple):
    """What a result shows: a title, named columns, and rows of plain values."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


class Tabular(msgspec.Struct, frozen=True):
    """A result that prints as a table, in notebooks too, and converts to a dict or CSV.

    >>> import rowlock
    >>> result = rowlock.simulate("greedy", games=100)
    >>> isinstance(result, rowlock.Tabular), result.to_dict()["games"]
    (True, 100)
    """

    def table(self) -> DataTable:
        """The title, columns and rows; seats count from 1."""
        raise TypeError(f"{type(self).__name__} has no table")  # every subclass defines it

    def to_dict(self) -> dict[str, Any]:
        """All figures as dicts, lists and plain values, ready for JSON."""
        data: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return data

    def to_csv(self, path: str | PathLike[str] | None = None) -> str:
        """The table as CSV with a header line; also written to `path` if it is given."""
        text = io.StringIO(newline="")
        columns, rows = self.table()[1:]
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
        if path is not None:
            from pathlib import Path

            Path(path).write_text(text.getvalue(), "utf-8", newline="")
        return text.getvalue()

    def __repr__(self) -> str:
        title, columns, rows = self.table()
        lines = [columns, *(tuple(map(shown, row)) for row in rows)]
        widths = [max(len(line[k]) for line in lines) for k in range(len(columns))]
        numeric = [
            all(isinstance(row[k], int | float) for row in rows) for k in range(len(columns))
        ]
        text = [
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, numeric, strict=True)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([title, *text])

    def _repr_html_(self) -> str:
        title, columns, rows = self.table()
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(shown(value))}</td>' for value in row)}</tr>"
            for row in rows
        )
        return (
            f"<table><caption>{escape(title)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def shown(value: object) -> str:
    """A value for people: floats with four significant digits, nothing for None."""
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
