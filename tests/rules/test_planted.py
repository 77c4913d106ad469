"""Every small rule has a wrong body to plant: scripts/test-long planted runs them all."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import pytest

from scripts.planted import ROOT, WRONG, plant, small_rules

RULES = ROOT / "src/rowlock/core/rules.py"


def test_every_small_rule_has_a_wrong_body() -> None:
    assert small_rules(RULES).keys() == WRONG.keys()


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_body_replaces_only_its_own_rule_and_uses_names_of_its_module(
    name: str, tmp_path: Path
) -> None:
    planted = tmp_path / "rules.py"
    planted.write_bytes(RULES.read_bytes())
    plant(planted, name, WRONG[name])
    before, after = small_rules(RULES), small_rules(planted)
    changed = [each for each in before if ast.dump(before[each]) != ast.dump(after[each])]
    assert changed == [name]
    wrong = {node.id for node in ast.walk(after[name]) if isinstance(node, ast.Name)}
    source = RULES.read_text("utf-8")
    assert all(re.search(rf"\b{each}\b", source) or each in dir(builtins) for each in wrong)
