"""One's own modules: what workers on other machines cannot import unless it is brought to them.

Whatever is pickled says by itself which modules it needs. Those that are installed, Rowlock among
them, have to be installed at the workers as well; a file or folder beside the user travels,
together with everything else that was imported from the same place.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Any

ELSEWHERE = ("rowlock", "__main__")
"""What the workers have themselves, and what is pickled whole."""
INSTALLED = tuple(Path(path).resolve() for path in set(sysconfig.get_paths().values()))


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
    needed = {name.partition(".")[0] for name in noting.modules}
    folders = {_root(name) for name in needed} - {None}
    found: dict[str, Path] = {}
    for name in [name for name in sys.modules if "." not in name]:
        root = _root(name)
        if root is not None and root in folders:
            files = _files(sys.modules[name])
            found |= {file.relative_to(root).as_posix(): file for file in files}
    return found


def digest(files: dict[str, Path]) -> str:
    """What these files say, in a few letters; empty where there are none."""
    if not files:
        return ""
    every = hashlib.sha256()
    for name in sorted(files):
        every.update(name.encode() + b"\0" + files[name].read_bytes() + b"\0")
    return every.hexdigest()[:16]


def _root(name: str) -> Path | None:
    """The folder in which a module of one's own lies; None for one that is installed."""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if name in ELSEWHERE or file is None or not file.endswith(".py"):
        return None
    path = Path(file).resolve()
    if any(path.is_relative_to(folder) for folder in INSTALLED):
        return None
    return path.parent.parent if hasattr(module, "__path__") else path.parent


def _files(module: ModuleType) -> list[Path]:
    file = Path(str(module.__file__)).resolve()
    return sorted(file.parent.rglob("*.py")) if hasattr(module, "__path__") else [file]
