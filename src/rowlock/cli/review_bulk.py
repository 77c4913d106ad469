"""`rowlock review` with workers: reviews many records in parallel."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rowlock.cli.interrupt import stoppable
from rowlock.cli.progress import progress_bar
from rowlock.cli.records import own_sheets, texts_of_games
from rowlock.cli.workers import journal, workplace
from rowlock.errors import Refusal

if TYPE_CHECKING:
    from rowlock.reviews.model import Review


def reviews(args: argparse.Namespace) -> Iterator[tuple[str, Review | Refusal]]:
    """Yield the file of every game, in order, with its review or the reason why it has none."""
    import msgspec

    from rowlock.reviews.bulk import review_source
    from rowlock.reviews.model import Review

    own = own_sheets(args)
    games = [(file, text) for file in args.files for text in texts_of_games(file)]
    sources = [text if isinstance(text, Refusal) else text.content for _, text in games]
    names = [_name(source) for source in sources]
    question = {
        "seat": args.seat,
        "rollouts": args.rollouts,
        "sheets": [sheet.digest for sheet in own.values()],
    }
    work = partial(review_source, own, args.seat, args.rollouts)
    with journal(args, question) as noted:
        lines = noted.found if noted is not None else []
        known = {line["record"]: msgspec.convert(line["review"], Review) for line in lines}
        todo = [source for source, name in zip(sources, names, strict=True) if name not in known]
        with (
            workplace(args, 1, work) as place,
            place.runner(compiled=False, jobs=len(todo)) as runner,
            stoppable(),
            progress_bar("reviewing", len(sources)) as progress,
        ):
            results = runner.map(work, todo)
            for done, ((file, text), name) in enumerate(zip(games, names, strict=True), 1):
                answer = known[name] if name in known else next(results)
                if isinstance(answer, Refusal) and not isinstance(text, Refusal):
                    answer = answer.below(text.lines_before)
                if noted is not None and name not in known and not isinstance(answer, Refusal):
                    noted.note({"record": name, "review": answer})
                progress(done)
                yield file, answer


def _name(source: bytes | Refusal) -> str:
    """The key of a record in the journal: a digest; empty for errors, which are never stored."""
    return hashlib.sha256(source).hexdigest()[:32] if isinstance(source, bytes) else ""
