"""Everything has a text that parses back: sheets, positions, records, also unfinished ones."""

from __future__ import annotations

from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from rowlock import (
    Record,
    Scribe,
    Setup,
    format_position,
    format_record,
    format_sheet,
    load_variant,
    new_game,
    parse_position,
    parse_record,
    parse_sheet,
    replay,
    view,
)
from rowlock.notation import moments
from rowlock.notation.record import Comment
from rowlock.testing import enter
from rowlock.testing.strategies import (
    PlayedGame,
    own_variants,
    played,
    setups,
)
from rowlock.variants import Variant, from_text
from tests.properties.law import law

NAMES = st.text(min_size=1, max_size=12).filter(
    lambda name: name == name.strip() and name.isprintable() and not set(',"') & set(name)
)


def without_lines(record: Record) -> Record:
    """The record without the numbers of its lines, which depend on blank ones."""
    return replace(record, items=tuple(replace(item, line=0) for item in record.items))


@law(40)
@given(played())
def test_sheets_and_positions_parse_back(line: PlayedGame) -> None:
    variant = line.setup.variant
    own = {variant.id: variant}
    for game in line.games:
        text = format_position(game)
        assert parse_position(text, own) == game
        assert "\n" not in text
        for sheet in game.sheets:
            assert parse_sheet(variant, format_sheet(variant, sheet)) == sheet


@law(40)
@given(played())
def test_a_record_of_any_moment_gives_back_that_moment(line: PlayedGame) -> None:
    scribe = Scribe(line.setup)
    own = {line.setup.variant.id: line.setup.variant}
    for given_input in line.inputs:
        enter(scribe, given_input)
        text = format_record(scribe.record())
        record = parse_record(text, own)
        assert replay(record) == scribe.game
        assert format_record(record) == text


@law(40)
@given(played())
def test_records_parse_back_as_values(line: PlayedGame) -> None:
    own = {line.setup.variant.id: line.setup.variant}
    record = parse_record(line.record, own)
    assert without_lines(parse_record(format_record(record), own)) == without_lines(record)
    assert parse_record(line.record.encode(), own) == record
    assert parse_record("\ufeff" + line.record.replace("\n", "\r\n"), own) == record


@law(40)
@given(played())
def test_a_replay_goes_through_the_same_states_and_events(line: PlayedGame) -> None:
    own = {line.setup.variant.id: line.setup.variant}
    turns: dict[int, list[object]] = {}
    for before, events in zip(line.games, line.events, strict=False):
        turns.setdefault(before.turn, []).extend(events)
    for moment in moments(parse_record(line.record, own)):
        # A turn that is not finished keeps its events to itself until its action is over.
        assert list(moment.events) == turns.get(moment.turn, [])
    assert moment.state == line.last


@law(40)
@given(st.lists(NAMES, min_size=1, max_size=5, unique=True))
@example(["a;b", "[x]", "| ?", "x : r5"])
def test_any_name_survives_records_and_positions(names: list[str]) -> None:
    setup = Setup(variant=load_variant("classic"), names=tuple(names))
    scribe = Scribe(setup)
    text = format_record(scribe.record())
    assert parse_record(text).setup.names == tuple(names)
    assert parse_position(format_position(scribe.game)) == scribe.game


@law(40)
@given(played(), st.lists(st.text(max_size=20), max_size=4), st.integers(0, 2**16))
def test_comments_are_kept(line: PlayedGame, comments: list[str], place: int) -> None:
    assume(not any("\n" in comment for comment in comments))
    own = {line.setup.variant.id: line.setup.variant}
    lines = line.record.splitlines()
    kept = [comment.rstrip() for comment in comments]
    for comment in comments:
        lines.insert(place % (len(lines) + 1), f";{comment}")
    record = parse_record("\n".join(lines), own)
    again = parse_record(format_record(record), own)
    assert without_lines(again) == without_lines(record)
    assert replay(again) == line.last
    found = [item.text for item in record.items if isinstance(item, Comment)]
    assert sorted(found) == sorted(kept)


@law(40)
@given(own_variants())
def test_a_record_of_an_own_sheet_names_its_digest(variant: Variant) -> None:
    game = new_game(variant, ["Ann"])
    assert parse_position(format_position(game), {variant.id: variant}) == game
    assert f"{variant.id}@{variant.digest}" in format_position(game)
    text = format_record(Scribe(Setup(variant=variant, names=("Ann",))).record())
    assert f'[Digest "{variant.digest}"]' in text
    assert view(game, 0).variant is variant


@law(20)
@given(played(setups(turns=["dice"])))
def test_equal_sheets_have_equal_texts_and_only_those(line: PlayedGame) -> None:
    variant = line.setup.variant
    sheets = [sheet for game in line.games for sheet in game.sheets]
    texts = {format_sheet(variant, sheet) for sheet in sheets}
    assert len(texts) == len(set(sheets))


def test_the_large_print_sheet_writes_classic_records() -> None:
    scribe = Scribe(Setup(variant=load_variant("xl"), names=("Ann", "Ben")))
    text = format_record(scribe.record())
    assert '[Variant "classic"]' in text
    assert (
        replay(parse_record(text.replace('"classic"', '"xl"'))).variant.digest
        == load_variant("xl").digest
    )
    assert from_text('extends = "classic"', "mine.toml").digest == load_variant("xl").digest
