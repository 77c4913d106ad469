"""`python -m rowlock` is `rowlock`."""

import sys

from rowlock.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
