"""Write what training needs of a variant to one .npz file: integers and tables, no code.

    .venv/bin/python training/export.py classic longo ... --out training/arrays

The training script reads these files and needs nothing of this package.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from rowlock.bots.features import row_features
from rowlock.bots.heuristic_values import row_values
from rowlock.bots.heuristic_weights import Weights
from rowlock.bots.row_states import row_states
from rowlock.kernel.compile import compile_variant
from rowlock.variants import BUILT_IN, Variant, load_variant


def export(variant: Variant, file: Path) -> None:
    tables = compile_variant(variant)
    states = row_states(variant)
    weights = Weights()
    np.savez_compressed(
        file,
        id=np.array(variant.id),
        digest=np.array(variant.digest),
        flat=tables.flat,
        row_number=states.number,
        row_features=row_features(variant),
        row_values=row_values(variant, weights).astype(np.float32),
        penalty_value=np.array(weights.penalty, dtype=np.float32),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "variants", nargs="*", default=sorted({load_variant(n).id for n in BUILT_IN})
    )
    parser.add_argument("--out", type=Path, default=Path("training/arrays"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.variants:
        variant = load_variant(name)
        export(variant, args.out / f"{variant.id}.npz")


if __name__ == "__main__":
    main()
