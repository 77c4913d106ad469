"""The docs import public names only: what a reader copies goes on working."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUBMODULES = {"rowlock.envs": ["observation_parts", "rowlock_v1"], "rowlock.envs.openspiel": []}
"""Public modules without `__all__`: what may be imported from them."""
PUBLIC = {"rowlock", "rowlock.draw.paper", "rowlock.testing", *SUBMODULES}
"""The modules that are part of the library."""
IMPORT = re.compile(
    r"^\s*(?:>>> )?((?:from rowlock[\w.]* import |import rowlock).*?)(?:  #.*)?$", re.M
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def imported(text: str) -> list[tuple[str, str | None]]:
    """Modules, with the names that are imported from them."""
    found: list[tuple[str, str | None]] = []
    for line in IMPORT.findall(text):
        [statement] = ast.parse(line).body
        if isinstance(statement, ast.ImportFrom):
            found += [(statement.module or "", name.name) for name in statement.names]
        elif isinstance(statement, ast.Import):
            found += [(name.name, None) for name in statement.names]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_imports_public_names_only(page: Path) -> None:
    for module, name in imported(page.read_text("utf-8")):
        assert module in PUBLIC, f"{module} may change between versions"
        if name is not None:
            public = SUBMODULES.get(module) or import_module(module).__all__
            assert name in public, f"{module}.{name} may change between versions"


def test_imports_are_found_in_every_kind_of_block() -> None:
    text = "```python\nfrom rowlock import play, roll  # two\n```\n\n    >>> import rowlock.envs\n"
    assert imported(text) == [("rowlock", "play"), ("rowlock", "roll"), ("rowlock.envs", None)]
