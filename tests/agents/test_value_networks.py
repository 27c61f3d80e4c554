"""Agents with a value network: names, files, what they play, copies, and what does not fit."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, LookAhead, Rollouts, SeatBatch, agents
from moon_envs.agents import NetworkAgent, NetworkTreeSearch, RolloutAgent, find_agent, names, play_games
from moon_envs.agents.networked import WORTH_OF_A_LOGIT
from moon_envs.arena import run_arena
from moon_envs.base.errors import ConfigurationError, NetworkError
from moon_envs.base.splitmix import mix
from moon_envs.networks import Goal, finding
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_file, random_network, random_value_file, random_value_network
from tests.search.positions import kinds_of_modes, played

SOLO = {"players": 1, "opponent": 1}


@pytest.fixture
def box(tmp_path, monkeypatch):
    """A box with value networks for launch alone, launch with several players, and mlem."""
    monkeypatch.setattr(finding, "BOX", tmp_path)
    for game, solo in (("launch", True), ("launch", False), ("mlem", False)):
        random_value_file(tmp_path, game, solo)
    return tmp_path


def waiting_in(batch: Batch) -> agents.Waiting:
    return agents.Waiting(batch, np.arange(len(batch)))


def test_names(box, monkeypatch):
    monkeypatch.chdir(box)
    for name, kind, games in (
        ("baseline", NetworkAgent, None),
        ("launch-solo.npz", NetworkAgent, ("launch",)),
        (f"{box}/mlem-several.npz:0.5", NetworkAgent, ("mlem",)),
        ("rollouts:7+baseline", RolloutAgent, None),
        ("rollouts:50+launch-solo.npz", RolloutAgent, ("launch",)),
        (f"rollouts:7+{box}/launch-solo.npz:2", RolloutAgent, ("launch",)),
        ("rollouts:7+baseline:0.25", RolloutAgent, None),
    ):
        found = find_agent(name)
        assert (type(found), found.name, found.games) == (kind, name, games)
    assert names.is_in_the_box("rollouts:7+baseline:0.5") and not names.is_in_the_box("rollouts:7+launch-solo.npz")
    assert find_agent("rollouts:7+launch-solo.npz:0.0").name == "rollouts:7+launch-solo.npz"
    assert RolloutAgent(9, random_value_network("launch", True)).name == "rollouts:9+network"
    assert NetworkAgent(random_value_network("launch", True), temperature=2).name == "network:2"


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        *(
            (f"rollouts:{wrong}+baseline", ConfigurationError, "takes a number of rollouts from 1 to 1000000")
            for wrong in ("0", "", "x", "-1", "1e3", "1000001", "\u0661", "9" * 5000)
        ),
        *((f"rollouts:5+{wrong}", ConfigurationError, r"rollouts:N\+file.npz") for wrong in ("", "x", "greedy")),
        ("rollouts", ConfigurationError, "takes a number of rollouts"),
        ("rollouts:5", ConfigurationError, r"with a network: rollouts:N\+baseline"),
        ("rollouts:5+baseline:-1", ConfigurationError, "allowed as a temperature: 0 for the best action"),
        ("rollouts:5+nothing.npz", NetworkError, "nothing.npz: cannot be read: No such file"),
    ],
)
def test_names_that_are_refused(given, error, words, box):
    with pytest.raises(error, match=words) as raised:
        find_agent(given)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        *(({"redraws": wrong}, "redraws=.*1 to 4096") for wrong in (0, 4097, 1.5, "4", None, True)),
        *(({"temperature": wrong}, "temperature=.*0.001 to 1000") for wrong in (-1, 1e9, np.nan, "x", True)),
        *(({"seed": wrong}, "seed=") for wrong in (-1, 2**63, "x")),
        *(({"network": wrong}, "network=.*allowed: a network, a file, baseline") for wrong in (None, 5, Goal())),
    ],
)
def test_settings_that_are_refused(settings, words):
    with pytest.raises(ConfigurationError, match=words):
        NetworkAgent(**{"network": random_value_network("launch", True), **settings})
    if "redraws" not in settings:
        with pytest.raises(ConfigurationError, match=words):
            RolloutAgent(**{"network": random_value_network("launch", True), **settings})


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        *(({"rollouts": wrong}, "rollouts=.*1 to 1000000") for wrong in (0, 10**9, 1.5, "4", None, True)),
        *(({"candidates": wrong}, "candidates=.*1 to 65536") for wrong in (0, 10**9, 1.5, "4", None, True)),
        *(({"depth": wrong}, "depth=.*0 to 65536") for wrong in (-1, 10**9, 1.5, "4", None, True)),
        *(({"threads": wrong}, "threads=") for wrong in (0, -1, 1025, True, "2")),
    ],
)
def test_settings_of_rollouts_that_are_refused(settings, words):
    """At the latest when the agent prepares for its first game."""
    game = moon_envs.game("launch")
    with pytest.raises(ConfigurationError, match=words):
        agent = RolloutAgent(**{"network": random_value_network("launch", True), **settings})
        agent.prepare(game, game.configuration(**SOLO))


@pytest.mark.parametrize("name", ["{}", "rollouts:3+{}"])
def test_games_and_modes_that_do_not_fit(name, box):
    for file, game, mode, words in (
        ("launch-solo.npz", "launch", {"players": 2}, "plays launch alone, not launch with several players"),
        ("launch-several.npz", "launch", SOLO, "plays launch with several players, not launch alone"),
        ("launch-several.npz", "mlem", {"players": 2}, "plays launch, not mlem"),
    ):
        agent = find_agent(name.format(box / file))
        with pytest.raises(ConfigurationError, match=words):
            agent.prepare(moon_envs.game(game), moon_envs.game(game).configuration(**mode))
    with pytest.raises(ConfigurationError, match="There is no baseline for crater with several players; known: launch"):
        SeatBatch(CRATER, 1, 2, seat=0, opponents=find_agent(name.format("baseline")))


def test_networks_of_the_other_kind(box, tmp_path):
    """A tree search needs logits, rollouts need values; the agent that plays without a search takes both."""
    (tmp_path / "logits").mkdir()
    logits, values = random_file(tmp_path / "logits", "launch", True), box / "launch-solo.npz"
    game = moon_envs.game("launch")
    configuration = game.configuration(**SOLO)
    for agent, words in (
        (RolloutAgent(5, logits), "gives logits of actions; it is not a value network"),
        (RolloutAgent(5, random_network("launch", True)), "gives logits of actions; it is not a value network"),
        (find_agent(f"rollouts:5+{logits}"), "gives logits of actions; it is not a value network"),
        (NetworkTreeSearch(5, values), "values positions and has no logits of actions"),
        (NetworkTreeSearch(5, "baseline"), "values positions and has no logits of actions"),
        (find_agent(f"mcts:5+{values}"), "values positions and has no logits of actions"),
    ):
        with pytest.raises(ConfigurationError, match=words):
            agent.prepare(game, configuration)
    for file in (logits, values):
        NetworkAgent(file).prepare(game, configuration)


@pytest.mark.parametrize("name", ["{}", "rollouts:5+{}"])
def test_damaged_files(name, box):
    path = box / "launch-solo.npz"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(NetworkError, match="is not the file of a network"):
        find_agent(name.format(path))
    with pytest.raises(NetworkError, match="is not the file of a network"):
        play_games(Batch("launch", 1, **SOLO, autoreset="disabled"), [find_agent(name.format("baseline"))])


def test_the_best_action_of_the_look_ahead():
    """On the seeds of the games; another seed of the agent looks at other futures; one legal action needs none."""
    network, batch = random_value_network("launch", True), played("launch", 400, 12, **SOLO)
    waiting, is_open = waiting_in(batch), (batch.mask != 0).sum(axis=1) > 1
    assert 0 < is_open.sum() < 400
    ahead = LookAhead("launch", network=network, redraws=3, **SOLO)
    found = [
        NetworkAgent(network, redraws=redraws, seed=seed).shares(waiting) for redraws, seed in ((3, 5), (3, 6), (1, 5))
    ]
    assert len({one.tobytes() for one in found}) == 3
    searched = ahead.search(batch.states, mix(waiting.seeds + np.uint64(5)))
    chosen = NetworkAgent(network, redraws=3, seed=5).act(waiting)
    assert chosen.tolist() == searched.choices.tolist()
    assert (chosen[~is_open] == batch.mask[~is_open].argmax(axis=1)).all()
    weights = np.exp((searched.values - np.nanmax(searched.values, axis=1, keepdims=True)) / WORTH_OF_A_LOGIT)
    policy = np.nan_to_num(weights) / np.nansum(weights, axis=1, keepdims=True)
    assert np.allclose(found[0], policy, atol=1e-12)
    warm = NetworkAgent(network, redraws=3, seed=5, temperature=100).shares(waiting)
    expected = np.where(batch.mask != 0, policy, np.nan) ** 0.01
    assert np.allclose(warm, np.nan_to_num(expected) / np.nansum(expected, axis=1, keepdims=True), atol=1e-9)


def test_actions_are_drawn_by_what_they_are_worth():
    network, batch = random_value_network("launch", True), Batch("launch", 4000, seed=0, threads=1, **SOLO)
    batch.set_checked_states(np.repeat(batch.states[:1], 4000), np.arange(4000))
    waiting = waiting_in(batch)
    waiting.seeds = mix(np.arange(4000, dtype=np.uint64))
    agent = NetworkAgent(network, temperature=30, redraws=1)
    shares, drawn = agent.shares(waiting).mean(axis=0), agent.act(waiting)
    counted = np.bincount(drawn, minlength=len(shares)) / 4000
    assert (np.abs(counted - shares) < 5 * np.sqrt(shares / 4000) + 1e-6).all() and (counted > 0.02).sum() > 2
    cold = NetworkAgent(network, temperature=0.001, redraws=1).act(waiting)
    # Combinations with the same best continuation are worth the same, and any of them is drawn.
    policy = NetworkAgent(network, redraws=1).shares(waiting)
    assert np.isclose(policy[np.arange(4000), cold], policy.max(axis=1), rtol=1e-2).mean() > 0.99


def test_rollouts_of_the_agent():
    network, batch = random_value_network("launch", True), played("launch", 40, 12, **SOLO)
    waiting, settings = waiting_in(batch), {"candidates": 5, "depth": 4}
    agent = RolloutAgent(20, network, seed=5, threads=1, **settings)
    search = Rollouts("launch", rollouts=20, network=network, **settings, **SOLO)
    found = search.search(batch.states, mix(waiting.seeds + np.uint64(5)))
    assert agent.act(waiting).tolist() == found.choices.tolist()
    visits = found.visits / found.visits.sum(axis=1, keepdims=True)
    assert np.allclose(agent.shares(waiting), visits, atol=1e-15)
    warm = RolloutAgent(20, network, seed=5, threads=1, temperature=1, **settings).act(waiting)
    assert (warm != found.choices).any() and (found.visits[np.arange(40), warm] > 0).all()
    cold = RolloutAgent(20, network, seed=5, threads=1, temperature=0.001, **settings).act(waiting)
    assert (found.visits[np.arange(40), cold] == found.visits.max(axis=1)).all()


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_whole_games_in_both_encodings(id_, mode):
    network = random_value_network(id_, mode["players"] == 1)
    lineup = [NetworkAgent(network, redraws=1), RolloutAgent(4, network, candidates=2, depth=1, threads=1)]
    ends = []
    for encoding in ("compact", "one_hot"):
        batch = Batch(id_, 3, seed=4, autoreset="disabled", encoding=encoding, threads=1, **mode)
        play_games(batch, [lineup[seat % 2] for seat in range(mode["players"])])
        assert (batch.actor == -1).all()
        ends.append(batch.states.tobytes())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", ["baseline", "baseline:0.7", "rollouts:6+baseline", "rollouts:6+baseline:0.7"])
def test_what_is_played_depends_on_the_game_only(name, box):
    """Alone and among others, from one thread and from two, in one agent for both seats and in two."""
    agent = find_agent(name)
    together = Batch("launch", 4, 2, seed=3, autoreset="disabled", threads=2)
    play_games(together, [agent, agent])
    for row in (0, 3):
        alone = Batch("launch", 1, 2, seed=3 + row, autoreset="disabled", threads=1)
        play_games(alone, [find_agent(name), find_agent(name)])
        assert alone.states.tobytes() == together.states[row : row + 1].tobytes()


@pytest.mark.parametrize(
    "name", ["baseline", "rollouts:6+baseline", "{}/launch-several.npz", "rollouts:6+{}/launch-several.npz"]
)
def test_as_opponents_and_copied(name, box):
    batch = SeatBatch("launch", 3, 3, seed=1, seat=0, opponents=[name.format(box), "random"], threads=1)
    for _ in range(5):
        batch.step(batch.sample())
    twins = [batch.clone(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for _ in range(5):
        actions = batch.sample().copy()
        for one in (batch, *twins):
            one.step(actions)
        assert {one.states.tobytes() for one in (batch, *twins)} == {batch.states.tobytes()}


def test_pickled_agents_are_small(box):
    """They take the name of the file with them, not the weights."""
    for name in ("baseline", "rollouts:6+baseline", f"{box}/launch-solo.npz", f"rollouts:6+{box}/launch-solo.npz:1"):
        agent = find_agent(name)
        play_games(Batch("launch", 1, autoreset="disabled", threads=1, **SOLO), [agent])
        data = pickle.dumps(agent)
        assert len(data) < 3000 and pickle.loads(data).name == name


def test_another_game_mode_or_file(box):
    """One agent plays what comes, each with the network for it; a file that has changed is read again."""
    agent = find_agent("baseline")
    for game, mode in (("launch", SOLO), ("launch", {"players": 3}), ("mlem", {"players": 2}), ("launch", SOLO)):
        batch = played(game, 5, 10, **mode)
        expected = NetworkAgent(random_value_network(game, mode["players"] == 1)).act(waiting_in(batch))
        assert agent.act(waiting_in(batch)).tolist() == expected.tolist()
    batch = played("launch", 60, 10, **SOLO)
    before = agent.act(waiting_in(batch))
    other = random_value_network("launch", True, seed=1)
    other.save(box / "launch-solo.npz")
    finding._load.cache_clear()
    after = agent.act(waiting_in(batch))
    assert (after != before).any() and after.tolist() == NetworkAgent(other).act(waiting_in(batch)).tolist()
    random_network("launch", True, hidden=32).save(box / "launch-solo.npz")
    finding._load.cache_clear()
    logits, _ = random_network("launch", True, hidden=32).evaluate(batch.observation, batch.mask)
    assert agent.act(waiting_in(batch)).tolist() == logits.argmax(axis=1).tolist()


def test_threads_change_nothing(box):
    ends = set()
    for threads in (1, 2):
        batch = Batch("launch", 5, seed=2, autoreset="disabled", threads=1, **SOLO)
        play_games(batch, [RolloutAgent(8, Path(box / "launch-solo.npz"), threads=threads)])
        ends.add(batch.states.tobytes())
    assert len(ends) == 1


def test_in_the_arena(box):
    several = str(box / "launch-several.npz")
    lineup = ["random", several, f"rollouts:2+{several}", "rollouts:3+baseline:1"]
    result = run_arena("launch", lineup, games=8, players=2, seed=0)
    assert list(result.agents) == lineup
