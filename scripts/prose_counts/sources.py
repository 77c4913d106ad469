"""The files that are counted: those that git tracks, without generated ones."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

GENERATED = "Written by scripts/generate"


def tracked(root: Path, *patterns: str) -> Iterator[Path]:
    """Files below the root that match, as paths from the root: `tracked(root, "src/*.py")`."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    for name in sorted(set(listed.stdout.splitlines())):
        file = root / name
        if file.is_file() and GENERATED not in text(file)[:200]:
            yield file.relative_to(root)


@cache
def text(file: Path) -> str:
    return file.read_text("utf-8", errors="replace")


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(text(file))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree(file)))
