"""Looking at printed pages: what they say where, and how they look in grey."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pypdfium2
from fontTools.ttLib import TTFont
from pypdfium2.raw import FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_TEXT

from rowlock import Variant, load_variant
from rowlock.draw import pdf as pen
from rowlock.draw.box import Box
from rowlock.draw.paper import PrintJob
from rowlock.draw.paper.pad import Fitted, fit
from rowlock.draw.paper.print_job import EDGE
from rowlock.draw.shapes import Text
from rowlock.draw.texts import draw_texts
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants.load import NAMES, from_text

POINT = 72 / 25.4


@cache
def variants() -> dict[str, Variant]:
    """Every built-in sheet and twenty that nobody has printed."""
    own = {f"own{seed}": from_text(own_sheet(Random(seed)), "own.toml") for seed in range(20)}
    return {name: load_variant(name) for name in NAMES} | own


def sheets_on(variant: Variant, order: PrintJob, language: str) -> list[Fitted]:
    """Where the sheets of a page lie."""
    words, large = draw_texts(language), order.large or variant.large_print
    has_code = order.address is not None
    return [
        fit(variant, words, place.inset(EDGE), large=large, has_code=has_code)
        for place in order.places()
    ]


@cache
def widths(bold: bool) -> dict[int, float]:
    """How wide the font's letters are, as shares of its size."""
    font = TTFont(Path(pen.FONTS) / f"{pen.BOLD if bold else pen.TEXT}.ttf")
    return {code: font["hmtx"][name][0] / 1000 for code, name in font.getBestCmap().items()}


def true_box(text: Text) -> Box:
    """The place that a text takes in the font of paper, from the foot to the head of a capital."""
    wide = text.size * sum(widths(text.bold)[ord(letter)] for letter in text.text)
    left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    return Box(left, text.y - text.size * 0.66, wide, text.size * 0.66)


def overlap(one: Box, other: Box, slack: float = 0.01) -> bool:
    return (
        one.x + slack < other.right
        and other.x + slack < one.right
        and one.y + slack < other.bottom
        and other.y + slack < one.bottom
    )


class Printed:
    """A page of a PDF file, with places in millimetres from its upper left corner."""

    def __init__(self, content: bytes, page: int = 0) -> None:
        self.page = pypdfium2.PdfDocument(content)[page]
        self.height: float = self.page.get_height()
        self.text = self.page.get_textpage()

    def words(self, box: Box) -> list[str]:
        """The words in a box, in reading order."""
        found: str = self.text.get_text_bounded(
            left=box.x * POINT,
            right=box.right * POINT,
            top=self.height - box.y * POINT,
            bottom=self.height - box.bottom * POINT,
        )
        return found.split()

    def is_vector_only(self) -> bool:
        kinds = {thing.type for thing in self.page.get_objects()}
        return kinds <= {FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_TEXT}

    def grey(self, boxes: list[Box], dots: float = 8) -> Iterator[npt.NDArray[np.float64]]:
        """The boxes as a printer without colours gives them, evenly bright and of full contrast."""
        picture = self.page.render(scale=dots / POINT, grayscale=True).to_numpy()
        for box in boxes:
            x, y = round(box.x * dots), round(box.y * dots)
            cut = picture[y : y + round(box.height * dots), x : x + round(box.width * dots)]
            values = cut.reshape(cut.shape[:2]).astype(float)
            yield (values - values.mean()) / (values.std() + 1e-9)
