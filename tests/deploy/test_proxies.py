"""Metrics stay private behind both sample files, at the top and below a path."""

from __future__ import annotations

from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.deploy.proxies import DEPLOY, PROXIES, running


def status(address: str, path: str) -> int:
    connection = HTTPConnection(address.removeprefix("http://"), timeout=20)
    connection.request("GET", path)  # as it is: nothing is tidied up on the way
    answer = connection.getresponse().status
    connection.close()
    return answer


@pytest.mark.parametrize("name", PROXIES)
@pytest.mark.parametrize("base", ["", "/rowlock"])
def test_metrics_are_not_public(name: str, base: str, tmp_path: Path) -> None:
    with running(name, tmp_path, below=bool(base)) as address:
        assert status(address, f"{base}/") == 200
        assert status(address, f"{base}/api/tables") == 200
        for path in ("/metrics", "/metrics/", "/%6Detrics", "//metrics", "/metrics?x=1"):
            assert status(address, base + path) == 404, base + path


@pytest.mark.parametrize(
    ("file", "samples"),
    [("nginx.conf", 1), ("Caddyfile", 2), ("several/nginx.conf", 1), ("several/Caddyfile", 1)],
)
def test_every_sample_that_passes_requests_on_blocks_metrics(file: str, samples: int) -> None:
    blocks = (DEPLOY / file).read_text().split("\nserver {" if "nginx" in file else ".org {")
    passing = [block for block in blocks[1:] if "proxy_pass" in block or "reverse_proxy" in block]
    assert len(passing) == samples
    assert all("/metrics/*$" in block for block in passing)
