"""Random tokens for members and players."""

from __future__ import annotations

import secrets


def new_token() -> str:
    return secrets.token_urlsafe(16)
