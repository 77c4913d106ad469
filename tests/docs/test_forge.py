"""The files that the forge reads: they have the right form, and run what we run ourselves."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.blocks import ROOT

FORGE = ROOT / ".github"
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
FORMS = [path for path in (FORGE / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]


def fits(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    """What a checker with the forge's own schemas says; it asks nobody."""
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def jobs(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    return found


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [FORGE / "ISSUE_TEMPLATE" / "config.yml"]),
        ("vendor.dependabot", [FORGE / "dependabot.yml"]),
    ],
)
def test_the_forge_can_read_its_files(schema: str, files: list[Path]) -> None:
    assert files
    done = fits(schema, *files)
    assert done.returncode == 0, done.stdout


def test_a_misspelt_key_would_be_noticed(tmp_path: Path) -> None:
    spoiled = tmp_path / "test.yml"
    spoiled.write_text(WORKFLOWS[0].read_text("utf-8").replace("runs-on:", "run-on:", 1), "utf-8")
    assert fits("vendor.github-workflows", spoiled).returncode == 1


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_to_a_commit_and_named_with_its_version(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text("utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_ci_job_has_read_permission_and_a_time_limit(path: Path) -> None:
    for name, job in jobs(path).items():
        assert job["permissions"] == {"contents": "read"}, name
        assert job["timeout-minutes"] <= 60, name


def test_the_workflow_runs_what_a_developer_runs() -> None:
    [path] = WORKFLOWS
    said = {
        name: [step.get("run", "") for step in job["steps"]] for name, job in jobs(path).items()
    }
    assert ".ci/run" in said["linux"]
    assert "scripts/test" in said["macos"]
    assert "scripts/docs" in said["docs"]
    for run in (line for lines in said.values() for line in lines):
        for word in run.split():
            if re.match(r"(\.ci|scripts|tests|requirements)/", word):
                assert (ROOT / word).exists(), word


def test_the_workflow_covers_every_python_that_the_project_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    prefix = "Programming Language :: Python :: 3."
    named = [f"3.{c[len(prefix) :]}" for c in project["classifiers"] if c.startswith(prefix)]
    assert jobs(WORKFLOWS[0])["linux"]["strategy"]["matrix"]["python"] == named
    assert project["requires-python"] == f">={named[0]}"


def test_the_hooks_of_a_commit_call_what_exists() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    [local] = config["repos"]
    for hook in local["hooks"]:
        for word in hook["entry"].split():
            if word.startswith(("scripts/", "tests/")):
                assert (ROOT / word).exists(), word
