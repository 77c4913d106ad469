"""`npm ci` works everywhere: the page's lock names the compiled parts of every system."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]


def test_no_compiled_part_is_missing() -> None:
    wanted = {
        name for package in PACKAGES.values() for name in package.get("optionalDependencies", ())
    }
    assert {name for name in wanted if f"node_modules/{name}" not in PACKAGES} == set()
    systems = {name for package in PACKAGES.values() for name in package.get("os", ())}
    assert {"linux", "darwin", "win32"} <= systems


def test_every_package_has_its_checksum_and_none_its_source() -> None:
    for name, package in PACKAGES.items():
        assert not name or package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def test_the_page_is_installed_from_the_lock_only() -> None:
    script = (ROOT / "scripts/install").read_text()
    assert "npm ci --ignore-scripts" in script
    assert "npm install" not in script
