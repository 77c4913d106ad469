"""Settings that cannot be meant are refused at the start, in one sentence."""

from __future__ import annotations

import pytest

from rowlock.errors import Unreadable
from rowlock.server.config import load_settings

REFUSED = [
    {"base_path": 'a"><script>'},
    {"base_path": "/games room"},
    {"base_path": "/games/../x"},
    {"base_path": "/games//x"},
    {"base_path": "/games?x"},
    {"base_path": "https://example.org/games"},
    {"public_url": "https://"},
    {"public_url": "https:///games"},
    {"public_url": "https://play.example.org/?x"},
    {"public_url": 'https://play.example.org/"><script>'},
    {"public_url": "https://user@play.example.org"},
    {"allowed_hosts": ["play.example.org:8377"]},
    {"allowed_hosts": ["https://play.example.org"]},
    {"allowed_hosts": ["*"]},
    {"trusted_proxies": ["nonsense"]},
    {"trusted_proxies": ["10.0.0.0/99"]},
    {"trusted_proxies": ["127.0.0.1", "proxy.example.org"]},
    {"trusted_proxies": ["127.0.0.1:80"]},
]
ACCEPTED = [
    {"base_path": "/"},
    {"base_path": "rowlock"},
    {"base_path": "/games/rowlock-1.0/"},
    {"public_url": "https://play.example.org"},
    {"public_url": "HTTPS://play.example.org/rowlock/"},
    {"public_url": "http://192.168.1.5:8377"},
    {"public_url": "http://[2001:db8::1]:8377"},
    {"allowed_hosts": ["play.example.org", "box", "2001:db8::1"]},
    {"trusted_proxies": ["*"]},
    {"trusted_proxies": ["127.0.0.1", "10.0.0.0/8", "10.0.0.5/8", "::1", "2001:db8::/32"]},
]


@pytest.mark.parametrize("setting", REFUSED, ids=str)
def test_addresses_that_cannot_be_meant_are_refused(setting: dict[str, object]) -> None:
    (name,) = setting
    with pytest.raises(Unreadable, match=name):
        load_settings(setting, {})


@pytest.mark.parametrize("setting", ACCEPTED, ids=str)
def test_addresses_that_can_be_meant_are_accepted(setting: dict[str, object]) -> None:
    load_settings(setting, {})
