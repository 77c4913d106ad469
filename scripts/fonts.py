"""Cuts the fonts of paper out of the page's font; needs fontTools and brotli.

The page has one variable font, from which a browser takes the weight it wants; a PDF holds the two
weights that it shows. Figures are those of equal width, as on the page. Run it when the page's font
changes; the results lie in src/rowlock/draw/fonts.
"""

from __future__ import annotations

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "web/src/styles/bricolage-grotesque.woff2"
FONTS = ROOT / "src/rowlock/draw/fonts"
FAMILY = "Bricolage Grotesque"
WEIGHTS = {"bold": 800, "text": 560}


def cut(weight: int) -> TTFont:
    font = instancer.instantiateVariableFont(TTFont(PAGE), {"wght": weight, "wdth": 100})
    equal = _equal_figures(font)
    for table in font["cmap"].tables:
        table.cmap.update({code: equal.get(name, name) for code, name in table.cmap.items()})
    options = subset.Options(layout_features=[], hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 14])
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "STAT"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    font["OS/2"].usWeightClass = weight
    for number, text in ((1, FAMILY), (2, f"{weight}"), (4, f"{FAMILY} {weight}")):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = None
    return font


def _equal_figures(font: TTFont) -> dict[str, str]:
    table = font["GSUB"].table
    lookups = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for number in record.Feature.LookupListIndex
    }
    found: dict[str, str] = {}
    for number in lookups:
        for part in table.LookupList.Lookup[number].SubTable:
            found.update(part.mapping)
    return found


def main() -> None:
    for name, weight in WEIGHTS.items():
        cut(weight).save(FONTS / f"{name}.ttf")


if __name__ == "__main__":
    main()
