"""Expert iteration, AlphaZero-style: a search with the network plays, and the network learns what the search found.

    pip install ".[train]"
    python -m training_examples.selfplay journey --minutes 5
    python -m training_examples.expert_iteration journey --start runs/journey-solo-0/network.npz --minutes 5

It works with chance and hidden information: every simulation redraws what the player cannot know (see
`moon_envs.NetworkSearch`). All games search together, and their positions are evaluated in batches. The target of the
policy is the improved policy of Danihelka et al., 2022, "Policy improvement by planning with Gumbel": logits, raised
where the search found more than expected. It needs few simulations. The value learns from rewards, as in `selfplay`.
`--help` explains all options.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import moon_envs
from moon_envs.networks import Network
from training_examples.selfplay.arguments import ExpertArguments, needs, read_arguments

with needs("train"):
    import torch
    from torch.nn import functional

    from training_examples.selfplay.learner import Learner, sample
    from training_examples.selfplay.training import train_or_exit


class ExpertLearner(Learner):
    """A learner that decides by search, and whose policy learns from the search."""

    program = "expert_iteration.py"

    def __init__(self, arguments: ExpertArguments, game, modes, team=None):
        if arguments.league:
            raise moon_envs.ConfigurationError("expert_iteration.py plays without a league: --league 0.")
        self.start = None
        if arguments.start:
            self.start = start = Network.load(Path(arguments.start))
            if start.game.id != game.id or start.inputs.solo != (modes[0]["players"] == 1):
                mode = "solo" if start.inputs.solo else "with several players"
                raise moon_envs.ConfigurationError(f"{arguments.start} plays {start.game.id} {mode}.")
            arguments.hidden, arguments.opponent_width = start.hidden, start.opponent_width or arguments.opponent_width
            arguments.outcome = start.rewards.outcome
        super().__init__(arguments, game, modes, team)
        if self.start is not None:
            self.network.load_parameters(self.start.parameters)
        self.improved = np.zeros(self.mask[:-1].shape, dtype=np.float32)
        self.searches = []

    def inputs_of(self, modes):
        """The inputs of the network to start from, which may be of an earlier version."""
        return self.start.inputs if self.start else super().inputs_of(modes)

    def collect(self):
        """Play a rollout; the search uses the present weights."""
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
            rows = np.flatnonzero(deciding[part] >= 0)
            if not len(rows):
                continue
            logits, values = self.expert.evaluate(batch.observation[rows], batch.mask[rows])
            seeds = torch.randint(2**62, (len(rows),)).numpy()
            found = search.search(batch.states[rows], seeds)
            improved = improved_policy(logits, batch.mask[rows], found, self.arguments.value_scale)
            own = part.start + rows
            self.improved[step, own] = improved
            self.value[step, own] = values
            actions[own] = sample(torch.from_numpy(improved)).numpy()
        self.action[step] = actions

    def experience(self):
        """The usable decisions, with their improved policies."""
        _, usable = self.advantages()
        return super().experience() | {"improved": torch.from_numpy(self.improved[usable])}

    def losses(self, minibatch):
        """Cross entropy with the improved policy, value loss and entropy of a minibatch."""
        logits, values = self.network(minibatch["observation"], minibatch["mask"], minibatch["opponents"])
        log_probs = torch.log_softmax(logits, 1)
        policy_loss = -(minibatch["improved"] * log_probs).sum(1).mean()
        entropy = -(torch.softmax(logits, 1) * log_probs).sum(1).mean()
        return policy_loss, functional.mse_loss(values, minibatch["target"]), entropy


def improved_policy(logits, mask, found, value_scale):
    """The policy of logits that are raised where the search found more than average, and lowered where less.

    An action without visits counts as average: the mean of the found values, weighted by the policy. Values are scaled
    to 0..1 between the worst and the best, as in the search.
    """
    tried = found.visits > 0
    policy = np.exp(logits - logits.max(axis=1, keepdims=True)) * (mask != 0)
    weight = policy * tried
    values = np.where(tried, found.values, 0.0)
    average = (weight * values).sum(axis=1, keepdims=True) / np.maximum(weight.sum(axis=1, keepdims=True), 1e-9)
    low = np.where(tried, values, np.inf).min(axis=1, keepdims=True)
    high = np.where(tried, values, -np.inf).max(axis=1, keepdims=True)
    scaled = np.where(tried, values - average, 0.0) / np.maximum(high - low, 1e-9)
    raised = logits + value_scale * scaled
    improved = np.exp(raised - raised.max(axis=1, keepdims=True)) * (mask != 0)
    return improved / improved.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    train_or_exit(read_arguments(ExpertArguments, __doc__), ExpertLearner)
