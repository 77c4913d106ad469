"""Rewrites weights with a new rules digest, as a start for training after a rule was corrected.

    PYTHONPATH=src python3 training/restamp.py big_points OLD.npz START.npz

Weights for different rules are refused because of their digest. They are still the best start for
training with the new rules, if the feature layout is unchanged. This script writes them with the
current digest. Train them further before you ship them.
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
        raise SystemExit(f"{args.old} has a different sheet or feature layout: {stamps}")
    before, arrays["digest"] = arrays["digest"], np.array(variant.digest)
    np.savez_compressed(args.new, **arrays)
    print(f"{args.new}: {before} is now {variant.digest}")


if __name__ == "__main__":
    main()
