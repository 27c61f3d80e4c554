"""One seat against opponents, given by name, as a function or in a list."""

from __future__ import annotations

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import moon_envs
from moon_envs import SeatBatch, agents
from moon_envs.agents import names
from moon_envs.base.errors import AgentError, ConfigurationError, IllegalActionError


def first_legal(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
    assert len(observation) == len(mask) > 0
    return np.argmax(mask, axis=1)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
@pytest.mark.parametrize("reward", ["outcome", "points", "points_delta"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_policies_play_the_other_seats(id_, reward, mode):
    """A game against functions equals the game in which the caller plays all seats like them."""
    game = moon_envs.game(id_)
    name = f"moon_envs/{game.class_name}-v{game.version}"
    rows, seat = 4, 1
    environments = gymnasium.make_vec(
        name, rows, players=3, seat=seat, opponents=[first_legal, first_legal], reward=reward, autoreset_mode=mode
    )
    reference = moon_envs.Batch(id_, rows, 3, reward=reward, autoreset="disabled", threads=1)
    observations, info = environments.reset(seed=3)
    reference.reset(seed=3)
    paid, done = play_others(reference, seat)
    finished_games = 0
    waiting = np.zeros(rows, dtype=bool)
    for _ in range(150):
        running = ~waiting
        assert (observations[running] == reference.observation[running]).all()
        assert (info["action_mask"][running] == reference.mask[running]).all()
        actions = np.array([np.flatnonzero(mask)[-1] for mask in info["action_mask"]])
        observations, rewards, terminations, _, info = environments.step(actions)
        if waiting.any():
            reference.reset(None, waiting)
            more, _ = play_others(reference, seat)
            paid[waiting] = more[waiting]
        if running.any():
            reference.step(actions[running], running)
            gained = reference.reward[:, seat] * running
            done = reference.done & running
            more, ended = play_others(reference, seat, running)
            total = np.where(running, paid + gained + more, 0.0)
            assert np.allclose(rewards[running], total[running], atol=1e-6)
            assert (terminations == ((done | ended) & running)).all()
            paid[running] = 0.0
        finished_games += terminations.sum()
        if mode == AutoresetMode.NEXT_STEP:
            waiting = terminations.copy()
        elif terminations.any():
            reference.reset(None, terminations)
            more, _ = play_others(reference, seat)
            paid[terminations] = more[terminations]
            if mode == AutoresetMode.DISABLED:
                observations, info = environments.reset(options={"reset_mask": terminations})
                paid[terminations] = 0.0
    assert finished_games > 0


def play_others(batch: moon_envs.Batch, seat: int, rows: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Play the first legal action for all other seats, and return the reward of the seat meanwhile."""
    rows = np.ones(len(batch), dtype=bool) if rows is None else rows
    paid, ended = np.zeros(len(batch)), np.zeros(len(batch), dtype=bool)
    while True:
        others = rows & (batch.actor >= 0) & (batch.actor != seat)
        if not others.any():
            return paid, ended
        batch.step(np.argmax(batch.mask, axis=1)[others], others)
        paid[others] += batch.reward[others, seat]
        ended |= others & batch.done


@pytest.mark.parametrize("opponents", ["baseline", first_legal, agents.Greedy()])
def test_opponents_need_seats(opponents):
    """Alone there is no other seat: agents that nobody would ask are refused instead of ignored."""
    for make in (gymnasium.make, lambda id_, **given: gymnasium.make_vec(id_, num_envs=2, **given)):
        with pytest.raises(ConfigurationError, match=r"launch is played alone.*for example players=2"):
            make("moon_envs/Launch-v0", opponents=opponents)
        make("moon_envs/Launch-v0", opponents="random")
        make("moon_envs/Launch-v0", opponents=[])


def test_names_functions_and_lists(monkeypatch):
    monkeypatch.setattr(names, "_REGISTERED", dict(names._REGISTERED))  # other tests look at the list of names
    agents.register_agent("first", first_legal)
    assert agents.agent_names()[:1] == ["random"] and "first" in agents.agent_names()
    for opponents in ("random", "first", first_legal, ["first", "random"], ("random", "random")):
        environment = gymnasium.make("moon_envs/Launch-v0", players=3, opponents=opponents)
        environment.reset(seed=0)
        terminated = False
        while not terminated:
            *_, terminated, _, info = environment.step(environment.unwrapped.sample())
        assert len(info["opponent_points"]) == 2
    with pytest.raises(ConfigurationError, match="opponents has 1 agents; there are 2 other seats"):
        gymnasium.make("moon_envs/Launch-v0", players=3, opponents=["random"])
    with pytest.raises(ConfigurationError, match="a name other than random, greedy, flat, mcts"):
        agents.register_agent("random", first_legal)


def test_an_opponent_that_breaks_the_rules_is_named():
    environment = gymnasium.make(
        "moon_envs/Launch-v0", players=2, opponents=lambda observation, mask: mask[:, 0] * 0 - 1
    )
    with pytest.raises(IllegalActionError, match="player 1"):
        environment.reset(seed=0)
        while True:
            environment.step(environment.unwrapped.sample())


def test_an_opponent_that_breaks_the_rules_changes_nothing():
    """Illegal actions, wrong shapes and exceptions raise an error that names the seat; the games have not changed."""
    faults = {"armed": None}

    def policy(observation, mask):
        if faults["armed"] == "raises":
            raise ZeroDivisionError("oh")
        actions = np.argmax(mask, axis=1)
        return {"illegal": actions * 0 - 1, "shape": actions[:, None], "floats": actions * 1.0}.get(
            faults["armed"], actions
        )

    for autoreset in ("same_step", "next_step"):
        batch = moon_envs.SeatBatch("mlem", 6, players=3, seat=1, opponents=policy, seed=2, autoreset=autoreset)
        for _ in range(40):
            batch.step(batch.sample())
        for armed, words in (
            (
                "illegal",
                "The agent 'policy' of seat [02, ]+ in mlem: mlem, row .: action -1 .* is not legal for player [02]",
            ),
            ("shape", "must return . whole numbers, one action for each row; it returned shape"),
            ("floats", "it returned shape .* of float64"),
            ("raises", "The agent 'policy' of seat [02, ]+ in mlem raised ZeroDivisionError: oh"),
        ):
            before, actions = batch.states.tobytes(), batch.sample().copy()
            masks = batch.mask.tobytes()
            faults["armed"] = armed
            with pytest.raises(AgentError, match=words):
                for _ in range(100):
                    before, actions = batch.states.tobytes(), batch.sample().copy()
                    masks = batch.mask.tobytes()
                    batch.step(actions)
            faults["armed"] = None
            assert batch.states.tobytes() == before and batch.mask.tobytes() == masks
            batch.step(actions)


def test_a_policy_that_is_wrong_from_the_first_decision():
    """It also raises in new games. Once it was accepted there and asked for ever."""
    for autoreset in AutoresetMode:
        with pytest.raises(IllegalActionError, match="The agent .* of seat 0 in mlem"):
            gymnasium.make_vec(
                "moon_envs/Mlem-v0",
                4,
                players=2,
                seat=1,
                opponents=lambda observation, mask: mask[:, 0].astype(int) * 0 + 27,
                autoreset_mode=autoreset,
            ).reset(seed=0)


@pytest.mark.parametrize("players", [3, np.int64(3), np.int8(3)])
def test_numbers_of_numpy(players):
    """`players=np.int64(3)` with a function plays the function."""
    asked = []

    def policy(observation, mask):
        asked.append(len(mask))
        return first_legal(observation, mask)

    environment = gymnasium.make("moon_envs/Launch-v0", players=players, seat=np.int64(1), opponents=policy)
    environment.reset(seed=np.int64(0))
    assert asked and environment.unwrapped.configuration.players == 3


@pytest.mark.parametrize("seat", [5, -1, 1.0, "0", None, True])
def test_seats(seat):
    for make in (gymnasium.make, lambda name, **settings: gymnasium.make_vec(name, 2, **settings)):
        with pytest.raises(ConfigurationError, match="seat=|opponents needs seat="):
            make("moon_envs/Launch-v0", players=3, seat=seat, opponents=first_legal)


@pytest.mark.parametrize(
    "opponents",
    [["random", first_legal], [first_legal, "random"], "random", first_legal],
    ids=["random first", "function first", "random", "function"],
)
def test_rows_do_not_depend_on_the_batch_nor_on_samples(opponents):
    """Row 0 of four games equals row 0 alone, for any samples of the caller."""
    settings = {"players": 3, "seat": 0, "opponents": opponents, "seed": 8}
    alone, four = SeatBatch("launch", 1, **settings), SeatBatch("launch", 4, **settings)
    for step in range(150):
        for _ in range(step % 3):
            alone.sample()
        assert alone.states[0].tobytes() == four.states[0].tobytes()
        legal = alone.batch.legal_actions()
        action = int(legal[step % len(legal)])
        actions = four.sample().copy()
        actions[0] = action
        alone.step([action])
        four.step(actions)


def test_policies_stay_after_cloning_loading_and_playing_out():
    """A policy that always plays the last legal action is recognised by its actions."""
    asked = []

    def policy(observation, mask):
        asked.append(len(mask))
        return mask.shape[1] - 1 - np.argmax(mask[:, ::-1], axis=1)

    batch = moon_envs.SeatBatch("mlem", 3, players=2, seat=0, opponents=policy, seed=3, autoreset="disabled")
    saved = batch.batch.save()
    for use in (
        lambda: batch.clone().step(batch.sample()),
        lambda: batch.load(saved, row=1),
        lambda: batch.play_out(),
        lambda: batch.reset(5),
        lambda: batch.reset(),
    ):
        before = len(asked)
        use()
        for _ in range(20):
            if batch.done.any():
                break
            batch.step(batch.sample())
        assert len(asked) > before
    batch.reset(1)
    batch.play_out()
    assert batch.done.all() and (np.abs(batch.reward).sum(axis=1) > 0).all()
    assert (batch.reward == batch.final_outcome).all()


def test_playing_out_is_stepping_to_the_end():
    for opponents in ("random", first_legal, ["random", first_legal]):
        batch = moon_envs.SeatBatch("launch", 5, players=3, seat=1, opponents=opponents, seed=2, autoreset="disabled")
        twin = batch.clone()
        batch.play_out()
        while not twin.done.all():
            twin.step(twin.sample())
        assert batch.states.tobytes() == twin.states.tobytes()
        assert (batch.final_points == twin.final_points).all() and (batch.final_outcome == twin.final_outcome).all()


class Counting:
    """A policy with its own state."""

    def __init__(self):
        self.asked = 0
        self.chance = np.random.default_rng(1)

    def __call__(self, observation, mask):
        self.asked += 1
        return np.array([self.chance.choice(np.flatnonzero(row)) for row in mask])


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda batch: batch.clone()])
def test_policies_are_copied(copied):
    """Once a clone used up the random numbers of the original."""
    policy = Counting()
    batch = SeatBatch("mlem", 2, 2, seed=1, seat=0, opponents=policy)
    twin = copied(batch)
    asked = policy.asked
    actions = []
    for _ in range(20):
        actions.append(twin.sample().copy())
        twin.step(actions[-1])
    assert policy.asked == asked
    for chosen in actions:
        batch.step(chosen)
    assert batch.states.tobytes() == twin.states.tobytes()


def test_a_policy_that_cannot_be_copied():
    class Stubborn(Counting):
        def __deepcopy__(self, memo):
            raise RuntimeError("no")

    batch = SeatBatch("mlem", 1, 2, seat=0, opponents=Stubborn())
    with pytest.raises(AgentError, match="an agent of the opponents cannot be copied: no"):
        batch.clone()


def test_a_policy_that_returns_lists_of_unequal_lengths():
    with pytest.raises(AgentError, match="must return"):
        SeatBatch("mlem", 8, 2, seat=0, opponents=lambda observation, mask: [[1], [1, 2]]).play_out()
