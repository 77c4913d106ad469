"""HTTP errors: the status of each refusal."""

from __future__ import annotations

from starlette.responses import Response

from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.protocol import http
from rowlock.protocol.encoding import encode

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
}
_UNREADABLE, _NOT_NOW = 400, 409


class NotYet(Illegal):
    """The result is being computed; ask again later."""

    share: float | None = None
    """Progress from 0 to 1, if known."""


def problem(
    code: str,
    message: str,
    *,
    line: int | None = None,
    place: str | None = None,
    reason: str | None = None,
    share: float | None = None,
    otherwise: int = _NOT_NOW,
) -> Response:
    """The response to a refusal; `otherwise` is the status of codes that have none of their own."""
    body = encode(http.Problem(code, message, line, place, reason, share))
    headers = {"cache-control": "no-store"}
    return Response(body, _STATUS.get(code, otherwise), headers, "application/json")


def refused(refusal: Refusal) -> Response:
    otherwise = _UNREADABLE if isinstance(refusal, Unreadable) else _NOT_NOW
    return problem(
        refusal.code,
        refusal.message,
        line=refusal.line,
        place=refusal.place,
        reason=refusal.reason,
        share=refusal.share if isinstance(refusal, NotYet) else None,
        otherwise=otherwise,
    )
