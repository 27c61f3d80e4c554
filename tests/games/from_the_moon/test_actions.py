"""Greenhouses, team and research (from_the_moon 5.6, 5.7, 5.11, 7.1 to 7.7)."""

import pytest

from tests.games.from_the_moon.positions import METAL, POLYMER, WATER, Position

GREENHOUSES, TEAM, RESEARCH = (("main_action", number) for number in (1, 2, 4))
CONSTRUCT, IMPROVE, RECRUIT, TRAIN, FOUNDATION, LABORATORY = (("part", number) for number in range(6))


def test_greenhouses_in_any_order():
    """from_the_moon 5.6, 7.3, 7.4: improve an old one and construct, or construct and improve the new one."""
    position = Position().set(greenhouses=1).give(water=2, polymer=1).act(GREENHOUSES)
    assert position.legal() == {CONSTRUCT, IMPROVE}
    position.act(IMPROVE)
    assert position.options() == {CONSTRUCT, "decline"} and position.own("improved") == 1
    position.act(CONSTRUCT)
    assert position.own("greenhouses") == 2 and position.actor == 1 and position.owned() == (0, 0, 0, 1)
    new = Position().give(water=2, polymer=1).act(GREENHOUSES)
    # Only constructing was possible, then improving the new one is.
    assert new.own("greenhouses") == 1 and new.options() == {IMPROVE, "decline"}
    assert new.act(IMPROVE).own("improved") == 1


def test_one_part_is_enough():
    """from_the_moon 5.6, 12.2: the action is done when one part is."""
    position = Position().set(greenhouses=1).give(water=2, polymer=1).act(GREENHOUSES, IMPROVE, "decline")
    assert position.actor == 1 and position.owned() == (0, 1, 1, 0)


@pytest.mark.parametrize(
    ("before", "food", "achievements"), [(0, 0, 0), (1, 1, 0), (2, 0, 0), (3, 0, 1), (4, 1, 0), (5, 0, 1)]
)
def test_greenhouse_spaces(before, food, achievements):
    """from_the_moon 7.3: the bonuses of the six spaces."""
    position = Position().set(greenhouses=before, improved=before).table(cheap=2).give(water=1, polymer=1)
    position.act(GREENHOUSES)
    assert position.owned()[3] == food and position.won() == (0, achievements)
    assert position.state["cheap"] == 1 and position.own("greenhouses") == before + 1


def test_seventh_greenhouse():
    """from_the_moon 1.6, 7.3"""
    position = Position().set(greenhouses=6, improved=6).give(water=5, polymer=5)
    assert GREENHOUSES not in position.legal()


def test_greenhouse_from_the_stack():
    """from_the_moon 7.3: without surcharge the cheap ones are left alone, unless only they are left."""
    position = Position().give(energy=(0, 5)).ask("greenhouse_gain", 0).act(("option", 0))
    assert position.state["cheap"] == 2 and position.own("greenhouses") == 1
    last = Position(4).table(cheap=2).give(energy=(0, 5)).set(greenhouses=4, improved=4)
    for seat in (1, 2, 3):
        last.set(seat=seat, greenhouses=6)
    last.ask("greenhouse_gain", 0).act(("option", 0))
    assert last.state["cheap"] == 1


@pytest.mark.parametrize(("recruited", "score", "achievements"), [(0, 0, 0), (1, 1, 0), (2, 0, 1)])
def test_recruit(recruited, score, achievements):
    """from_the_moon 5.7, 7.1: the columns of a colour; a rover on a tile gains no task."""
    position = Position().crew(0, basics=(1 + recruited, 0, 0)).rovers(4).act(TEAM)
    if recruited < 2:
        position.act(("recruit", METAL * 3))
        assert position.own("basics")[0][METAL] == recruited + 2
    else:
        # Rover 1 is full.
        assert ("recruit", 0) not in position.legal()
        position.act(("recruit", 1))
    assert position.won() == (score, achievements) and position.gauge() == (4, 5)
    # Energy could still become the food of a training.
    assert position.options() == {"decline"} and position.act("decline").actor == 1


@pytest.mark.parametrize(("faction", "color", "won"), [("pioneers", METAL, (1, 0)), ("pioneers", WATER, (0, 0))])
def test_astronauts_of_a_faction_left_the_first_column(faction, color, won):
    """from_the_moon 7.1: the Pioneers' second metal astronaut came from there, so the next is of the second column."""
    position = Position(2, faction, "cyborgs").crew(0, basics=(2, 1, 1))
    position.crew(1, basics=(0, 0, 0)).crew(2, basics=(0, 0, 0)).act(TEAM, ("recruit", color * 3 + 1))
    assert position.won() == won


def test_specialist_of_a_faction_is_the_first():
    """from_the_moon 7.2: so the next of its colour is the second, for 2 points."""
    position = Position(2, "scholars").crew(2, specialists=(0, 0, 1), basics=(0, 0, 1)).give(food=1)
    position.act(TEAM, ("part", 3), ("train", POLYMER * 3 + 2))
    assert position.won() == (2, 0)


def test_nobody_left_to_recruit():
    """from_the_moon 1.6, 7.1: four of a colour are all; nine seats are all."""
    position = Position().crew(0, basics=(3, 0, 0)).crew(1, basics=(1, 1, 0)).act(TEAM)
    assert position.legal() == {("recruit", 3 * color + rover) for color in (1, 2) for rover in (1, 2)}
    full = Position().crew(0, basics=(3, 0, 0)).crew(1, basics=(0, 3, 0)).crew(2, basics=(0, 0, 3))
    assert TEAM not in full.legal()


@pytest.mark.parametrize(("trained", "score", "achievements"), [(0, 0, 0), (1, 2, 0), (2, 0, 1)])
def test_train(trained, score, achievements):
    """from_the_moon 5.7, 7.2: the second of a colour gives 2 points, the third an achievement."""
    position = Position().crew(0, basics=(1, 0, 0), specialists=(trained, 0, 0)).give(food=1).act(TEAM, TRAIN)
    position.act(("train", METAL * 3))
    assert position.won() == (score, achievements) and position.own("specialists")[0][METAL] == trained + 1
    assert position.owned()[3] == 0 and position.gauge() == (3, 5)


def test_the_fourth_is_never_trained():
    """from_the_moon 1.6, 7.2"""
    position = Position().crew(0, specialists=(3, 0, 0)).crew(1, basics=(1, 1, 0)).give(food=1).act(TEAM, TRAIN)
    assert position.legal() == {("train", 3 * WATER + 1), ("train", 3 * POLYMER + 2)}


def test_train_who_was_recruited():
    """from_the_moon 5.7: both parts, in any order."""
    position = Position().crew(0, specialists=(1, 0, 0)).crew(1, specialists=(0, 1, 0)).crew(2, specialists=(0, 0, 1))
    position.give(food=1).act(TEAM, ("recruit", 3 * WATER))
    assert position.options() == {TRAIN, "decline"}
    # One astronaut can be trained, so who is not asked.
    position.act(TRAIN)
    assert position.own("specialists")[0] == [1, 1, 0] and position.gauge() == (2, 5)
    train_first = Position().give(food=1).act(TEAM, TRAIN, ("train", 0), RECRUIT, ("recruit", 0))
    assert train_first.gauge() == (2, 5) and train_first.own("basics")[0] == [1, 0, 0]


def test_research_in_any_order():
    """from_the_moon 5.11, 7.6: a laboratory, then a foundation."""
    position = Position().give(metal=1, polymer=2).laboratories({}, 1).display(15, 15, 15, 15, 15, 15)
    position.act(RESEARCH)
    assert position.legal() == {FOUNDATION, LABORATORY}
    position.act(LABORATORY, ("display", 0), ("laboratory_space", 1), "decline")
    assert position.options() == {FOUNDATION, "decline"} and position.gauge() == (3, 5)
    position.act(FOUNDATION)
    assert position.own("foundations") == 2 and position.gauge() == (2, 5) and position.actor == 1


def test_rows_of_the_display():
    """from_the_moon 7.6: surcharges of 2, 1 and 0 energy."""
    position = Position().give(polymer=1, energy=(1, 5)).laboratories({}, 1).act(RESEARCH)
    assert position.legal() == {("display", space) for space in (2, 3, 4, 5)}
    poor = Position().give(polymer=1, energy=(0, 5)).laboratories({}, 1).act(RESEARCH)
    assert poor.legal() == {("display", space) for space in (4, 5)}


def test_no_room_for_a_laboratory():
    """from_the_moon 1.6, 5.11, 7.6"""
    assert RESEARCH not in Position().give(polymer=5, energy=(5, 5)).legal()
    assert RESEARCH not in Position().give(polymer=5).laboratories({0: 15, 1: 15}, 1).legal()


def test_six_foundations():
    """from_the_moon 1.6, 7.5: more give nothing."""
    position = Position().give(metal=5, polymer=5).laboratories({}, 6).act(RESEARCH)
    assert position.asks() == "laboratory_pick"
    architects = Position(2, "architects").progress(1, "gain_foundation").laboratories({}, 6)
    architects.give(metal=2, energy=(1, 5)).act(("main_action", 3), ("building", 0), ("building_space", 0))
    assert architects.own("foundations") == 6 and architects.won() == (0, 0)


def test_third_row():
    """from_the_moon 7.6: an achievement for a laboratory there."""
    position = Position().give(polymer=1).laboratories({}, 3).act(RESEARCH, ("display", 4), ("laboratory_space", 8))
    assert position.won() == (0, 1)


def test_activation_may_stop():
    """from_the_moon 7.7: laboratories of the same row and column, each once, as many as wanted."""
    position = Position().give(polymer=1).laboratories({0: 15, 4: 16, 5: 17}, 2).display(*[15] * 6)
    position.act(RESEARCH, ("display", 4))
    # Space 1 is the only free one.
    assert position.options() == {("laboratory_space", space) for space in (0, 1, 5)} | {"decline"}
    position.act(("laboratory_space", 5), ("laboratory_space", 0))
    assert position.options() == {("laboratory_space", 1), "decline"}
    position.act("decline")
    assert position.owned() == (1, 0, 1, 0) and position.options() == {FOUNDATION, "decline"}


def test_progress_of_actions():
    """from_the_moon 7.13: what is done under the pawn's tile is an achievement."""
    cases = {
        "gain_greenhouse": Position().give(water=1, polymer=1).act,
        "improve_greenhouse": Position().set(greenhouses=1).give(water=1).act,
    }
    for condition, act in cases.items():
        position = act.__self__.progress(1, condition).act(GREENHOUSES)
        assert position.won() == (0, 1), condition
    recruited = Position().progress(1, "recruit_astronaut").act(TEAM, ("recruit", 0))
    trained = Position().progress(1, "train_specialist").give(food=1).act(TEAM, TRAIN, ("train", 0))
    laboratory = Position().progress(1, "gain_laboratory").give(polymer=1).laboratories({}, 1)
    laboratory.act(RESEARCH, ("display", 4), ("laboratory_space", 0))
    battery = Position().progress(1, "gain_battery").effect("terrain", 3)
    building = Position().progress(1, "place_building").give(metal=2)
    building.act(("main_action", 3), ("building", 0), ("building_space", 0))
    for position in (recruited, trained, laboratory, battery, building):
        assert position.won() == (0, 1)
