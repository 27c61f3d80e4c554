"""What the drawings of all adventures share: words for decisions, and sheets that are remembered."""

from __future__ import annotations

import pytest

import moon_envs
from moon_envs.games.welcome_to_the_moon.use_action import USE_ACTION_DECISION_NAMES
from moon_envs.render import LastDecision, Picture, draw
from moon_envs.render.drawing import drawing_of
from moon_envs.render.games.welcome_to_the_moon import battle
from moon_envs.render.games.welcome_to_the_moon.decision_words import DECISIONS_IN_WORDS
from moon_envs.render.layout import layouts_of
from moon_envs.render.panels import DECISION, OWN, TABLE
from tests.render.test_every_drawing import TRIED

ADVENTURES = [id_ for id_ in moon_envs.game_ids() if id_ not in TRIED]
EVERY_ADVENTURE = pytest.mark.parametrize("id_", ADVENTURES)


@EVERY_ADVENTURE
def test_all_decisions_have_words(id_):
    import importlib

    state = importlib.import_module(f"moon_envs.games.welcome_to_the_moon.{id_}.state")
    assert set(state.DECISION_NAMES) <= set(DECISIONS_IN_WORDS)
    assert not any("_" in words for words in DECISIONS_IN_WORDS.values())
    assert set(USE_ACTION_DECISION_NAMES) <= set(DECISIONS_IN_WORDS)


@EVERY_ADVENTURE
@pytest.mark.parametrize("seat", [None, 1])
def test_remembered_sheets_look_as_if_they_were_drawn_anew(id_, seat, monkeypatch):
    batch = moon_envs.Batch(id_, 1, 4, seed=6, autoreset="disabled", threads=1)
    taken, last = [], None
    while not batch.done[0]:
        taken.append((batch.record(), last, draw(batch.game, batch.states[0], seat, last=last).svg("light")))
        action = int(batch.sample()[0])
        last = LastDecision(int(batch.actor[0]), action)
        batch.step(action)
    assert len(taken) > 50
    monkeypatch.setattr(Picture, "is_live", True)
    for state, last, svg in taken[::7]:
        assert draw(batch.game, state, seat, last=last).svg("light") == svg


def test_battle_draws_every_sheet_once():
    """The other sheet of a seat lies with a neighbour, and is drawn large instead of among the others (battle 2.2)."""
    for players in (2, 3, 6):
        batch = moon_envs.Batch("battle", 1, players, seed=2, autoreset="disabled", threads=1)
        for _ in range(2):
            for seat in range(players):
                svg = draw(batch.game, batch.states[0], seat).svg("light")
                assert svg.count("Half A: ") == players
                assert svg.count("Your other sheet") == 1 and svg.count("draws now") == players
            while batch.states[0]["turn"] % 2:
                batch.step(batch.sample())


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_both_sheets_of_a_seat_of_battle_fit_on_a_small_screen(players):
    """The table and the two sheets of a seat are seen without scrolling on a screen of 1366 x 768, at full size."""
    batch = moon_envs.Batch("battle", 1, players, seed=2, autoreset="disabled", threads=1)
    panels = drawing_of(batch.game).panels(batch.game, batch.states[0], 0)
    assert [panel.kind for panel in panels].count(OWN) == 2
    layouts = layouts_of(panels, (DECISION, TABLE, OWN))
    assert any(layout.width <= 1366 and layout.height <= 768 for layout in layouts)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_sheets_of_battle_keep_their_places(players):
    """Only the sheet of the neighbour who does not have the reader's other sheet changes its place (battle 2.2)."""
    batch = moon_envs.Batch("battle", 1, players, seed=2, autoreset="disabled", threads=1)
    odd = battle.sheets(batch.record(), 1)
    while batch.states[0]["turn"] % 2:
        batch.step(batch.sample())
    even = battle.sheets(batch.record(), 1)
    assert list(odd) == list(even)
    assert {name for name, player in odd.items() if even[name] != player} == {"sheet of a neighbour"}
    assert (odd["sheet of a neighbour"], even["sheet of a neighbour"]) == (2, 0)
