"""The compiled turns of `turns.cu` on tensors: plays games and looks ahead, on a GPU or CPU.

A batch of positions is an integer tensor [n, width] in the layout of `positions.py`. Policies are 0
and 1 for the first and second network, 2 for the readable heuristic, and 3 for the race bot.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from gpu import HEURISTIC, Array, Games, GpuRules, Lessons, Net, gpu_rules
from network import ValueNet
from positions import columns
from rules import Rules
from selfplay import MARGIN_WEIGHT
from torch import Tensor

SOURCE = Path(__file__).parent / "turns.cu"
FLAGS = ("-O3", "--shared", "-Xcompiler", "-fPIC", "-arch=native")
FLAGS_CPU = ("-O3", "-shared", "-fPIC", "-march=native", "-x", "c++")


class People(NamedTuple):
    """A network's weight of the answers it predicts for people in action 1, and its weight of a
    point of margin in wins."""

    weight: float
    readable: int = HEURISTIC
    margin: float = MARGIN_WEIGHT


class Played(NamedTuple):
    """Whole games: totals [game, seat], turns [game], and sampled positions."""

    totals: Tensor
    turns: Tensor
    positions: Tensor
    owners: Tensor


class Turns:
    """Compiled turns of a variant for networks of one size."""

    def __init__(self, rules: Rules, hidden: int, second: int, library: Path | None = None) -> None:
        self.rules, self.sizes = rules, (hidden, second)
        self.device = rules.device
        self.library = ctypes.CDLL(str(library or build(rules.device.type, hidden, second)))
        if self.library.size_of_rules() != ctypes.sizeof(GpuRules):
            raise ValueError(
                "turns.cu was compiled for a different struct Rules than that of gpu.py"
            )
        self.pairs = rules.sides * (rules.sides + 1) // 2
        self._kept: list[Tensor] = []
        self._rules = gpu_rules(rules.arrays, self._put)

    def _put(self, array: Array) -> int:
        self._kept.append(torch.from_numpy(array).to(self.device))
        return self._kept[-1].data_ptr()

    def _nets(
        self, nets: list[ValueNet], people: list[People]
    ) -> tuple[ctypes.Array[Net], list[Tensor]]:
        alive: list[Tensor] = []
        lines = (Net * len(nets))()
        for k, net in enumerate(nets):
            if (len(net.bias), len(net.second.bias)) != self.sizes:
                raise ValueError(f"these turns were compiled for networks of {self.sizes}")
            parts = [net.table(), net.scalars, net.bias, net.second.weight.T]
            parts += [net.second.bias, net.last.weight, net.last.bias]
            parts = [part.detach().float().contiguous() for part in parts]
            alive += parts
            lines[k] = Net(*(part.data_ptr() for part in parts), *people[k])
        return lines, alive

    def _call(
        self, name: str, nets: list[ValueNet], people: list[People], work: ctypes.Structure
    ) -> None:
        lines, alive = self._nets(nets, people)
        door = getattr(self.library, name)
        state = door(ctypes.byref(self._rules), lines, len(nets), ctypes.byref(work))
        if state:
            raise RuntimeError(f"{name} failed with {state}")
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        del alive

    @torch.no_grad()
    def expect(
        self,
        nets: list[ValueNet],
        people: list[People],
        positions: Tensor,
        policies: Tensor,
        seed: int,
        looks: int = 1,
        dice: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """[n, seat, (win share, margin)] values of the first network one turn later; with `dice`
        also the positions after these dice."""
        number, players = policies.shape
        out = torch.zeros(number, players, 2, device=self.device)
        after = torch.zeros_like(positions) if dice is not None else positions[:0]
        pairs = self.pairs if dice is None else 1
        work = Lessons(
            number, players, positions.shape[1], looks, pairs, seed, positions.data_ptr(),
            policies.data_ptr(), out.data_ptr(), None if dice is None else dice.data_ptr(),
            None if dice is None else after.data_ptr(),
        )  # fmt: skip
        self._call("expect_turns", nets, people, work)
        return out, after

    @torch.no_grad()
    def play(
        self,
        nets: list[ValueNet],
        people: list[People],
        policies: Tensor,
        spreads: Tensor,
        seed: int,
        share: float = 0.0,
    ) -> Played:
        """Play a game for each row of `policies` and sample a share of the positions between turns.

        `spreads` are standard deviations of errors, [game] or [game, seat].
        """
        games, players = policies.shape
        spreads = spreads.expand(players, -1).T if spreads.ndim == 1 else spreads
        spreads = spreads.contiguous()
        width = columns(players).width
        most = int(games * 64 * share) + 64 if share else 1

        def ints(*shape: int) -> Tensor:
            return torch.zeros(*shape, dtype=torch.int32, device=self.device)

        kept, owners, positions = ints(1), ints(most), ints(most, width)
        totals, turns = ints(games, players), ints(games)
        work = Games(
            games, players, width, most, seed, policies.data_ptr(), spreads.data_ptr(), share,
            kept.data_ptr(), owners.data_ptr(), positions.data_ptr(), totals.data_ptr(),
            turns.data_ptr(),
        )  # fmt: skip
        self._call("play_games", nets, people, work)
        n = min(int(kept), most)
        return Played(totals, turns, positions[:n], owners[:n])


def build(device: str, hidden: int, second: int) -> Path:
    """The library for networks of this size; compiled next to the source if it is missing."""
    file = SOURCE.parent / "arrays" / f"turns-{device}-{hidden}x{second}.so"
    if not file.exists() or file.stat().st_mtime < SOURCE.stat().st_mtime:
        sizes = [f"-DHIDDEN={hidden}", f"-DSECOND={second}"]
        compiler = "nvcc" if device == "cuda" else "g++"
        if shutil.which(compiler) is None:
            raise SystemExit(f"{compiler} is needed to compile {SOURCE.name}")
        flags = FLAGS if device == "cuda" else FLAGS_CPU
        file.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, *flags, *sizes, str(SOURCE), "-o", str(file)], check=True)
    return file


def shares(totals: Tensor) -> Tensor:
    """[game, seat] win shares; a shared win is split equally."""
    winners = totals == totals.max(1, keepdim=True).values
    return winners.float() / winners.sum(1, keepdim=True)


def leads(totals: Tensor) -> Tensor:
    """[game, seat] lead over the best other player."""
    best = totals.topk(2, 1).values
    is_first = totals.argmax(1, keepdim=True) == torch.arange(totals.shape[1], device=totals.device)
    return (totals - torch.where(is_first, best[:, 1:], best[:, :1])).float()


def seats_of(games: int, players: int, own: int, other: int, device: torch.device) -> Tensor:
    """Policies [game, seat]: one seat in turn plays `own`, all others play `other`."""
    policies = np.full((games, players), other, dtype=np.int32)
    policies[np.arange(games), np.arange(games) % players] = own
    return torch.tensor(policies, device=device)
