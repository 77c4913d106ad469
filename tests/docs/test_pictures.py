"""Pictures in the docs show the page as it is; `scripts/pictures` takes them again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.pictures import PICTURES, TAKEN, WANTED, shown_now
from tests.web.shown import components, digest

DOCS = Path(__file__).parents[2] / "docs"


def test_no_picture_is_older_than_what_it_shows() -> None:
    taken, now = json.loads(TAKEN.read_bytes()), shown_now()
    old = [name for name in now if taken.get(name) != now[name]]
    assert not old, f"take them again: scripts/pictures {' '.join(old)}"


def test_every_picture_of_the_page_can_be_taken_and_is_shown() -> None:
    shown = "".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    pictures = {file.stem.removeprefix("page-") for file in PICTURES.glob("page-*.png")}
    assert pictures == set(WANTED)
    assert [name for name in pictures if f"page-{name}.png" not in shown] == []


def test_a_picture_depends_on_components_within_components_but_not_on_dialogs(
    tmp_path: Path,
) -> None:
    (tmp_path / "Inner.svelte").write_text("<b>one</b>")
    (tmp_path / "Menu.svelte").write_text("<b>two</b>")
    outer = tmp_path / "Outer.svelte"
    names = ("Inner", "Menu")
    outer.write_text(
        "".join(f"<script>import {name} from './{name}.svelte'</script>" for name in names)
    )
    assert [part.name for part in components(outer)] == ["Inner.svelte", "Outer.svelte"]


@pytest.mark.parametrize(
    ("after", "is_the_same"),
    [
        ("<script>let a = 2</script>\n<b>one</b>", True),
        ("<script>let a = 1</script>\n<!-- why -->\n\n<b>one</b>", True),
        ("<script>let a = 1</script>\n<b>two</b>", False),
        ("<script>let a = 1</script>\n<b>one</b><style>b { color: red }</style>", False),
    ],
)
def test_only_what_is_seen_changes_the_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str, is_the_same: bool
) -> None:
    monkeypatch.setattr("tests.web.shown.WEB", tmp_path)
    file = tmp_path / "A.svelte"
    file.write_text("<script>let a = 1</script>\n<b>one</b>")
    before = digest("A.svelte")
    file.write_text(after)
    assert (digest("A.svelte") == before) is is_the_same
