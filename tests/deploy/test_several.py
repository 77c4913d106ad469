"""The samples for several servers: their form, and that they agree with the server."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import yaml

from rowlock.server.config import Settings
from rowlock.server.http.routes import ROUTES
from tests.deploy.proxies import DEPLOY

SEVERAL = DEPLOY / "several"
COMPOSE = yaml.safe_load((SEVERAL / "compose.yaml").read_text("utf-8"))
KUBERNETES = list(yaml.safe_load_all((SEVERAL / "kubernetes.yaml").read_text("utf-8")))


def pod() -> dict[str, Any]:
    deployment = next(each for each in KUBERNETES if each["kind"] == "Deployment")
    found: dict[str, Any] = deployment["spec"]["template"]["spec"]
    return found


def is_setting(variable: str) -> bool:
    return variable.removeprefix("ROWLOCK_").removesuffix("_FILE").lower() in (
        Settings.__struct_fields__
    )


def test_the_compose_file_has_the_form_that_compose_reads() -> None:
    schema = ["--builtin-schema", "vendor.compose-spec"]
    words = [sys.executable, "-m", "check_jsonschema", *schema, str(SEVERAL / "compose.yaml")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_server_of_the_compose_file_says_where_it_is_and_the_proxy_knows_it() -> None:
    servers = {name: each for name, each in COMPOSE["services"].items() if name[:6] == "server"}
    proxy = (SEVERAL / "nginx.conf").read_text("utf-8")
    upstreams = re.findall(r"^\s+server (\S+) max_fails", proxy, re.M)
    assert sorted(upstreams) == sorted(f"{name}:{Settings().port}" for name in servers)
    for name, server in servers.items():
        environment = server["environment"]
        assert environment["ROWLOCK_PEER_URL"] == f"http://{name}:{Settings().port}"
        assert int(environment["ROWLOCK_SERVERS"]) == len(servers)
        assert all(is_setting(variable) for variable in environment)
        files = [key for key in environment if key.endswith("_FILE")]
        assert [environment[key] for key in files] == [f"/run/secrets/{server['secrets'][0]}"]
    trusted = servers["server1"]["environment"]["ROWLOCK_TRUSTED_PROXIES"]
    assert COMPOSE["services"]["proxy"]["networks"]["inside"]["ipv4_address"] == trusted
    assert set(COMPOSE["secrets"]) == {"password", "database"}


def test_the_manifests_set_what_there_is_to_set_and_ask_what_is_answered() -> None:
    container = pod()["containers"][0]
    variables = [each["name"] for each in container["env"] if each["name"] != "POD_IP"]
    assert variables
    assert all(is_setting(name) for name in variables)
    assert container["ports"] == [{"name": "http", "containerPort": Settings().port}]
    asked = {container[probe]["httpGet"]["path"] for probe in ("readinessProbe", "livenessProbe")}
    assert asked <= {route.path for route in ROUTES if route.any_host}
    mounted = {each["name"] for each in container["volumeMounts"]}
    assert mounted == {each["name"] for each in pod()["volumes"]}


def test_the_manifests_name_each_other() -> None:
    by_kind = {each["kind"]: each for each in KUBERNETES}
    label = by_kind["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert by_kind["Deployment"]["spec"]["selector"]["matchLabels"] == label
    assert by_kind["Service"]["spec"]["selector"] == label
    assert by_kind["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == label
    for rule in by_kind["Ingress"]["spec"]["rules"]:
        for path in rule["http"]["paths"]:
            service = path["backend"]["service"]
            assert service["name"] == by_kind["Service"]["metadata"]["name"]
            ports = [port["port"] for port in by_kind["Service"]["spec"]["ports"]]
            assert service["port"]["number"] in ports
