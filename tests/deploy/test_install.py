"""`scripts/install` never changes an environment that `.venv` only links to."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.docs.blocks import ROOT


def install(tree: Path, *, environment: bool) -> subprocess.CompletedProcess[str]:
    """Run the script in a tree whose .venv links to an environment made for another folder."""
    shared = tree.parent / "shared"
    (shared / "bin").mkdir(parents=True)
    (shared / "dev-stamp").write_text("made elsewhere", "utf-8")
    if environment:
        program(shared / "bin/rowlock")
        program(shared / "bin/python")  # downloads what the browser needs
    (tree / "scripts").mkdir(parents=True)
    script = shutil.copy(ROOT / "scripts/install", tree / "scripts")
    program(tree / "scripts/npm")
    (tree / "requirements").mkdir()
    shutil.copy(ROOT / "requirements/browser.txt", tree / "requirements")
    for name in ("web/package-lock.json", "web/node_modules/.installed-for-dev"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("{}", "utf-8")
    (tree / ".venv").symlink_to(shared)
    return subprocess.run([script], capture_output=True, text=True, check=False)


def program(path: Path) -> None:
    path.write_text("#!/bin/sh\n", "utf-8")
    path.chmod(0o755)


def contents(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_linked_environment_is_used_and_stays_unchanged(tmp_path: Path) -> None:
    done = install(tmp_path / "tree", environment=True)
    assert done.returncode == 0, done.stderr
    assert "which is used unchanged" in done.stdout
    assert (tmp_path / "tree/.venv").is_symlink()
    assert contents(tmp_path / "shared") == {
        "dev-stamp": "made elsewhere",
        "bin/python": "#!/bin/sh\n",
        "bin/rowlock": "#!/bin/sh\n",
    }


def test_a_link_without_an_environment_is_refused(tmp_path: Path) -> None:
    done = install(tmp_path / "tree", environment=False)
    assert done.returncode == 1
    assert "remove the link" in done.stderr
    assert (tmp_path / "tree/.venv").is_symlink()
    assert contents(tmp_path / "shared") == {"dev-stamp": "made elsewhere"}
