"""Text forms of games: records, one-line sheets and positions (grammar: docs/notation.md)."""

from rowlock.core.sheet import format_sheet
from rowlock.core.state import format_position
from rowlock.notation.position import parse_position, parse_sheet
from rowlock.notation.read import parse_record
from rowlock.notation.record import Record, Setup, format_record
from rowlock.notation.record_files import read_record, read_records, write_record, write_records
from rowlock.notation.replay import Moment, after_turn, moments, replay
from rowlock.notation.scribe import Scribe

__all__ = [
    "Moment",
    "Record",
    "Scribe",
    "Setup",
    "after_turn",
    "format_position",
    "format_record",
    "format_sheet",
    "moments",
    "parse_position",
    "parse_record",
    "parse_sheet",
    "read_record",
    "read_records",
    "replay",
    "write_record",
    "write_records",
]
