"""Pictures of sheets and tables: lists of shapes in millimetres, written as SVG, PNG or PDF."""

from rowlock.draw.drawing import Drawing
from rowlock.draw.sheet import draw_sheet
from rowlock.draw.table import draw_table

__all__ = ["Drawing", "draw_sheet", "draw_table"]
