"""Masked PPO on two cores, for every game and mode: solo, or self-play with past selves and bots.

    pip install ".[train]"
    python training_examples/ppo.py launch --minutes 10                      # solo against ASTRA, all eight levels
    python training_examples/ppo.py launch --option opponent=1 --minutes 10  # one level
    python training_examples/ppo.py launch --lessons opponent=1              # all levels, but first the easiest
    python training_examples/ppo.py mlem --players 2 3 4 5 --minutes 10      # self-play, all variants
    python training_examples/ppo.py launch --minutes 20 --resume             # goes on where it was interrupted

The folder of the run (runs/GAME-MODE-SEED) gets network.npz, which plays without PyTorch under its name:

    moon-envs ladder runs/launch-solo-0/network.npz --game launch            # as far as the network's mode goes
    moon-envs arena launch runs/launch-several-0/network.npz greedy mcts:100

How it works: all games are rows of the same arrays, whatever their number of players or level, and one call of the
network decides in all rows. A row stands still for nobody: in every step the player whose turn it is decides. Each
decision is paid what its player gets until that player's next one. Where one action is legal nothing is decided.
Each core has a process with its share of the games; they learn together, from the average of their gradients.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from learning.arguments import Arguments, check_numbers, read_arguments

import moon_envs
from moon_envs.agents import Waiting, find_agent
from moon_envs.networks import Inputs

try:
    import torch
    from learning.evaluation import play_every_mode
    from learning.games import Games, Seats, random_decisions
    from learning.modes import chosen_modes, lesson_at, read_lessons
    from learning.network import TorchNetwork
    from learning.runs import Run
    from learning.team import Team, lead, processes_of_this_machine
    from torch.nn import functional
except ModuleNotFoundError:
    if __name__ == "__main__":
        read_arguments(Arguments, __doc__)  # --help needs no PyTorch
    sys.exit('ppo.py needs PyTorch: pip install ".[train]"')

SEEDS_OF_A_LESSON = 100_003  # other games in every lesson


# Learning


def draw(probabilities):
    """An action for each row with its probability; never one of probability 0."""
    reached = probabilities.cumsum(1, dtype=torch.float64)
    at = torch.rand(len(reached), 1, dtype=torch.float64) * reached[:, -1:]
    return (reached > at).byte().argmax(1)


class Learner:
    """The network in training, its games, and what it has seen since the last update."""

    program = "ppo.py"

    def __init__(self, arguments: Arguments, game, modes, team: Team | None = None):
        self.arguments, self.game, self.team = arguments, game, team or Team()
        torch.set_num_threads(arguments.threads)
        torch.manual_seed(arguments.seed)  # all processes begin with the same weights
        self.inputs = self.inputs_of(modes)
        self.reward = {"points_delta": 1.0, "outcome": arguments.outcome}
        self.lessons = read_lessons(game, modes, arguments.lessons)
        self.network = TorchNetwork(self.inputs, arguments.hidden, arguments.rival_width)
        self.past_self = TorchNetwork(self.inputs, arguments.hidden, arguments.rival_width)
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5, fused=True)
        self.bots = [find_agent(name, "bots") for name in arguments.bots]
        self.own_seed = arguments.seed * self.team.size + self.team.rank  # and play other games
        torch.manual_seed(self.own_seed)
        self.decisions = self.updates = 0
        self.seconds = {"games": 0.0, "network": 0.0, "learning": 0.0}
        self.begin_lesson(0)
        self.get_used_to_lesson()
        self.past_selves = [self._weights()]

    def inputs_of(self, modes) -> Inputs:
        """What the network sees."""
        return Inputs(self.game, solo=modes[0]["players"] == 1)

    def get_used_to_lesson(self) -> None:
        """Look at random games of the present lesson, the same in all processes."""
        decisions = random_decisions(self.game, self.lessons[self.lesson], self.inputs.columns, self.arguments.seed)
        self.network.get_used_to(*decisions, is_first_lesson=self.lesson == 0)

    def begin_lesson(self, number: int) -> None:
        """Begin new games in the modes of a lesson."""
        self.lesson = number
        count, seed = self.team.share_of(self.arguments.games), self.own_seed + number * SEEDS_OF_A_LESSON
        self.games = Games(self.game, self.lessons[number], count, self.reward, seed, self.inputs.columns)
        self.seats = Seats(self.games, self.arguments.pool, len(self.bots))
        self._allocate()

    def _allocate(self):
        steps, games = self.arguments.steps, self.games
        shape = (steps, games.count)
        self.observation = np.zeros((steps + 1, games.count, games.columns), dtype=np.float32)
        self.mask = np.zeros((steps + 1, games.count, games.actions), dtype=np.float32)
        self.actor = np.zeros((steps + 1, games.count), dtype=np.int64)
        self.learns = np.zeros((steps + 1, games.count), dtype=bool)
        self.value = np.zeros((steps + 1, games.count), dtype=np.float32)
        self.reward_paid = np.zeros((*shape, games.most_players), dtype=np.float32)
        self.done = np.zeros(shape, dtype=bool)
        self.action = np.zeros(shape, dtype=np.int64)
        self.log_probability = np.zeros(shape, dtype=np.float32)
        self.rivals = torch.from_numpy(games.players - 1)

    def _weights(self):
        return {name: value.detach().clone() for name, value in self.network.state_dict().items()}

    def collect(self):
        """Play some decisions in each game."""
        chosen = int(torch.randint(len(self.past_selves), ()))
        self.past_self.load_state_dict(self.past_selves[chosen])
        results = []
        for step in range(self.arguments.steps):
            begin = time.perf_counter()
            deciding = self._look(step)
            looked = time.perf_counter()
            self._decide(step, deciding)
            decided = time.perf_counter()
            self.games.step(self.action[step], self.reward_paid[step], self.done[step])
            results += self._results()
            self.seats.draw(np.flatnonzero(self.done[step]))
            self.seconds["network"] += decided - looked
            self.seconds["games"] += time.perf_counter() - decided + looked - begin
        self._look(self.arguments.steps)
        rows = np.flatnonzero(self.learns[-1])
        self.value[-1, rows] = self._evaluate(self.network, self.arguments.steps, rows)[1].numpy()
        self.decisions += self.arguments.steps * self.arguments.games
        return results

    def _look(self, step):
        """Who decides in each row: nobody (-1) where one action is legal, else the kind of player."""
        self.games.look(self.observation[step], self.mask[step], self.actor[step])
        deciding = self.seats.who[np.arange(self.games.count), self.actor[step]]
        deciding = np.where(self.mask[step].sum(axis=1) > 1, deciding, -1)
        self.learns[step] = deciding == Seats.LEARNER
        return deciding

    @torch.no_grad()
    def _evaluate(self, network, step, rows):
        seen = (torch.from_numpy(array[step][rows]) for array in (self.observation, self.mask))
        return network(*seen, self.rivals[rows])

    def _decide(self, step, deciding):
        actions = self.mask[step].argmax(axis=1)
        for network, kind in ((self.network, Seats.LEARNER), (self.past_self, Seats.PAST)):
            rows = np.flatnonzero(deciding == kind)
            if len(rows):
                scores, values = self._evaluate(network, step, rows)
                logarithms = torch.log_softmax(scores, 1)
                drawn = draw(torch.softmax(scores, 1))
                actions[rows] = drawn.numpy()
                if kind == Seats.LEARNER:
                    self.value[step, rows] = values.numpy()
                    self.log_probability[step, rows] = logarithms.gather(1, drawn[:, None])[:, 0].numpy()
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
        """Outcome, points and kind of table for every seat that learns in the games that just ended."""
        found = []
        for rows, outcomes, points in self.games.results():
            learns = self.seats.who[rows, : outcomes.shape[1]] == Seats.LEARNER
            for place, seat in zip(*np.nonzero(learns), strict=True):
                found.append((outcomes[place, seat], points[place, seat], self.seats.in_pool[rows[place]]))
        return found

    def advantages(self):
        """Advantages, and which decisions to learn from: those whose player's next one, or the end, was seen.

        What a player is paid after a decision, until the own next one, belongs to that decision, whoever decides in
        between.
        """
        arguments, games = self.arguments, self.games
        advantage = np.zeros(self.done.shape, dtype=np.float32)
        usable = np.zeros(self.done.shape, dtype=bool)
        next_value, next_advantage, paid = (np.zeros((games.count, games.most_players)) for _ in range(3))
        is_known = np.zeros((games.count, games.most_players), dtype=bool)
        rows = np.flatnonzero(self.learns[-1])
        next_value[rows, self.actor[-1, rows]] = self.value[-1, rows]
        is_known[rows, self.actor[-1, rows]] = True
        for step in reversed(range(arguments.steps)):
            ended = self.done[step]
            next_value[ended], next_advantage[ended], paid[ended], is_known[ended] = 0.0, 0.0, 0.0, True
            paid += self.reward_paid[step]
            rows = np.flatnonzero(self.learns[step])
            seat = rows, self.actor[step, rows]
            surprise = paid[seat] + arguments.discount * next_value[seat] - self.value[step, rows]
            found = surprise + arguments.discount * arguments.trace * next_advantage[seat]
            advantage[step, rows] = np.where(is_known[seat], found, 0.0)
            usable[step, rows] = is_known[seat]
            next_value[seat], next_advantage[seat] = self.value[step, rows], advantage[step, rows]
            paid[seat], is_known[seat] = 0.0, True
        return advantage, usable

    def experience(self):
        """What there is to learn from since the last update: one row for each decision."""
        advantage, usable = self.advantages()
        whole = {
            "observation": self.observation[:-1],
            "mask": self.mask[:-1],
            "action": self.action,
            "log_probability": self.log_probability,
            "advantage": advantage,
            "target": advantage + self.value[:-1],
            "rivals": np.broadcast_to(self.games.players - 1, usable.shape),
        }
        return {name: torch.from_numpy(array[usable]) for name, array in whole.items()}

    def update(self, left: float):
        """Play and learn once: the results of the games that ended, and the losses."""
        arguments = self.arguments
        lesson = lesson_at(1 - left, len(arguments.lessons), arguments.lesson_time)
        if lesson > self.lesson:  # never back, if a training that had ended goes on
            self.begin_lesson(lesson)
            self.get_used_to_lesson()
        results = self.collect()
        return results, self.learn(self.experience(), left)

    def learn(self, seen, left: float):
        """Some epochs over experience; `left` of the training, from 1 to 0, scales the learning rate."""
        begin = time.perf_counter()
        arguments = self.arguments
        seen["advantage"] = (seen["advantage"] - seen["advantage"].mean()) / (seen["advantage"].std() + 1e-8)
        for group in self.optimizer.param_groups:
            group["lr"] = arguments.learning_rate * left
        totals = np.zeros(3)
        count = len(seen["action"])
        # As many steps as the process with the fewest decisions can take, so that nobody waits for one in vain.
        parts = self.team.least(min(count, max(1, count * self.team.size // arguments.minibatch)))
        for _ in range(arguments.epochs if parts else 0):
            for part in torch.randperm(count).tensor_split(parts):
                totals += self._step({name: array.index_select(0, part) for name, array in seen.items()})
        self.count_update()
        self.seconds["learning"] += time.perf_counter() - begin
        return totals / (arguments.epochs * max(1, parts))

    def _step(self, seen):
        policy_loss, value_loss, entropy = self.losses(seen)
        self.optimizer.zero_grad()
        (policy_loss + value_loss - self.arguments.entropy * entropy).backward()
        parameters = list(self.network.parameters())
        self.team.average_gradients(parameters)
        torch.nn.utils.clip_grad_norm_(parameters, 0.5)
        self.optimizer.step()
        return np.array([policy_loss.item(), value_loss.item(), entropy.item()])

    def count_update(self):
        """Count an update; now and then the weights are kept as a past self."""
        self.updates += 1
        if self.updates % self.arguments.snapshot == 0:
            self.past_selves = [*self.past_selves, self._weights()][-self.arguments.past_selves :]

    def losses(self, seen):
        """Of the policy and of the value, and the entropy of the policy."""
        arguments = self.arguments
        scores, values = self.network(seen["observation"], seen["mask"], seen["rivals"])
        # Not the exponentials of the logarithms: those of what is not legal take ten times as long as all the others.
        logarithms, probabilities = torch.log_softmax(scores, 1), torch.softmax(scores, 1)
        change = (logarithms.gather(1, seen["action"][:, None])[:, 0] - seen["log_probability"]).exp()
        clipped = change.clamp(1 - arguments.clip, 1 + arguments.clip)
        policy_loss = -torch.min(change * seen["advantage"], clipped * seen["advantage"]).mean()
        value_loss = functional.mse_loss(values, seen["target"])
        entropy = -(probabilities * logarithms).sum(1).mean()
        return policy_loss, value_loss, entropy

    # Checkpoints

    def learned(self):
        """What was learned, whatever the games."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "past_selves": self.past_selves,
            "decisions": self.decisions,
            "updates": self.updates,
        }

    def load_learned(self, state):
        """Go on with what was learned."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.past_selves = state["past_selves"]
        self.decisions, self.updates = state["decisions"], state["updates"]

    def playing(self):
        """Where the games of this process stand."""
        return {
            "random": torch.get_rng_state(),
            "lesson": self.lesson,
            "who": torch.from_numpy(self.seats.who),
            "games": [torch.from_numpy(batch.states.view(np.uint8).copy()) for batch in self.games.batches],
        }

    def load_playing(self, state):
        """Go on with these games."""
        self.begin_lesson(state["lesson"])
        self.seats.who[:] = state["who"].numpy()
        for batch, games in zip(self.games.batches, state["games"], strict=True):
            batch.set_states(games.numpy().view(batch.game.state_dtype))
        torch.set_rng_state(state["random"])

    def state(self):
        """Everything that the next update of all processes depends on."""
        return {"learned": self.learned(), "playing": self.team.call(self, "playing")}

    def load_state(self, state):
        """Go on from a checkpoint."""
        self.load_learned(state["learned"])
        self.load_playing(state["playing"][self.team.rank])


# The run


def train(arguments: Arguments, kind: type[Learner] = Learner) -> Path:
    """Learn for some minutes in a way of learning, and leave a network in the folder of the run."""
    check_numbers(arguments)
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    arguments = replace(arguments, processes=arguments.processes or processes_of_this_machine())
    arguments.processes = min(arguments.processes, arguments.games)
    with lead(arguments.processes, follow, arguments, kind) as team:
        learner = kind(arguments, game, modes, team)
        run = run_of(learner, modes)
        if arguments.resume:
            team.call(learner, "load_state", run.load())
        with run.progress(arguments.minutes) as show:
            learn_until_the_end(learner, run, show)
        run.save(learner.state())
    trained = f"{kind.program}, {learner.decisions} decisions, {run.seconds / 60:.1f} minutes, seed {arguments.seed}"
    network = learner.network.export(learner.reward, trained)
    path = run.save_network(network)
    run.draw_curves(["won", "points", "entropy", "value_loss"])
    print(f"{path}: {learner.decisions:,} decisions in {run.seconds / 60:.1f} minutes")
    whole = sum(learner.seconds.values()) or 1.0
    print("time:", ", ".join(f"{name} {seconds / whole:.1%}" for name, seconds in learner.seconds.items()))
    if arguments.evaluate and not run.is_stopped:
        for mode, share, points in play_every_mode(network, modes, arguments.evaluate):
            won = "won" if learner.inputs.solo else "against greedy, each seat's share of the victory"
            print(f"{mode}: {won} {share:.1%}, {points:.1f} points; {arguments.evaluate} games")
    run.end()
    return run.folder


def follow(team: Team, arguments: Arguments, kind: type[Learner]) -> None:
    """What the other processes of a training do."""
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    team.follow(kind(arguments, game, modes, team))


def run_of(learner: Learner, modes: list[dict]) -> Run:
    """The folder of a training, which resumes only with the same settings."""
    arguments, game, inputs = learner.arguments, learner.game, learner.inputs
    folder = Path(arguments.folder or f"runs/{game.id}-{'solo' if inputs.solo else 'several'}-{arguments.seed}")
    fixed = ("games", "steps", "seed", "pool", "bots", "processes", "lessons")
    about = {name: value for name, value in asdict(arguments).items() if name in fixed}
    about |= {"program": learner.program, "modes": str(modes)} | learner.network.about
    return Run(folder, about, arguments.resume)


def learn_until_the_end(learner: Learner, run: Run, show) -> None:
    """Collect and learn until time or decisions are used up, or somebody interrupts."""
    arguments, results, begin = learner.arguments, [], time.monotonic() - run.seconds
    while not run.is_stopped:
        used = run.seconds / 60 / arguments.minutes
        if arguments.decisions:
            used = learner.decisions / arguments.decisions
        if used >= 1:
            return
        found = learner.team.call(learner, "update", 1 - used)
        results = [*results, *(result for own, _ in found for result in own)][-4 * arguments.games :]
        step = time.monotonic() - begin - run.seconds
        run.seconds += step
        row = {"minutes": run.seconds / 60, "decisions": learner.decisions, "updates": learner.updates}
        row["decisions_per_second"] = arguments.steps * arguments.games / step
        outcomes, points, in_pool = np.array(results or [(np.nan,) * 3]).T
        row |= {"won": np.mean(outcomes > 0), "points": np.mean(points)}
        row["won_in_pool"] = np.mean(outcomes[in_pool == 1] > 0) if (in_pool == 1).any() else np.nan
        row |= dict(
            zip(("policy_loss", "value_loss", "entropy"), np.mean([losses for _, losses in found], axis=0), strict=True)
        )
        run.log(row)
        show(row)
        if run.is_time_to_save:
            run.save(learner.state())


def main(kind: type[Learner] = Learner, arguments: type[Arguments] = Arguments, description: str = __doc__) -> None:
    """Train as the command line says; what is wrong with it is said in one line."""
    try:
        train(read_arguments(arguments, description), kind)
    except (moon_envs.MoonEnvsError, argparse.ArgumentTypeError, OSError) as error:
        sys.exit(f"{kind.program}: {error}")


if __name__ == "__main__":
    main()
