"""Levels in words: an agent of the box for each, in every game."""

from __future__ import annotations

import pytest

import moon_envs

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.agents import find_agent
from moon_envs.agents.names import is_in_the_box, simulations_of
from moon_envs.web import levels, limits

NUMBER_OF_LEVELS = 4


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_every_level_is_an_agent_that_a_page_may_choose(id_):
    agents = levels.agents_of(id_)
    assert len(agents) == len(set(agents)) == len(levels.NAMES) == NUMBER_OF_LEVELS
    for name in agents:
        assert is_in_the_box(name) and simulations_of(name) <= limits.MOST_SIMULATIONS
        assert find_agent(name).name == name


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_levels_of_the_solo_opponent_are_values_of_its_option(id_):
    game = moon_envs.game(id_)
    found = levels.solo_levels(game)
    if found is None:
        assert not {option.name for option in game.options} & set(levels.SOLO)
        return
    assert len(found["values"]) == NUMBER_OF_LEVELS
    for value in found["values"]:
        assert game.configuration(1, **{found["option"]: int(value)}).options[found["option"]] == int(value)


@pytest.mark.parametrize(
    ("agents", "words"),
    [
        ([], ""),
        (["baseline"], "Hard"),
        (["greedy"] * 3, "3 x Easy"),
        (["mcts:50", "mine", "mcts:50", "baseline"], "2 x Medium, mine and Hard"),
    ],
)
def test_who_plays_in_words(agents, words):
    assert levels.in_words("launch", agents) == words
