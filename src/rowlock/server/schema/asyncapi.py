"""The socket as an AsyncAPI 3.0 document."""

from __future__ import annotations

from typing import Any, get_args

from rowlock.protocol import base, client_messages, server_messages
from rowlock.server.http.routes import SOCKET
from rowlock.server.schema.components import components, pretty, reference


def asyncapi() -> str:
    messages = {
        cls.__name__: {"payload": reference(cls)}
        for union in (client_messages.ClientMessage, server_messages.ServerMessage)
        for cls in get_args(union)
    }
    return pretty(
        {
            "asyncapi": "3.0.0",
            "info": {"title": "Rowlock table", "version": str(base.VERSION)},
            "channels": {
                "table": {
                    "address": f"{SOCKET}/{{table}}",
                    "parameters": {"table": {"description": "The table's id"}},
                    "messages": {
                        name: {"$ref": f"#/components/messages/{name}"} for name in messages
                    },
                }
            },
            "operations": {
                "clientToServer": _operation("receive", client_messages.ClientMessage),
                "serverToClient": _operation("send", server_messages.ServerMessage),
            },
            "components": {"messages": messages, "schemas": components()},
        }
    )


def _operation(action: str, union: Any) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "messages": [
            {"$ref": f"#/channels/table/messages/{cls.__name__}"} for cls in get_args(union)
        ],
    }
