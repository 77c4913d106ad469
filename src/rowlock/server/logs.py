"""Structured logs: one line an event, JSON for machines or coloured for a terminal.

No names, tokens, addresses of players or chat are ever logged.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

logger: Any = structlog.get_logger("rowlock")


def set_up(*, level: str, as_json: bool) -> None:
    """Send logs to stderr; called once by `rowlock serve`."""
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,  # no local values: they hold names
        )
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
