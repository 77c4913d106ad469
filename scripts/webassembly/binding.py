"""The page's binding of the module, from the description of its entry points."""

from __future__ import annotations

from rowlock.bots.wasm.entry_points import ENTRY_POINTS, WORKSPACE, EntryPoint, Kind

TYPES: dict[Kind, str] = {
    "integer": "number | bigint",
    "integers": "Integers",
    "singles": "Singles",
    "doubles": "Doubles",
    "workspace": "Workspace",
}
HEAD = """/**
 * The functions of the WebAssembly module of the bots. Written by scripts/wasm from
 * src/rowlock/bots/wasm/entry_points.py: change that, not this.
 */
import type { Doubles, Integers, Memory, Singles } from './memory'
"""


def binding() -> str:
    """`entryPoints.ts`."""
    parts = "\n".join(f"  {name}: {TYPES[kind]}" for name, kind in WORKSPACE)
    names = ", ".join(f"work.{name}" for name, _ in WORKSPACE)
    functions = "\n".join(map(_function, ENTRY_POINTS))
    return (
        f"{HEAD}\n/** The arrays in which bots play and evaluate. */\n"
        f"export type Workspace = {{\n{parts}\n}}\n\n"
        f"const arrays = (work: Workspace): (Integers | Singles)[] => [{names}]\n\n"
        "export class EntryPoints {\n"
        "  private readonly memory: Memory\n\n"
        "  constructor(memory: Memory) {\n    this.memory = memory\n  }\n\n"
        f"{functions}}}\n"
    )


def _function(point: EntryPoint) -> str:
    taken = ", ".join(f"{name}: {TYPES[kind]}" for name, kind in point.arguments)
    passed = ", ".join(
        f"...arrays({name})" if kind == "workspace" else name for name, kind in point.arguments
    )
    return (
        f"  /** {point.says} */\n  {point.name}({taken}): void {{\n"
        f"    this.memory.call('{point.name}', [{passed}])\n  }}\n"
    )
