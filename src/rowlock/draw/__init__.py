"""Sheets and tables as pictures: one list of shapes in millimetres, and pens that write it down."""

from rowlock.draw.drawing import Drawing
from rowlock.draw.sheet import draw_sheet
from rowlock.draw.table import draw_table

__all__ = ["Drawing", "draw_sheet", "draw_table"]
