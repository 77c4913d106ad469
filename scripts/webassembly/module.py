"""Numba's intermediate code, as a WebAssembly module.

Numba compiles every entry point for a plain 64-bit machine. Its code in LLVM's language gets
another target, and the linker makes one module of all of them. That works because compiled bots
allocate nothing, print nothing and start no threads, and because every array is an argument.

Exported functions take the address of an unused result, that of an unused exception, and then the
arguments: arrays as a pointer and a length, integers as 64-bit integers. They return 0.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rowlock.bots.wasm.entry_points import ENTRY_POINTS, WORKSPACE, EntryPoint, Kind

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint"
PLAIN_MACHINE = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "+sse4.1"}
"""Without the wide vectors of this machine, which WebAssembly does not have."""


def build() -> bytes:
    """The module. Compiles everything again, because cached code has no intermediate code."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(PLAIN_MACHINE, NUMBA_CACHE_DIR=folder)
        objects = []
        for point in ENTRY_POINTS:
            file = Path(folder, f"{point.name}.o")
            file.write_bytes(_object(point.name, *_intermediate(point)))
            objects.append(str(file))
        module = Path(folder, "module.wasm")
        exports = [f"--export={point.name}" for point in ENTRY_POINTS]
        options = ["--no-entry", "--gc-sections", "--strip-all", "--export=__heap_base"]
        subprocess.run(
            ["wasm-ld", *options, "--allow-undefined", *exports, *objects, "-o", str(module)],
            check=True,
        )
        return module.read_bytes()


def _intermediate(point: EntryPoint) -> tuple[str, str]:
    """The name of the compiled function, and the code of all that it calls."""
    import numba
    from numba import types

    pointer: Any = types.CPointer
    kinds = {
        "integer": types.int64,
        "integers": pointer(types.int64),
        "singles": pointer(types.float32),
        "doubles": pointer(types.float64),
    }
    names, signature, passed = list[str](), list[Any](), list[str]()

    def array(name: str, kind: Kind) -> str:
        names.extend((name, f"{name}_length"))
        signature.extend((kinds[kind], types.int64))
        return f"array_at({name}, {name}_length)"

    for name, kind in point.arguments:
        if kind == "workspace":
            parts = ", ".join(array(f"{name}_{part}", each) for part, each in WORKSPACE)
            passed.append(f"Workspace({parts})")
        elif kind == "integer":
            names.append(name)
            signature.append(kinds[kind])
            passed.append(name)
        else:
            passed.append(array(name, kind))
    names_in_wrapper = {
        "array_at": _array_at(),
        "function": getattr(import_module(point.module), point.function),
        "Workspace": import_module("rowlock.bots.compiled.workspace").Workspace,
    }
    if point.plays_turns:
        passed.insert(0, "play_turn")
        turns = import_module("rowlock.bots.compiled.turns")
        names_in_wrapper["play_turn"] = turns.play_turn
    source = f"def {point.name}({', '.join(names)}):\n    function({', '.join(passed)})\n"
    exec(source, names_in_wrapper)
    options: Any = {"_nrt": False}
    made: Any = numba.njit(types.void(*signature), **options)(names_in_wrapper[point.name])
    (compiled,) = made.overloads.values()
    return compiled.fndesc.mangled_name, compiled.library.get_llvm_str()


def _array_at() -> Any:
    """A function for compiled code: the array of a length at an address."""
    from numba import types
    from numba.extending import intrinsic

    arrays: Any = import_module("numba.np.arrayobj")

    def array_at(typing: Any, pointer: Any, length: Any) -> Any:
        kind = types.Array(pointer.dtype, 1, "C")

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            made = arrays.make_array(kind)(context, builder)
            size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
            arrays.populate_array(
                made,
                data=builder.bitcast(args[0], made.data.type),
                shape=[args[1]],
                strides=[context.get_constant(types.intp, size)],
                itemsize=context.get_constant(types.intp, size),
                meminfo=None,
            )
            return made._getvalue()

        return kind(pointer, length), code

    return intrinsic(array_at)


def _object(name: str, mangled: str, code: str) -> bytes:
    """The machine code for WebAssembly, with the function under its plain name."""
    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    code = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'target datalayout = ".*"', f'target datalayout = "{LAYOUT}"', code)
    module = llvm.parse_assembly(code.replace(" = common ", " = weak "))
    module.verify()
    module.get_function(mangled).name = name
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, features=FEATURES)
    return bytes(machine.emit_object(module))


def tools() -> dict[str, str]:
    """The versions of everything that decides about the bytes of the module."""
    told = subprocess.run(["wasm-ld", "--version"], capture_output=True, text=True, check=True)
    return {
        "numba": version("numba"),
        "llvmlite": version("llvmlite"),
        "wasm-ld": told.stdout.strip(),
    }
