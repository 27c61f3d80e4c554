"""What actions bring for certain: it comes true, and tells nothing hidden."""

from __future__ import annotations

import re

import numpy as np
import pytest

import moon_envs
from moon_envs.play.consequences import consequences
from moon_envs.play.opening import new_session
from tests.events.playing import SOME_MODES

POINTS = re.compile(r"([+-]?\d+) points? \(.+\)")


@pytest.mark.parametrize("game_id, mode", SOME_MODES)
def test_what_is_said_comes_true(game_id, mode):
    batch = moon_envs.Batch(game_id, 1, seed=6, autoreset="disabled", threads=1, **mode)
    said = 0
    for number in range(200):
        if batch.actor[0] < 0:
            batch.reset(number)
        seat, action = int(batch.actor[0]), int(batch.sample()[0])
        lines = consequences(batch, seat, [action])[action]
        # Simultaneous decisions of others, which the player does not see yet, may change what comes of it.
        after = batch.clone()
        if batch.game.simultaneous and mode["players"] > 1:
            after.resample(None, seat, 1000 + number)
        before = int(after.points()[0, seat].sum())
        after.step([action])
        batch.step([action])
        gained = [int(found[1]) for line in lines if (found := POINTS.fullmatch(line))]
        if gained:
            assert gained == [int(after.points()[0, seat].sum()) - before]
            said += 1
    assert said


@pytest.mark.parametrize("game_id, mode", [one for one in SOME_MODES if one[1]["players"] > 1])
def test_nothing_hidden_is_told(game_id, mode):
    """Records that differ only in what the player cannot know have the same consequences."""
    batch = moon_envs.Batch(game_id, 1, seed=6, autoreset="disabled", threads=1, **mode)
    differ = 0
    for number in range(30):
        for _ in range(3):
            if batch.actor[0] >= 0:
                batch.step(batch.sample())
        if batch.actor[0] < 0:
            break
        other, seat = batch.clone(), int(batch.actor[0])
        other.resample(None, seat, 100 + number)
        differ += other.record() != batch.record()
        legal = batch.legal_actions()
        assert consequences(other, seat, legal) == consequences(batch, seat, legal)
    assert differ


def test_points_and_closings_in_words():
    session = new_session("dome", 1, seed=5, names=[])
    chosen = np.random.default_rng(1)
    lines = set()
    while not session.is_over:
        lines |= {line for words in session.consequences().values() for line in words}
        session.decide(int(chosen.choice(session.legal_actions)))
    assert any(re.fullmatch(r"\+\d+ points \(skyscrapers\)", line) for line in lines)
    assert any(re.fullmatch(r"The high bonus of \d+ at the \w+ of skyscraper \d is closed\.", line) for line in lines)
    assert session.consequences() == {}


def test_nothing_is_said_where_dice_or_cards_decide():
    session = new_session("mlem", 2, seed=5, names=[])
    assert all(not lines for lines in session.consequences().values())
