"""Masked PPO on many games at once: play a rollout, estimate advantages, learn from them.

All games are rows of the same arrays, whatever their mode, and one call of the network decides in all rows. In every
step the player whose turn it is decides, so every row advances. A decision is rewarded with what its player gets until
the next decision of that player. Rows with a single legal action need no decision.
"""

from __future__ import annotations

import time

import numpy as np
import torch
from torch.nn import functional

from moon_envs.agents import Waiting, find_agent
from moon_envs.networks import Inputs
from training_examples.selfplay.arguments import Arguments
from training_examples.selfplay.curriculum import read_curriculum, stage_at
from training_examples.selfplay.games import Games, Seats, random_decisions
from training_examples.selfplay.network import TorchNetwork
from training_examples.selfplay.processes import Team

SEEDS_OF_A_STAGE = 100_003  # every stage plays other games


def sample(probabilities):
    """Sample an action for each row from its probabilities; never one of probability 0."""
    reached = probabilities.cumsum(1, dtype=torch.float64)
    at = torch.rand(len(reached), 1, dtype=torch.float64) * reached[:, -1:]
    return (reached > at).byte().argmax(1)


class Learner:
    """The network in training, its games, and the rollout since the last update."""

    program = "selfplay"
    curves = ("won", "points", "entropy", "value_loss")
    fixed = ("games", "steps", "seed", "league", "bots", "processes", "curriculum")

    def __init__(self, arguments: Arguments, game, modes, team: Team | None = None):
        self.arguments, self.game, self.team = arguments, game, team or Team()
        torch.set_num_threads(arguments.threads)
        torch.manual_seed(arguments.seed)  # all processes start with the same weights
        self.inputs = self.inputs_of(modes)
        self.reward = {"points_delta": 1.0, "outcome": arguments.outcome}
        self.curriculum = read_curriculum(game, modes, arguments.curriculum)
        self.network = TorchNetwork(self.inputs, arguments.hidden, arguments.opponent_width)
        self.past_policy = TorchNetwork(self.inputs, arguments.hidden, arguments.opponent_width)
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5, fused=True)
        self.bots = [find_agent(name, "bots") for name in arguments.bots]
        self.own_seed = arguments.seed * self.team.size + self.team.rank  # but play different games
        torch.manual_seed(self.own_seed)
        self.decisions = self.updates = 0
        self.in_league = []  # the last outcomes in games of the league
        self.seconds = {"games": 0.0, "network": 0.0, "learning": 0.0}
        self.begin_stage(0)
        self.normalise_inputs()
        self.past_policies = [self._weights()]

    def inputs_of(self, modes) -> Inputs:
        """The inputs of the network."""
        return Inputs(self.game, solo=modes[0]["players"] == 1)

    def normalise_inputs(self) -> None:
        """Normalise inputs by random games of the present stage, the same games in all processes."""
        decisions = random_decisions(self.game, self.curriculum[self.stage], self.inputs.columns, self.arguments.seed)
        self.network.normalise_inputs(*decisions, is_first_stage=self.stage == 0)

    def begin_stage(self, number: int) -> None:
        """Start new games in the modes of a stage of the curriculum."""
        self.stage = number
        count, seed = self.team.share_of(self.arguments.games), self.own_seed + number * SEEDS_OF_A_STAGE
        self.games = Games(self.game, self.curriculum[number], count, self.reward, seed, self.inputs.columns)
        self.seats = Seats(self.games, self.arguments.league, len(self.bots))
        self._allocate()

    def _allocate(self):
        steps, games = self.arguments.steps, self.games
        shape = (steps, games.count)
        self.observation = np.zeros((steps + 1, games.count, games.columns), dtype=np.float32)
        self.mask = np.zeros((steps + 1, games.count, games.actions), dtype=np.float32)
        self.actor = np.zeros((steps + 1, games.count), dtype=np.int64)
        self.learns = np.zeros((steps + 1, games.count), dtype=bool)
        self.value = np.zeros((steps + 1, games.count), dtype=np.float32)
        self.rewards = np.zeros((*shape, games.most_players), dtype=np.float32)
        self.done = np.zeros(shape, dtype=bool)
        self.action = np.zeros(shape, dtype=np.int64)
        self.log_prob = np.zeros(shape, dtype=np.float32)
        self.opponents = torch.from_numpy(games.players - 1)

    def _weights(self):
        return {name: value.detach().clone() for name, value in self.network.state_dict().items()}

    def collect(self):
        """Play a rollout; returns the results of the games that ended."""
        chosen = int(torch.randint(len(self.past_policies), ()))
        self.past_policy.load_state_dict(self.past_policies[chosen])
        results = []
        for step in range(self.arguments.steps):
            begin = time.perf_counter()
            deciding = self._observe(step)
            observed = time.perf_counter()
            self._decide(step, deciding)
            decided = time.perf_counter()
            self.games.step(self.action[step], self.rewards[step], self.done[step])
            results += self._results()
            self.seats.draw(np.flatnonzero(self.done[step]))
            self.seconds["network"] += decided - observed
            self.seconds["games"] += time.perf_counter() - decided + observed - begin
        self._observe(self.arguments.steps)
        rows = np.flatnonzero(self.learns[-1])
        self.value[-1, rows] = self._evaluate(self.network, self.arguments.steps, rows)[1].numpy()
        self.decisions += self.arguments.steps * self.arguments.games
        return results

    def _observe(self, step):
        """The kind of player that decides in each row; -1 where only one action is legal."""
        self.games.observe(self.observation[step], self.mask[step], self.actor[step])
        deciding = self.seats.who[np.arange(self.games.count), self.actor[step]]
        deciding = np.where(self.mask[step].sum(axis=1) > 1, deciding, -1)
        self.learns[step] = deciding == Seats.LEARNER
        return deciding

    @torch.no_grad()
    def _evaluate(self, network, step, rows):
        observed = (torch.from_numpy(array[step][rows]) for array in (self.observation, self.mask))
        return network(*observed, self.opponents[rows])

    def _decide(self, step, deciding):
        actions = self.mask[step].argmax(axis=1)
        for network, kind in ((self.network, Seats.LEARNER), (self.past_policy, Seats.PAST)):
            rows = np.flatnonzero(deciding == kind)
            if len(rows):
                logits, values = self._evaluate(network, step, rows)
                log_probs = torch.log_softmax(logits, 1)
                sampled = sample(torch.softmax(logits, 1))
                actions[rows] = sampled.numpy()
                if kind == Seats.LEARNER:
                    self.value[step, rows] = values.numpy()
                    self.log_prob[step, rows] = log_probs.gather(1, sampled[:, None])[:, 0].numpy()
        self._ask_bots(deciding == Seats.BOT, actions)
        self.action[step] = actions

    def _ask_bots(self, waits, actions):
        for part, batch in zip(self.games.rows, self.games.batches, strict=True):
            rows = np.flatnonzero(waits[part])
            for number, bot in enumerate(self.bots):
                own = rows[self.seats.bot[part][rows] == number]
                if len(own):
                    bot.prepare(batch.game, batch.configuration)
                    actions[part.start + own] = bot.act(Waiting(batch, own))

    def _results(self):
        """Outcome, points and "in the league?" of every learner's seat in the games that just ended."""
        found = []
        for rows, outcomes, points in self.games.results():
            learns = self.seats.who[rows, : outcomes.shape[1]] == Seats.LEARNER
            for place, seat in zip(*np.nonzero(learns), strict=True):
                found.append((outcomes[place, seat], points[place, seat], self.seats.in_league[rows[place]]))
        return found

    def advantages(self):
        """Generalised advantage estimation for each player; returns advantages and the usable decisions.

        The reward of a decision is everything its player gets until the next decision of that player. A decision is
        usable if the rollout reaches that next decision, or the end of the game.
        """
        arguments, games = self.arguments, self.games
        advantage = np.zeros(self.done.shape, dtype=np.float32)
        usable = np.zeros(self.done.shape, dtype=bool)
        next_value, next_advantage, reward = (np.zeros((games.count, games.most_players)) for _ in range(3))
        is_known = np.zeros((games.count, games.most_players), dtype=bool)
        rows = np.flatnonzero(self.learns[-1])
        next_value[rows, self.actor[-1, rows]] = self.value[-1, rows]
        is_known[rows, self.actor[-1, rows]] = True
        for step in reversed(range(arguments.steps)):
            ended = self.done[step]
            next_value[ended], next_advantage[ended], reward[ended], is_known[ended] = 0.0, 0.0, 0.0, True
            reward += self.rewards[step]
            rows = np.flatnonzero(self.learns[step])
            seat = rows, self.actor[step, rows]
            delta = reward[seat] + arguments.gamma * next_value[seat] - self.value[step, rows]
            found = delta + arguments.gamma * arguments.gae_lambda * next_advantage[seat]
            advantage[step, rows] = np.where(is_known[seat], found, 0.0)
            usable[step, rows] = is_known[seat]
            next_value[seat], next_advantage[seat] = self.value[step, rows], advantage[step, rows]
            reward[seat], is_known[seat] = 0.0, True
        return advantage, usable

    def experience(self):
        """The usable decisions of the rollout: arrays with one row for each decision."""
        advantage, usable = self.advantages()
        whole = {
            "observation": self.observation[:-1],
            "mask": self.mask[:-1],
            "action": self.action,
            "log_prob": self.log_prob,
            "advantage": advantage,
            "target": advantage + self.value[:-1],
            "opponents": np.broadcast_to(self.games.players - 1, usable.shape),
        }
        return {name: torch.from_numpy(array[usable]) for name, array in whole.items()}

    def update(self, left: float):
        """Play a rollout and learn from it; `left` of the training falls from 1 to 0.

        Returns the results of the games that ended, and the losses.
        """
        arguments = self.arguments
        stage = stage_at(1 - left, len(arguments.curriculum), arguments.curriculum_share)
        if stage > self.stage:  # a finished run that is resumed for longer never goes back a stage
            self.begin_stage(stage)
            self.normalise_inputs()
        results = self.collect()
        return results, self.learn(self.experience(), left)

    def advance(self, left: float):
        """Let every process play a rollout and learn from it; returns what a run wants to know, see `Trainee`."""
        found = self.team.call(self, "update", left)
        results = [result for own, _ in found for result in own]
        league = [outcome for outcome, _, in_league in results if in_league]
        self.in_league = [*self.in_league, *league][-self.arguments.games :]
        losses = np.mean([losses for _, losses in found], axis=0)
        columns = {"won_in_league": np.mean(np.array(self.in_league) > 0) if self.in_league else np.nan}
        columns |= dict(zip(("policy_loss", "value_loss", "entropy"), losses, strict=True))
        return [(outcome, points) for outcome, points, _ in results], columns

    def learn(self, rollout, left: float):
        """Some epochs over the decisions of a rollout; `left` scales the learning rate. Returns the mean losses."""
        begin = time.perf_counter()
        arguments = self.arguments
        advantage = rollout["advantage"]
        rollout["advantage"] = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        for group in self.optimizer.param_groups:
            group["lr"] = arguments.learning_rate * left
        totals = np.zeros(3)
        count = len(rollout["action"])
        # All processes must take the same number of steps, or one would wait for the others forever.
        parts = self.team.least(min(count, max(1, count * self.team.size // arguments.minibatch)))
        for _ in range(arguments.epochs if parts else 0):
            for part in torch.randperm(count).tensor_split(parts):
                totals += self._step({name: array.index_select(0, part) for name, array in rollout.items()})
        self.count_update()
        self.seconds["learning"] += time.perf_counter() - begin
        return totals / (arguments.epochs * max(1, parts))

    def _step(self, minibatch):
        policy_loss, value_loss, entropy = self.losses(minibatch)
        self.optimizer.zero_grad()
        (policy_loss + value_loss - self.arguments.entropy * entropy).backward()
        parameters = list(self.network.parameters())
        self.team.average_gradients(parameters)
        torch.nn.utils.clip_grad_norm_(parameters, 0.5)
        self.optimizer.step()
        return np.array([policy_loss.item(), value_loss.item(), entropy.item()])

    def count_update(self):
        """Count an update; every few updates the weights join the league as a past policy."""
        self.updates += 1
        if self.updates % self.arguments.snapshot == 0:
            self.past_policies = [*self.past_policies, self._weights()][-self.arguments.past_policies :]

    def losses(self, minibatch):
        """Policy loss, value loss and entropy of a minibatch."""
        clip, advantage = self.arguments.clip, minibatch["advantage"]
        logits, values = self.network(minibatch["observation"], minibatch["mask"], minibatch["opponents"])
        # Probabilities by softmax: exp() of the log probabilities is ten times as slow where actions are illegal.
        log_probs, probs = torch.log_softmax(logits, 1), torch.softmax(logits, 1)
        ratio = (log_probs.gather(1, minibatch["action"][:, None])[:, 0] - minibatch["log_prob"]).exp()
        policy_loss = -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        value_loss = functional.mse_loss(values, minibatch["target"])
        entropy = -(probs * log_probs).sum(1).mean()
        return policy_loss, value_loss, entropy

    def learned(self):
        """What was learned, without the games: one half of a checkpoint."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "past_policies": self.past_policies,
            "decisions": self.decisions,
            "updates": self.updates,
        }

    def load_learned(self, state):
        """Take over what was learned."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.past_policies = state["past_policies"]
        self.decisions, self.updates = state["decisions"], state["updates"]

    def playing(self):
        """The games of this process as they stand: the other half of a checkpoint."""
        return {
            "random": torch.get_rng_state(),
            "stage": self.stage,
            "who": torch.from_numpy(self.seats.who),
            "games": [torch.from_numpy(batch.states.view(np.uint8).copy()) for batch in self.games.batches],
        }

    def load_playing(self, state):
        """Take over these games."""
        self.begin_stage(state["stage"])
        self.seats.who[:] = state["who"].numpy()
        for batch, games in zip(self.games.batches, state["games"], strict=True):
            batch.set_states(games.numpy().view(batch.game.state_dtype))
        torch.set_rng_state(state["random"])

    def state(self):
        """A checkpoint: everything that the next update of all processes depends on."""
        return {"learned": self.learned(), "playing": self.team.call(self, "playing")}

    def load_state(self, state):
        """Continue from a checkpoint, in every process."""
        self.team.call(self, "load_share_of_state", state)

    def load_share_of_state(self, state):
        """Continue from the part of a checkpoint that belongs to this process."""
        self.load_learned(state["learned"])
        self.load_playing(state["playing"][self.team.rank])

    def export(self, trained: str):
        """The network that plays without PyTorch."""
        return self.network.export(self.reward, trained)
