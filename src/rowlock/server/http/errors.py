"""HTTP errors: the response to a refusal."""

from __future__ import annotations

from starlette.responses import Response

from rowlock.errors import Illegal, Refusal
from rowlock.protocol import http
from rowlock.protocol.encoding import encode
from rowlock.server.http.status import status_of


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
    refusal: Refusal | None = None,
) -> Response:
    """The response to a refusal, whose kind decides about the status of most codes."""
    body = encode(http.Problem(code, message, line, place, reason, share))
    headers = {"cache-control": "no-store"}
    return Response(body, status_of(code, refusal), headers, "application/json")


def refused(refusal: Refusal) -> Response:
    return problem(
        refusal.code,
        refusal.message,
        line=refusal.line,
        place=refusal.place,
        reason=refusal.reason,
        share=refusal.share if isinstance(refusal, NotYet) else None,
        refusal=refusal,
    )
