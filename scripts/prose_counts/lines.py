"""Net lines of code by folder: without blank lines, comments, docstrings and generated files."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from pathlib import Path

from scripts.prose_counts.sources import nodes, text, tracked

FILES = tuple(
    f"{folder}/*.{ending}"
    for folder in ("src", "web/src", "scripts", "bench", "examples", "training")
    for ending in ("py", "pyi", "ts", "svelte", "css", "cu", "cuh")
)
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
LAYOUT |= {tokenize.ENCODING, tokenize.ENDMARKER}


def by_folder(root: Path) -> dict[str, int]:
    lines = Counter[str]()
    for file in tracked(root, *FILES):
        lines[folder(file)] += count(root / file)
    return dict(sorted(lines.items()))


def folder(file: Path) -> str:
    """`src/rowlock/bots`, `src/rowlock/server/store`, `web/src/lib`, `training`."""
    parts = file.parts[:-1]
    if parts[0] not in ("src", "web"):
        return "/".join(parts[:2])
    return "/".join(parts[: 4 if "server" in parts else 3])


def count(file: Path) -> int:
    if file.suffix in (".py", ".pyi"):
        return python_lines(file)
    source = re.sub(r"/\*.*?\*/|<!--.*?-->", "", text(file), flags=re.DOTALL)
    lines = (line.strip() for line in source.splitlines())
    return sum(bool(line) and not line.startswith("//") for line in lines)


def python_lines(file: Path) -> int:
    docstrings = {
        line
        for node in nodes(file)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    code = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text(file)).readline)
        if token.type not in LAYOUT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(code - docstrings)
