"""Runs the steps of the Dockerfile on a machine without a container engine.

    sudo python3 scripts/check_dockerfile.py

Every stage gets a root of its own: an overlay over this machine's system, deleted at the end, with
a new Python environment instead of the Python of the official image. COPY, RUN, ENV and USER are
carried out in it as written; then CMD is started as that user in a network of its own, until
HEALTHCHECK succeeds and the page has been fetched. This cannot test the base image itself. It needs
Linux, root (or a sandbox that may mount) and the package registries.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = "/opt/image-python"
FETCH = (
    "import urllib.request as u; page = u.urlopen('http://127.0.0.1:8377/').read();"
    " assert b'<base href' in page, page[:200]"
)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Word and rest of each instruction; lines that end in a backslash are joined."""
    joined = re.sub(r"\\\n\s*", " ", text)
    for line in joined.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


class Stage:
    """One image being built."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        upper, work = folder / "upper", folder / "work"
        for place in (self.root, upper, work):
            place.mkdir(parents=True)
        layers = f"lowerdir=/,upperdir={upper},workdir={work}"
        call("mount", "-t", "overlay", "overlay", "-o", layers, str(self.root))
        for system in ("proc", "dev"):
            call("mount", "--rbind", f"/{system}", str(self.root / system))
        (self.root / "root").chmod(
            0o755
        )  # a Python may be installed there, and other users must reach it
        self.workdir = "/"
        self.user = "root"
        self.env = {**os.environ, "HOME": "/root"}
        self.run(f"python3 -m venv {PYTHON}")
        self.env["PATH"] = f"{PYTHON}/bin:/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin"

    def run(self, command: str) -> None:
        call(*self.inside(command), env=self.env)

    def inside(self, command: str) -> list[str]:
        shell = f"cd {self.workdir} && {command}"
        return ["chroot", f"--userspec={self.user}", str(self.root), "/bin/sh", "-ec", shell]

    def path(self, place: str) -> Path:
        return self.root / (Path(self.workdir) / place).relative_to("/")


def call(*command: str, env: dict[str, str] | None = None) -> None:
    subprocess.run(command, check=True, env=env)


def copy_context(to: Path) -> None:
    """What a build would be sent: the files git tracks or would add, much as .dockerignore says."""
    listed = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"]
    names = subprocess.run(listed, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def copy(rest: str, stage: Stage, stages: dict[str, Stage]) -> None:
    words = shlex.split(rest)
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")]
        shutil.copytree(source.path(words[0]), stage.path(words[1]), dirs_exist_ok=True)
    else:
        copy_context(stage.path(words[1]))


def serve(stage: Stage, command: list[str], health: list[str]) -> None:
    """Start the server as the image would, wait until it is healthy, fetch the page, stop it."""
    story = f"""
        {shlex.join(command)} & server=$!
        tries=0
        until {shlex.join(health)} 2>/dev/null; do
          tries=$((tries + 1)); [ $tries -lt 100 ]; sleep 0.3
        done
        python -c {shlex.quote(FETCH)}
        [ "$(id -un)" != root ]
        kill $server
        wait $server
    """
    alone = f"ip link set lo up && exec {shlex.join(stage.inside(story))}"
    call("unshare", "--net", "sh", "-ec", alone, env=stage.env)


def check(folder: Path) -> None:
    stages: dict[str, Stage] = {}
    health: list[str] = []
    for word, rest in instructions((ROOT / "Dockerfile").read_text("utf-8")):
        print(f"{word} {rest[:90]}", flush=True)
        if word == "FROM":
            name = rest.partition(" AS ")[2] or str(len(stages))
            stage = stages[name] = Stage(folder / name)
        elif word == "WORKDIR":
            stage.workdir = rest
            stage.path(".").mkdir(parents=True, exist_ok=True)
        elif word == "COPY":
            copy(rest, stage, stages)
        elif word == "RUN":
            stage.run(rest)
        elif word == "ENV":
            stage.env |= dict(pair.split("=", 1) for pair in shlex.split(rest))
        elif word == "USER":
            stage.user = rest
        elif word == "HEALTHCHECK":
            health = json.loads(rest.partition("CMD")[2])
        elif word == "CMD":
            serve(stage, json.loads(rest), health)
        elif word not in ("ARG", "VOLUME", "EXPOSE"):  # the base image is not used here
            raise SystemExit(f"{word}: this script cannot check that")
    print("every step of the Dockerfile works")


def main() -> None:
    if len(sys.argv) == 1:  # in a namespace of its own, so that the mounts vanish with it
        with tempfile.TemporaryDirectory() as folder:
            again = ["unshare", "--mount", sys.executable, __file__, folder]
            raise SystemExit(subprocess.run(again).returncode)
    check(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
