"""The directive `command-help`: what `rowlock COMMAND --help` prints, for every command."""

from __future__ import annotations

import contextlib
import io
import os
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from rowlock.cli.main import COMMANDS, main

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class CommandHelp(SphinxDirective):
    """A section for every command."""

    def run(self) -> list[nodes.Node]:
        os.environ["COLUMNS"] = "88"  # argparse wraps its lines here
        return [self._section(command) for command in COMMANDS]

    def _section(self, command: str) -> nodes.section:
        title = f"rowlock {command}"
        section = nodes.section(ids=[nodes.make_id(title)], names=[title])
        section += nodes.title(text=title)
        section += nodes.literal_block(text=_help(command), language="text")
        return section


def _help(command: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        main([command, "--help"])
    return said.getvalue()


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
