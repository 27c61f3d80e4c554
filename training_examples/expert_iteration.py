"""Expert iteration, AlphaZero-style: a search with the network plays, and the network learns what the search found.

    pip install ".[train]"
    python training_examples/ppo.py journey --minutes 5
    python training_examples/expert_iteration.py journey --start runs/journey-solo-0/network.npz --minutes 5

For games with chance and hidden information: every simulation redraws what the player cannot know (see
`moon_envs.NetworkSearch`), all games search together, and their positions are evaluated in batches. The policy learns
what the search would do: its scores, raised by how much better than expected each action turned out (the improved
policy of Danihelka et al., 2022, "Policy improvement by planning with Gumbel", which needs few simulations). The value
learns what was paid, as in ppo.py, of which this is a variation: run it with `--help` for the settings they share.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import ppo
import torch
from learning.arguments import ExpertArguments
from torch.nn import functional

import moon_envs
from moon_envs.networks import Network


class ExpertLearner(ppo.Learner):
    """A learner whose decisions are made by the search, and whose policy learns from it."""

    program = "expert_iteration.py"

    def __init__(self, arguments: ExpertArguments, game, modes, team=None):
        if arguments.pool:
            raise moon_envs.ConfigurationError("expert_iteration.py plays with itself only: --pool 0.")
        self.start = None
        if arguments.start:
            self.start = start = Network.load(Path(arguments.start))
            if start.game.id != game.id or start.inputs.solo != (modes[0]["players"] == 1):
                mode = "solo" if start.inputs.solo else "with several players"
                raise moon_envs.ConfigurationError(f"{arguments.start} plays {start.game.id} {mode}.")
            arguments.hidden, arguments.rival_width = start.hidden, start.rival_width or arguments.rival_width
            arguments.outcome = start.rewards.outcome
        super().__init__(arguments, game, modes, team)
        if self.start is not None:
            self.network.load_parameters(self.start.parameters)
        self.improved = np.zeros(self.mask[:-1].shape, dtype=np.float32)
        self.searches = []

    def inputs_of(self, modes):
        """What the network that it begins with sees, also if that was made by an earlier version."""
        return self.start.inputs if self.start else super().inputs_of(modes)

    def collect(self):
        """Play with the weights of now."""
        expert = self.network.export(self.reward, "")
        self.expert = expert
        self.searches = [
            moon_envs.NetworkSearch(
                self.game,
                batch.configuration.players,
                self.arguments.simulations,
                network=expert,
                noise=self.arguments.noise,
                in_flight=1,
                threads=self.arguments.threads,
                **batch.configuration.options,
            )
            for batch in self.games.batches
        ]
        return super().collect()

    def _decide(self, step, deciding):
        actions = self.mask[step].argmax(axis=1)
        for part, batch, search in zip(self.games.rows, self.games.batches, self.searches, strict=True):
            rows = np.flatnonzero(deciding[part] == ppo.Seats.LEARNER)
            if not len(rows):
                continue
            scores, values = self.expert.evaluate(batch.observation[rows], batch.mask[rows])
            seeds = torch.randint(2**62, (len(rows),)).numpy()
            found = search.search(batch.states[rows], seeds)
            improved = improved_policy(scores, batch.mask[rows], found, self.arguments.trust)
            own = part.start + rows
            self.improved[step, own] = improved
            self.value[step, own] = values
            actions[own] = ppo.draw(torch.from_numpy(improved)).numpy()
        self.action[step] = actions

    def experience(self):
        """What the search would do takes the place of what was done."""
        seen = super().experience()
        _, usable = self.advantages()
        return seen | {"improved": torch.from_numpy(self.improved[usable])}

    def losses(self, seen):
        """The policy learns what the search would do."""
        scores, values = self.network(seen["observation"], seen["mask"], seen["rivals"])
        logarithms = torch.log_softmax(scores, 1)
        policy_loss = -(seen["improved"] * logarithms).sum(1).mean()
        entropy = -(torch.softmax(scores, 1) * logarithms).sum(1).mean()
        return policy_loss, functional.mse_loss(values, seen["target"]), entropy


def improved_policy(scores, mask, found, trust):
    """Scores of the network raised where the search found more than the average, lowered where it found less.

    An action that was not tried is taken to be worth what the network's policy is worth among those that were. Values
    are scaled to 0..1 between the worst and the best that were found, as the search does.
    """
    tried = found.visits > 0
    policy = np.exp(scores - scores.max(axis=1, keepdims=True)) * (mask != 0)
    weight = policy * tried
    values = np.where(tried, found.values, 0.0)
    average = (weight * values).sum(axis=1, keepdims=True) / np.maximum(weight.sum(axis=1, keepdims=True), 1e-9)
    low = np.where(tried, values, np.inf).min(axis=1, keepdims=True)
    high = np.where(tried, values, -np.inf).max(axis=1, keepdims=True)
    scaled = np.where(tried, values - average, 0.0) / np.maximum(high - low, 1e-9)
    raised = scores + trust * scaled
    improved = np.exp(raised - raised.max(axis=1, keepdims=True)) * (mask != 0)
    return improved / improved.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    ppo.main(ExpertLearner, ExpertArguments, __doc__)
