"""Every public call with one argument that is wrong: an error of ours, or nothing wrong with it; never a crash.

`calls` has each call with arguments that are right. Every argument in turn becomes each of `wrong_values`: wrong types,
huge and strange numbers, objects of another game. A call may accept such a value; what it refuses it refuses in words.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import moon_envs
from moon_envs import agents, arena, events, networks, pettingzoo, render
from moon_envs.agents import SeatBatch
from moon_envs.arena import ladder
from moon_envs.base.errors import MoonEnvsError
from moon_envs.batch import Batch
from moon_envs.core import saves
from moon_envs.envs.recorders import RecordGames
from moon_envs.envs.single_agent import MoonEnv
from moon_envs.games.welcome_to_the_moon.stars import stars_of_places
from moon_envs.networks import Inputs, Network
from moon_envs.play import opening
from moon_envs.play.reading import read_game
from tests.networks.random_weights import random_network, random_value_network

OTHER_GAME = moon_envs.game("mlem")
PARTS = 6


def wrong_values() -> dict[str, Any]:
    return {
        "None": None,
        "True": True,
        "-1": -1,
        "7": 7,
        "huge": 10**400,
        "very negative": -(10**400),
        "2**63": 2**63,
        "1.5": 1.5,
        "nan": float("nan"),
        "inf": float("inf"),
        "text": "nothing",
        "empty text": "",
        "null text": "a\0b",
        "long text": "x" * 5000,
        "surrogate": "\udc80",
        "bytes": b"nothing",
        "list": [],
        "nested": [[1], [2, 3]],
        "objects": [object(), None],
        "table": {"nothing": 10**400},
        "reward": {"outcome": 10**400},
        "object": object(),
        "class": int,
        "range": range(10**12),
        "array": np.zeros((2, 2)),
        "array of objects": np.array([None, "x"], dtype=object),
        "array of nan": np.full(4, np.nan),
        "another game": OTHER_GAME,
        "another state": OTHER_GAME.new_states(OTHER_GAME.configuration(2))[0],
        "another configuration": OTHER_GAME.configuration(2),
    }


class Call:
    """A public call, and arguments that are right for it.

    Args:
        function: what is called.
        **right: the arguments, by name.
    """

    def __init__(self, function: Callable[..., Any], /, **right: Any):
        self.function, self.right = function, right

    def problems(self, name: str) -> list[str]:
        """What goes wrong in words that are not ours."""
        found = []
        for argument in self.right:
            for words, value in wrong_values().items():
                try:
                    result = self.function(**self.right | {argument: value})
                    if inspect.isgenerator(result):
                        next(result, None)
                except MoonEnvsError as error:
                    if not str(error).strip():
                        found.append(f"{name}({argument}={words}): no words")
                except Exception as error:
                    found.append(f"{name}({argument}={words}): {type(error).__name__}: {str(error)[:100]}")
        return found


def calls(folder: Path) -> dict[str, Call]:
    game, batch = moon_envs.game("launch"), Batch("launch", 4, players=2)
    ahead = batch.look_ahead()
    state, configuration = batch.record(), game.configuration(2)
    recording = moon_envs.Recording.begin("launch", seed=5, players=2)
    recording.actions.append(int(recording.replay().sample()[0]))
    network, solo = random_network("launch", False), Inputs(game, True)
    weights = {name: np.zeros(shape) for name, shape in networks.parameter_shapes(solo, 8).items()}
    values = random_value_network("launch", False)
    ahead_search = moon_envs.LookAhead("launch", 2, network=values, redraws=1, threads=1)
    session, environment = opening.new_session("launch", seed=1), gymnasium.make("moon_envs/Launch-v0").unwrapped
    vector, aec = gymnasium.make_vec("moon_envs/Launch-v0", num_envs=2), pettingzoo.env("launch", 2)
    parallel = pettingzoo.parallel_env("launch", 2)
    environment.reset(), vector.reset(), aec.reset(), parallel.reset()
    search, network_search = moon_envs.Search("launch", 2, 4), moon_envs.NetworkSearch("launch", 2, 4, network=network)
    one_arena = arena.Arena("launch", ["random", "greedy"])
    result = one_arena.play(2)
    one_climb = ladder.Climb("random", ladder.Climb("random").rungs[:1], games=1)
    (folder / "game.json").write_bytes(recording.to_bytes())
    settings = {"game": game, "num_games": 2, "players": 2, "seed": 0, "reward": "outcome", "encoding": "compact"}
    settings |= {"autoreset": "same_step", "threads": 1, "missions": None}
    seated = {**settings, "seat": 0, "opponents": "random"}
    settings |= {"random_seats": [1], "observer": 0}
    one = {"players": 2, "seat": 0, "opponents": "random", "reward": "outcome", "encoding": "compact"}
    one |= {"obs_format": "dict", "mask_key": "action_mask", "on_illegal": "raise", "render_mode": None}
    return {
        "game": Call(moon_envs.game, id_="launch"),
        "register_game": Call(moon_envs.register_game, new_game=game),
        "configuration": Call(
            lambda players, **options: game.configuration(players, **options), players=2, missions=None
        ),
        "solo configuration": Call(lambda opponent: game.configuration(1, opponent=opponent), opponent=1),
        "new_states": Call(game.new_states, configuration=configuration, rows=2),
        "describe": Call(game.describe, action=1, state=state),
        "check_states": Call(game.check_states, states=batch.states, players=2),
        "check_configuration": Call(game.check_configuration, states=batch.states, configuration=configuration),
        "features.size": Call(game.features.size, players=2, encoding="compact"),
        "features.describe": Call(game.features.describe, players=2, encoding="compact"),
        "features.layout": Call(game.features.layout, players=2, encoding="compact"),
        "actions.describe": Call(game.actions.describe, action=3),
        "actions.locate": Call(game.actions.locate, action=3),
        "actions[]": Call(lambda action: game.actions[action], action=3),
        "actions.first": Call(game.actions.first, name="nothing"),
        "Batch": Call(lambda **given: Batch(given.pop("game"), **given), **settings),
        "SeatBatch": Call(lambda **given: SeatBatch(given.pop("game"), **given), **seated),
        "reset": Call(batch.reset, seed=0, rows=[1]),
        "step": Call(batch.step, actions=batch.sample().copy(), rows=None, on_illegal="forfeit"),
        "observe": Call(batch.observe, player=0, row=0),
        "known_points": Call(batch.known_points, player=0, row=0),
        "legal_actions": Call(batch.legal_actions, row=0),
        "batch.describe": Call(batch.describe, action=0, row=0),
        "explain_illegal": Call(batch.explain_illegal, action=0, row=0),
        "render": Call(batch.render, row=0, seat=0),
        "set_states": Call(batch.set_states, states=batch.states.copy(), rows=None),
        "record": Call(batch.record, row=0),
        "save": Call(batch.save, row=0),
        "load": Call(batch.load, data=batch.save(), row=0),
        "resample": Call(batch.resample, rows=None, player=0, seed=0),
        "look_ahead": Call(batch.look_ahead, rows=None, seed=0),
        "LookedAhead.best": Call(ahead.best, values=ahead.points),
        "copy_rows": Call(batch.copy_rows, from_rows=[0], to_rows=[1], source=None),
        "Recording.begin": Call(moon_envs.Recording.begin, game="launch", seed=1, players=2, missions=None),
        "Recording": Call(lambda **fields: moon_envs.Recording(**fields).to_bytes(), **vars(recording)),
        "Recording.replayed": Call(lambda **fields: moon_envs.Recording(**fields).replay(), **vars(recording)),
        "from_bytes": Call(moon_envs.Recording.from_bytes, data=recording.to_bytes(), game=None),
        "replay": Call(recording.replay, length=1, game=None),
        "to_html": Call(recording.to_html, title="title", seats=[0], game=None),
        "saves.pack": Call(saves.pack, game="launch", state=state, details=None),
        "saves.unpack": Call(saves.unpack, game="launch", data=batch.save()),
        "saves.game_id": Call(saves.game_id, data=batch.save()),
        "load_games": Call(moon_envs.load_games, folder=str(folder), game=None),
        "read_game": Call(read_game, path=folder / "game.json", number=0, game=None),
        "to_lines": Call(lambda **given: list(recording.to_lines(**given)), seat=0, game=None),
        "draw": Call(render.draw, game=game, state=state, seat=0, last=render.LastDecision(0, 0), probabilities=None),
        "svg": Call(batch.render().svg, theme="light"),
        "Search": Call(
            lambda **given: moon_envs.Search(given.pop("game"), **given),
            game="launch",
            players=2,
            simulations=4,
            threads=1,
        ),
        "search": Call(search.search, states=batch.states, seed=0, rows=None),
        "NetworkSearch": Call(
            lambda **given: moon_envs.NetworkSearch(given.pop("game"), **given),
            game="launch",
            players=2,
            simulations=4,
            network=network,
            threads=1,
            noise=0.0,
            in_flight=1,
        ),
        "network search": Call(network_search.search, states=batch.states, seed=0, rows=None),
        "Series": Call(moon_envs.Series, num_series=2, players=2, seed=0, opponent=None, agents="random", threads=1),
        "Arena": Call(
            lambda **given: arena.Arena(given.pop("game"), given.pop("agents"), **given),
            game="launch",
            agents=["random", "greedy"],
            players=2,
            seed=0,
            threads=1,
            batch_size=2,
        ),
        "arena.play": Call(lambda **given: one_arena.play(2, **given), save=None, record=None, recorded_games=1),
        "arena.resume": Call(one_arena.resume, path=folder / "nothing"),
        "write_report": Call(arena.write_report, result=result, path=folder / "report.md"),
        "run_ladder": Call(
            lambda **given: ladder.Climb(**given),
            agent="random",
            rungs=ladder.Climb("random").rungs[:1],
            games=1,
            threads=1,
        ),
        "climb.climb": Call(one_climb.climb, save=None, force=False),
        "climb.resume": Call(one_climb.resume, path=folder / "nothing"),
        "find_agent": Call(agents.find_agent, given="random"),
        "find_agents": Call(agents.find_agents, name="agents", given="random", seats=2),
        "register_agent": Call(agents.register_agent, name="greedy", agent=7),
        "FlatMonteCarlo": Call(agents.FlatMonteCarlo, simulations=3),
        "TreeSearch": Call(agents.TreeSearch, simulations=3),
        "NetworkAgent": Call(agents.NetworkAgent, network="baseline"),
        "NetworkTreeSearch": Call(agents.NetworkTreeSearch, simulations=3, network=network),
        "RolloutAgent": Call(agents.RolloutAgent, rollouts=3, network="baseline", temperature=0, candidates=2, depth=2),
        "PolicyAgent": Call(agents.PolicyAgent, policy=lambda observations, masks: masks.argmax(axis=1), name=None),
        "prepare": Call(agents.prepare, agent=agents.RandomAgent(), game=game, configuration=configuration),
        "Inputs": Call(Inputs, game=game, solo=True, thermometers=True),
        "parameter_shapes": Call(networks.parameter_shapes, inputs=solo, hidden=8, opponent_width=8),
        "Network": Call(Network, inputs=solo, parameters=weights, reward="outcome", trained=""),
        "evaluate": Call(network.evaluate, observation=batch.observation, mask=batch.mask),
        "Network.load": Call(Network.load, path=folder / "nothing"),
        "load_network": Call(networks.load_network, path=folder / "nothing"),
        "find_network": Call(networks.find_network, given=network, game=game, configuration=configuration),
        "find_value_network": Call(networks.find_value_network, given=values, game=game, configuration=configuration),
        "find_any_network": Call(networks.find_any_network, given=values, game=game, configuration=configuration),
        "Goal": Call(networks.Goal, points=1, opponent=0.5, chance=1, nearness=0.7),
        "Goal.of": Call(networks.Goal.of, given={}),
        "ValueInputs": Call(networks.ValueInputs, game=game, solo=True),
        "value_parameter_shapes": Call(
            networks.value_parameter_shapes, inputs=values.inputs, hidden=8, opponent_width=8, second=8
        ),
        "ValueNetwork": Call(
            networks.ValueNetwork, inputs=values.inputs, parameters=values.parameters, goal=None, trained=""
        ),
        "ValueNetwork.evaluate": Call(values.evaluate, features=batch.features),
        "ValueNetwork.load": Call(networks.ValueNetwork.load, path=folder / "nothing"),
        "LookAhead": Call(
            lambda **given: moon_envs.LookAhead(given.pop("game"), **given),
            game=game,
            players=2,
            network=values,
            redraws=1,
            threads=1,
        ),
        "Rollouts": Call(
            lambda **given: moon_envs.Rollouts(given.pop("game"), **given),
            game=game,
            players=2,
            rollouts=2,
            network=values,
            candidates=2,
            depth=1,
            threads=1,
        ),
        "LookAhead.search": Call(ahead_search.search, states=batch.states, seed=0),
        "new_session": Call(
            opening.new_session,
            game="launch",
            players=2,
            seed=1,
            seat=0,
            hotseat=False,
            opponents=None,
        ),
        "resume": Call(opening.resume, game="launch", data=session.to_bytes(), hotseat=False, opponents=None),
        "resume_session": Call(
            opening.resume_session, game="launch", path=folder / "nothing", hotseat=False, opponents=None
        ),
        "session.describe": Call(session.describe, action=session.legal_actions[0]),
        "session.decide": Call(session.decide, action=-1),
        "session.news": Call(session.news, seat=0),
        "session.hint": Call(session.hint, agent="random"),
        "session.save": Call(session.save, path=folder / "evening.moon"),
        "session.save_recording": Call(session.save_recording, path=folder / "evening.json"),
        "events.describe": Call(events.describe, game=game, state=state, action=0),
        "events.legend": Call(events.legend, game=game),
        "MoonEnv": Call(lambda **given: MoonEnv("launch", **given), **one),
        "gymnasium.make_vec": Call(
            lambda **given: gymnasium.make_vec("moon_envs/Launch-v0", **given), num_envs=2, **one
        ),
        "environment.reset": Call(environment.reset, seed=1, options=None),
        "environment.step": Call(environment.step, action=-1),
        "environment.describe": Call(environment.describe, action=0),
        "environment.load": Call(environment.load, data=environment.save()),
        "vector.reset": Call(vector.reset, seed=1, options=None),
        "vector.step": Call(vector.step, actions=[-1, -1]),
        "pettingzoo.env": Call(
            pettingzoo.env, game="launch", players=2, reward="outcome", render_mode=None, missions=None
        ),
        "pettingzoo.parallel_env": Call(pettingzoo.parallel_env, game="launch", players=2, reward="outcome"),
        "aec.reset": Call(aec.reset, seed=1, options=None),
        "aec.observe": Call(aec.observe, agent="player_0"),
        "parallel.reset": Call(parallel.reset, seed=1, options=None),
        "parallel.step": Call(parallel.step, actions={"player_0": -1}),
        "RecordGames": Call(lambda folder: RecordGames(environment, folder), folder=folder / "recorded"),
        "stars_of_places": Call(stars_of_places, adventure="virus", places=np.array([1, 2])),
    }


@pytest.fixture(scope="module")
def all_calls(tmp_path_factory):
    return calls(tmp_path_factory.mktemp("calls"))


@pytest.mark.parametrize("part", range(PARTS))
def test_one_wrong_argument(part, all_calls, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, call in list(all_calls.items())[part::PARTS]:
            found += call.problems(name)
    assert not found, "\n".join(found)


def test_both_names_of_a_game_draw_the_same():
    batch = Batch("launch", 1, players=2)
    assert moon_envs.draw("launch", batch.states[0]).svg() == moon_envs.draw(batch.game, batch.states[0]).svg()
