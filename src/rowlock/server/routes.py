"""Every address of the server, once. The application and docs/openapi.json are made from this."""

from __future__ import annotations

from rowlock.server import api, coach, day_api, exam, puzzles, streams
from rowlock.server.protocol import exam as exam_types
from rowlock.server.protocol import http, review, sheets
from rowlock.server.routing import Route

SOCKET = "/ws"
"""Below it each table has its socket; alone it was the address of version 1."""

_TABLE = "/api/tables/{table}"
_DAY = "/api/days/{date}"

ROUTES = (
    Route("GET", "/api/catalog", "What can be played here", api.get_catalogue),
    Route("POST", "/api/tables", "A new table", api.create, status=201, most=sheets.MAX_BODY),
    Route("GET", _TABLE, "What an invitation shows", api.look),
    Route(
        "DELETE",
        _TABLE,
        "Delete the game, or one's name in it",
        api.erase,
        needs_token=True,
        cost=20,
    ),
    Route("GET", f"{_TABLE}/sheet", "The sheet of one's own that a table plays on", api.get_sheet),
    Route(
        "POST",
        "/api/sheets",
        "Make a sheet of one's own",
        api.make_sheet,
        cost=10,
        most=sheets.MAX_BODY,
    ),
    Route("POST", f"{_TABLE}/join", "Take an open seat", api.join, status=201),
    Route(
        "POST",
        f"{_TABLE}/stream",
        "The socket's messages as SSE",
        streams.stream,
        media="text/event-stream",
    ),
    Route("POST", f"{_TABLE}/send", "One message of the socket", streams.send, needs_token=True),
    Route(
        "POST",
        f"{_TABLE}/calls",
        "Be called when it is one's turn (Web Push)",
        api.call_me,
        needs_token=True,
        cost=10,
    ),
    Route(
        "DELETE",
        f"{_TABLE}/calls",
        "Be called no more",
        api.call_me_no_more,
        needs_token=True,
        cost=5,
    ),
    Route("GET", f"{_TABLE}/replay", "A finished game, turn by turn", api.get_replay, cost=20),
    Route(
        "GET",
        f"{_TABLE}/record",
        "A finished game as a record",
        api.get_record,
        media="text/plain",
        cost=5,
    ),
    Route(
        "GET",
        f"{_TABLE}/review",
        "What every choice of a finished game cost",
        api.get_review,
        cost=10,
    ),
    Route("GET", "/api/reviews", "Whether reviews are computed at once", api.get_review_desk),
    Route(
        "POST",
        "/api/reviews",
        "What every choice of a record cost",
        api.post_review,
        cost=10,
        most=review.MAX_BODY,
    ),
    Route("GET", _DAY, "The game of a day", day_api.get_day),
    Route("POST", _DAY, "Play it, or go on", day_api.start_day, status=201),
    Route("DELETE", _DAY, "Delete one's try", day_api.delete_day, needs_token=True, cost=20),
    Route(
        "GET",
        f"{_DAY}/result",
        "What one's game of the day comes to, ?lang=de",
        day_api.get_result,
        needs_token=True,
        cost=10,
    ),
    Route(
        "GET",
        f"{_DAY}/picture",
        "One's sheet at the end as SVG, ?lang=de",
        day_api.get_picture,
        media="image/svg+xml",
        needs_token=True,
        cost=20,
    ),
    Route("GET", f"{_DAY}/board", "Who gave least away", day_api.get_board, cost=5),
    Route(
        "POST",
        f"{_DAY}/groups",
        "Show one's try to a group",
        day_api.join_group,
        needs_token=True,
        cost=5,
    ),
    Route("POST", "/api/groups", "A link for a group", day_api.new_group, status=201),
    Route(
        "POST",
        f"{_TABLE}/advice",
        "What the coach says about the open question",
        coach.get_advice,
        needs_token=True,
        cost=5,
    ),
    Route("GET", "/api/puzzles/{date}", "Ten exact puzzles", puzzles.get_puzzles, cost=5),
    Route("GET", "/api/exam", "The sheets on which there is an exam", exam.get_sheets, cost=5),
    Route(
        "POST",
        "/api/exam",
        "A game alone with the dice of a seed, after these steps",
        exam.go_on,
        cost=10,
        most=exam_types.MAX_BODY,
    ),
    Route(
        "POST",
        "/api/exam/report",
        "What every choice of an exam gave away, by the exact table",
        exam.get_report,
        cost=20,
        most=exam_types.MAX_BODY,
    ),
    Route(
        "GET",
        f"{_TABLE}/log",
        "The entries of a damaged table",
        api.get_log,
        media="application/x-ndjson",
        cost=20,
        needs_token=True,
    ),
    Route(
        "GET",
        "/api/rules/{page}",
        "A rule page (Markdown), ?lang=de",
        api.get_rules,
        media="text/markdown",
    ),
    Route(
        "GET",
        "/api/sheets/{sheet}",
        "Empty sheets to print (PDF), ?lang=de&paper=a4&up=2&large=true&pages=5&back=rules",
        api.print_sheet,
        media="application/pdf",
        cost=100,
    ),
    Route("POST", "/api/qr", "A QR code as SVG", api.draw_qr, media="image/svg+xml", cost=30),
    Route("GET", "/healthz", "Alive", api.health, any_host=True),
    Route(
        "GET",
        "/readyz",
        "Able to store moves, not stopping",
        api.ready,
        any_host=True,
        also={503: http.Health},
    ),
    Route(
        "GET",
        "/metrics",
        "Counters for Prometheus, where they are switched on",
        api.metrics,
        media="text/plain; version=0.0.4",
    ),
)
