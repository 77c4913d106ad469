"""A server that can have no tables says so before it accepts a socket, and nothing else."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.running import running


def test_who_is_sent_elsewhere_is_no_failure_of_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints = logging.getLogger("uvicorn.error")
    with running(data=str(tmp_path)) as server:
        complaints.addHandler(caplog.handler)
        monkeypatch.setattr(complaints, "level", logging.ERROR)
        made = server.create("me:Ann", "bot")
        rooms = server.server._app.services.rooms
        monkeypatch.setattr(rooms, "stopping", True)
        with pytest.raises(InvalidStatus) as refused:
            connect(f"{server.ws}/{made['table']}")
        monkeypatch.undo()
        complaints.removeHandler(caplog.handler)
    assert refused.value.response.status_code == 503
    assert not caplog.records, caplog.text
