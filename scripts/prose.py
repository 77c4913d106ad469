"""What the code should have less of, in numbers: see `scripts/prose`."""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from scripts.prose_counts import code, page, phrases
from scripts.prose_counts.lines import by_folder

ROOT = Path(__file__).parents[1]
LIMITS = ROOT / "scripts/prose_limits.toml"

Finder = Callable[[Path], list[str]]
COUNTERS: dict[str, Finder] = {
    "functions_over_five_positional": code.functions_with_many_positional_parameters,
    "flat_server_files": code.flat_server_files,
    "import_cycles": code.import_cycles,
    "non_null_assertions": page.non_null_assertions,
    "casts": page.casts,
    "type_errors_ignored": page.type_errors_ignored,
    "lint_rules_disabled": page.lint_rules_disabled,
    "phrases_in_code": phrases.in_code,
    "phrases_in_docs": phrases.in_docs,
}


def limits(file: Path = LIMITS) -> tuple[dict[str, int], dict[str, str]]:
    """The limit of every number, and the class names that may be defined twice, with reasons."""
    data = tomllib.loads(file.read_text("utf-8"))
    return data["limits"], data["intended_class_names"]


def places(root: Path = ROOT) -> dict[str, list[str]]:
    _, intended = limits()
    found = {"classes_of_one_name": code.classes_of_one_name(root, intended)}
    return found | {name: counter(root) for name, counter in COUNTERS.items()}


def lowered(text: str, numbers: dict[str, int]) -> str:
    """The text of the limits, each lowered to its number; none is raised."""

    def line(match: re.Match[str]) -> str:
        return f"{match[1]} = {min(int(match[2]), numbers[match[1]])}"

    return re.sub(r"^(\w+) = (\d+)$", line, text, flags=re.MULTILINE)


def table(found: dict[str, list[str]]) -> str:
    allowed, _ = limits()
    lines = [f"{'':32}{'now':>7}{'limit':>7}"]
    lines += [f"{name:32}{len(each):7}{allowed[name]:7}" for name, each in found.items()]
    for name in ("phrases_in_code", "phrases_in_docs"):
        kinds = Counter(kind for place in found[name] for kind in place.split(": ")[-1].split("; "))
        lines += ["", name.replace("_", " ")]
        lines += [f"  {kind:30}{count:7}" for kind, count in kinds.most_common()]
    return "\n".join(lines)


def sizes() -> str:
    net = by_folder(ROOT)
    lines = ["", "net lines of code"]
    lines += [f"  {folder:30}{count:7}" for folder, count in net.items()]
    return "\n".join([*lines, f"  {'all':30}{sum(net.values()):7}"])


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/prose", description=__doc__)
    parser.add_argument("--json", action="store_true", help="every place, for programs")
    parser.add_argument("--lower", action="store_true", help="lower the limits to the numbers now")
    args = parser.parse_args()
    found = places()
    if args.lower:
        numbers = {name: len(each) for name, each in found.items()}
        LIMITS.write_text(lowered(LIMITS.read_text("utf-8"), numbers), "utf-8")
    if args.json:
        print(json.dumps({"places": found, "net_lines": by_folder(ROOT)}, indent=1))
    else:
        print(table(found), sizes(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
