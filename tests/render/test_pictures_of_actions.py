"""Small pictures of the things that actions name."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError
from moon_envs.events import describe
from moon_envs.render import picture_of_action
from moon_envs.render.drawing import GameDrawing
from tests.events.playing import SOME_MODES, taken_decisions

LUNA = moon_envs.game("luna_capital")


def test_a_picture_shows_what_the_words_name():
    pictures: dict[str, set[str]] = {}
    for taken in taken_decisions(LUNA, {"players": 3}, 500):
        batch = moon_envs.Batch(LUNA, 1, players=3, autoreset="disabled")
        batch.set_states(np.array([taken.before], dtype=LUNA.state_dtype))
        for action in batch.legal_actions():
            words, picture = describe(LUNA, taken.before, int(action)), picture_of_action(LUNA, taken.before, action)
            names_a_card = "card " in words and words.startswith(("take", "pay", "play", "exchange", "keep card"))
            names_a_tile = words.startswith(("place the", "swap", "spend a token")) and " on the " not in words
            assert (picture is not None) == (names_a_card or names_a_tile), words
            if picture is not None:
                pictures.setdefault(picture.svg("light"), set()).add(words.split(" ", 1)[1].split(" with ")[0])
    assert len(pictures) > 100


def test_every_action_in_every_state_can_be_asked_for():
    for taken in taken_decisions(LUNA, {"players": 1}, 60):
        for action in range(len(LUNA.actions)):
            picture_of_action(LUNA, taken.before, action)


@pytest.mark.parametrize("game_id, mode", [one for one in SOME_MODES if one[0] != "luna_capital"])
def test_other_games_need_no_pictures(game_id, mode):
    game = moon_envs.game(game_id)
    for taken in taken_decisions(game, mode, 5):
        assert picture_of_action(game, taken.before, taken.action) is None
    with pytest.raises(ConfigurationError, match="action"):
        picture_of_action(game, taken.before, len(game.actions))


def test_a_drawing_may_leave_choices_out():
    drawing = GameDrawing(lambda game, state, seat: [])
    assert drawing.choice(LUNA, None, 0) is None
