"""Compile what many tests need, once, before several workers would each do it.

`python -m tests.compiled`, as scripts/test does. Every way into compiled code compiles what it
reaches, in a process of its own; those of judging bots share a turn, and come one after the other.
"""

from __future__ import annotations

import subprocess
import sys

WAYS_IN = {
    "games": "from rowlock.cli.main import main; main(['simulate', '--games', '2'])",
    "networks": """
from rowlock.cli.main import main
from rowlock.reviews import review
from tests.reviews.games import bots_game
from tests.reviews.test_playouts import test_games_played_on_win_as_often_as_the_exact_search_says
main(["simulate", "--bots", "champion,race", "--games", "2"])
review(bots_game(("champion", "champion"), 1))
test_games_played_on_win_as_often_as_the_exact_search_says()
""",
    "ends": "from rowlock.endgame.preparation import prepare; prepare()",
}


def main() -> int:
    """Compile all at once; the exit status of the worst."""
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
        for code in WAYS_IN.values()
    ]
    return max(each.wait() for each in running)


if __name__ == "__main__":
    sys.exit(main())
