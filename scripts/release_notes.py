"""The version and its section of the changelog, for scripts/release.

    python3 scripts/release_notes.py 0.2.0 --check | --write

The version is written in one place, pyproject.toml; `rowlock.__version__` and `rowlock --version`
read it from the installed package. What is under "Unreleased" in the changelog becomes the section
of the version, with today's date, and an empty "Unreleased" is left above it.
"""

from __future__ import annotations

import argparse
import datetime
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ROOT / "pyproject.toml"
CHANGELOG = ROOT / "CHANGELOG.md"
VERSION = re.compile(r'^version = "([^"]*)"$', re.MULTILINE)
UNRELEASED = re.compile(r"^## \[Unreleased\]\n(.*?)(?=^## \[|\Z)", re.MULTILINE | re.DOTALL)


def order(version: str) -> tuple[int, ...]:
    """A version as numbers that compare: a candidate comes before its release."""
    major, minor, patch, kind, number = re.fullmatch(  # type: ignore[union-attr]  # the script asked
        r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?", version
    ).groups()
    rank = {"a": 0, "b": 1, "rc": 2, None: 3}[kind]
    return int(major), int(minor), int(patch), rank, int(number or 0)


def released(changelog: str) -> list[str]:
    """The versions that have a section."""
    return re.findall(r"^## \[(\d[^\]]*)\]", changelog, re.MULTILINE)


def fault(version: str, project: str, changelog: str) -> str | None:
    """Why this version cannot be released, or None."""
    [now] = VERSION.findall(project)
    unreleased = UNRELEASED.search(changelog)
    older = [now] if released(changelog) else []  # the first release may have today's version
    if any(order(version) <= order(other) for other in [*older, *released(changelog)]):
        return f"{version} does not come after {now}"
    if order(version) < order(now):
        return f"{version} comes before {now}"
    if unreleased is None or "\n- " not in unreleased[1]:
        return "CHANGELOG.md has nothing under [Unreleased]"
    return None


def write(version: str, project: str, changelog: str, day: str) -> tuple[str, str]:
    """Both files with the new version."""
    section = f"## [Unreleased]\n\n## [{version}] - {day}\n"
    return (
        VERSION.sub(f'version = "{version}"', project),
        changelog.replace("## [Unreleased]\n", section, 1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true")
    what.add_argument("--write", action="store_true")
    args = parser.parse_args()
    project, changelog = PROJECT.read_text("utf-8"), CHANGELOG.read_text("utf-8")
    if reason := fault(args.version, project, changelog):
        raise SystemExit(f"release: {reason}")
    if args.write:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        project, changelog = write(args.version, project, changelog, today)
        PROJECT.write_text(project, "utf-8")
        CHANGELOG.write_text(changelog, "utf-8")


if __name__ == "__main__":
    main()
