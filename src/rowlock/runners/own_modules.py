"""The user's own modules, which workers on other machines need and cannot import.

A pickled object names the modules it needs, and their sources name what they import, even inside
functions. Installed packages, Rowlock included, must be installed on the workers. A package is sent
as its whole folder, including data files; a single module with the neighbouring files that its
source names; both with everything imported from the same folder.
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
"""Modules that workers have already, or that are pickled by value."""
INSTALLED = tuple(Path(path).resolve() for path in set(sysconfig.get_paths().values()))
SITES = frozenset({"site-packages", "dist-packages"})
MAX_MEGABYTES = 100
"""Maximum size of all files sent."""

_CHUNK = 1 << 20


class _Noting(pickle.Pickler):
    """Collects the modules of all classes and functions in a pickled object."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())
        self.modules: set[str] = set()

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, type) or callable(value):
            self.modules.add(getattr(value, "__module__", None) or "")
        return NotImplemented


def own_modules(sent: object) -> dict[str, Path]:
    """The files that an object needs, by their path below a module folder."""
    noting = _Noting()
    noting.dump(sent)
    files: dict[str, Path] = {}
    roots: set[Path] = set()
    visited: set[str] = set()
    pending = noting.modules
    while pending:
        for place in [place for top in _tops(pending) - _tops(visited) for place in _places(top)]:
            roots.add(place.parent)
            files |= {file.relative_to(place.parent).as_posix(): file for file in _files(place)}
        visited |= pending
        sources = {name for module in pending for name in _sources(module)} & set(files)
        named = {module for name in sources for module in _imports(files[name], name)}
        pending = (named | _imported_from(roots)) - visited
    return files


def check_size(files: dict[str, Path]) -> None:
    """Refuse files that are too large to send."""
    size = sum(file.stat().st_size for file in files.values()) / 1e6
    if size > MAX_MEGABYTES:
        largest = max(files, key=lambda name: files[name].stat().st_size)
        message = (
            f"the modules of a bot and the files next to them have {size:.0f} MB (expected at most "
            f"{MAX_MEGABYTES}); the largest file is {largest}"
        )
        raise Unreadable("bad_bot", message)


def digest(files: dict[str, Path]) -> str:
    """A digest of the files; empty if there are none."""
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
    """The top-level modules or packages, except those that are never sent."""
    return {name.partition(".")[0] for name in modules} - {"", *ELSEWHERE}


def _imported_from(roots: set[Path]) -> set[str]:
    """All imported modules that are in these folders."""
    tops = {top for top in _tops(sys.modules) for place in _places(top) if place.parent in roots}
    return {name for name in sys.modules if _tops([name]) & tops}


def _sources(module: str) -> Iterator[str]:
    """The possible source files of a module and its packages."""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        path = "/".join(parts[:count])
        yield from (f"{path}.py", f"{path}/__init__.py")


def _places(name: str) -> list[Path]:
    """Path of a user's module: a file or package folders; empty if it is installed."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # created at runtime, or not importable
        return []
    if spec is None:
        return []
    module = [spec.origin] if spec.origin and spec.has_location else []
    paths = [Path(place).absolute() for place in spec.submodule_search_locations or module]
    return [place for place in paths if place.exists() and not _is_installed(place.resolve())]


def _is_installed(place: Path) -> bool:
    return bool(SITES & set(place.parts)) or any(map(place.is_relative_to, INSTALLED))


def _files(place: Path) -> Iterator[Path]:
    """All files of a package; or a module and the neighbouring files that it names."""
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
    """Whether a file is neither hidden nor generated by Python."""
    return not name.startswith(".") and name != "__pycache__"


def _imports(file: Path, name: str) -> Iterator[str]:
    """The modules imported anywhere in a source; `name` is its path."""
    for node in ast.walk(_source(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            within = name.split("/")[: -node.level] if node.level else []
            base = ".".join([*within, *([node.module] if node.module else [])])
            # The imported names may be modules or anything else.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _source(file: Path) -> ast.AST:
    """The syntax tree of a source; empty if it cannot be read."""
    try:
        return ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return ast.Module([], [])
