"""What all tests share.

Hypothesis draws the same examples every time, here and in CI, and never fails for slowness.
`pytest --hypothesis-profile explore` draws new ones.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("steady")
