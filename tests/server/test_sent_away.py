"""A server that can have no tables says so before it accepts a socket, and nothing else."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.http11 import Request
from websockets.sync.client import connect

from rowlock.server.transport.websocket_protocol import WebSocketProtocol
from tests.server.running import PATIENCE_S, running


def _refused(
    folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> int:
    """The status with which a server that is stopping refuses a socket."""
    complaints = logging.getLogger("uvicorn.error")
    monkeypatch.setattr(complaints, "level", logging.ERROR)
    with running(data=str(folder)) as server:
        complaints.addHandler(caplog.handler)
        made = server.create("me:Ann", "bot")
        with monkeypatch.context() as patch:
            patch.setattr(server.services.rooms, "stopping", True)
            with pytest.raises(InvalidStatus) as refused:
                connect(f"{server.ws}/{made['table']}", open_timeout=PATIENCE_S)
    # It has stopped, and has said all it had to say.
    complaints.removeHandler(caplog.handler)
    return refused.value.response.status_code


def test_who_is_sent_elsewhere_is_no_failure_of_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _refused(tmp_path, caplog, monkeypatch) == 503
    assert not caplog.records, caplog.text


def test_nor_is_who_was_hung_up_on_before_it_could_be_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = WebSocketProtocol._begin

    def hang_up(self: WebSocketProtocol, request: Request) -> None:
        begin(self, request)
        self.shutdown()  # as uvicorn does with all connections when it stops

    monkeypatch.setattr(WebSocketProtocol, "_begin", hang_up)
    assert _refused(tmp_path, caplog, monkeypatch) == 500
    assert not caplog.records, caplog.text
