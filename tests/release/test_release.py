"""`scripts/release` in a small repository of its own: what it refuses, and what it leaves behind.

Building and installing are played by stubs here; the test marked `long` does them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BASE = f"sha256:{'0123456789abcdef' * 4}"
STUBS = {
    "scripts/test": "exit 0",
    "scripts/install": "exit 0",
    # hatchling: -m hatchling build -d FOLDER
    ".venv/bin/python": 'mkdir -p "$5" && touch "$5/rowlock.whl" "$5/rowlock.tar.gz"',
}
PYTHON = f"""
if [ "$1 $2" != "-m venv" ]; then exec {sys.executable} "$@"; fi
mkdir -p "$3/bin"
printf '#!/bin/sh\\nexit 0\\n' >"$3/bin/pip"
cp "$3/bin/pip" "$3/bin/twine"
version=$(sed -n 's/^version = "\\(.*\\)"/\\1/p' pyproject.toml)
printf '#!/bin/sh\\necho "rowlock %s"\\n' "$version" >"$3/bin/rowlock"
chmod +x "$3/bin/"*
"""
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Everything.\n"


class Clone:
    """A repository with this project's release scripts in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "scripts").mkdir(parents=True)
        for name in ("release", "release_notes.py"):
            shutil.copy(ROOT / "scripts" / name, folder / "scripts")
        self.write("pyproject.toml", '[project]\nname = "rowlock"\nversion = "0.1.0"\n')
        self.write("CHANGELOG.md", CHANGELOG)
        self.write(".gitignore", "dist/\n.venv/\n")
        self.write("requirements/run.txt", "")
        for name, body in {**STUBS, ".venv/bin/our-python": PYTHON}.items():
            self.write(name, f"#!/bin/sh\n{body}\n").chmod(0o755)
        self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-qm", "Everything")

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def git(self, *words: str) -> str:
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
        done = subprocess.run(
            ["git", *who, *words], cwd=self.folder, capture_output=True, text=True, check=True
        )
        return done.stdout

    def release(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "PYTHON": str(self.folder / ".venv" / "bin" / "our-python"),
            **{f"GIT_{who}_NAME": "Ann" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_EMAIL": "ann@example.org" for who in ("AUTHOR", "COMMITTER")},
        }
        return subprocess.run(
            ["scripts/release", *words],
            cwd=self.folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path / "clone")


def test_a_release_is_a_commit_and_a_tag_with_a_dated_section(clone: Clone) -> None:
    done = clone.release("0.2.0", "--image-base", BASE)
    assert done.returncode == 0, done.stderr
    assert clone.git("log", "-1", "--format=%s") == "Rowlock 0.2.0\n"
    assert clone.git("tag", "--points-at", "HEAD") == "v0.2.0\n"
    assert clone.git("status", "--porcelain") == ""
    assert 'version = "0.2.0"' in clone.read("pyproject.toml")
    pattern = (
        r"# Changelog\n\n## \[Unreleased\]\n\n"
        r"## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- Everything\.\n"
    )
    assert re.fullmatch(pattern, clone.read("CHANGELOG.md"))
    assert f"BASE=python@{BASE}" in clone.read("dist/release/image.txt")
    assert len(clone.read("dist/release/SHA256SUMS").splitlines()) == 2


def test_a_dry_run_leaves_everything_as_it_was(clone: Clone) -> None:
    before = clone.git("rev-parse", "HEAD")
    done = clone.release("0.2.0", "--image-base", BASE, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert (clone.git("rev-parse", "HEAD"), clone.git("tag")) == (before, "")
    assert clone.git("status", "--porcelain") == ""
    assert clone.read("CHANGELOG.md") == CHANGELOG


@pytest.mark.parametrize(
    ("spoil", "words", "sentence"),
    [
        ("", ["0.2.0"], "--image-base must be the digest"),
        ("", ["0.2.0", "--image-base", "latest"], "--image-base must be the digest"),
        ("", ["0.2", "--image-base", BASE], "'0.2' is no version"),
        ("", ["0.0.9", "--image-base", BASE], "0.0.9 comes before 0.1.0"),
        ("echo >>CHANGELOG.md", ["0.2.0", "--image-base", BASE], "the tree is not clean"),
        ("git tag v0.2.0", ["0.2.0", "--image-base", BASE], "there is a tag v0.2.0 already"),
        (
            "sed -i '/Everything/d' CHANGELOG.md && git commit -qam less",
            ["0.2.0", "--image-base", BASE],
            "nothing under [Unreleased]",
        ),
    ],
)
def test_an_impossible_release_is_refused_in_a_sentence(
    clone: Clone, spoil: str, words: list[str], sentence: str
) -> None:
    clone.git("config", "user.name", "Ann")
    clone.git("config", "user.email", "ann@example.org")
    subprocess.run(["sh", "-ec", spoil], cwd=clone.folder, check=True)
    before = clone.git("rev-parse", "HEAD")
    done = clone.release(*words)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert clone.git("rev-parse", "HEAD") == before


def test_tests_that_fail_stop_a_release_before_anything_changes(clone: Clone) -> None:
    clone.write("scripts/test", "#!/bin/sh\nexit 3\n")
    clone.git("commit", "-qam", "Broken")
    done = clone.release("0.2.0", "--image-base", BASE)
    assert done.returncode == 3
    assert clone.git("log", "-1", "--format=%s") == "Broken\n"


def test_a_wheel_that_fails_its_checks_leaves_no_release(clone: Clone) -> None:
    clone.write(".venv/bin/python", "#!/bin/sh\nexit 1\n")
    assert clone.release("0.2.0", "--image-base", BASE).returncode != 0
    assert (clone.git("tag"), clone.git("log", "-1", "--format=%s")) == ("", "Everything\n")


def test_without_arguments_it_says_what_it_wants(clone: Clone) -> None:
    done = clone.release()
    assert done.returncode == 2
    assert "scripts/release VERSION --image-base sha256:DIGEST" in done.stderr


def test_the_version_is_written_in_one_place() -> None:
    listed = [
        "git",
        "-C",
        str(ROOT),
        "grep",
        "-lE",
        r"version[\"']? *[=:] *[\"']0\.[0-9]+\.[0-9]+[\"']",
    ]
    done = subprocess.run([*listed, "--", ":!tests"], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.splitlines() if "-lock" not in name] == ["pyproject.toml"]


def test_the_image_is_built_on_the_base_that_a_release_names() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    assert re.findall(r"^ARG (.*)", text, re.MULTILINE) == ["BASE=python:3.13-slim"]
    assert re.findall(r"^FROM (\S+)", text, re.MULTILINE) == ["${BASE}", "${BASE}"]


@pytest.mark.long
def test_this_project_can_be_released(tmp_path: Path) -> None:
    """The real thing in a clone, network and all, but for the tests themselves."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    for key, value in (("user.name", "Ann"), ("user.email", "ann@example.org")):
        subprocess.run(["git", "config", key, value], cwd=clone, check=True)
    words = ["scripts/release", "99.0.0", "--image-base", BASE, "--dry-run", "--tested"]
    done = subprocess.run(words, cwd=clone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "99.0.0 would be fine" in done.stdout
