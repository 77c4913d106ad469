"""Train an agent against itself with PyTorch: two seats of classic, all games in one batch.

    pip install "rowlock[gymnasium]" torch
    python examples/train_selfplay.py --minutes 10

The batch asks one seat per step, in whichever game whose turn it is, and one network answers for
both. What one seat wins the other loses, so an advantage changes its sign whenever the next
decision is the other seat's. Rewards are the points of a step, own minus the other's. At the end
the agent plays fresh games against `heuristic`, each time the action it thinks best.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import rowlock
import rowlock.envs  # registers the environments, for the games against `heuristic`

GAMES = 1024
STEPS = 64
EPOCHS = 3
PIECE = 4096
CLIP = 0.2
TRACE = 0.95  # how far an advantage looks ahead
SCALE = 0.05  # of the rewards, so that values are of the order of one


class Agent(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where this is checked
    """The logits of a policy, and a value: points still to come, own minus the other's."""

    def __init__(self, inputs: int, actions: int, width: int = 256) -> None:
        super().__init__()

        def stack(outputs: int) -> nn.Module:
            layers = (nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
            return nn.Sequential(*layers, nn.Linear(width, outputs))

        self.policy, self.value = stack(actions), stack(1)

    def choices(self, seen: Any, mask: Any) -> Any:
        """The probabilities of all actions, none for illegal ones."""
        logits = self.policy(seen).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits)


class Rollout:
    """STEPS decisions in every game, as tensors of [step, game]."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.seen = torch.zeros(STEPS + 1, GAMES, inputs)
        self.mask = torch.zeros(STEPS + 1, GAMES, actions, dtype=torch.bool)
        self.player = torch.zeros(STEPS + 1, GAMES, dtype=torch.long)
        self.action = torch.zeros(STEPS, GAMES, dtype=torch.long)
        self.chance = torch.zeros(STEPS, GAMES)
        self.value = torch.zeros(STEPS + 1, GAMES)
        self.reward = torch.zeros(STEPS, GAMES)
        self.ended = torch.zeros(STEPS, GAMES)

    def advantages(self) -> Any:
        """How much better each decision went than its value said (generalised estimation)."""
        found = torch.zeros_like(self.reward)
        running = torch.zeros(GAMES)
        for step in reversed(range(STEPS)):
            same = self.player[step + 1] == self.player[step]
            side = torch.where(same, 1.0, -1.0) * (1 - self.ended[step])
            surprise = self.reward[step] + side * self.value[step + 1] - self.value[step]
            running = surprise + side * TRACE * running
            found[step] = running
        return found


def look(batch: rowlock.Batch, rollout: Rollout, step: int) -> None:
    """Copy the decisions that the batch asks for now."""
    seen = batch.buffers
    rollout.seen[step] = torch.from_numpy(seen.observation)
    rollout.mask[step] = torch.from_numpy(seen.mask)
    rollout.player[step] = torch.from_numpy(seen.player)


def play(batch: rowlock.Batch, agent: Agent, rollout: Rollout) -> list[int]:
    """Fill the rollout; returns the scores of the games that ended."""
    scores: list[int] = []
    for step in range(STEPS):
        look(batch, rollout, step)
        choice = agent.choices(rollout.seen[step], rollout.mask[step])
        action = choice.sample()
        rollout.action[step], rollout.chance[step] = action, choice.log_prob(action)
        rollout.value[step] = agent.value(rollout.seen[step]).squeeze(1)
        seen = batch.step(action.numpy())
        own = torch.from_numpy(seen.reward).gather(1, rollout.player[step, :, None]).squeeze(1)
        other = torch.from_numpy(seen.reward.sum(1)) - own
        rollout.reward[step] = (own - other) * SCALE
        rollout.ended[step] = torch.from_numpy(seen.done)
        scores += seen.score[seen.done].ravel().tolist()
    look(batch, rollout, STEPS)
    rollout.value[STEPS] = agent.value(rollout.seen[STEPS]).squeeze(1)
    return scores


def learn(agent: Agent, optimiser: Any, rollout: Rollout, entropy: float) -> None:
    """Some rounds of clipped steps over everything that was decided."""
    advantage = rollout.advantages()
    decided = rollout.mask[:-1].sum(2) > 1
    seen, mask = rollout.seen[:-1][decided], rollout.mask[:-1][decided]
    action, before = rollout.action[decided], rollout.chance[decided]
    target = (advantage + rollout.value[:-1])[decided]
    gain = advantage[decided]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for piece in torch.randperm(len(seen)).split(PIECE):
            choice = agent.choices(seen[piece], mask[piece])
            ratio = (choice.log_prob(action[piece]) - before[piece]).exp()
            good = gain[piece]
            won = torch.minimum(ratio * good, ratio.clamp(1 - CLIP, 1 + CLIP) * good).mean()
            missed = (agent.value(seen[piece]).squeeze(1) - target[piece]).square().mean()
            loss = missed - won - entropy * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def judge(agent: Agent, bot: str, games: int = 4000, seed: int = 1) -> tuple[float, float]:
    """The share of the wins against a bot in fresh games, with its standard error."""
    envs = gymnasium.make_vec("rowlock/Classic-v1", num_envs=games, opponents=bot, reward="win")
    seen, info = envs.reset(seed=seed)
    result = np.full(games, np.nan)
    with torch.no_grad():
        while np.isnan(result).any():
            mask = torch.from_numpy(info["action_mask"]).bool()
            best = agent.choices(torch.from_numpy(seen).float(), mask).probs.argmax(1).numpy()
            seen, reward, ended, _, info = envs.step(best)
            result = np.where(ended & np.isnan(result), reward, result)
    share = (result + 1) / 2
    return float(share.mean()), float(share.std() / games**0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="of training, by the clock")
    parser.add_argument("--rounds", type=int, help="of training, instead of minutes")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at the beginning")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(min(2, torch.get_num_threads()))  # OMP_NUM_THREADS may ask for one
    batch = rowlock.Batch("classic", 2, GAMES, seed=given.seed, reward="points", skip_forced=True)
    seen = batch.reset()
    agent = Agent(seen.observation.shape[1], seen.mask.shape[1])
    optimiser = torch.optim.Adam(agent.parameters(), lr=given.rate)
    rollout = Rollout(seen.observation.shape[1], seen.mask.shape[1])
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
            scores += play(batch, agent, rollout)
        learn(agent, optimiser, rollout, entropy=0.01 * (1 - spent))
        rounds += 1
        if rounds % 10 == 0:
            seconds, processor = time.monotonic() - begun, time.process_time()
            mean = float(np.mean(scores[-10_000:]))
            print(
                f"{seconds:9.0f}  {processor:9.0f}  {len(scores) // 2:8}  {mean:10.2f}", flush=True
            )
    for bot in ("greedy", "heuristic"):
        share, error = judge(agent, bot)
        print(f"against {bot}: {100 * share:.1f}% of the wins, ±{100 * error:.1f}")


if __name__ == "__main__":
    main()
