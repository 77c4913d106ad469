"""The exam on the page: a solo game without undo, scored by the exact table.

The page keeps the steps of the game and sends all of them every time; the dice follow from the
seed. So the server stores nothing, and a reload continues the game. Each response is the view of a
table that was folded from the steps.
"""

from __future__ import annotations

import asyncio
import time

from starlette.requests import ClientDisconnect

from rowlock.bots.solved_tables import stored_table
from rowlock.errors import Illegal
from rowlock.notation import Scribe, Setup, format_record
from rowlock.protocol import server_messages
from rowlock.reviews.exam import exam_chance, report_on
from rowlock.reviews.review import Reviewing
from rowlock.server.http.call import Call
from rowlock.server.http.errors import NotYet
from rowlock.server.study.exam_messages import (
    ExamPaper,
    ExamReport,
    ExamSheets,
    ExamSteps,
)
from rowlock.server.study.job_queue import Disconnected, IsStopped
from rowlock.server.study.review_payload import ReviewCancelled, with_sheets
from rowlock.solver.background import is_made_on_first_use, make_in_background, what_is_made
from rowlock.solver.value_table import ValueTable
from rowlock.table import log_entries
from rowlock.table.drafts import Drafts
from rowlock.table.event_messages import event_messages
from rowlock.table.events import Happening
from rowlock.table.history import about, record_with
from rowlock.table.names import clean_name
from rowlock.table.options import TableOptions
from rowlock.table.state import Table
from rowlock.table.turn_views import turn_view
from rowlock.table.view import Scene, view_of
from rowlock.variants import NAMES, load_variant

ROLL = "roll"
EXAMINEE = 0
"""Name of the table's only member."""


async def get_sheets(call: Call) -> ExamSheets:
    return ExamSheets(await asyncio.to_thread(exam_sheets))


async def post_steps(call: Call, wish: ExamSteps) -> server_messages.TableView:
    return await asyncio.to_thread(exam_view, wish)


async def get_report(call: Call, wish: ExamPaper) -> ExamReport:
    seconds = call.services.settings.review_seconds if wish.rollouts else 0.0
    key = (wish.seed, wish.name, wish.variant, wish.steps, seconds)
    try:
        return await call.services.exams.find(
            key, lambda is_stopped: exam_report(wish, seconds, is_stopped), call.until_gone
        )
    except Disconnected:
        raise ClientDisconnect from None


def exam_sheets() -> tuple[str, ...]:
    """Sheets with an exact table on this server, and those whose table is solved on first use."""
    return tuple(name for name in NAMES if has_exam(name))


def has_exam(name: str) -> bool:
    if name not in NAMES or load_variant(name).lucky_pairs:
        return False
    return is_made_on_first_use(name) or exact_table(name) is not None


def exact_table(variant: str) -> ValueTable | None:
    return stored_table(load_variant(variant), None)


def exam_view(wish: ExamSteps) -> server_messages.TableView:
    """The view after these steps, with the events of the last one."""
    table, events = folded(wish)
    make_in_background(wish.variant)
    scene = Scene(time.time(), None, {EXAMINEE}, {}, 0, Drafts())
    view = view_of(table, EXAMINEE, scene, events, complete=len(wish.steps) == 0)
    view.log = tuple(map(turn_view, table.turns))
    view.you = server_messages.You(None, False, (0,))  # no host, no chat, no coach
    return view


def exam_report(wish: ExamSteps, seconds: float, is_stopped: IsStopped) -> ExamReport:
    """The report on a finished exam; `seconds` are for finding out why choices were costly."""
    table, _ = folded(wish)
    if table.stage != "over" or table.scribe is None:
        raise Illegal("not_over", "the exam is not over")
    exact = exact_table(wish.variant)
    if exact is None:
        make_in_background(wish.variant)
        raise _not_yet()
    record = record_with(table.scribe, about(table))
    reviewing = Reviewing(record, rollouts=seconds, table=exact)
    for _ in reviewing.steps():
        if is_stopped():
            raise ReviewCancelled
    found = with_sheets(record, reviewing, rolled_out=seconds > 0)
    exam = report_on(found, exact, wish.seed)
    fields = {name: getattr(exam, name) for name in exam.__struct_fields__}
    return ExamReport(**(fields | {"review": found, "record": format_record(record)}))


def _not_yet() -> NotYet:
    refusal = NotYet("no_table_yet", "the exact table of this sheet is still being made")
    _, refusal.share = what_is_made()
    return refusal


def folded(wish: ExamSteps) -> tuple[Table, tuple[server_messages.TableEvent, ...]]:
    """The table after the steps, and the events of the last one."""
    if not has_exam(wish.variant):
        raise Illegal("unknown_variant", f"there is no exam on the sheet {wish.variant!r} here")
    table = _seated(wish)
    chance = exam_chance(wish.seed)
    happened: list[Happening] = []
    for step in wish.steps:
        if table.stage == "over":
            raise Illegal("game_over", "the exam is over")
        question = table.question
        if (step == ROLL) != (question is None):
            raise Illegal("no_roll_due", f"{step}: the open question is {question}")
        if step == ROLL:
            roll = chance.roll(table.game)
            happened = table.apply(log_entries.DiceRolled(roll.white, roll.colours))
        else:
            happened = table.apply(log_entries.SeatAnswered(0, str(question), (step,)))
    return table, event_messages(happened)


def _seated(wish: ExamSteps) -> Table:
    name = clean_name(wish.name, ())
    table = Table()
    table.options = TableOptions(variant=wish.variant)
    table.seats = (log_entries.SeatState("person", name, "", EXAMINEE),)
    table.people = {0}
    table.stage = "playing"
    table.created = time.time()
    table.scribe = Scribe(Setup(variant=table.variant, names=(name,)))
    table.update_question()
    return table
