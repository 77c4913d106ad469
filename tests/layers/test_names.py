"""No module of the package has the name of one of its functions."""

from __future__ import annotations

from tests.layers.test_levels import parts_of_the_package

FUNCTIONS = ("simulate", "arena", "review", "solve", "advise")
"""A submodule of such a name would replace the function as soon as it is imported."""


def test_no_module_shadows_a_function_of_the_package() -> None:
    assert not set(FUNCTIONS) & set(parts_of_the_package())
