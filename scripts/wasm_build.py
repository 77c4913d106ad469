"""Compiles the bots to WebAssembly: scripts/wasm [--check]

Writes the module, the digest of its sources and the page's binding. `--check` compiles again and
fails if the bytes differ, on a machine with the tools they were made with.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from importlib.resources import files
from pathlib import Path

from scripts.webassembly.binding import binding
from scripts.webassembly.module import build, tools
from scripts.webassembly.sources import digest

FOLDER = Path(str(files("rowlock.bots.wasm")))
MODULE = FOLDER / "bots.wasm"
MADE_FROM = FOLDER / "made_from.json"
BINDING = Path(__file__).parent.parent / "web/src/engine/entryPoints.ts"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        return check()
    module = build()
    MODULE.write_bytes(module)
    MADE_FROM.write_text(json.dumps({"sources": digest(), "tools": tools()}, indent=2) + "\n")
    BINDING.parent.mkdir(exist_ok=True)
    BINDING.write_text(binding())
    packed = len(gzip.compress(module))
    print(f"{MODULE.name}: {len(module)} bytes, {packed} with gzip")
    return 0


def check() -> int:
    made_from = json.loads(MADE_FROM.read_text())
    if made_from["tools"] != tools():
        print(f"other tools than {made_from['tools']}: only the digest is compared")
    elif build() != MODULE.read_bytes():
        print("the module differs from its sources (run scripts/wasm)", file=sys.stderr)
        return 1
    if made_from["sources"] != digest():
        print("the sources have changed (run scripts/wasm)", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
