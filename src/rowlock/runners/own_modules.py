"""One's own modules: what workers on other machines cannot import unless it is brought to them.

Whatever is pickled says by itself which modules it needs, and their source says what they import,
be it inside a function. What is installed, Rowlock among it, has to be installed at the workers as
well. A package travels as its whole folder, with whatever it reads there; a single module with
the files beside it that its source names; and all with what was imported from the same place.
"""

from __future__ import annotations

import ast
import hashlib
import io
import os
import pickle
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rowlock.errors import Unreadable

ELSEWHERE = ("rowlock", "__main__")
"""What the workers have themselves, and what is pickled whole."""
INSTALLED = tuple(Path(path).resolve() for path in set(sysconfig.get_paths().values()))
SITES = frozenset({"site-packages", "dist-packages"})
MOST_MEGABYTES = 100
"""Of all that travels."""

_CHUNK = 1 << 20


class _Noting(pickle.Pickler):
    """Notes the modules of all classes and functions that it meets."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())
        self.modules: set[str] = set()

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, type) or callable(value):
            self.modules.add(getattr(value, "__module__", None) or "")
        return NotImplemented


def own_modules(sent: object) -> dict[str, Path]:
    """The files that what is sent needs, by their places below a folder of modules."""
    noting = _Noting()
    noting.dump(sent)
    found: dict[str, Path] = {}
    roots: set[Path] = set()
    seen: set[str] = set()
    wanted = noting.modules
    while wanted:
        for place in [place for top in _tops(wanted) - _tops(seen) for place in _places(top)]:
            roots.add(place.parent)
            found |= {file.relative_to(place.parent).as_posix(): file for file in _files(place)}
        seen |= wanted
        sources = {name for module in wanted for name in _sources(module)} & set(found)
        named = {module for name in sources for module in _imports(found[name], name)}
        wanted = (named | _imported_from(roots)) - seen
    return found


def check_size(files: dict[str, Path]) -> None:
    """Refuse what is too much to be sent."""
    size = sum(file.stat().st_size for file in files.values()) / 1e6
    if size > MOST_MEGABYTES:
        largest = max(files, key=lambda name: files[name].stat().st_size)
        message = (
            f"the modules of a bot have {size:.0f} MB with all that lies beside them, and at most "
            f"{MOST_MEGABYTES} can be sent; the largest file is {largest}"
        )
        raise Unreadable("bad_bot", message)


def digest(files: dict[str, Path]) -> str:
    """What these files say, in a few letters; empty where there are none."""
    if not files:
        return ""
    every = hashlib.sha256()
    for name in sorted(files):
        every.update(name.encode() + b"\0")
        with files[name].open("rb") as file:
            while part := file.read(_CHUNK):
                every.update(part)
        every.update(b"\0")
    return every.hexdigest()[:16]


def _tops(modules: Iterable[str]) -> set[str]:
    """The modules or packages in which these lie, but for those that never travel."""
    return {name.partition(".")[0] for name in modules} - {"", *ELSEWHERE}


def _imported_from(roots: set[Path]) -> set[str]:
    """All modules of this process that lie in these folders."""
    tops = {top for top in _tops(sys.modules) for place in _places(top) if place.parent in roots}
    return {name for name in sys.modules if _tops([name]) & tops}


def _sources(module: str) -> Iterator[str]:
    """The sources that run when it is imported, where there are such."""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        path = "/".join(parts[:count])
        yield from (f"{path}.py", f"{path}/__init__.py")


def _places(name: str) -> list[Path]:
    """Where a module of one's own lies: a file, or the folders of a package; none if installed."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # made by hand, or known to nobody
        return []
    if spec is None:
        return []
    module = [spec.origin] if spec.origin and spec.has_location else []
    found = [Path(place).absolute() for place in spec.submodule_search_locations or module]
    return [place for place in found if place.exists() and not _is_installed(place.resolve())]


def _is_installed(place: Path) -> bool:
    return bool(SITES & set(place.parts)) or any(map(place.is_relative_to, INSTALLED))


def _files(place: Path) -> Iterator[Path]:
    """All files of a package; a module, and the files beside it that it names."""
    if place.is_dir():
        for folder, below, names in os.walk(place):
            below[:] = sorted(name for name in below if _is_content(name))
            files = (Path(folder, name) for name in sorted(names) if _is_content(name))
            yield from (file for file in files if file.is_file())
        return
    yield place
    nodes = ast.walk(_source(place))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    for file in sorted(place.parent.iterdir()):
        if file.name in texts and _is_content(file.name) and file.is_file():
            yield file


def _is_content(name: str) -> bool:
    """Not hidden, and not made by Python."""
    return not name.startswith(".") and name != "__pycache__"


def _imports(file: Path, name: str) -> Iterator[str]:
    """The modules that a source imports, wherever in it; `name` is its place."""
    for node in ast.walk(_source(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            within = name.split("/")[: -node.level] if node.level else []
            base = ".".join([*within, *([node.module] if node.module else [])])
            # What is imported from it may be a module or anything else.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _source(file: Path) -> ast.AST:
    """A source; an empty one where there is none that can be read."""
    try:
        return ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return ast.Module([], [])
