"""Entry point of `python -m rowlock`."""

import sys

from rowlock.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
