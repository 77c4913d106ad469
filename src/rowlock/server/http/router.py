"""Routes: turns a function into the handler of an HTTP address.

The function's signature defines the input and output of its route. Its first parameter is the
`Call`, a second one is the body, parameters after `*` stand in the path or, with a default, in the
query. What it returns becomes JSON, a text of the route's media type, or a stream.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Literal, TypeAlias, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from rowlock.errors import Refusal, Unreadable
from rowlock.protocol.base import MAX_FRAME
from rowlock.protocol.encoding import encode
from rowlock.server.cluster.forward_http import forward
from rowlock.server.cluster.peer import Peer
from rowlock.server.cluster.routing import run_at_owner
from rowlock.server.http.call import Call
from rowlock.server.http.errors import problem, refused
from rowlock.server.http.static_files import File, file_response, packed_file
from rowlock.server.monitoring.logging import logger
from rowlock.server.services import Services
from rowlock.server.store import StoreFailure

JSON = "application/json"

Handler: TypeAlias = Callable[..., Awaitable[Any]]


class Route:
    """An HTTP address with its handler and limits."""

    def __init__(
        self,
        method: Literal["GET", "POST", "DELETE"],
        path: str,
        summary: str,
        handler: Handler,
        *,
        status: int = 200,
        media: str = JSON,
        needs_token: bool = False,
        any_host: bool = False,
        also: dict[int, type] | None = None,
        cost: float = 0.0,
        most: int = MAX_FRAME,
        twice: bool | None = None,
        revalidated: bool = False,
    ) -> None:
        self.method = method
        self.path = path
        self.summary = summary
        self.handler = handler
        self.status = status
        self.media = media
        self.needs_token = needs_token
        """Whether `Authorization: Bearer ...` must name a member."""
        self.any_host = any_host
        """Whether requests may use any host name."""
        self.cost = cost
        """Additional rate-limit cost: about one per millisecond of work."""
        self.most = most
        """Maximum size of the body in bytes."""
        self.twice = method == "GET" if twice is None else twice
        """Whether the route is idempotent."""
        self.revalidated = revalidated
        """Whether clients cache the response and revalidate it; it is sent compressed."""
        self.also = also or {}
        """Responses with other statuses, apart from refusals, which are the same for all routes."""
        parameters = list(inspect.signature(handler).parameters.values())
        named = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
        hints = get_type_hints(handler)
        body = len(parameters) - len(named) > 1
        self.takes: Any = hints[parameters[1].name] if body else None
        self.gives: Any = hints["return"]
        self.in_path = [name for name in named if f"{{{name}}}" in path]
        self.in_query = [name for name in named if name not in self.in_path]

    def endpoint(self, services: Services) -> Callable[[Request], Awaitable[Response]]:
        """The ASGI endpoint of this route."""
        decode = None if self.takes is None else msgspec.json.Decoder(self.takes).decode

        async def answer(request: Request) -> Response:
            call = Call(services, request, self.status)

            async def here() -> Response:
                given = await self.handler(call, *body, **self._named(request))
                return self._response(call, given)

            async def there(peer: Peer) -> Response:
                assert services.leases is not None  # only leases name a peer
                return await forward(services.leases, peer, request.scope, call.body)

            try:
                call.charge(self.cost)
                body = [] if decode is None else [await _body(call, decode, self.most)]
                return await run_at_owner(request.scope, here, there, twice=self.twice)
            except Refusal as refusal:
                return refused(refusal)
            except ClientDisconnect:
                return problem("malformed", "the request was not completed")
            except StoreFailure:
                return problem("not_stored", "this could not be stored; try again")
            except Exception:
                logger.exception("request_failed", path=self.path)
                return problem("internal", "the server failed")

        return answer

    def _named(self, request: Request) -> dict[str, Any]:
        query = request.query_params
        return {name: request.path_params[name] for name in self.in_path} | {
            name: query[name] for name in self.in_query if name in query
        }

    def _response(self, call: Call, given: Any) -> Response:
        if isinstance(given, AsyncIterator):
            return StreamingResponse(given, call.status, call.headers, self.media)
        content = encode(given) if self.media == JSON else given
        if self.revalidated:
            caching = {"cache-control": "no-cache", "vary": "accept-encoding"}
            return file_response(call.request, _packed(content, self.media), caching)
        return Response(content, call.status, call.headers, self.media)


@functools.lru_cache(maxsize=4)
def _packed(content: bytes, media: str) -> File:
    """Compress a response; equal ones are compressed once."""
    return packed_file(content, media, compressed=True)


async def _body(call: Call, decode: Callable[[bytes], Any], most: int) -> Any:
    """The body of a request, checked; no more than `most` bytes of it are read."""
    async for chunk in call.request.stream():
        call.body += chunk
        if len(call.body) > most:
            raise Unreadable("too_large", f"a body has at most {most} bytes")
    try:
        return decode(call.body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable("malformed", str(error)[:200]) from None
