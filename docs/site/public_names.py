"""Every public name is in the API reference, with a docstring; one that is not fails the build."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

PUBLIC = ("rowlock", "rowlock.testing")
"""The modules whose `__all__` people may rely on."""

_log = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", _write_docstring_of_value)
    app.connect("env-check-consistency", _check)
    return {"parallel_read_safe": True}


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    documented = env.domains.python_domain.objects
    for module in map(import_module, PUBLIC):
        for name in module.__all__:
            if f"{module.__name__}.{name}" not in documented:
                _log.warning("%s.%s is not in the API reference", module.__name__, name)
            if not _docstring(module, name):
                _log.warning("%s.%s has no docstring", module.__name__, name)


def _docstring(module: ModuleType, name: str) -> str:
    """The text of a name: its own, or the string below it where it is a value or a union."""
    value = getattr(module, name)
    own = value.__doc__ if callable(value) and hasattr(value, "__module__") else None
    return own or _text_below(name, value)


def _text_below(name: str, value: object) -> str:
    for module in list(sys.modules.values()):
        if module.__name__.startswith("rowlock") and module.__dict__.get(name) is value:
            try:
                found = ModuleAnalyzer.for_module(module.__name__).find_attr_docs()
            except PycodeError:
                continue
            if lines := found.get(("", name)):
                return "\n".join(lines)
    return ""


def _write_docstring_of_value(
    app: Sphinx, what: str, name: str, value: object, options: Any, lines: list[str]
) -> None:
    """A value has the docstring that stands below it, not the one of its class."""
    if what == "data" and (text := _text_below(name.rpartition(".")[2], value)):
        lines[:] = text.splitlines()
