"""Counts of TypeScript and Svelte: what switches the type checker off.

Read with regular expressions, after strings and comments have been blanked out.
"""

from __future__ import annotations

import re
from pathlib import Path

from scripts.prose_counts.sources import text, tracked

FILES = ("web/src/*.ts", "web/src/*.svelte")
COMMENT = r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`])//[^\n]*"
STRING = r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\""
STYLE = r"<style.*?</style>"
NON_NULL = r"(?<=[\w)\]])!(?![=\w])"
CAST = r"(?<=[\w)\]}>'\"!]) as (?!const\b)(?=[\w{(\[])"
NO_CAST = r"^\s*(?:import|export)\b[^\n]*|\* as "
IGNORED = r"@ts-(?:ignore|expect-error|nocheck)"
LINT_OFF = r"eslint-disable|svelte-ignore"


def non_null_assertions(root: Path) -> list[str]:
    return found(root, NON_NULL, code_only=True)


def casts(root: Path) -> list[str]:
    return found(root, CAST, code_only=True)


def type_errors_ignored(root: Path) -> list[str]:
    return found(root, IGNORED, code_only=False)


def lint_rules_disabled(root: Path) -> list[str]:
    return found(root, LINT_OFF, code_only=False)


def found(root: Path, pattern: str, *, code_only: bool) -> list[str]:
    places = []
    for file in tracked(root, *FILES):
        whole = text(root / file)
        source = code_of(whole, file.suffix == ".svelte") if code_only else whole
        for match in re.finditer(pattern, source):
            line = source.count("\n", 0, match.start()) + 1
            places.append(f"{file}:{line}: {whole.splitlines()[line - 1].strip()}")
    return places


def code_of(source: str, is_svelte: bool) -> str:
    """The source with everything blanked out that is no expression, line by line as before."""
    if is_svelte:
        source = blank(STYLE, source)
        script, _, markup = source.partition("</script>")
        return code_of(script, False) + "</script>" + inside_braces(blank(COMMENT, markup))
    return blank(NO_CAST, blank(STRING, blank(COMMENT, source)))


def inside_braces(markup: str) -> str:
    """The expressions of a template: text and tags may hold apostrophes and exclamation marks."""
    kept, depth, start = list[str](), 0, 0
    for place, character in enumerate(markup):
        if character == "{":
            start = start if depth else place
            depth += 1
        elif character == "}" and depth:
            depth -= 1
            if depth == 0:
                kept.append(expression(markup[start : place + 1]))
        elif depth == 0:
            kept.append(character if character == "\n" else " ")
    return "".join(kept)


def expression(braces: str) -> str:
    """Of `{#each values as value}` only the values: its last `as` is no cast."""
    if not braces.startswith("{#each "):
        return braces
    values, _, _ = braces.rpartition(" as ")
    return values + "}" + "\n" * braces.count("\n", len(values))


def blank(pattern: str, source: str) -> str:
    def spaces(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    return re.sub(pattern, spaces, source, flags=re.DOTALL | re.MULTILINE)
