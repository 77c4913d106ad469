"""`rowlock serve --check` on PostgreSQL: makes what the database lacks, and no more."""

from __future__ import annotations

import pytest

from rowlock.cli.main import main
from tests.cluster.processes import new_database
from tests.cluster.test_leases import sql
from tests.server.running import running

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
COLUMNS = (
    "SELECT table_name, column_name, data_type FROM information_schema.columns"
    " WHERE table_schema = 'public' ORDER BY 1, 2"
)


def check(database: str) -> int:
    return main(["serve", "--check", "--database", database])


def test_check_makes_the_tables_that_a_server_needs_and_no_server(database: str) -> None:
    empty = new_database(database)
    assert check(empty) == 0
    made = [row[0] for row in sql(empty, TABLES)]
    assert made == [
        "calls",
        "day_groups",
        "entries",
        "logs",
        "running_time",
        "servers",
        "slow_tables",
        "store",
        "tries",
    ]
    assert sql(empty, "SELECT id FROM servers") == []
    columns = sql(empty, COLUMNS)
    with running(database=empty, lease_seconds=60.0) as server:
        server.create("me:Ann", "open")
    assert sql(empty, COLUMNS) == columns  # nothing was left to be made


def test_check_adds_missing_columns_while_servers_run(database: str) -> None:
    older = new_database(database)
    assert check(older) == 0
    sql(older, "ALTER TABLE servers DROP COLUMN home")
    with running(database=new_database(database)) as server:
        playing = server.settings.database
        table = server.create("me:Ann", "open")["table"]
        games = sql(playing, "SELECT * FROM logs")
        assert check(playing) == 0
        assert sql(playing, "SELECT * FROM logs") == games
        assert server.join(table, "Ben")["seat"] == 1
    assert check(older) == 0
    assert "home" in {row[1] for row in sql(older, COLUMNS)}


def test_the_help_says_that_check_makes_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    assert "create missing database tables" in " ".join(capsys.readouterr().out.split())
