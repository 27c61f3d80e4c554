"""The drawings of Welcome to the Moon: everything can be clicked, and nothing is drawn that a seat cannot know."""

from __future__ import annotations

import re

import numpy as np
import pytest

import moon_envs
from moon_envs.render import LastDecision, draw
from moon_envs.testing.knowledge import hidden_leaves, positions_of, scramble

ADVENTURES = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")
MODES = ({"players": 1}, {"players": 3})
ACTIONS = re.compile(r'data-actions="([\d ]+)"')


def actions_in(picture):
    """The actions that something drawn stands for."""
    return {int(action) for found in ACTIONS.findall(picture.svg()) for action in found.split()}


@pytest.mark.parametrize("mode", MODES, ids=["solo", "3-players"])
@pytest.mark.parametrize("adventure", ADVENTURES)
def test_every_legal_action_can_be_clicked(adventure, mode):
    batch = moon_envs.Batch(adventure, 1, seed=5, autoreset="next_step", threads=1, **mode)
    last = None
    for step in range(400):
        state, actor = batch.states[0], int(batch.actor[0])
        legal = set(batch.legal_actions().tolist()) if actor >= 0 else set()
        for seat in (None, max(actor, 0)) if step % 10 == 0 else (max(actor, 0),):
            assert actions_in(draw(batch.game, state, seat, last=last)) == legal
        chosen = int(batch.sample()[0])
        last = LastDecision(actor, chosen) if actor >= 0 else None
        batch.step(chosen)


@pytest.mark.parametrize("mode", MODES, ids=["solo", "3-players"])
@pytest.mark.parametrize("adventure", ADVENTURES)
def test_drawings_show_nothing_that_a_seat_cannot_know(adventure, mode):
    game = moon_envs.game(adventure)
    hidden, chance = hidden_leaves(game), np.random.default_rng(8)
    trial = moon_envs.Batch(game, 1, seed=8, autoreset="disabled", threads=1, **mode)
    for number, (state, actor) in enumerate(positions_of(game, mode, 60)):
        for seat in range(mode["players"]):
            seen = draw(game, state, seat).svg()
            assert draw(game, scramble(game, hidden, state, seat, actor, chance), seat).svg() == seen
            trial._replace(np.array([state]), np.zeros(1, dtype=np.int64))
            trial.resample(0, seat, seed=number)
            assert draw(game, trial.record(), seat).svg() == seen
