"""Cards, plots and concessions of Luna Capital in words for people."""

from __future__ import annotations

import re

import numpy as np

import moon_envs
from moon_envs import events
from moon_envs.events.games.luna_capital_words import card_words, concession_words, pattern_words
from moon_envs.games.luna_capital.components import CARD_IDS, CONCESSION_IDS
from moon_envs.games.luna_capital.frame import CARD_COUNT
from tests.events.playing import taken_decisions

GAME = moon_envs.game("luna_capital")
SIGNS = re.compile(r"\.\.|##|\bc\d\d\b|\b[sl]\d\d\b")


def test_every_card_has_words_of_its_own():
    words = [card_words(card) for card in range(CARD_COUNT)]
    assert len(set(words)) == CARD_COUNT and not any(SIGNS.search(one) for one in words)
    assert card_words(CARD_IDS.index("c43")) == "card 7 (scaffold at the bottom left)"
    assert card_words(CARD_IDS.index("c54")) == "card 8 (double plot on the right)"
    assert card_words(CARD_IDS.index("c68")) == "card 10 (double scaffold at the top)"
    assert card_words(CARD_IDS.index("c18")) == "card 3 (four empty plots)"


def test_patterns_are_drawn():
    assert pattern_words(CONCESSION_IDS.index("s01")) == "## / ##"
    assert concession_words(CONCESSION_IDS.index("l08")) == "10 points: 8 cards in this pattern: ### / #o# / ###"
    assert pattern_words(CONCESSION_IDS.index("s02")) == ""
    assert len({concession_words(number) for number in range(len(CONCESSION_IDS))}) == len(CONCESSION_IDS)


def test_choices_events_and_table_have_no_signs():
    seen = 0
    for taken in taken_decisions(GAME, {"players": 3}, 400):
        legal = _legal(taken.before)
        words = [events.describe(GAME, taken.before, action) for action in legal]
        assert len(set(words)) == len(words)
        told = [line for seat in range(3) for line in events.tell(GAME, taken.before, taken.after, taken, seat)]
        assert not any(SIGNS.search(line) for line in (*words, *told))
        table = events.table(GAME, taken.before, taken.actor)
        assert not re.search(r"\bc\d\d \(|\b[sl]\d\d, ", table) and "Concession for " in table
        seen += len(told)
    assert seen > 200


def test_a_plot_is_named_by_its_place_in_the_city():
    words = [
        events.describe(GAME, taken.before, action)
        for taken in taken_decisions(GAME, {"players": 2}, 100)
        for action in _legal(taken.before)
    ]
    pattern = r"place the .+ on the .+ at the (top|bottom) (left|right) of (card \d+|the card) in row \d, column \d"
    on_plots = [one for one in words if " on the " in one and one.startswith("place")]
    assert len(on_plots) > 50 and all(re.fullmatch(pattern, one) for one in on_plots)


def _legal(state) -> list[int]:
    batch = moon_envs.Batch(GAME, 1, players=int(state["player_count"]), autoreset="disabled")
    batch.set_states(np.array([state], dtype=GAME.state_dtype))
    return [int(action) for action in batch.legal_actions()]
