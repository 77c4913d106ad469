"""Single precision for compiled code, in one instruction instead of a call of NumPy.

`f32(x)` rounds to single precision; `fused(a, b, c)` is a * b + c in single precision, rounded once
if the processor supports it, otherwise twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from rowlock.kernel.jit import JIT

f32: Callable[[Any], Any] = cast(Any, np.float32)
fused: Callable[[Any, Any, Any], Any]

if JIT:
    from llvmlite import ir  # type: ignore[import-untyped]  # Numba's own, without types
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def fused(typing: Any, a: Any, b: Any, c: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.FloatType()
            shape = ir.FunctionType(kind, (kind, kind, kind))
            function = builder.module.declare_intrinsic("llvm.fmuladd", (kind,), shape)
            return builder.call(function, args)

        return types.float32(types.float32, types.float32, types.float32), code

else:

    def fused(a: Any, b: Any, c: Any) -> Any:
        return a * b + c
