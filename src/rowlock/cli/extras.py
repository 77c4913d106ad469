"""What commands need besides msgspec, and which extra of `pip install "rowlock[...]"` has it.

Commands import what they need when they run and do not check for it themselves: a missing package
raises `ModuleNotFoundError`, which `main` turns into one sentence with the help of this table.
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
"""Every extra with its packages, as they are imported and as people call them (pyproject.toml)."""

WHOLE = {
    "serve": ("server",),
    "arena": ("fast", "terminal"),
    "exam": ("fast", "terminal"),
    "daily": ("fast", "terminal"),
}
"""Commands that need several extras (`server` includes `fast`): all are named at once."""

MOST_NAMES = 3


def missing_packages(extra: str) -> list[str]:
    """The packages of an extra that are not installed, as people call them."""
    return [title for name, title in EXTRAS[extra].items() if find_spec(name) is None]


def what_to_install(command: str, error: ModuleNotFoundError) -> str | None:
    """The sentence for a missing package; None if no extra has it, which is a bug."""
    package = (error.name or "").partition(".")[0]
    of_package = [extra for extra, names in EXTRAS.items() if package in names]
    extras = [extra for extra in WHOLE.get(command, ()) if missing_packages(extra)] or of_package
    names = [name for extra in extras for name in missing_packages(extra)]
    if not of_package or not names:
        return None
    return f'rowlock {command} needs {_listed(names)}: pip install "rowlock[{",".join(extras)}]"'


def _listed(names: list[str]) -> str:
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], "others"]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
