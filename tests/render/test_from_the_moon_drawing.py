"""From the Moon as a picture: objectives are counted as by the rules, everything fits, and decisions are marked."""

import numpy as np
import pytest

import moon_envs
from moon_envs.games.from_the_moon.components import LABORATORY_KINDS
from moon_envs.games.from_the_moon.state import NOBODY
from moon_envs.games.from_the_moon.vocabulary import (
    FACTION_COUNT,
    FOUNDATIONS,
    GREENHOUSES,
    LABORATORY_SPACES,
    MOST_BATTERIES,
    NONE,
    OBJECTIVES,
    PROGRESS_TILES,
    SMALL_TILES,
    TERRAIN_TILES,
)
from moon_envs.render import LastDecision
from moon_envs.render.drawing import drawing_of
from moon_envs.render.games.from_the_moon.objectives import progress_of
from moon_envs.render.panels import OTHER, PANEL_WIDTH
from moon_envs.render.picture import Decisions, Picture
from moon_envs.testing.knowledge import ROW
from tests.render.test_panels import faults_of

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


@pytest.mark.parametrize("players", GAME.player_counts)
def test_every_tile_and_full_boards_fit(players):
    """Random games have only some of the tiles, and few of them in one place."""
    batch = moon_envs.Batch(GAME, 1, players=players, seed=3, autoreset="disabled", threads=1)
    for _ in range(6):
        batch.step(batch.sample())
    faults = set()
    for shift in range(8):
        state = batch.record()
        for name in ("display", "progress", "small_tiles"):
            kinds = {"display": LABORATORY_KINDS, "progress": PROGRESS_TILES, "small_tiles": SMALL_TILES}[name]
            state[name] = [(6 * shift + place) % kinds for place in range(len(state[name]))]
        is_tile = state["terrain"] != NONE
        state["terrain"][is_tile] = [(5 * place + shift) % TERRAIN_TILES for place in range(is_tile.sum())]
        state["cubes"][is_tile] = (2, 1, 1)
        for player, own in enumerate(state["players"][:players]):
            own["faction"] = (shift + player) % FACTION_COUNT
            own["foundations"], own["greenhouses"], own["improved"] = FOUNDATIONS, GREENHOUSES, shift % GREENHOUSES
            own["laboratories"] = [(7 * shift + 12 * player + space) % LABORATORY_KINDS for space in range(12)]
            own["batteries"], own["energy"], own["resources"] = MOST_BATTERIES, shift, 25
            own["score"], own["achievements"], own["small"] = -104, 14, 0b010101 << shift % 2
        for seat in (0, None):
            for panel in drawing_of(GAME).panels(GAME, state, seat):
                picture = Picture(PANEL_WIDTH)
                panel.draw(picture)
                faults.update(faults_of(panel, picture))
    assert not faults


def test_the_last_decision_is_marked_on_the_boards_of_others():
    """Their boards are short, but the others see on them what was done."""
    batch = moon_envs.Batch(GAME, 1, players=2, seed=5, autoreset="disabled", threads=1)
    marked = set()
    while not batch.done[0]:
        last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
        batch.step(last.action)
        name = GAME.actions.locate(last.action)[0]
        if name in ("rover", "recruit", "train", "laboratory_space"):
            panels = drawing_of(GAME).panels(GAME, batch.states[0], 1 - last.actor)
            picture = Picture(PANEL_WIDTH, Decisions(frozenset(), -1, last.action, last.actor))
            next(panel for panel in panels if panel.kind == OTHER).draw(picture)
            if ' last"' in picture.drawn:
                marked.add(name)
    assert marked == {"rover", "recruit", "train", "laboratory_space"}
