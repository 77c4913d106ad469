"""What people get wrong on a command line, command by command and option by option.

Every line is refused in one sentence with exit status 1 or 2; none may be called a bug of ours.
`{name}` stands for a file or folder that `make_files` makes.
"""

from __future__ import annotations

from pathlib import Path

SHEET = "r- y- g- b- x0"
ROLL = "41 3256"
ADVISE = ("advise", "--sheet", SHEET, "--roll", ROLL)
POSITION = f'classic 9 1 action1 {ROLL}; "Ann" {SHEET}; "Ben" {SHEET}'
IN_COMPANY = ("advise", "--position", POSITION)
ROLLOUT = ("rollout", "--position", POSITION)

ODD_NUMBERS = ("1e9", "٣", "−0", "NaN", "inf", "0x10", "1_000", "1.5", "", " ", "½", "9" * 30)
"""No option takes these for a whole number. (`007` is seven, and `-0` nothing.)"""

WHOLE_NUMBERS = (
    ("serve", "--port"),
    ("play", "--first"),
    ("play", "--seed"),
    ("replay", "{good}", "--turn"),
    ("solve", "--players"),
    ("solve", "--threads"),
    (*ADVISE, "--players"),
    (*ADVISE, "--wait"),
    (*IN_COMPANY, "--seat"),
    (*ROLLOUT, "--seat"),
    (*ROLLOUT, "--games"),
    (*ROLLOUT, "--seed"),
    ("review", "{good}", "--seat"),
    ("review", "{good}", "--threads"),
    ("exam", "--seed"),
    ("simulate", "--games"),
    ("simulate", "--seed"),
    ("simulate", "--threads"),
    ("arena", "greedy", "random", "--games"),
    ("arena", "greedy", "random", "--seed"),
    ("arena", "greedy", "random", "--threads"),
)

OUT_OF_RANGE = (
    ("serve", "--port", "99999"),
    ("serve", "--port=-1"),
    ("serve", "--bot-delay", "nan"),
    ("serve", "--bot-delay=-1"),
    ("serve", "--bot-delay", "1e3"),
    ("play", "--first", "0"),
    ("play", "--first", "007"),
    ("play", "--first", "99999999999999999999"),
    ("replay", "{good}", "--turn=-1"),
    ("replay", "{good}", "--turn", "99999999999999999999"),
    ("solve", "--players", "0"),
    ("solve", "--players", "99999999999999999999"),
    ("solve", "--threads", "99999999999999999999"),
    ("solve", "--variant", "longo", "--lucky", "٣&٤"),
    ("solve", "--variant", "longo", "--lucky", "\x1c5&10"),
    (*ADVISE, "--players=-0"),
    (*ADVISE, "--passive", "--players", "3", "--wait", "7"),
    (*IN_COMPANY, "--seat", "0"),
    (*IN_COMPANY, "--seat", "3"),
    (*ROLLOUT, "--seat", "0"),
    (*ROLLOUT, "--games", "0"),
    (*ROLLOUT, "--games", "99999999999999999999"),
    ("review", "{good}", "--seat", "0"),
    ("review", "{good}", "--seat", "6"),
    ("review", "{good}", "--rollouts", "nan"),
    ("review", "{good}", "--rollouts=-1"),
    ("review", "{good}", "--threads", "0"),
    ("review", "{good}", "--resume", "{folder}"),
    ("simulate", "--resume", "{folder}"),
    ("simulate", "--resume", "{good}"),
    ("simulate", "--processes", "--ray"),
    ("solve", "--resume", "{binary}"),
    ("solve", "--resume", "{huge}"),
    ("solve", "--resume", "/dev/zero"),
    ("solve", "--variant", "classic", "klassik"),
    ("arena", "greedy", "random", "--resume", "{good}"),
    ("arena", "greedy", "random", "--resume", "{missing}/no.journal"),
    ("exam", "--seed=-1"),
    ("exam", "--seed", "99999999999999999999"),
    ("exam", "--variant", "bonus_b"),
    ("daily", "--date", "yesterday"),
    ("daily", "--date", "2026-02-30"),
    ("exam", "--puzzles", "--date", "tomorrow"),
    ("exam", "--date", "2026-11-16"),
    ("exam", "--puzzles", "--variant", "mixx_a"),
    ("exam", "--puzzles", "--lucky", "6&11"),
    ("exam", "--puzzles", "--name", "Ann"),
    ("exam", "--puzzles", "--seed", "0"),
    ("exam", "--puzzles", "--record", "new.rowlock"),
    ("simulate", "--games", "0"),
    ("simulate", "--games=-5"),
    ("simulate", "--threads", "1000000"),
    ("simulate", "--bots", "greedy:1e9"),
    ("simulate", "--bots", "greedy:٣"),
    ("simulate", "--bots", "deep:999999999999"),
    ("simulate", "--bots", "champion:nan"),
    ("arena", "greedy", "random", "--games", "1"),
    ("arena", "greedy", "random", "--threads", "1000000"),
)

NAMES = (
    ("nonsense",),
    ("replay",),
    ("rules", "klassik"),
    ("rules", ""),
    ("rules", "classic", "--lang", "xx"),
    ("variants", "classic", "klassik"),
    ("variants", "--random", ""),
    ("variants", "--random", "b2-tulip"),
    ("variants", "--random", "tulpenwiesenblume"),
    ("variants", "connected_chain", "--random", "tulip"),
    ("bench", "everything"),
    ("solve", "--device", "abacus"),
    ("simulate", "--bots", ""),
    ("simulate", "--bots", "no_such_module:Bot"),
    ("simulate", "--bots", "os:getcwd"),
    ("arena", "greedy"),
    ("play", "--players", "Ann,Ann"),
    ("play", "--players", '"'),
    ("play", "--players", "a,b,c,d,e,f"),
    ("play", "--players", "", "--bots", ""),
    ("play", "--cards", "--own-dice"),
    ("advise", "--sheet", "nonsense", "--roll", ROLL),
    ("advise", "--sheet", "", "--roll", ROLL),
    ("advise", "--sheet", SHEET, "--roll", "٤١ ٣٢٥٦"),
    ("advise", "--sheet", SHEET, "--roll", "\x00"),
    (*ADVISE, "--closed", "rz"),
    (*ADVISE, "--after", "r6"),
    (*ADVISE, "--after", "nonsense"),
    (*ADVISE, "--position", POSITION),
    (*ADVISE, "--seat", "1"),
    ("advise",),
    ("advise", "--sheet", SHEET),
    ("advise", "--position", "nonsense"),
    ("advise", "{good}", "--position", POSITION),
    (*IN_COMPANY, "--roll", ROLL),
    (*IN_COMPANY, "--closed", "r"),
    (*IN_COMPANY, "--after", "nonsense"),
    (*IN_COMPANY, "--variant", "longo"),
    (*IN_COMPANY, "--solved", "{missing}"),
    ("rollout",),
    ("rollout", "--position", ""),
    (*ROLLOUT, "--bots", ""),
    (*ROLLOUT, "--bots", "greedy,nobody"),
    (*ROLLOUT, "--bots", "greedy,greedy,greedy"),
    (*ROLLOUT, "--roll", ROLL),
    (*ROLLOUT, "--after", "nonsense"),
    (*ROLLOUT, "--after", "r6"),
    (*ROLLOUT, "--games", "1"),
    (*ROLLOUT, "--variant", "longo"),
    ("serve", "--bot", "no_such_module:Bot", "--data", "{empty}", "--no-open", "--port", "0"),
)

UNREADABLE_FILES = (
    "{missing}",
    "{folder}",
    "{binary}",
    "{utf16}",
    "{nul}",
    "{huge}",
    "{below}",
    "{long_name}",
    "/dev/zero",
    "/proc/self/mem",
)

READERS = (
    ("replay",),
    ("legal",),
    ("verify",),
    ("replay", "{good}", "--variant"),
    ("simulate", "--variant"),
    ("variants",),
    ("rules",),
    ("draw", "--out", "{empty}/new.svg"),
    ("print", "--out", "{empty}/new.pdf"),
    (*ADVISE, "--solved"),
    ("advise",),
    ("rollout",),
    ("serve", "--config"),
    ("backup", "{empty}/new", "--config"),
)
"""The file that cannot be read comes last."""

WRITERS = (
    ("backup", "--data", "{data}"),
    ("play", "--bots", "greedy", "--record"),
    ("solve", "--out"),
    ("simulate", "--games", "1", "--plot"),
    ("arena", "greedy", "random", "--plot"),
)
UNWRITABLE_FILES = ("{folder}", "{missing}/new.png", "{below}.png", "/proc/new.png")

STORES = (
    ("serve", "--data", "{good}", "--port", "0", "--no-open"),
    ("serve", "--data", "{below}", "--port", "0", "--no-open"),
    ("serve", "--data", "{damaged}", "--port", "0", "--no-open"),
    ("serve", "--database", "postgres:/typo", "--port", "0", "--no-open"),
    ("serve", "--database", "nosuch://", "--port", "0", "--no-open"),
    ("serve", "--host", "no.such.host.invalid", "--port", "0", "--no-open"),
    ("serve", "--host", "x" * 70, "--data", "{empty}", "--no-open"),
    ("serve", "--log-level", "loud"),
    ("serve", "--workers", "2", "--data", "{empty}", "--port", "0", "--no-open"),
    ("serve", "--workers", "0", "--data", "{empty}", "--port", "0", "--no-open"),
    ("serve", "--peer-url", "10.0.0.7", "--data", "{empty}", "--port", "0", "--no-open"),
    ("site", "--out", "{good}"),
    ("site", "--out", "{data}"),
    ("backup", "{empty}/new", "--data", "{good}"),
    ("backup", "{empty}/new", "--data", "{empty}"),
    ("backup", "{empty}/new", "--data", "{damaged}"),
    ("backup", "{good}", "--data", "{data}"),
    ("backup", "{empty}/new", "--database", "nosuch://"),
    ("backup", "{empty}/new", "--database", "postgres:/typo"),
    ("backup", "{empty}/new", "--database", "postgresql://127.0.0.1:1/rowlock"),
    ("backup", "{empty}/new", "--database", "postgresql://[bad"),
)

ENVIRONMENT = (
    ("ROWLOCK_PORT", "99999"),
    ("ROWLOCK_PORT", "٣"),
    ("ROWLOCK_PORT", "1e3"),
    ("ROWLOCK_PORT", ""),
    ("ROWLOCK_LOG_LEVEL", "loud"),
    ("ROWLOCK_METRICS", "perhaps"),
    ("ROWLOCK_BOT_DELAY", "nan"),
    ("ROWLOCK_KEEP_DAYS", "inf"),
    ("ROWLOCK_DATABASE", "mysql://localhost/games"),
    ("ROWLOCK_CONFIG", "{missing}"),
    ("ROWLOCK_PORT_FILE", "{missing}"),
    ("ROWLOCK_PORT_FILE", "{folder}"),
    ("ROWLOCK_PORT_FILE", "{binary}"),
    ("ROWLOCK_DATABASE_FILE", "/dev/zero"),
)

GOOD = """\
[Rowlock "1"]
[Variant "classic"]
[Players "Ann, Ben"]
[First "1"]

1. 41 3256 | r5 | y5
"""

ODD_RECORDS: dict[str, str | bytes] = {
    "a separator before First": GOOD.replace('First "1"', 'First "\x1c1"'),
    "another script in First": GOOD.replace('First "1"', 'First "١"'),
    "a power in First": GOOD.replace('First "1"', 'First "1e0"'),
    "another script in a turn": GOOD.replace("1. 41", "١. 41"),
    "another script in the dice": GOOD.replace("41 3256", "٤١ 3256"),
    "a wide digit in a move": GOOD.replace("r5", "r５"),
    "a leading zero": GOOD.replace("r5", "r05"),
    "a minus sign for a dash": GOOD.replace("| r5", "| −"),
    "a null byte": GOOD.replace("r5", "r5\0"),
    "a lone surrogate's bytes": GOOD.encode().replace(b"Ann", b"\xed\xa0\x80"),
    "a turn of many digits": GOOD.replace("1. 41", "9" * 5000 + ". 41"),
    "UTF-16": GOOD.encode("utf-16"),
    "a million turns": GOOD + "".join(f"{n}. 41 3256 | - | -\n" for n in range(2, 1_000_000)),
    "a million empty lines": GOOD + "\n" * 1_000_000,
    "a line of a million signs": GOOD + ";" * 2_000_000,
    "nothing": "",
}


def make_files(folder: Path) -> dict[str, str]:
    """The files and folders that the lines above name."""
    names = ("missing", "binary", "utf16", "nul", "huge")
    paths = {name: folder / f"{name}.toml" for name in names}
    paths |= {name: folder / name for name in ("folder", "empty", "data", "damaged")}
    paths["good"] = folder / "good.rowlock"
    for name in ("folder", "empty", "data", "damaged"):
        paths[name].mkdir()
    (paths["folder"] / "something").touch()
    paths["good"].write_text(GOOD)
    paths["binary"].write_bytes(bytes(range(256)) * 8)
    paths["utf16"].write_bytes(GOOD.encode("utf-16"))
    paths["nul"].write_bytes(b"\0" * 100)
    with paths["huge"].open("wb") as file:
        file.truncate(1 << 40)  # takes no room
    (paths["data"] / "rowlock.sqlite3").touch()
    (paths["damaged"] / "rowlock.sqlite3").write_bytes(b"this is no database" * 500)
    return {name: str(path) for name, path in paths.items()} | {
        "below": str(paths["good"] / "below"),
        "long_name": str(folder / ("x" * 300)),
    }
