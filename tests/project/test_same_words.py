"""The same words everywhere: the game, `players`, its options, `seed`, `seat`, `opponents`, `reward`, `threads`."""

from __future__ import annotations

import inspect

import gymnasium
import pytest

import moon_envs
from moon_envs import Batch, LookAhead, NetworkSearch, Recording, Rollouts, Search, SeatBatch
from moon_envs.arena import Arena, run_arena
from moon_envs.base.errors import ConfigurationError
from moon_envs.envs.aec import MoonAEC
from moon_envs.envs.parallel import MoonParallel
from moon_envs.envs.single_agent import MoonEnv
from moon_envs.envs.vector import MoonVectorEnv
from moon_envs.pettingzoo import mlem_v0
from moon_envs.play.opening import new_session, resume, resume_session
from moon_envs.search import ValueGames
from tests.networks.random_weights import random_network

CALLS = [Arena, Batch, MoonAEC, MoonEnv, MoonParallel, MoonVectorEnv, NetworkSearch, Search, new_session, run_arena]
CALLS += [LookAhead, Recording.begin, Rollouts, ValueGames]
OTHER_WORDS = {"against", "rivals", "enemies", "configuration", "config", "num_players", "n_players", "options"}
MODE = {"players": 3, "ufo": True}


@pytest.mark.parametrize("call", [*CALLS, resume, resume_session, moon_envs.Series], ids=lambda call: call.__qualname__)
def test_no_other_words(call):
    parameters = inspect.signature(call).parameters
    words = {name for name, one in parameters.items() if one.kind is not inspect.Parameter.VAR_KEYWORD}
    assert not words & OTHER_WORDS
    if call in CALLS:
        assert "game" in words and "players" in words
        assert any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())


@pytest.mark.parametrize(
    "make",
    [
        lambda **mode: moon_envs.game("mlem").configuration(**mode),
        lambda **mode: Batch("mlem", 1, seed=1, **mode).configuration,
        lambda **mode: SeatBatch("mlem", 1, seed=1, seat=0, opponents="random", **mode).configuration,
        lambda **mode: gymnasium.make("moon_envs/Mlem-v0", seat=0, opponents="random", **mode).unwrapped.configuration,
        lambda **mode: mlem_v0.env(**mode).unwrapped.configuration,
        lambda **mode: mlem_v0.parallel_env(**mode).configuration,
        lambda **mode: Search("mlem", simulations=2, **mode).configuration,
        lambda **mode: (
            NetworkSearch("mlem", simulations=2, network=random_network("mlem", False), **mode).configuration
        ),
        lambda **mode: LookAhead("mlem", network="baseline", **mode).configuration,
        lambda **mode: Rollouts("mlem", rollouts=2, network="baseline", **mode).configuration,
        lambda **mode: Arena("mlem", ["random", "greedy"], seed=1, **mode).configuration,
        lambda **mode: Recording.begin("mlem", seed=1, **mode).replay().configuration,
        lambda **mode: new_session("mlem", seed=1, seat=0, opponents="random", **mode).configuration,
        lambda **mode: new_session("mlem", hotseat=True, **mode).configuration,
    ],
)
def test_the_same_mode(make):
    assert make(**MODE) == moon_envs.game("mlem").configuration(**MODE)
    with pytest.raises((ConfigurationError, TypeError), match="ufos"):
        make(players=3, ufos=True)


def test_pictures_take_the_name_of_a_game():
    state = Batch("mlem", 1, 3).states[0]
    assert moon_envs.draw("mlem", state, 0).svg() == moon_envs.draw(moon_envs.game("mlem"), state, 0).svg()
