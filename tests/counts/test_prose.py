"""`scripts/prose` counts right, and no number grows beyond scripts/prose_limits.toml."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import prose
from scripts.prose_counts import code, page, phrases
from scripts.prose_counts.lines import by_folder

MAX_SLACK = 0.1
"""A number that has fallen by more than this share has to lower its limit."""

FILES = {
    "src/rowlock/__init__.py": "",
    "src/rowlock/server/__init__.py": "",
    "src/rowlock/server/room.py": '''\
"""A room, as somebody sees it."""

from typing import TYPE_CHECKING

from rowlock.server import table

if TYPE_CHECKING:
    from rowlock.server.store.sqlite import Store


class Room:
    """Fine."""

    seats = 5
    """So many can sit here."""

    def step(self, one, two, three, four, five, *, six=0):
        # Here it is no cat.
        return lambda: six

    def steps(self, one, two, three, four, five, /, six=0):
        text = "nobody"
        from rowlock.server import late
''',
    "src/rowlock/server/table.py": "class Table:\n    class Room: ...\n",
    "src/rowlock/server/late.py": "import rowlock.server.room\n",
    "src/rowlock/server/store/__init__.py": "",
    "src/rowlock/server/store/sqlite.py": """\
from rowlock.server.room import Room

def add(a, b, c, d, e, f):
    pass

class Store:
    class Room: ...
""",
    "src/rowlock/server/made.py": "# Written by scripts/generate-types\nclass Room: ...\n",
    "web/src/lib/link.ts": """\
import { a as b } from './c'
const x = list[0]!.name! as Name // it is not as you think!
const y = 'known as b!' !== x && !x as const
/* also! not this as that */
// @ts-ignore
// eslint-disable-next-line
""",
    "web/src/App.svelte": """\
<script lang="ts">
  const first = words.find((word) => word)!
</script>
{#each lines as line (line)}
  <p title="Don't!">Hello {line!} as ever! {(first as Word).text}</p>
{/each}
<style>p { color: red !important }</style>
""",
    "docs/page.md": """\
# Nobody

The server is told once more. Fine, there is no more than
one sentence, and whoever reads `whoever` here is no fool.

```
whoever
```

- 95 % of all
- 95% of all
""",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small repository, with one of everything."""
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


SERVER = "src/rowlock/server"
COUNTED: list[tuple[Callable[[Path], list[str]], list[str]]] = [
    (
        code.classes_of_one_name,
        [f"{SERVER}/room.py:11, {SERVER}/store/sqlite.py:7, {SERVER}/table.py:2: Room"],
    ),
    (
        code.functions_with_many_positional_parameters,
        [f"{SERVER}/room.py:21: Room.steps has 6", f"{SERVER}/store/sqlite.py:3: add has 6"],
    ),
    (code.flat_server_files, [f"{SERVER}/{name}.py:1: {name}.py" for name in ("late", "room")]),
    (
        code.import_cycles,
        [f"{SERVER}/room.py:1: rowlock.server.room - rowlock.server.store.sqlite"],
    ),
    (page.type_errors_ignored, ["web/src/lib/link.ts:5: // @ts-ignore"]),
    (page.lint_rules_disabled, ["web/src/lib/link.ts:6: // eslint-disable-next-line"]),
    (
        phrases.in_code,
        [
            f"{SERVER}/room.py:1: nobody, somebody",
            f"{SERVER}/room.py:15: so many, so often",
            f"{SERVER}/room.py:18: is no …",
        ],
    ),
    (
        phrases.in_docs,
        [
            "docs/page.md:1: nobody, somebody",
            "docs/page.md:3: once more",
            "docs/page.md:3: whoever; is no …",
            "docs/page.md:10: 95 % for 95%",
        ],
    ),
]


@pytest.mark.parametrize(
    ("counter", "expected"), COUNTED, ids=lambda value: getattr(value, "__name__", "")
)
def test_each_counter_finds_what_is_there(
    counter: Callable[[Path], list[str]], expected: list[str], root: Path
) -> None:
    if counter is code.flat_server_files:
        expected = [*expected, f"{SERVER}/table.py:1: table.py"]
    assert sorted(counter(root)) == sorted(expected)


def test_intended_class_names_do_not_count(root: Path) -> None:
    assert code.classes_of_one_name(root, ["Room"]) == []


def test_assertions_and_casts_are_found_in_code_and_in_templates(root: Path) -> None:
    lines = [place.split(": ")[0] for place in page.non_null_assertions(root)]
    assert lines == ["web/src/App.svelte:2", "web/src/App.svelte:5", *["web/src/lib/link.ts:2"] * 2]
    casts = [place.split(": ")[0] for place in page.casts(root)]
    assert casts == ["web/src/App.svelte:5", "web/src/lib/link.ts:2"]


def test_net_lines_leave_out_blank_lines_comments_docstrings_and_generated_files(
    root: Path,
) -> None:
    # room.py: 4 lines of imports, the class, `seats`, and 2 + 3 lines of functions.
    # table.py 2, late.py 1; sqlite.py 5; link.ts 3; App.svelte 7.
    expected = {f"{SERVER}": 11 + 2 + 1, f"{SERVER}/store": 5, "web/src/lib": 3, "web/src": 7}
    assert by_folder(root) == {"src/rowlock": 0} | expected


def test_limits_are_only_lowered() -> None:
    text = "# Limits.\n[limits]\ncasts = 7\nimport_cycles = 2\n"
    lowered = prose.lowered(text, {"casts": 5, "import_cycles": 3})
    assert lowered == "# Limits.\n[limits]\ncasts = 5\nimport_cycles = 2\n"


@pytest.fixture(scope="module")
def numbers() -> dict[str, list[str]]:
    return prose.places()


@pytest.mark.parametrize("name", ["classes_of_one_name", *prose.COUNTERS])
def test_no_number_is_above_its_limit(name: str, numbers: dict[str, list[str]]) -> None:
    limit, found = prose.limits()[0][name], numbers[name]
    by_file = Counter(place.split(":")[0] for place in found).most_common()
    assert len(found) <= limit, f"{name}; scripts/prose --json lists every place: {by_file}"
    assert limit - len(found) <= max(3, MAX_SLACK * limit), "lower it with scripts/prose --lower"


def test_the_table_names_every_number(numbers: dict[str, list[str]]) -> None:
    shown = prose.table(numbers)
    for name, found in numbers.items():
        assert f"{name:32}{len(found):7}" in shown
