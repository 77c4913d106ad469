"""The HTTP status of each refusal."""

from __future__ import annotations

from rowlock.errors import Refusal, Unreadable

_STATUS = {
    "no_such_table": 404,
    "not_found": 404,
    "bad_token": 403,
    "not_host": 403,
    "bad_origin": 403,
    "bad_host": 403,
    "too_fast": 429,
    "too_large": 413,
    "no_answer": 502,
    "server_full": 503,
    "server_stopping": 503,
    "busy": 503,
    "no_table_yet": 503,
    "damaged_table": 500,
    "not_stored": 503,
    "internal": 500,
    "needs_server": 501,
}
_UNREADABLE, _NOT_NOW = 400, 409


def status_of(code: str, refusal: Refusal | None = None) -> int:
    """The status of a refusal's code; codes that have none of their own depend on its kind."""
    return _STATUS.get(code, _UNREADABLE if isinstance(refusal, Unreadable) else _NOT_NOW)
