"""What is asked, when conversions are offered, what is known (from_the_moon 4.5, 12)."""

import numpy as np
import pytest

import moon_envs
from moon_envs.games.from_the_moon import state as states
from moon_envs.games.from_the_moon.game import GAME
from tests.games.from_the_moon.positions import ALL_MISSIONS, ANY, EUROPA, METAL, Position

FOOD, ENERGY = "convert_energy_to_food", "convert_food_to_energy"
FIRST = {
    "main_action": 0,
    "convert_energy_to_food": 6,
    "convert_food_to_energy": 7,
    "decline": 8,
    "option": 9,
    "rover": 11,
    "tile": 14,
    "collect": 30,
    "ability": 33,
    "terrain_task": 36,
    "resource": 37,
    "part": 41,
    "recruit": 47,
    "train": 56,
    "building": 65,
    "building_space": 80,
    "display": 105,
    "laboratory_space": 111,
    "ship_part": 123,
    "take_1_vp": 138,
    "income": 139,
    "feed": 147,
    "faction": 148,
    "end_turn": 156,
}


def test_actions():
    """from_the_moon 12.1: 157 actions with fixed indexes."""
    assert len(GAME.actions) == 157
    assert {action_range.name: GAME.actions.first(action_range.name) for action_range in GAME.actions.ranges} == FIRST


def test_conversions():
    """from_the_moon 4.5: 2 for 1 in both directions, not with a full gauge."""
    position = Position().give(food=2, energy=(3, 5)).act(FOOD)
    assert position.gauge() == (1, 5) and position.owned()[3] == 3
    position.act(ENERGY)
    assert position.gauge() == (2, 5) and position.owned()[3] == 1
    assert ENERGY not in Position().give(food=9, energy=(5, 5)).legal()
    assert FOOD not in Position().give(food=9, energy=(1, 5)).legal()


def asked(frame, *arguments, **more):
    position = Position().give(food=9, metal=9, water=9, polymer=9, energy=(4, 5)).set(greenhouses=1)
    return position.laboratories({0: 10}, 1).rovers(4).cubes(4, metal=1).ask(frame, *arguments, **more)


@pytest.mark.parametrize(
    ("frame", "arguments"),
    [
        ("main", ()),
        ("tasks", (0, 1)),
        ("greenhouse_action", (1, 0)),
        ("team_action", (1, 0)),
        ("research_action", (0, 1)),
        ("recruit", (1,)),
        ("train", (1,)),
        ("terrain_pick", (3, 1)),
        ("laboratory_pick", (2,)),
        ("laboratory_activate", (1,)),
        ("effect", (1,)),
        ("approval", (ALL_MISSIONS, ANY)),
        ("special_research", ()),
        ("greenhouse_gain", (1,)),
        ("greenhouse_improve", ()),
        ("feed", ()),
    ],
)
def test_where_conversions_are_offered(frame, arguments):
    """from_the_moon 12.2, 12.3: at every decision that can be refused, and at the standing decisions."""
    position = asked(frame, *arguments)
    assert position.asks() == frame and {FOOD, ENERGY} <= position.legal()
    can_refuse = frame not in ("main", "feed")
    assert (position.legal() & {"decline", "take_1_vp"} != set()) == can_refuse


@pytest.mark.parametrize(
    ("frame", "arguments"),
    [
        ("rover", ()),
        ("tile", (1,)),
        ("resource", (1,)),
        ("greenhouse_action", ()),
        ("team_action", ()),
        ("research_action", ()),
        ("recruit", (0,)),
        ("train", (0,)),
        ("building", ()),
        ("building_space", (0,)),
        ("laboratory_pick", (0,)),
    ],
)
def test_where_nothing_is_converted(frame, arguments):
    """from_the_moon 12.2, 12.3: not in the middle of a chosen step, which cannot be refused."""
    position = asked(frame, *arguments)
    assert position.asks() == frame and not {FOOD, ENERGY, "decline", "take_1_vp"} & position.legal()


def test_one_answer_is_not_asked():
    """from_the_moon 12.4: the only rover, the only free laboratory space, feeding without conversions."""
    position = Position().rovers(0, 1).act(("main_action", 0))
    assert position.asks() == "tile"
    assert Position().give(energy=(0, 5)).ask("feed").actor == 1
    placed = Position().laboratories({0: 15}, 1).ask("laboratory_place", 14)
    assert placed.own("laboratories")[1] == 14
    # A conversion is an answer, too.
    assert Position().give(energy=(2, 5)).ask("feed").legal() == {"feed", FOOD}


def test_main_with_one_answer():
    """from_the_moon 12.4: a rover is sent without asking when nothing else is possible."""
    position = Position().give(energy=(0, 0)).set(seat=1, batteries=0, energy=0).ask("main")
    assert position.asks() == "rover"


def test_refused_if_conversions_do_not_help():
    """from_the_moon 12.4: asked again after every conversion."""
    position = Position().give(food=2, energy=(0, 5)).terrain(0, 2).effect("terrain", 2)
    assert position.legal() == {"decline", ENERGY}
    position.act(ENERGY)
    assert ("option", 0) in position.legal()
    assert Position().give(food=1, energy=(0, 5)).effect("terrain", 2).actor == 1
    # Too few batteries for what it costs.
    assert Position().table(cheap=0).give(food=9, energy=(1, 2)).effect("terrain", 7).actor == 1


def test_pending_decisions():
    """from_the_moon 7.14, 12.1: what was caused last is decided first."""
    position = Position().part(EUROPA, 1, owner=1).give(water=1).laboratories({0: 18}, 1)
    position.ask("laboratory_activate", 1).act(("laboratory_space", 0), ("option", 0), ("ship_part", 0))
    assert position.pending() == ["special_research", "resource"]
    stacked = Position().ask("resource", 1, below=[("greenhouse_action", 1, 0), ("recruit", 1)])
    stacked.act(("resource", METAL))
    assert stacked.asks() == "recruit"
    assert stacked.act("decline").actor == 1


def test_stack_is_cleared():
    """from_the_moon 12.1: what was decided leaves no trace, so that equal games are equal bytes."""
    position = Position().send(4)
    position.act("decline")
    assert not position.state["frames"][1:].any() and not position.state["arguments"].any()


def test_depth_of_the_stack():
    """from_the_moon 12.1: even with refilled means the stack stays far below its bound."""
    batch, deepest = moon_envs.Batch(GAME, 64, 2, seed=4, threads=1), 0
    for _ in range(600):
        records = batch.states.copy()
        records["players"]["resources"][:, :2] = np.maximum(records["players"]["resources"][:, :2], 6)
        records["players"]["energy"][:, :2] = records["players"]["batteries"][:, :2]
        batch.set_states(records)
        batch.step(batch.sample())
        deepest = max(deepest, int(batch.states["depth"].max()))
    assert 4 <= deepest <= 11 < states.MOST_FRAMES


def test_everybody_sees_the_same():
    """from_the_moon 12.7: the table alike, the players from each seat's own place."""
    position = Position(3).set(seat=1, score=17).rovers(4, seat=2).buildings(6, seat=1).cubes(4, 1, 0, 2)
    seen = [position.features(seat) for seat in range(3)]
    assert [views["rovers"][4] for views in seen] == [3, 2, 1]
    assert [views["buildings"][6] for views in seen] == [2, 1, 3]
    assert [views["cubes"][12:15] for views in seen] == [[1, 0, 2]] * 3
    assert [views["own_score"] for views in seen] == [[0], [17], [0]]
    assert seen[0]["opponent_1_score"] == seen[2]["opponent_2_score"] == [17]
    assert seen[0]["own_deciding"] == seen[1]["opponent_2_deciding"] == [1]
    assert [views["decision"].index(1) for views in seen] == [2, 2, 2]


def test_decision_is_observed():
    """from_the_moon 12.7: the frame on top, what it is about, and what waits below."""
    tasks = Position().crew(0, basics=(1, 0, 0), specialists=(0, 1, 0)).send(4).features()
    assert tasks["tasks_left"] == [1, 2, 0] and tasks["powers_left"] == [0, 1, 0] and tasks["rover"] == [1]
    effect = Position().give(energy=(4, 5)).effect("terrain", 2).features()
    assert effect["effect"] == [2] and effect["laboratory"] == [0]
    approval = asked("approval", 5, 1, below=[("laboratory_activate", 1)]).features()
    assert approval["approval"] == [1, 0, 1] and approval["approval_mode"] == [0, 1, 0]
    assert approval["pending"][states.LABORATORY_ACTIVATE_FRAME] == 1 and sum(approval["pending"]) == 1
    placing = Position().laboratories({}, 1).ask("laboratory_place", 4).features()
    assert placing["laboratory"] == [5]
    assert asked("building_space", 3).features()["building"] == [4]
    assert asked("resource", 2).features()["choices_left"] == [2]


def test_the_stack_is_counted_not_shown():
    """from_the_moon 12.7: how many of each laboratory are left, and nothing of their order."""
    batch = moon_envs.Batch(GAME, 1, 2, seed=8, threads=1)
    position = Position()
    seen = position.features()["in_stack"]
    shown = np.bincount(position.state["display"], minlength=18)
    assert seen == (3 - shown).tolist() and sum(seen) == 48
    before = batch.observe(0).tobytes()
    stack = batch.states["laboratory_stack"].copy()
    batch.resample(0, 0, seed=5)
    assert batch.observe(0).tobytes() == before and (batch.states["laboratory_stack"] != stack).any()


def test_redrawing():
    """from_the_moon 12.8: stack and rover cards keep what was drawn and shuffle the rest."""
    batch = moon_envs.Batch(GAME, 1, 1, seed=8, threads=1)
    seen = set()
    for seed in range(30):
        batch.resample(0, 0, seed=seed)
        state = batch.states[0]
        assert state["display"].tolist() == state["laboratory_stack"][:6].tolist()
        assert state["players"][1]["rover_tile"].tolist() == state["rover_cards"][:3].tolist()
        seen.add(tuple(state["rover_cards"][3:].tolist()))
    assert len(seen) > 20


def test_drawing():
    """from_the_moon 12.7: the Moon, ships, display, boards and the decision, alike for every seat."""
    position = Position(2, "pioneers", "cyborgs").cubes(4, 1, 2, 0).rovers(4).buildings(5).buildings(10, seat=1)
    position.part(EUROPA, 1, tile=1).part(EUROPA, 2, owner=1, improver=0).laboratories({0: 1}, 2)
    text = position.text(0)
    assert "Player 0 decides: main" in text and "mww" in text and "[A]" in text and "[B]" in text and "A1" in text
    assert "part 1: construct for 1 metal, 1 water: 3; improve for 1 water, 1 energy: 3" in text
    assert "constructed by player 1; improved by player 0" in text
    assert "0: gain 1 energy or gain 1 battery | 1: empty | 2: - | 3: -" in text
    assert "Player 0 (A, you), Pioneers: score 0" in text and "Player 1 (B), Cyborgs" in text
    assert position.text(1).replace("(A)", "(A, you)").replace("(B, you)", "(B)") == text


def test_words():
    """from_the_moon 12.1: actions say what they would do and cost."""
    position = Position().give(metal=9, water=9, polymer=9, food=9).act(("main_action", 3))
    assert (
        "construct large building 2 (2 points for each battery at the end) for 1 metal, 1 water, 2 polymer, 2 energy"
        in (position.words())
    )
    assert Position(2, "cyborgs").give(metal=1).act(("main_action", 2)).words()[0] == (
        "recruit metal into rover 1 (metal) for 1 metal, 2 energy"
    )
    approved = Position().give(metal=9).part(2, 1, tile=1).ask("approval", 4, 0)
    assert approved.words()[1] == "construct part 1 of Mars for 2 metal, 1 energy: 4 points"
