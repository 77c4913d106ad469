"""Write the generated files below the current folder."""

from __future__ import annotations

import sys
from pathlib import Path

from rowlock.server.schema import FILES


def main() -> None:
    for name, write in FILES.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(), "utf-8")
        sys.stderr.write(f"generate-types: {name}\n")


if __name__ == "__main__":
    main()
