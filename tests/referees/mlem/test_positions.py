"""Tests of the referee by itself: the rulebook's examples and the worked positions of the base game (mlem 14)."""

import pytest

from .actions import ABILITY, ABOVE, BELOW, GO, GROUP, HERE, RETURN_MISSION, STAY, USE_BOOSTER
from .chance import rolled, shuffled
from .dealer import COMPONENTS, Dealer, components
from .positions import landing_at, move, moves, place, play, totals, travel_at
from .referee import MlemReferee
from .tables import (
    BOOSTER,
    DISCARD_DIE,
    DOUBLE_DEEP_SPACE,
    DOUBLE_MOON,
    DOUBLE_PLANET,
    PARACHUTE,
    PLUS_MINUS_ONE,
    SATELLITE,
)

ONE, TWO, THREE, FOUR, AFTERBURNER = range(GROUP, GROUP + 5)


def named(found):
    """Return moves with their elements written as a string: faces, b for a booster, t for the token."""
    names = {ONE: "1", TWO: "2", THREE: "3", FOUR: "4", AFTERBURNER: "A", ABILITY: "t"}
    return {"".join(sorted(names.get(action, "b") for action in added)): end for added, end in found.items()}


def test_rulebook_dice_examples():
    """Check position 1: four groups, two of them usable; both move 3 spaces and only the die showing 1 is lost."""
    referee = travel_at(0, (DOUBLE_MOON, DOUBLE_PLANET), (1, 3, 3, 4, "A", "A"))
    assert sum(count > 0 for count in referee.snapshot()["rolled"]) == 4
    assert referee.legal() == {ONE, AFTERBURNER} and referee.actor == 0
    found = moves(lambda: travel_at(0, (DOUBLE_MOON, DOUBLE_PLANET), (1, 3, 3, 4, "A", "A")))
    assert named(found) == {"1": (1, 5), "A": (2, 6), "1A": (3, 5)}


def test_subsets():
    """Check position 2: all subsets, and where a landing follows."""
    roll = (1, 2, 2, 3, "A", "A")
    found = named(moves(lambda: travel_at(0, (DOUBLE_MOON, DOUBLE_PLANET), roll)))
    assert found == {
        "1": (1, 5),
        "2": (4, 4),
        "A": (2, 6),
        "12": (5, 3),
        "1A": (3, 5),
        "2A": (6, 4),
        "12A": (7, 3),
    }
    for elements, phase in (
        ((ONE, TWO), "travel"),
        ((TWO, AFTERBURNER), "landing"),
        ((ONE, TWO, AFTERBURNER), "landing"),
    ):
        follow = travel_at(0, (DOUBLE_MOON, DOUBLE_PLANET), roll, (1, 1, 1))
        move(follow, *elements)
        assert follow.phase == phase and follow.actor == 0
    with pytest.raises(ValueError):
        travel_at(0, (DOUBLE_MOON, DOUBLE_PLANET), roll).apply(GO)


def test_last_die_and_crash():
    """Check position 3: the last die stays; a crash on planet 1 asks the parachute."""
    for face, group in (("A", AFTERBURNER), (1, ONE)):
        found = moves(lambda face=face: travel_at(7, (PARACHUTE, DOUBLE_PLANET), (face,)))
        assert found == {frozenset({group}): (8, 1)}
    for face in (2, 3, 4):
        referee = travel_at(7, (DOUBLE_MOON, PARACHUTE), (face,))
        assert (referee.failures, referee.phase, referee.actor) == (1, "parachute", 1)
        assert referee.legal() == {STAY, HERE} and referee.rocket.space == 7
        referee.apply(HERE)
        state = referee.snapshot()
        assert state["planets"][1] == [0, 1] and not state["available"][1][PARACHUTE]
        assert state["available"][0] == [True] * 8
        assert (state["starter"], state["actor"], state["expedition"], state["pool"]) == (1, 1, 2, 6)


def test_emptied_pool_and_overshoot():
    """Check position 4."""
    assert named(moves(lambda: travel_at(8, (DOUBLE_MOON, 6), (4, 4, 4)))) == {"4": (20, 1)}
    referee = travel_at(24, (DOUBLE_MOON, DOUBLE_PLANET), (4, 4))
    rocket = referee.rocket
    move(referee, FOUR)
    assert rocket.space == 26 and totals(referee) == [7, 5] and referee.failures == 0


def test_boosters():
    """Check position 5: boosters avert crashes only where a 1 is allowed, and are groups of their own."""
    board = (BOOSTER, DOUBLE_MOON, BOOSTER)
    referee = travel_at(9, board, (3, 4))
    assert referee.legal() == {GO, USE_BOOSTER, USE_BOOSTER + 2} and referee.actor == 0
    found = moves(lambda: travel_at(9, board, (3, 4), (1, 1)))
    assert named(found) == {"b": (10, 2), "bb": (11, 2)} and len(found) == 3
    referee.apply(GO)
    assert referee.failures == 1 and referee.available[0] == [True] * 8 and referee.phase == "boarding"
    assert travel_at(8, board, (1, 2)).failures == 1
    found = named(moves(lambda: travel_at(16, board[:2], (1, 1, 2, "A"))))
    assert found == {
        "b": (17, 4),
        "1": (18, 2),
        "1b": (19, 2),
        "A": (18, 4),
        "Ab": (19, 4),
        "1A": (20, 2),
        "1Ab": (21, 2),
    }


def test_booster_of_another_player():
    """Check mlem 7: the commander decides about others' boosters, once per expedition, as long as they are on board."""
    board = (DOUBLE_MOON, BOOSTER, BOOSTER)
    referee = travel_at(0, board, (3, 4, 3), (1, 1, 1))
    move(referee, USE_BOOSTER + 1)
    assert referee.failures == 1, "space 1 has no 1, so neither the dice nor the other booster help"
    assert referee.phase == "boarding" and referee.available == [[True] * 8] * 3
    referee = travel_at(4, board, (2, 4, 4), (1, 2, 2), (1, 3))
    move(referee, USE_BOOSTER + 1)
    assert referee.legal() == {ONE, USE_BOOSTER + 2}
    move(referee, ONE)
    assert (referee.phase, referee.rocket.space) == ("landing", 6)
    referee = landing_at(9, (DOUBLE_MOON, BOOSTER), (1, 3, 4))
    play(referee, STAY, HERE)
    assert referee.legal() == {ONE}, "the booster that landed is gone"


def test_returns_and_next_starter():
    """Check mlem 3.3, 3.6, 7: only parachutes are asked in a crash; the starter's left neighbour starts next."""
    board = (DOUBLE_PLANET, PLUS_MINUS_ONE, DOUBLE_MOON)
    referee = landing_at(9, board, (3, 3, 4))
    play(referee, HERE, STAY, STAY)
    assert (referee.failures, referee.phase, referee.actor, referee.starter) == (1, "boarding", 1, 1)
    assert referee.available[1] == referee.available[2] == [True] * 8 and not referee.available[0][DOUBLE_PLANET]


def test_moons():
    """Check position 6: the best free moon first, doubled for its function, full moons, plus/minus one."""
    referee = landing_at(14, (DOUBLE_PLANET, DOUBLE_MOON, BOOSTER))
    play(referee, HERE, HERE)
    assert totals(referee) == [4, 6, 0] and referee.commander == 2
    assert referee.phase != "landing", "the third player cannot land and is not asked"
    for action, moons, planets in ((BELOW, 3, 0), (ABOVE, 0, 5), (STAY, 0, 0)):
        referee = landing_at(14, (DOUBLE_PLANET, DOUBLE_MOON, PLUS_MINUS_ONE))
        play(referee, HERE, HERE)
        assert referee.actor == 2 and referee.legal() == {STAY, BELOW, ABOVE}
        referee.apply(action)
        assert (referee.points()[2]["moons"], referee.points()[2]["planets"]) == (moons, planets)


@pytest.mark.parametrize(("pool", "pools"), [(3, [2, 1]), (2, [1, 1])])
def test_command_and_lost_dice(pool, pools):
    """Check position 7: two astronauts that cost a die in one landing."""
    referee = landing_at(15, (DISCARD_DIE, DISCARD_DIE, DOUBLE_MOON), (2,), pool=pool)
    assert referee.rocket.pool == pool
    referee.apply(HERE)
    assert (referee.commander, referee.rocket.pool, referee.actor) == (1, pools[0], 1)
    referee.apply(HERE)
    assert (referee.commander, referee.rocket.pool, referee.actor) == (2, pools[1], 2)
    referee.apply(STAY)
    assert (referee.phase, referee.rocket.space, referee.legal()) == ("travel", 15, {TWO})


def test_lost_die_of_a_stayer():
    """Check mlem 3.4: players who stayed are not asked again, the last to leave costs nothing."""
    referee = landing_at(15, (DOUBLE_MOON, DISCARD_DIE), (2, 2), pool=3)
    play(referee, STAY, HERE)
    assert (referee.commander, referee.phase, referee.rocket.pool) == (0, "travel", 2)
    referee = landing_at(15, (DOUBLE_MOON, DISCARD_DIE), pool=3)
    rocket = referee.rocket
    play(referee, HERE, HERE)
    assert rocket.pool == 3 and referee.expedition == 2


TARGETS = {
    6: {HERE, ABOVE},
    7: {HERE, BELOW},
    8: {HERE, ABOVE},
    9: {HERE, BELOW, ABOVE},
    10: {HERE, BELOW, ABOVE},
    25: {HERE, BELOW, ABOVE},
}


@pytest.mark.parametrize("space", TARGETS)
def test_targets_of_plus_minus_one(space):
    """Check position 8 on the spaces with a landing phase."""
    referee = landing_at(space, (PLUS_MINUS_ONE, DOUBLE_MOON))
    assert referee.legal() == TARGETS[space] | {STAY}
    assert landing_at(space, (DOUBLE_MOON, PLUS_MINUS_ONE)).legal() == {STAY, HERE}


def test_plus_minus_one_at_the_ends():
    """Check position 8 on 5, 25 and 26."""
    referee = travel_at(4, (PLUS_MINUS_ONE, PLUS_MINUS_ONE), (1, 2), (1,))
    move(referee, ONE)
    assert (referee.phase, referee.rocket.space) == ("travel", 5)
    assert travel_at(24, (PLUS_MINUS_ONE, DOUBLE_MOON), (4, 4)).legal() == {FOUR}

    def full(referee):
        place(referee, 1, DOUBLE_DEEP_SPACE, 25)
        place(referee, 1, SATELLITE, 25)

    for prepare, options in ((None, {HERE, BELOW}), (full, None)):
        referee = travel_at(24, (PLUS_MINUS_ONE, DOUBLE_MOON), (4, 4), prepare=prepare)
        move(referee, FOUR)
        assert referee.phase == ("boarding" if options is None else "deep_space")
        assert options is None or (referee.legal() == options and referee.actor == 0)
    referee = landing_at(25, (PLUS_MINUS_ONE, DOUBLE_MOON), ("A", "A", "A"), prepare=full)
    assert referee.legal() == {STAY, BELOW, ABOVE}
    referee.apply(ABOVE)
    state = referee.snapshot()
    assert state["immediate_points"] == [5, 11] and state["deep_space"] == [1, 0]
    assert (state["space"], state["commander"], state["phase"], state["actor"]) == (25, 1, "travel", 1)


@pytest.mark.parametrize("first_lands", [True, False])
def test_two_parachutes(first_lands):
    """Check position 9: the first parachute can take the last free moon."""
    board = (PARACHUTE, DOUBLE_MOON, PARACHUTE)

    def prepare(referee):
        place(referee, 3, SATELLITE, 9)

    referee = travel_at(9, (*board, DOUBLE_PLANET), (3, 4), prepare=prepare)
    assert (referee.phase, referee.actor, referee.legal()) == ("parachute", 0, {STAY, HERE})
    referee.apply(HERE if first_lands else STAY)
    if not first_lands:
        assert (referee.phase, referee.actor) == ("parachute", 2)
        referee.apply(HERE)
    assert referee.phase == "boarding" and totals(referee) == ([1, 0, 0, 2] if first_lands else [0, 0, 1, 2])
    assert [referee.available[player][PARACHUTE] for player in (0, 2)] == [not first_lands, first_lands]
    assert referee.available[1] == [True] * 8
    referee = travel_at(8, board, (1, 2))
    play(referee, HERE, HERE)
    assert referee.mat.ranking(1) == [0, 2] and referee.snapshot()["planet_arrivals"][1] == [0, 2]


def test_planets():
    """Check position 10: the rulebook's example of scoring a planet, ties, doubled planets."""
    blue, yellow, green, red = range(4)
    for doubled, expected in ((SATELLITE, [5, 3, 2, 2]), (DOUBLE_PLANET, [5, 3, 4, 2])):
        referee = MlemReferee(COMPONENTS, 4, set(), 0, Dealer())
        for player, function in ((yellow, 0), (blue, 0), (green, doubled), (red, 0), (blue, 1)):
            place(referee, player, function, 15 + function % 2)
        assert [row["planets"] for row in referee.points()] == expected
    for doubled, expected in ((SATELLITE, [4, 6, 3]), (DOUBLE_PLANET, [8, 6, 3])):
        referee = MlemReferee(COMPONENTS, 3, set(), 0, Dealer())
        for player, function in ((1, 0), (2, 0), (0, doubled), (0, 1), (1, 1)):
            place(referee, player, function, 19)
        assert [row["planets"] for row in referee.points()] == expected


def test_goals_in_rocket_order():
    """Check position 11."""

    def two_each(referee):
        for player in (0, 1):
            place(referee, player, SATELLITE, 15)
            place(referee, player, DOUBLE_PLANET, 16)

    for first, owner in ((HERE, 0), (STAY, 1)):
        referee = landing_at(16, (DOUBLE_MOON, DOUBLE_MOON, BOOSTER), prepare=two_each)
        play(referee, first, HERE)
        assert referee.snapshot()["goals"] == [None, owner, None, None]
        assert [row["goals"] for row in referee.points()] == [5 * (owner == player) for player in range(3)]

    def one_each(referee):
        for player in (1, 2):
            referee.available[player][SATELLITE] = False
            referee.mat.enter_deep_space(player, SATELLITE, 5)

    referee = travel_at(24, (DOUBLE_MOON, DOUBLE_MOON, DOUBLE_MOON), (4, 4), prepare=one_each)
    move(referee, FOUR)
    assert referee.snapshot()["goals"] == [None, None, None, 1]


def test_goal_conditions():
    """Check mlem 5: each goal with its fourth, third, fourth and second astronaut; parachutes count."""
    referee = MlemReferee(COMPONENTS, 2, set(), 0, Dealer())
    for function, space in enumerate((7, 11, 16)):
        place(referee, 0, function, space)
    assert referee.mat.goals == [None] * 4
    place(referee, 0, 3, 24)
    assert referee.mat.goals == [0, None, None, None]
    for function, space in enumerate((6, 6, 9, 10)):
        assert referee.mat.goals[2] is None
        place(referee, 1, function, space)
    assert referee.mat.goals == [0, None, 1, None]

    def three_planets(referee):
        for function, space in ((0, 7), (1, 11), (2, 16)):
            place(referee, 0, function, space)

    referee = travel_at(24, (PARACHUTE, DOUBLE_MOON), (1, 2), prepare=three_planets)
    referee.apply(HERE)
    assert referee.mat.goals == [0, None, None, None]


def test_deep_space():
    """Check position 12: comet, galaxy, doubled points, the plus/minus-one astronaut."""
    board = (PLUS_MINUS_ONE, DOUBLE_DEEP_SPACE, BOOSTER)
    for action, expected in ((HERE, [7, 10, 5]), (BELOW, [6, 10, 5])):
        referee = travel_at(24, board, (4, 4))
        play(referee, FOUR, GO, action)
        assert totals(referee) == expected and referee.expedition == 2
    referee = landing_at(23, board, (2, 2, 2))
    assert referee.legal() == {STAY, HERE, BELOW}
    play(referee, BELOW, STAY, STAY, TWO, GO)
    assert totals(referee) == [6, 14, 5]
    referee = travel_at(24, board[::-1], (4, 4))
    move(referee, FOUR)
    assert (referee.phase, referee.actor) == ("deep_space", 2)
    assert referee.snapshot()["immediate_points"] == [7, 10, 0] and referee.commander == 0


def test_satellite():
    """Check mlem 3.1: any satellite starts the expedition on space 3."""
    for board, space in (((5, 0), 3), ((0, 0), 3), ((5, 5), 0)):
        referee = MlemReferee(COMPONENTS, 2, set(), 1, Dealer(rolls=["222222"]))
        assert (referee.actor, referee.legal(), referee.rocket.space) == (1, set(range(8)), 0)
        play(referee, *board)
        assert referee.rocket.space == space and referee.actor == 1
        assert referee.snapshot()["slots"][0]["player"] == 1


def test_refusals():
    """Check that impossible games, actions and outcomes of chance are refused."""
    for players, variants, starter in ((1, set(), 0), (6, set(), 0), (2, {"ufos"}, 0), (2, set(), 2)):
        with pytest.raises(ValueError):
            MlemReferee(COMPONENTS, players, variants, starter, Dealer())
    referee = MlemReferee(COMPONENTS, 2, set(), 0, Dealer())
    for action in (-1, 8, GO, STAY, RETURN_MISSION, 28):
        with pytest.raises(ValueError):
            referee.apply(action)
    with pytest.raises(ValueError):
        referee.outcome()
    with pytest.raises(AssertionError):
        rolled(Dealer(rolls=["123"]), 4)
    with pytest.raises(AssertionError):
        shuffled(Dealer(mission_tokens=[9]), "mission_tokens", [1, 2])


def test_replaced_tables():
    """Check that corrected tables are followed."""
    table = components()
    table["spaces"]["rows"][9].update(faces=["3", "afterburner"], afterburner_value=2)
    table["spaces"]["rows"][11].update(body="moons", planet_id=None, moon_points=[9])
    found = named(moves(lambda: travel_at(9, (DOUBLE_MOON, BOOSTER), (3, "A", 1), components=table)))
    assert found == {"3": (12, 2), "A": (11, 3), "3A": (14, 2)}
    referee = travel_at(9, (DOUBLE_MOON, PARACHUTE), (3, "A", 1), components=table)
    play(referee, AFTERBURNER, GO, HERE)
    assert totals(referee) == [18, 0] and referee.phase != "landing"
    table["astronaut_functions"]["rows"][BOOSTER].update(requires_face_allowed_on_space=False)
    assert USE_BOOSTER + 1 in travel_at(8, (DOUBLE_MOON, BOOSTER), (1, 2), components=table).legal()
    table["astronaut_functions"]["rows"][BOOSTER].update(can_prevent_crash=False)
    assert travel_at(8, (DOUBLE_MOON, BOOSTER), (1, 2), components=table).failures == 1
    assert USE_BOOSTER + 1 in travel_at(8, (DOUBLE_MOON, BOOSTER), (3, 2), components=table).legal()
