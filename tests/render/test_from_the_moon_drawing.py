"""From the Moon as a picture: objectives are counted as by the rules."""

import numpy as np

import moon_envs
from moon_envs.games.from_the_moon.state import NOBODY
from moon_envs.games.from_the_moon.vocabulary import GREENHOUSES, LABORATORY_SPACES, MOST_BATTERIES, NONE, OBJECTIVES
from moon_envs.render.games.from_the_moon.objectives import progress_of
from moon_envs.testing.knowledge import ROW

GAME = moon_envs.game("from_the_moon")


def test_objectives_are_met_as_the_rules_count_them():
    """The features say the same of boards that hold anything (from_the_moon 11.6)."""
    batch = moon_envs.Batch(GAME, 1, players=1, objectives=5, seed=1, autoreset="disabled", threads=1)
    first = {name: column for name, column, _ in GAME.features.layout(1)}["objectives_met"]
    chance, met, missed = np.random.default_rng(2), set(), set()
    for _ in range(400):
        state = np.array([batch.record()])
        own = state["players"][0, 0]
        own["batteries"] = chance.integers(7, MOST_BATTERIES + 1)
        own["improved"] = chance.integers(2, GREENHOUSES + 1)
        own["achievements"] = chance.integers(10, 14)
        own["buildings"] = chance.integers(1 << 10)
        own["laboratories"] = chance.integers(NONE, 2, size=LABORATORY_SPACES)
        own["specialists"] = chance.integers(0, 2, size=own["specialists"].shape)
        state["part_improver"] = chance.integers(NOBODY, 2, size=state["part_improver"].shape)
        state["launch_space"] = [chance.choice((4, 5)), chance.choice((5, 6)), 6]
        state["latched"] = chance.integers(1 << OBJECTIVES)
        batch.set_checked_states(state, ROW)
        by_rules = batch.features[0, first : first + OBJECTIVES].astype(bool).tolist()
        shown = [progress_of(state[0], objective)[0] for objective in range(OBJECTIVES)]
        assert shown == by_rules
        for objective, is_met in enumerate(shown):
            (met if is_met else missed).add(objective)
    assert met == missed == set(range(OBJECTIVES)), "an objective was always met, or never"
