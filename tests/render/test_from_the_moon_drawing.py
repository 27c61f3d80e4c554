"""From the Moon as a picture: what can be clicked, what is known, and what is counted."""

import re

import numpy as np
import pytest

import moon_envs
from moon_envs.games.from_the_moon.state import NOBODY
from moon_envs.games.from_the_moon.vocabulary import (
    GREENHOUSES,
    LABORATORY_SPACES,
    MOST_BATTERIES,
    NONE,
    OBJECTIVES,
)
from moon_envs.render import LastDecision, draw
from moon_envs.render.games.from_the_moon.objectives import progress_of
from moon_envs.testing.knowledge import ROW, hidden_leaves, positions_of, scramble

GAME = moon_envs.game("from_the_moon")
MODES = [{"players": 1, "objectives": 2}, {"players": 1, "objectives": 5}, *({"players": n} for n in (2, 3, 4))]
SEED = 3


def clickable(picture):
    """The actions that something drawn stands for."""
    listed = re.findall(r'data-actions="([^"]*)"', "".join(picture.elements))
    return {int(action) for actions in listed for action in actions.split()}


def in_modes(test):
    return pytest.mark.parametrize("mode", MODES, ids=str)(test)


@in_modes
def test_every_legal_action_can_be_clicked_by_the_player_who_decides(mode):
    batch = moon_envs.Batch(GAME, 1, seed=SEED, autoreset="disabled", threads=1, **mode)
    while not batch.done[0]:
        legal = set(batch.legal_actions().tolist())
        assert clickable(draw(GAME, batch.states[0], int(batch.actor[0]))) == legal, batch.game.render(
            batch.record(), 0
        )
        batch.step(batch.sample())


@in_modes
def test_others_can_click_nothing_and_every_moment_can_be_drawn(mode):
    batch = moon_envs.Batch(GAME, 1, seed=SEED, autoreset="disabled", threads=1, **mode)
    last = None
    while last is None or not batch.done[0]:
        for seat in (None, *range(batch.configuration.players)):
            picture = draw(GAME, batch.states[0], seat, last=last)
            assert bool(clickable(picture)) == (seat in (None, int(batch.actor[0])))
        for _ in range(15):
            if not batch.done[0]:
                last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
                batch.step(last.action)
    assert not clickable(draw(GAME, batch.states[0]))


@in_modes
def test_the_picture_of_a_seat_does_not_show_what_nobody_can_know(mode):
    """The order of the laboratory stack and of the rover cards (from_the_moon 12.7)."""
    trial = moon_envs.Batch(GAME, 1, seed=8, autoreset="disabled", threads=1, **mode)
    hidden, chance = hidden_leaves(GAME), np.random.default_rng(8)
    for number, (state, actor) in enumerate(positions_of(GAME, mode, 120)):
        if number % 6:
            continue
        for seat in range(trial.configuration.players):
            seen = draw(GAME, state, seat).svg()
            trial.set_states(np.array([state]))
            trial.resample(0, seat, seed=number)
            assert draw(GAME, trial.record(), seat).svg() == seen
            assert draw(GAME, scramble(GAME, hidden, state, seat, actor, chance), seat).svg() == seen


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
        batch._replace(state, ROW)
        by_rules = batch.features[0, first : first + OBJECTIVES].astype(bool).tolist()
        shown = [progress_of(state[0], objective)[0] for objective in range(OBJECTIVES)]
        assert shown == by_rules
        for objective, is_met in enumerate(shown):
            (met if is_met else missed).add(objective)
    assert met == missed == set(range(OBJECTIVES)), "an objective was always met, or never"
