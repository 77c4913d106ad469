"""Train an agent alone at the classic sheet with PyTorch, in minutes on two cores.

    pip install "rowlock[gymnasium]" torch
    python examples/train_gymnasium.py --minutes 10

Proximal policy optimisation in its plainest form, on 1,024 games at once. The mask of legal actions
is laid over the policy, and decisions with a single legal action teach it nothing, so they are left
out. Prints the mean score of the games that ended, and at last that of fresh games in which the
agent takes the action it thinks best. `heuristic` reaches 85.8 points, best play 115.48.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import rowlock.envs  # noqa: F401  # registers the environments

GAMES = 1024
STEPS = 32
EPOCHS = 3
PIECE = 4096
CLIP = 0.2
TRACE = 0.95  # how far an advantage looks ahead
SCALE = 0.05  # of the rewards, so that values are of the order of one


def make_network(inputs: int, actions: int, width: int = 256) -> tuple[nn.Module, nn.Module]:
    """The policy's logits, and the value: points still to come."""

    def stack(outputs: int) -> nn.Module:
        layers = (nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        return nn.Sequential(*layers, nn.Linear(width, outputs))

    return stack(actions), stack(1)


def masked(policy: nn.Module, seen: Any, mask: Any) -> Any:
    """The chances of all actions, none for illegal ones."""
    return torch.distributions.Categorical(logits=policy(seen).masked_fill(~mask, -1e9))


class Rollout:
    """So many steps in every game, as tensors of [step, game]."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.seen = torch.zeros(STEPS, GAMES, inputs)
        self.mask = torch.zeros(STEPS, GAMES, actions, dtype=torch.bool)
        self.action = torch.zeros(STEPS, GAMES, dtype=torch.long)
        self.chance = torch.zeros(STEPS, GAMES)
        self.value = torch.zeros(STEPS + 1, GAMES)
        self.reward = torch.zeros(STEPS, GAMES)
        self.ended = torch.zeros(STEPS, GAMES)

    def advantages(self) -> Any:
        """How much better each step went than its value said (generalised estimation)."""
        found = torch.zeros_like(self.reward)
        running = torch.zeros(GAMES)
        for step in reversed(range(STEPS)):
            goes_on = 1 - self.ended[step]
            surprise = self.reward[step] + goes_on * self.value[step + 1] - self.value[step]
            running = surprise + goes_on * TRACE * running
            found[step] = running
        return found


def play(envs: Any, now: tuple[Any, Any], nets: Any, rollout: Rollout) -> tuple[Any, list[int]]:
    """Fill the rollout; gives back where the games stand and the scores of those that ended."""
    policy, value = nets
    seen, mask = now
    scores: list[int] = []
    for step in range(STEPS):
        rollout.seen[step] = torch.from_numpy(seen)
        rollout.mask[step] = torch.from_numpy(mask)
        choice = masked(policy, rollout.seen[step], rollout.mask[step])
        action = choice.sample()
        rollout.action[step], rollout.chance[step] = action, choice.log_prob(action)
        rollout.value[step] = value(rollout.seen[step]).squeeze(1)
        seen, reward, ended, _, info = envs.step(action.numpy())
        mask = info["action_mask"]
        rollout.reward[step] = torch.from_numpy(reward * SCALE)
        rollout.ended[step] = torch.from_numpy(ended)
        if ended.any():
            scores += info["final_info"]["scores"][ended, 0].tolist()
    rollout.value[STEPS] = value(torch.from_numpy(seen).float()).squeeze(1)
    return (seen, mask), scores


def learn(nets: Any, optimiser: Any, rollout: Rollout, entropy: float) -> None:
    """Some rounds of clipped steps over everything that was decided."""
    policy, value = nets
    advantage = rollout.advantages()
    decided = rollout.mask.sum(2) > 1
    seen, mask = rollout.seen[decided], rollout.mask[decided]
    action, before = rollout.action[decided], rollout.chance[decided]
    target = (advantage + rollout.value[:-1])[decided]
    gain = advantage[decided]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for piece in torch.randperm(len(seen)).split(PIECE):
            choice = masked(policy, seen[piece], mask[piece])
            ratio = (choice.log_prob(action[piece]) - before[piece]).exp()
            good = gain[piece]
            won = torch.minimum(ratio * good, ratio.clamp(1 - CLIP, 1 + CLIP) * good).mean()
            missed = (value(seen[piece]).squeeze(1) - target[piece]).square().mean()
            loss = missed - won - entropy * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def judge(policy: nn.Module, games: int = 20_000, seed: int = 1) -> tuple[float, float]:
    """Mean score of fresh games, with its standard error, without any sampling."""
    envs = gymnasium.make_vec("rowlock/Classic-v1", num_envs=games)
    seen, info = envs.reset(seed=seed)
    first = np.full(games, np.nan)
    with torch.no_grad():
        while np.isnan(first).any():
            logits = policy(torch.from_numpy(seen).float())
            mask = torch.from_numpy(info["action_mask"]).bool()
            best = logits.masked_fill(~mask, -1e9).argmax(1).numpy()
            seen, reward, ended, _, info = envs.step(best)
            first = np.where(ended & np.isnan(first), reward, first)
    return float(first.mean()), float(first.std() / games**0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="of training, by the clock")
    parser.add_argument("--rounds", type=int, help="of training, instead of minutes")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at the beginning")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(min(2, torch.get_num_threads()))  # OMP_NUM_THREADS may ask for one
    envs = gymnasium.make_vec("rowlock/Classic-v1", num_envs=GAMES, reward="points")
    inputs = envs.single_observation_space.shape[0]  # type: ignore[index]  # a Box has one
    actions = int(envs.single_action_space.n)  # type: ignore[attr-defined]  # it is Discrete
    nets = make_network(inputs, actions)
    parameters = [*nets[0].parameters(), *nets[1].parameters()]
    optimiser = torch.optim.Adam(parameters, lr=given.rate)
    rollout = Rollout(inputs, actions)
    seen, info = envs.reset(seed=given.seed)
    now = seen, info["action_mask"]
    begun, scores, rounds = time.monotonic(), [0], 0
    print("  seconds  processor     games  mean score")
    while True:
        spent = (time.monotonic() - begun) / (60 * given.minutes)
        if given.rounds is not None:  # the same on every machine, however busy
            spent = rounds / given.rounds
        if spent >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = given.rate * (1 - spent)
        with torch.no_grad():
            now, ended = play(envs, now, nets, rollout)
        learn(nets, optimiser, rollout, entropy=0.01 * (1 - spent))
        scores += ended
        rounds += 1
        if rounds % 20 == 0:
            seconds, processor = time.monotonic() - begun, time.process_time()
            mean = float(np.mean(scores[-10_000:]))
            print(f"{seconds:9.0f}  {processor:9.0f}  {len(scores):8}  {mean:10.2f}", flush=True)
    mean, error = judge(nets[0])
    print(f"20,000 fresh games, the best action each time: {mean:.2f} ±{error:.2f} points")


if __name__ == "__main__":
    main()
