"""The pen: valid SVG, escaped text, nothing from outside, words for those who cannot see it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rowlock import Sheet, draw_sheet, draw_table, load_variant, new_game
from rowlock.draw.shapes import (
    Circle,
    Close,
    Curve,
    LineShape,
    LineTo,
    MoveTo,
    Path,
    Rect,
    Text,
    placed,
)
from rowlock.draw.svg import write_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", ['<b> & "c"', "Zoë 李", "]]>", "a\x00b\nc", "'", "\ud800"])
def test_any_name_comes_back_as_text(name: str) -> None:
    root = ElementTree.fromstring(draw_sheet(load_variant("classic"), Sheet(), name=name).svg())
    shown = "".join(c if c.isprintable() else " " for c in name)
    assert shown in [element.text for element in root.iter(f"{SVG}text")]
    assert (root.findtext(f"{SVG}title") or "").startswith(f"{shown}’s sheet")


def test_names_cannot_bring_elements_along() -> None:
    game = new_game("classic", ["<script>alert(1)</script>", "</svg>"])
    root = ElementTree.fromstring(draw_table(game).svg())
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds == {"svg", "title", "desc", "rect", "circle", "path", "text"}


def test_the_page_is_an_image_with_words_in_millimetres() -> None:
    drawing = draw_sheet(load_variant("classic"), Sheet(), name="Ann")
    root = ElementTree.fromstring(drawing.svg())
    assert root.get("role") == "img"
    assert root.get("aria-label") == drawing.description
    assert root.get("width") == "172mm"
    assert (root.get("viewBox") or "").startswith("0 0 172 ")
    assert root.findtext(f"{SVG}title") == "Ann’s sheet of Qwixx, 0 points"
    assert (root.findtext(f"{SVG}desc") or "").count("no cross") == 4


def test_nothing_comes_from_outside() -> None:
    text = draw_table(new_game("bonus_b", ["Ann", "Ben"])).svg()
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"href|url\(|<script|<style|@import|font-face", text)


def test_every_shape_is_written() -> None:
    parts = (MoveTo(0, 0), LineTo(1, 0), Curve(1, 1, 2, 2, 3, 3), Close())
    shapes = (
        Rect(0, 0, 2, 1, 0.5, fill="#ffffff", stroke="#000000", line=0.2, dash=1),
        Circle(1, 1, 0.333333, fill="#ffffff"),
        LineShape(0, 0, 1, -0.001, "#000000", 0.25),
        Path(parts, stroke="#000000", line=0.1),
        Text(1, 2, "12", 3, "#000000", "end", bold=False),
    )
    lines = write_svg(shapes, 4, 3, "T", "D").splitlines()[3:-1]
    assert lines == [
        '<rect x="0" y="0" width="2" height="1" rx="0.5" fill="#ffffff" stroke="#000000"'
        ' stroke-width="0.2" stroke-dasharray="1" stroke-linecap="butt"/>',
        '<circle cx="1" cy="1" r="0.33" fill="#ffffff"/>',
        '<line x1="0" y1="0" x2="1" y2="0" stroke="#000000" stroke-width="0.25"/>',
        '<path d="M0 0L1 0C1 1 2 2 3 3Z" stroke="#000000" stroke-width="0.1"/>',
        '<text x="1" y="2" font-size="3" text-anchor="end" fill="#000000">12</text>',
    ]


def test_placing_a_shape_twice_is_placing_it_once() -> None:
    shapes = draw_sheet(load_variant("bonus_b"), Sheet()).shapes
    there = [placed(shape, 3, 4, 2) for shape in shapes]
    back = [placed(shape, -1.5, -2, 0.5) for shape in there]
    sizes = (500, 500, "T", "D")
    assert write_svg(back, *sizes) == write_svg(shapes, *sizes)
