"""The drawings of all games: what can be clicked is what is legal, and nothing is drawn that a seat cannot know."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs.games.mlem.game import MODES as MLEM_MODES
from moon_envs.render import LastDecision, draw
from moon_envs.render.drawing import draw_sound
from moon_envs.testing.knowledge import ROW, hidden_leaves, positions_of, scramble
from tests.render.clicking import clickable

# Every combination of MLEM's variants, each with one number of players.
VARIANTS = 8
MLEM_TRIED = [MLEM_MODES[number * len(MLEM_MODES) // VARIANTS + number % 4] for number in range(VARIANTS)]
FEW_OBJECTIVES, MANY_OBJECTIVES = ({"players": 1, "objectives": count} for count in (2, 5))
TRIED = {
    "mlem": MLEM_TRIED,
    "luna_capital": [{"players": players} for players in (1, 2, 3, 4)],
    "from_the_moon": [FEW_OBJECTIVES, MANY_OBJECTIVES, *({"players": players} for players in (2, 3, 4))],
}
ADVENTURES = [{"players": 1}, {"players": 3}]
CASES = [(id_, mode) for id_ in moon_envs.game_ids() for mode in TRIED.get(id_, ADVENTURES)]
EVERY_CASE = pytest.mark.parametrize(("game_id", "mode"), CASES, ids=lambda value: str(value).replace(" ", ""))
DECISIONS = 300
POSITIONS, EVERY = 120, 6


def test_all_variants_of_mlem_are_tried():
    variants = {tuple(mode[name] for name in ("ufo", "explorations", "secret_missions")) for mode in MLEM_TRIED}
    assert len(variants) == VARIANTS
    assert {mode["players"] for mode in MLEM_TRIED} == {2, 3, 4, 5}


@EVERY_CASE
def test_what_can_be_clicked_is_what_is_legal(game_id, mode):
    """By the player who decides, at every decision; on the open table and by the others, at some of them."""
    batch = moon_envs.Batch(game_id, 1, seed=5, autoreset="next_step", threads=1, **mode)
    last = None
    for step in range(DECISIONS):
        state, actor = batch.states[0], int(batch.actor[0])
        legal = set(batch.legal_actions().tolist()) if actor >= 0 else set()
        seats = {None, *range(batch.configuration.players)} if step % 20 == 0 or actor < 0 else {actor}
        for seat in seats:
            picture = draw(batch.game, state, seat, last=last)
            assert clickable(picture) == (legal if seat in (None, actor) else set())
            assert picture.height > 300
        chosen = int(batch.sample()[0])
        last = LastDecision(actor, chosen) if actor >= 0 else None
        batch.step(chosen)


@EVERY_CASE
def test_a_seat_is_shown_nothing_that_it_cannot_know(game_id, mode):
    game = moon_envs.game(game_id)
    hidden, chance = hidden_leaves(game), np.random.default_rng(8)
    trial = moon_envs.Batch(game, 1, seed=8, autoreset="disabled", threads=1, **mode)
    for number, (state, actor) in enumerate(positions_of(game, mode, POSITIONS)):
        if number % EVERY:
            continue
        for seat in range(trial.configuration.players):
            seen = draw(game, state, seat).elements
            # No game could go on from a scrambled record: `draw` itself would refuse it.
            assert draw_sound(game, scramble(game, hidden, state, seat, actor, chance), seat).elements == seen
            trial.set_checked_states(np.array([state]), ROW)
            trial.resample(0, seat, seed=number)
            assert draw(game, trial.record(), seat).elements == seen
