"""How many examples a law is tried on.

ROWLOCK_THOROUGH=20 tries twenty times as many, ROWLOCK_THOROUGH=0.2 a fifth; with
`--hypothesis-profile explore` they are new ones at every run.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

THOROUGH = float(os.environ.get("ROWLOCK_THOROUGH", "1"))


def law(examples: int) -> settings:
    """Settings of a property test; above `@given`."""
    return settings(
        max_examples=max(1, round(examples * THOROUGH)),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
