"""The JSON encoder of every message and HTTP answer."""

from __future__ import annotations

import msgspec

encode = msgspec.json.Encoder().encode
