"""Container and proxies: what their files say agrees with the server."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rowlock.server.config import Settings
from rowlock.server.http.routes import ROUTES, SOCKET
from rowlock.server.http.static_files import FOLDER

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def test_the_container_serves_on_the_port_of_the_server() -> None:
    ports = re.findall(r"EXPOSE (\d+)|--port\", \"(\d+)|127\.0\.0\.1:(\d+)", DOCKERFILE)
    assert {int(port) for found in ports for port in found if port} == {Settings().port}


def test_the_variables_of_the_container_are_settings() -> None:
    for name in re.findall(r"\bROWLOCK_(\w+)=", DOCKERFILE):
        assert hasattr(Settings(), name.lower())


def test_the_page_is_served_from_the_folder_that_it_is_built_into() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packed = project["tool"]["hatch"]["build"]["artifacts"]
    assert ROOT / packed[0] == FOLDER
    assert str(FOLDER.relative_to(ROOT)) in (ROOT / "web/package.json").read_text("utf-8")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_balancers_find_the_table_in_all_of_its_addresses(name: str) -> None:
    found = re.search(r"/\(\?:ws\S+?\+\)", (ROOT / "deploy/several" / name).read_text("utf-8"))
    assert found is not None
    pattern = re.compile(found[0].replace("(?<", "(?P<"))  # a name as Python writes it
    paths = {f"{SOCKET}/{{table}}", *(route.path for route in ROUTES)}
    for path in paths:
        for base in ("", "/rowlock"):
            table = pattern.search(base + path.replace("{table}", "KFDP7MRX"))
            assert (table and table[1]) == ("KFDP7MRX" if "{table}" in path else None), path
