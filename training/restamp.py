"""Weights of a sheet whose rules have changed since, as a start for further training.

    PYTHONPATH=src python3 training/restamp.py big_points OLD.npz START.npz

Everything refuses weights of other rules, by their digest. They are still the best start for those
of the new rules, as long as the network sees the same of a sheet (the layout): this writes them
again with today's digest. Weights to be shipped are trained after that.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from rowlock.bots.evaluation.input_layout import layout
from rowlock.variants import load_variant


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("sheet")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    args = parser.parse_args()
    variant = load_variant(args.sheet)
    arrays = dict(np.load(args.old))
    stamps = str(arrays["id"]), str(arrays["layout"])
    if stamps != (variant.id, layout(variant)):
        raise SystemExit(f"{args.old} is of another sheet or sees other features of it: {stamps}")
    before, arrays["digest"] = arrays["digest"], np.array(variant.digest)
    np.savez_compressed(args.new, **arrays)
    print(f"{args.new}: {before} is now {variant.digest}")


if __name__ == "__main__":
    main()
