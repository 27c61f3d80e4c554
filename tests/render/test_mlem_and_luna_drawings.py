"""The pictures of MLEM and Luna Capital: everything can be clicked, nothing is given away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from moon_envs import Batch
from moon_envs.games.luna_capital.hidden import SEEN_BY_OTHERS
from moon_envs.games.luna_capital.state import FACE_DOWN
from moon_envs.games.mlem.game import MODES as MLEM_MODES
from moon_envs.render import LastDecision, draw
from moon_envs.testing.knowledge import hidden_leaves, scramble

LUNA_MODES = [{"players": players} for players in (1, 2, 3, 4)]
# Every combination of variants, each with one number of players, and the most players with all of them.
VARIANTS = 8
MLEM_TRIED = [MLEM_MODES[number * len(MLEM_MODES) // VARIANTS + number % 4] for number in range(VARIANTS)]
MODES = [("mlem", mode) for mode in MLEM_TRIED] + [("luna_capital", mode) for mode in LUNA_MODES]
EVERY_MODE = pytest.mark.parametrize(("game", "mode"), MODES)


def played(game: str, mode: dict[str, Any], seed: int, most: int) -> Iterator[tuple[Batch, LastDecision | None]]:
    """A random game at each of its decisions, and at its end if it comes within so many."""
    batch = Batch(game, 1, seed=seed, autoreset="disabled", threads=1, **mode)
    last = None
    for _ in range(most):
        yield batch, last
        if batch.done[0]:
            return
        last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
        batch.step(last.action)


def clickable(svg: str) -> set[int]:
    return {int(action) for found in re.findall(r'data-actions="([\d ]+)"', svg) for action in found.split()}


def test_all_variants_and_numbers_of_players_are_tried():
    variants = {tuple(mode[name] for name in ("ufo", "explorations", "secret_missions")) for mode in MLEM_TRIED}
    assert len(variants) == VARIANTS
    assert {mode["players"] for mode in MLEM_TRIED} == {2, 3, 4, 5}


@EVERY_MODE
def test_every_legal_action_can_be_clicked(game, mode):
    for batch, last in played(game, mode, seed=5, most=220):
        for seat in {max(0, int(batch.actor[0])), None}:
            svg = draw(batch.game, batch.record(), seat, last=last).svg("light")
            assert clickable(svg) == (set() if batch.done[0] else set(batch.legal_actions().tolist()))


@EVERY_MODE
def test_a_whole_game_can_be_drawn_from_every_seat(game, mode):
    for number, (batch, last) in enumerate(played(game, mode, seed=6, most=2000)):
        if number % 23 and not batch.done[0]:
            continue
        for seat in (*range(mode["players"]), None):
            picture = draw(batch.game, batch.record(), seat, last=last)
            assert picture.height > 500
    assert batch.done[0]


@EVERY_MODE
def test_a_seat_is_shown_nothing_that_it_cannot_know(game, mode):
    chance = np.random.default_rng(3)
    for number, (batch, _) in enumerate(played(game, mode, seed=7, most=2000)):
        if number % 11 and not batch.done[0]:
            continue
        hidden, state, actor = hidden_leaves(batch.game), batch.record(), int(batch.actor[0])
        for seat in range(mode["players"]):
            seen = draw(batch.game, state, seat).svg()
            redrawn = batch.clone()
            redrawn.resample(0, seat, seed=number)
            assert draw(batch.game, redrawn.record(), seat).svg() == seen
            assert draw(batch.game, scramble(batch.game, hidden, state, seat, actor, chance), seat).svg() == seen


@pytest.mark.parametrize("mode", LUNA_MODES[1:])
def test_what_another_player_only_named_is_not_marked_as_the_last_decision(mode):
    """luna_capital 11.6."""
    named = 0
    for batch, last in played("luna_capital", mode, seed=8, most=120):
        state, actor = batch.record(), int(batch.actor[0])
        if last is not None and state["named"] == last.action:
            assert SEEN_BY_OTHERS[state["decision"]] != state["decision"]
            named += 1
            other = (actor + 1) % mode["players"]
            assert draw(batch.game, state, other, last=last).svg() == draw(batch.game, state, other).svg()
            assert draw(batch.game, state, actor, last=last).svg() != draw(batch.game, state, actor).svg()
    assert named > 10


def test_missions_are_shown_to_their_player_only_and_to_all_at_the_end():
    """mlem 14.4."""
    mode = {"players": 3, "secret_missions": True}
    for batch, _ in played("mlem", mode, seed=9, most=2000):
        pictures = [draw(batch.game, batch.record(), seat).svg() for seat in (0, 1, None)] if batch.done[0] else []
    assert all(picture.count("?<") == 0 for picture in pictures)
    batch = Batch("mlem", 1, seed=9, **mode)
    assert draw(batch.game, batch.record(), 0).svg().count(">?<") == 2
    assert draw(batch.game, batch.record(), None).svg().count(">?<") == 0


def test_cards_face_down_are_seen_by_their_player_only():
    """luna_capital 4.8."""
    for batch, _ in played("luna_capital", {"players": 2}, seed=10, most=2000):
        state = batch.record()
        owners = [player for player in (0, 1) if (state["players"][player]["marks"] == FACE_DOWN).any()]
        if len(owners) == 1:
            shown = [draw(batch.game, state, seat).svg().count(">down<") for seat in (0, 1)]
            assert shown[owners[0]] and not shown[1 - owners[0]]
            return
    pytest.fail("nobody played a card face down")
