"""Structured logs: one line per event, as JSON for machines or in colour for a terminal.

No names, tokens, addresses of players or chat are ever logged. Clients cannot fill the disk with
log lines: long values are cut, and bytes per minute are limited for each kind of event.
"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import MutableMapping
from functools import partial
from typing import Any

from rowlock.server.limits.token_buckets import TokenBucket

LONGEST_VALUE = 300
LONGEST_TRACE = 4000
BYTES_PER_S, BYTES_AT_ONCE = 1000.0, 40_000.0
"""Limits for each kind of event; the next line that is written says how many were left out."""


class _Logger:
    """The logger of structlog. In the browser, which has only the standard library, its logger."""

    def __getattr__(self, name: str) -> Any:
        try:
            import structlog
        except ModuleNotFoundError:
            return partial(_log_plainly, name)
        return getattr(structlog.get_logger("rowlock"), name)


def _log_plainly(level: str, event: str, **values: object) -> None:
    traceback = level == "exception"
    number = logging.ERROR if traceback else logging.getLevelNamesMapping()[level.upper()]
    logging.getLogger("rowlock").log(number, "%s %s", event, values, exc_info=traceback)


logger: Any = _Logger()


def set_up(*, level: str, as_json: bool) -> None:
    """Send logs to stderr; called once by `rowlock serve`."""
    import structlog

    renderer: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,  # local variables hold names
        )
    )
    threshold = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            cut,
            RepeatFilter(),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    # Log lines of uvicorn are written the same way, under the same limits.
    theirs = logging.getLogger("uvicorn.error")
    theirs.handlers, theirs.propagate = [_Passing()], False
    theirs.setLevel(max(threshold, logging.WARNING))


Event = MutableMapping[str, Any]


def cut(_: Any, __: str, event: Event) -> Event:
    """Cut long values; of a traceback the end is kept."""
    for key, value in event.items():
        if key == "exception":
            event[key] = str(value)[-LONGEST_TRACE:]
        elif isinstance(value, str) and len(value) > LONGEST_VALUE:
            event[key] = value[:LONGEST_VALUE] + "..."
    return event


class RepeatFilter:
    """Drops events of a kind that is too frequent."""

    def __init__(self) -> None:
        self._buckets: dict[str, TokenBucket] = {}
        self._left_out: Counter[str] = Counter()

    def __call__(self, _: Any, __: str, event: Event) -> Event:
        kind = str(event["event"])[:40]
        bucket = self._buckets.setdefault(kind, TokenBucket(BYTES_PER_S, BYTES_AT_ONCE))
        size = 80 + sum(len(key) + len(str(value)) + 6 for key, value in event.items())
        if not bucket.take(size):
            self._left_out[kind] += 1
            from structlog import DropEvent

            raise DropEvent
        if left_out := self._left_out.pop(kind, 0):
            event["left_out_before"] = left_out
        return event


class _Passing(logging.Handler):
    """Forwards records of the standard library's logging."""

    def emit(self, record: logging.LogRecord) -> None:
        say = logger.error if record.levelno >= logging.ERROR else logger.warning
        say("web_server", message=record.getMessage().strip(), exc_info=record.exc_info)
