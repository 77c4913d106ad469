"""What goes over a phone's socket: noted, and changed on the way where a test wants it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.web.phone import Phone


class Wire:
    def __init__(self, me: Phone, change: Callable[[Any], None] = lambda _: None) -> None:
        self.sent: list[Any] = []
        self.heard: list[Any] = []
        self._change = change
        me.page.route_web_socket(re.compile("/ws/"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            server.send(text)

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            self._change(message)
            self.heard.append(message)
            socket.send(json.dumps(message))

        socket.on_message(send)
        server.on_message(hear)

    @property
    def answers(self) -> list[list[str]]:
        """The moves of every answer that was sent."""
        return [message["moves"] for message in self.sent if message["type"] == "answer"]

    def kinds(self) -> list[str]:
        """What was sent beside what goes by itself."""
        silent = ("hello", "ping", "seal", "open", "pencil")
        return [message["type"] for message in self.sent if message["type"] not in silent]

    def happened(self, kind: str) -> list[Any]:
        """The events of a kind, in order."""
        views = [message for message in self.heard if message["type"] == "view"]
        events = [event for view in views for event in view.get("events", ())]
        return [event for event in events if event["type"] == kind]


def nothing_fits(kind: str) -> Callable[[Any], None]:
    """Leaves a seat nothing but to pass when it is asked this."""

    def change(message: Any) -> None:
        for decision in message.get("decisions", ()):
            if decision["kind"] == kind and decision["owed"]:
                decision["legal"] = [o for o in decision["legal"] if o["move"] == "-"]

    return change
