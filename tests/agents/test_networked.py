"""Agents with a network: names, files, both encodings, every game and number of players."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, SeatBatch, agents
from moon_envs.agents import NetworkAgent, NetworkTreeSearch, RolloutAgent, find_agent, names, play_games
from moon_envs.arena import run_arena
from moon_envs.arena.ladder import run_ladder
from moon_envs.base.errors import ConfigurationError, NetworkError
from moon_envs.base.splitmix import mix
from moon_envs.networks import finding
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_file, random_network, random_value_file
from tests.search.positions import kinds_of_modes, played

SOLO = {"players": 1, "opponent": 1}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with networks for launch alone, launch with several players, and mlem; a box in it values positions."""
    box = tmp_path / "box"
    box.mkdir()
    monkeypatch.setattr(finding, "BOX", box)
    for game, solo in (("launch", True), ("launch", False), ("mlem", False)):
        random_file(tmp_path, game, solo)
        random_value_file(box, game, solo)
    return tmp_path


def test_names(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for name, kind, games in (
        ("baseline", NetworkAgent, None),
        ("launch-solo.npz", NetworkAgent, ("launch",)),
        ("./launch-solo.npz", NetworkAgent, ("launch",)),
        (str(folder / "mlem-several.npz"), NetworkAgent, ("mlem",)),
        ("box/launch-solo.npz", NetworkAgent, ("launch",)),
        ("rollouts:7+baseline", RolloutAgent, None),
        ("rollouts:7+box/launch-solo.npz", RolloutAgent, ("launch",)),
        ("mcts:7+launch-solo.npz", NetworkTreeSearch, ("launch",)),
        (f"mcts:7+{folder}/launch-solo.npz", NetworkTreeSearch, ("launch",)),
        ("baseline:0.5", NetworkAgent, None),
        ("launch-solo.npz:0.5", NetworkAgent, ("launch",)),
        (f"{folder}/mlem-several.npz:1", NetworkAgent, ("mlem",)),
        ("rollouts:7+baseline:0.25", RolloutAgent, None),
        ("rollouts:7+box/launch-solo.npz:2", RolloutAgent, ("launch",)),
        ("mcts:7+launch-solo.npz:2", NetworkTreeSearch, ("launch",)),
    ):
        found = find_agent(name)
        assert (type(found), found.name, found.games) == (kind, name, games)
    assert names.is_in_the_box("baseline") and names.is_in_the_box("rollouts:7+baseline")
    assert names.is_in_the_box("baseline:0.5") and names.is_in_the_box("rollouts:7+baseline:0.5")
    for name in ("launch-solo.npz", "mcts:7+launch-solo.npz", "rollouts:7+box/launch-solo.npz"):
        assert not names.is_in_the_box(name) and not names.is_in_the_box(f"{name}:0.5")
    for name, same in (("baseline:0", "baseline"), ("baseline:0.50", "baseline:0.5"), ("baseline:1e0", "baseline:1")):
        assert find_agent(name).name == same
    for name in ("mcts:7+launch-solo.npz", "rollouts:7+baseline"):
        assert find_agent(f"{name}:0.0").name == name
    assert NetworkAgent(random_network("launch", True)).name == "network"
    assert NetworkTreeSearch(9, random_network("launch", True)).name == "mcts:9+network"


WITH_A_NETWORK = (
    r"with a network: rollouts:N\+baseline, rollouts:N\+file.npz of a network that values positions, "
    r"mcts:N\+file.npz of one that gives logits"
)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        *((f"mcts:{wrong}+x.npz", ConfigurationError, "simulations from 1 to 1000000") for wrong in ("0", "", "x")),
        *((f"rollouts:{wrong}+baseline", ConfigurationError, "rollouts from 1 to 1000000") for wrong in ("0", "", "x")),
        *(
            (f"{kind}:5+{wrong}", ConfigurationError, WITH_A_NETWORK)
            for kind in ("mcts", "rollouts")
            for wrong in ("", "x", "greedy")
        ),
        ("rollouts:5", ConfigurationError, WITH_A_NETWORK),
        ("flat:5+baseline", ConfigurationError, WITH_A_NETWORK),
        ("mcts:5+baseline", ConfigurationError, rf"{WITH_A_NETWORK}.* Did you mean 'rollouts:5\+baseline'\?"),
        ("mcts:5+baseline:0.5", ConfigurationError, WITH_A_NETWORK),
        *(
            (
                f"{network}:{wrong}",
                ConfigurationError,
                "allowed as a temperature: 0 for the best action, or 0.001 to 1000",
            )
            for network in ("baseline", "nothing.npz", "rollouts:5+baseline", "mcts:5+nothing.npz")
            for wrong in ("", "-1", "nan", "inf", "1e9", "0.0001", "x", "1_0", " 1", "\u0661", "9" * 5000, "0.5+")
        ),
        ("mcts:5+greedy:0.5", ConfigurationError, WITH_A_NETWORK),
        ("mcts:5:0.5", ConfigurationError, "simulations from 1 to 1000000"),
        ("nothing.npz:0.5", NetworkError, "nothing.npz: cannot be read: No such file"),
        (
            "baseline ",
            ConfigurationError,
            "baseline, rollouts:N[+]baseline, file.npz, rollouts:N[+]file.npz or mcts:N[+]file.npz of a network",
        ),
        ("mcts+baseline", ConfigurationError, "is not allowed; allowed"),
        ("rollouts+baseline", ConfigurationError, "is not allowed; allowed"),
        ("nothing.npz", NetworkError, "nothing.npz: cannot be read: No such file"),
        (".npz", NetworkError, "cannot be read"),
        ("\0.npz", NetworkError, "cannot be read"),
        ("mcts:5+nothing.npz", NetworkError, "nothing.npz: cannot be read"),
        ("mcts:5+folder/no:thing.npz", NetworkError, "folder/no:thing.npz: cannot be read"),
        ("rollouts:5+nothing.npz", NetworkError, "nothing.npz: cannot be read"),
    ],
)
def test_names_that_are_refused(given, error, words, folder):
    with pytest.raises(error, match=words) as raised:
        find_agent(given)
    assert "\n" not in str(raised.value)
    with pytest.raises(error):
        SeatBatch("launch", 2, 2, seat=0, opponents=given)


def test_damaged_files(folder):
    for path in (folder / "launch-solo.npz", folder / "box" / "launch-solo.npz"):
        path.write_bytes(path.read_bytes()[:1000])
        for name in (str(path), f"mcts:5+{path}", f"rollouts:5+{path}"):
            with pytest.raises(NetworkError, match="is not the file of a network"):
                find_agent(name)
    for name in ("baseline", "rollouts:5+baseline"):
        with pytest.raises(NetworkError, match="is not the file of a network"):
            play_games(Batch("launch", 1, **SOLO, autoreset="disabled"), [find_agent(name)])


@pytest.mark.parametrize("name", ["{}", "mcts:3+{}"])
def test_games_and_modes_that_do_not_fit(name, folder):
    for file, game, mode, words in (
        ("launch-solo.npz", "launch", {"players": 2}, "plays launch alone, not launch with several players"),
        ("launch-several.npz", "launch", SOLO, "plays launch with several players, not launch alone"),
        ("launch-several.npz", "mlem", {"players": 2}, "plays launch, not mlem"),
    ):
        agent = find_agent(name.format(folder / file))
        with pytest.raises(ConfigurationError, match=words):
            agent.prepare(moon_envs.game(game), moon_envs.game(game).configuration(**mode))


@pytest.mark.parametrize("name", ["baseline", "rollouts:3+baseline"])
def test_games_and_modes_without_a_baseline(name, folder):
    baseline = find_agent(name)
    known = "known: launch-several, launch-solo, mlem-several"
    with pytest.raises(ConfigurationError, match=f"There is no baseline for dome alone; {known}"):
        play_games(Batch("dome", 1, **SOLO, autoreset="disabled"), [baseline])
    with pytest.raises(ConfigurationError, match=f"There is no baseline for crater with several players; {known}"):
        SeatBatch(CRATER, 1, 2, seat=0, opponents=baseline)


@pytest.mark.parametrize("temperature", [0, 1.0])
@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_whole_games_in_both_encodings(id_, mode, temperature):
    agent = NetworkAgent(random_network(id_, mode["players"] == 1), temperature=temperature)
    ends = []
    for encoding in ("compact", "one_hot"):
        batch = Batch(id_, 6, seed=4, autoreset="disabled", encoding=encoding, threads=1, **mode)
        play_games(batch, [agent] * mode["players"])
        assert (batch.actor == -1).all()
        ends.append(batch.states.tobytes())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_every_number_of_players(id_):
    for players in moon_envs.game(id_).player_counts:
        network = random_network(id_, players == 1)
        batch = Batch(id_, 2, players, seed=4, autoreset="disabled", threads=1)
        play_games(batch, [NetworkTreeSearch(3, network, threads=1), *[NetworkAgent(network)] * (players - 1)])
        assert (batch.actor == -1).all()


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_compact_observations(id_, mode):
    """To the last bit what a batch shows that is compact itself."""
    batches = [played(id_, 5, 40, encoding=encoding, **mode) for encoding in ("compact", "one_hot")]
    features = batches[0].game.features
    for encoding, batch in zip(("compact", "one_hot"), batches, strict=True):
        compact = features.as_compact(batch.observation, mode["players"], encoding)
        assert compact.tobytes() == batches[0].observation.tobytes() and compact.dtype == np.float32


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_observations_in_the_encoding_that_an_agent_asks_for(id_, mode):
    """To the last bit what a batch with this encoding shows, whatever the batch of the agent shows."""
    batches = {encoding: played(id_, 5, 40, encoding=encoding, **mode) for encoding in ("compact", "one_hot")}
    for shown in batches.values():
        waiting = agents.Waiting(shown, np.arange(5))
        for encoding, batch in batches.items():
            assert waiting.observation_in(encoding).tobytes() == batch.observation.tobytes()
    with pytest.raises(ConfigurationError, match="one_hot"):
        waiting.observation_in("two_hot")


def test_a_function_names_its_encoding():
    shapes = []

    def policy(observations, masks):
        shapes.append(observations.shape[1])
        return masks.argmax(axis=1)

    features = moon_envs.game("launch").features
    for encoding in ("compact", "one_hot"):
        policy.encoding = encoding
        shapes.clear()
        games = moon_envs.SeatBatch("launch", 2, 2, seat=0, opponents=policy)
        for _ in range(10):
            games.step(games.sample())
        assert set(shapes) == {features.size(2, encoding)}
    policy.encoding = "two_hot"
    with pytest.raises(ConfigurationError, match="encoding='two_hot' is not allowed"):
        moon_envs.SeatBatch("launch", 2, 2, opponents=policy)


def test_the_highest_score_and_the_first_of_equals():
    network = random_network("launch", True)
    batch = played("launch", 50, 12, **SOLO)
    expected = batch.clone()
    scores, _ = network.evaluate(batch.observation, batch.mask)
    waiting = agents.Waiting(batch, np.arange(50))
    assert (NetworkAgent(network).act(waiting) == scores.argmax(axis=1)).all()
    assert expected.states.tobytes() == batch.states.tobytes()
    nothing = moon_envs.networks.Network(network.inputs, {n: 0 * value for n, value in network.parameters.items()})
    assert (NetworkAgent(nothing).act(waiting) == batch.mask.argmax(axis=1)).all()


@pytest.mark.slow
def test_drawn_actions():
    """In the shares that the network gives them; a low temperature draws the best, another seed draws differently."""
    rows = 20_000
    network = random_network("launch", True)
    batch = Batch("launch", rows, seed=0, threads=1, **SOLO)
    batch.set_checked_states(np.repeat(batch.states[:1], rows), np.arange(rows))
    waiting = agents.Waiting(batch, np.arange(rows))
    waiting.seeds = mix(np.arange(rows, dtype=np.uint64))
    scores, _ = network.evaluate(batch.observation[:1], batch.mask[:1])
    legal = np.flatnonzero(batch.mask[0])
    for temperature in (1.0, 0.5):
        weights = np.exp(scores[0, legal].astype(float) / temperature)
        shares = weights / weights.sum()
        drawn = NetworkAgent(network, temperature=temperature).act(waiting)
        for action, share in zip(legal, shares, strict=True):
            assert abs((drawn == action).mean() - share) < 5 * np.sqrt(share * (1 - share) / rows) + 1e-6
    cold = NetworkAgent(network, temperature=1e-3).act(waiting)
    assert (cold == scores[0].argmax()).all()
    again, other = (NetworkAgent(network, temperature=1, seed=seed).act(waiting) for seed in (0, 1))
    assert (again == NetworkAgent(network, temperature=1).act(waiting)).all() and (again != other).any()


def sheets(batch, game):
    return {batch.states[game]["players"][seat]["cells"].tobytes() for seat in range(batch.configuration.players)}


def test_players_with_a_temperature_play_different_sheets():
    """Three that play their best write the same numbers into the same cells; three that draw hardly ever do."""
    different = {}
    for name in ("baseline", "baseline:0", "baseline:0.5"):
        batch = Batch("virus", 20, 3, seed=0, autoreset="disabled", threads=1)
        play_games(batch, [find_agent(name) for _ in range(3)])
        different[name] = [len(sheets(batch, game)) for game in range(20)]
    assert different["baseline"] == different["baseline:0"] == [1] * 20
    assert min(different["baseline:0.5"]) > 1 and sum(different["baseline:0.5"]) > 55


@pytest.mark.parametrize(
    "name", ["launch-several.npz:0.7", "mcts:6+launch-several.npz:0.7", "baseline:0.7", "rollouts:6+baseline:0.7"]
)
def test_what_is_drawn_depends_on_the_game_only(name, folder, monkeypatch):
    """Alone and among others, from one thread and from two, in one agent for both seats and in two."""
    monkeypatch.chdir(folder)
    agent = find_agent(name)
    together = Batch("launch", 6, 2, seed=3, autoreset="disabled", threads=2)
    play_games(together, [agent, agent])
    for row in range(6):
        alone = Batch("launch", 1, 2, seed=3 + row, autoreset="disabled", threads=1)
        play_games(alone, [find_agent(name), find_agent(name)])
        assert alone.states.tobytes() == together.states[row : row + 1].tobytes()
    best = Batch("launch", 6, 2, seed=3, autoreset="disabled", threads=1)
    play_games(best, [find_agent(name.rpartition(":")[0])] * 2)
    assert best.states.tobytes() != together.states.tobytes()


def test_search_draws_by_its_simulations():
    network = random_network("launch", True)
    batch = Batch("launch", 400, seed=0, threads=1, **SOLO)
    batch.set_checked_states(np.repeat(batch.states[:1], 400), np.arange(400))
    waiting = agents.Waiting(batch, np.arange(400))
    waiting.seeds = mix(np.arange(400, dtype=np.uint64))
    visits = NetworkTreeSearch(30, network, threads=1).shares(waiting)
    for temperature in (1.0, 0.5):
        expected = visits ** (1 / temperature)
        expected = (expected / expected.sum(axis=1, keepdims=True)).mean(axis=0)
        drawn = NetworkTreeSearch(30, network, temperature=temperature, threads=1).act(waiting)
        counted = np.bincount(drawn, minlength=len(expected)) / 400
        assert (abs(counted - expected) < 5 * np.sqrt(expected / 400) + 1e-6).all()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        *(
            ({"temperature": wrong}, "temperature=.*0.001 to 1000")
            for wrong in (-1, 1e-9, 1e9, np.nan, np.inf, "x", True)
        ),
        *(({"seed": wrong}, "seed=") for wrong in (-1, 2**63, "x")),
        *(({"network": wrong}, "network=.*a network, a file, baseline") for wrong in (None, 5, np.zeros(3))),
    ],
)
def test_settings_that_are_refused(settings, words):
    with pytest.raises(ConfigurationError, match=words):
        NetworkAgent(**{"network": random_network("launch", True), **settings})


@pytest.mark.parametrize(
    "name", ["baseline", "rollouts:6+baseline", "{}/launch-several.npz", "mcts:6+{}/launch-several.npz"]
)
def test_as_opponents_and_copied(name, folder):
    batch = SeatBatch("launch", 3, 3, seed=1, seat=0, opponents=[name.format(folder), "random"], threads=1)
    for _ in range(5):
        batch.step(batch.sample())
    twins = [batch.clone(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for _ in range(5):
        actions = batch.sample().copy()
        for one in (batch, *twins):
            one.step(actions)
        assert {one.states.tobytes() for one in (batch, *twins)} == {batch.states.tobytes()}


def test_pickled_agents_are_small(folder):
    """They take the name of the file with them, not the weights."""
    files = (f"{folder}/launch-solo.npz", f"mcts:6+{folder}/launch-solo.npz", f"{folder}/box/launch-solo.npz")
    for name in ("baseline", "rollouts:6+baseline", *files):
        agent = find_agent(name)
        agent.prepare(moon_envs.game("launch"), moon_envs.game("launch").configuration(**SOLO))
        data = pickle.dumps(agent)
        assert len(data) < 3000 and pickle.loads(data).name == name


def test_in_the_arena_and_on_the_ladder(folder):
    several, solo = str(folder / "launch-several.npz"), str(folder / "launch-solo.npz")
    lineup = ["random", several, f"mcts:2+{several}", "baseline"]
    result = run_arena("launch", lineup, games=8, players=2, seed=0)
    assert list(result.agents) == lineup
    climbed = run_ladder("baseline", "launch", games=1)
    assert len(climbed.rungs) == 10 and not climbed.interrupted
    with pytest.raises(ConfigurationError, match="plays launch, not .*: choose its games with"):
        run_ladder(solo)


def test_threads_change_nothing(folder):
    ends = set()
    for threads in (1, 2):
        batch = Batch("launch", 9, seed=2, autoreset="disabled", threads=1, **SOLO)
        play_games(batch, [NetworkTreeSearch(8, Path(folder / "launch-solo.npz"), threads=threads)])
        ends.add(batch.states.tobytes())
    assert len(ends) == 1
