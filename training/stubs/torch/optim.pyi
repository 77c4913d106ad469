from collections.abc import Iterable
from typing import Any

from torch.nn import Parameter

class Optimizer:
    param_groups: list[dict[str, Any]]
    def step(self) -> None: ...
    def zero_grad(self, set_to_none: bool = ...) -> None: ...
    def state_dict(self) -> dict[str, Any]: ...
    def load_state_dict(self, state: dict[str, Any]) -> None: ...

class Adam(Optimizer):
    def __init__(
        self,
        params: Iterable[Parameter],
        lr: float = ...,
        betas: tuple[float, float] = ...,
    ) -> None: ...

class AdamW(Optimizer):
    def __init__(
        self, params: Iterable[Parameter], lr: float = ..., weight_decay: float = ...
    ) -> None: ...
