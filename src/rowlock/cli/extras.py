"""Optional packages of each command, and the extra of `pip install "rowlock[...]"` that has them.

Commands import optional packages when they run, without checks of their own. If one is missing,
`main` turns the `ModuleNotFoundError` into an error message with the help of this table.
"""

from __future__ import annotations

from importlib.util import find_spec

EXTRAS = {
    "fast": {"numpy": "NumPy", "numba": "Numba"},
    "terminal": {"rich": "Rich"},
    "server": {
        "starlette": "Starlette",
        "uvicorn": "uvicorn",
        "websockets": "websockets",
        "structlog": "structlog",
        "prometheus_client": "prometheus-client",
        "segno": "segno",
    },
    "plot": {"matplotlib": "Matplotlib"},
    "postgres": {"psycopg": "Psycopg"},
    "print": {"fpdf": "fpdf2", "segno": "segno"},
    "png": {"resvg_py": "resvg-py"},
    "push": {"cryptography": "cryptography"},
    "gymnasium": {"gymnasium": "Gymnasium"},
    "pettingzoo": {"pettingzoo": "PettingZoo"},
    "openspiel": {"open_spiel": "open-spiel"},
    "ray": {"ray": "Ray"},
}
"""Extras with their packages: import name and display name (as in pyproject.toml)."""

WHOLE = {
    "serve": ("server",),
    "arena": ("fast", "terminal"),
    "exam": ("fast", "terminal"),
    "daily": ("fast", "terminal"),
}
"""Commands that need several extras (`server` includes `fast`); all are named in one message."""

MOST_NAMES = 3


def missing_packages(extra: str) -> list[str]:
    """Display names of the packages of an extra that are not installed."""
    return [title for name, title in EXTRAS[extra].items() if find_spec(name) is None]


def what_to_install(command: str, error: ModuleNotFoundError) -> str | None:
    """The error message for a missing package; None if no extra has it, which is a bug."""
    return _needs(f"rowlock {command}", error, WHOLE.get(command, ()))


def what_to_import(name: str, error: ModuleNotFoundError) -> str | None:
    """The same for a name of the library."""
    return _needs(f"rowlock.{name}", error)


def _needs(what: str, error: ModuleNotFoundError, whole: tuple[str, ...] = ()) -> str | None:
    package = (error.name or "").partition(".")[0]
    of_package = [extra for extra, names in EXTRAS.items() if package in names]
    extras = [extra for extra in whole if missing_packages(extra)] or of_package
    names = [name for extra in extras for name in missing_packages(extra)]
    if not of_package or not names:
        return None
    return f'{what} needs {_listed(names)}: pip install "rowlock[{",".join(extras)}]"'


def _listed(names: list[str]) -> str:
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], "others"]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
