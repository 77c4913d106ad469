"""`rowlock variants`: list the sheets, or show some of them."""

from __future__ import annotations

import argparse

from rowlock.cli.common import add_json, print_json
from rowlock.errors import Unreadable
from rowlock.variants import NAMES, Variant, from_text, load_variant


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="sheets to show: names, or files such as my-sheet.toml",
    )
    parser.add_argument(
        "--random",
        metavar="CODE",
        help="print a sheet (classic, or the one named) shuffled by a code, as a sheet file: "
        "a word such as tulip; n1-tulip shuffles only the numbers, c1-tulip only the colours",
    )
    add_json(parser)
    parser.epilog = (
        "examples:\n  rowlock variants bonus_a my-sheet.toml"
        "\n  rowlock variants --random tulip > tulip.toml"
    )


def run(args: argparse.Namespace) -> int:
    if args.random is not None:
        return _print_random(args)
    chosen = [(name, load_variant(name)) for name in args.names or NAMES]
    if args.json:
        for name, variant in chosen:
            print_json(_facts(name, variant))
    elif args.names:
        from rowlock.terminal.draw import draw_variant

        for _, variant in chosen:
            draw_variant(variant)
    else:
        for name, variant in chosen:
            print(f"{name:15} {variant.name:21} {variant.digest}  {_remark(variant)}")
    return 0


def _print_random(args: argparse.Namespace) -> int:
    """Print the shuffled sheet of a code; equal codes give equal sheets everywhere."""
    from rowlock.variants.shuffle import random_sheet

    if len(args.names) > 1:
        raise Unreadable("bad_options", "--random shuffles one sheet (got several)")
    text = random_sheet(args.random, *args.names)
    if args.json:
        variant = from_text(text)
        print_json(_facts(variant.id, variant))
    else:
        print(text, end="")
    return 0


def _remark(variant: Variant) -> str:
    remarks = {
        f"{variant.sides}-sided dice": True,
        f"{len(variant.rows[0])} cells a row": True,
        "lucky numbers": variant.lucky_pairs,
        "mixed colours": variant.mixed_colours,
        f"bonus bar of {len(variant.bar)}": variant.bar,
        f"{len(variant.bonuses)} bonuses": variant.bonuses,
        f"{len(variant.doubles)} double cells": variant.doubles,
        "second boxes": "second_boxes" in variant.features,
        "a fifth row of steps": variant.steps,
        f"{len(variant.chain)} chained pairs": variant.chain,
        f"{len(variant.swaps)} swap fields": variant.swaps,
        "bonus rows": variant.bonus_rows,
        "large print": variant.large_print,
    }
    return ", ".join(remark for remark, holds in remarks.items() if holds)


def _facts(name: str, variant: Variant) -> dict[str, object]:
    return {
        "name": name,
        "variant": variant.id,
        "title": variant.name,
        "digest": variant.digest,
        "sides": variant.sides,
        "rows": [[cell.name for cell in row] for row in variant.rows],
        "large_print": variant.large_print,
    }
