"""Landing, deep space and the functions that work there (mlem 6, 7 and 11)."""

import pytest

from tests.games.mlem.positions import DEEP_SPACE, FUNCTIONS, Position

OTHERS = ("double_moon", "double_planet", "double_deep_space")


def crew(*functions, **variants):
    return Position(len(functions), **variants).crew(*functions)


@pytest.mark.parametrize("space", [1, 2, 3, 4, 5])
def test_no_landing_on_the_first_spaces(space):
    """mlem 6.1: also for plus-minus-one on space 5, next to the moons of 6."""
    position = crew("plus_minus_one", "satellite").arrive(space)
    assert position.asks() in ("move", "astronaut") and position.own("on_mat", 0) == 0


def test_everybody_is_asked_once_in_rocket_order():
    """mlem 6.2, 6.7: answers are carried out before the next player decides; then the rocket flies on."""
    position = Position(4).crew("satellite", None, "booster", "discard_die").arrive(11)
    asked = []
    while position.asks() == "landing":
        asked.append(position.actor)
        position.act("disembark" if position.actor == 2 else "stay")
        if asked[-1] == 2:
            assert position.own("on_planet", 2)[1] == 1
    assert asked == [0, 2, 3] and position.on_board() == {0, 3}


def test_the_expedition_ends_when_nobody_is_on_board():
    """mlem 6.7, 8.1: no failure, and the next expedition begins."""
    position = crew(*OTHERS).arrive(11).act("disembark", "disembark", "disembark")
    assert position.failures == 0 and position.expedition == 2 and position.starter == 1
    assert position.asks() == "astronaut" and position.actor == 1


def test_moons():
    """mlem 6.3: the best free moon, one astronaut each, scored at once; no question when all are taken."""
    position = crew("satellite", "booster", "discard_die").arrive(22).act("disembark")
    assert position.points() == [6, 0, 0]
    position.act("disembark")
    assert position.points() == [6, 5, 0] and position.moons(22) == [0, 1]
    assert position.asks() != "landing" and position.own("on_mat", 2) == 0


def test_moons_stay_taken():
    """mlem 6.3, 6.7: in later expeditions, too."""
    position = crew("satellite", "booster").fill_moons(9, seat=0).arrive(9)
    assert position.asks() in ("move", "astronaut")


def test_planets():
    """mlem 6.4: no limit, no points at once; a new row below, or the own row."""
    position = crew("satellite", "booster", "discard_die").put(2, planets=[2]).arrive(12)
    position.act("disembark", "disembark", "disembark")
    assert [position.own("planet_row", seat)[1] for seat in range(3)] == [2, 3, 1]
    assert [position.own("on_planet", seat)[1] for seat in range(3)] == [1, 1, 2]
    assert all(position.points(seat)["moons"] == 0 for seat in range(3))


def test_order_after_a_disembarkation():
    """mlem 6.5: the goal is taken before the next decides, the command has passed, and the die is lost."""
    position = crew("discard_die", "satellite", "booster").put(0, moons=[6, 9, 10]).arrive(13, pool=4).act("disembark")
    assert position.points(0) == {**position.points(0), "moons": 3, "goals": 5}
    assert position.goals() == {"four_moons": 0} and position.commander() == 1 and position.pool == 3
    assert position.actor == 1 and position.asks() == "landing"


def test_change_of_command():
    """mlem 6.6, 3.4: at once; the new commander rolls what is left; players who stayed are not asked again."""
    position = crew("satellite", "booster", "discard_die").arrive(15, pool=4)
    position.act("disembark")
    assert position.commander() == 1 and position.actor == 1
    position.act("disembark")
    assert position.commander() == 2 and position.actor == 2 and position.pool == 4
    position.roll("2 2 4 4", space=15)
    assert position.actor == 2 and position.asks() == "move"


def test_the_command_skips_those_who_left():
    """mlem 3.4, 6.6"""
    position = Position(4).crew("satellite", None, "booster", "discard_die").arrive(15).act("disembark")
    assert position.commander() == 2


def test_others_leaving_does_not_change_the_command():
    """mlem 6.6"""
    position = crew(*OTHERS).arrive(15).act("stay", "disembark")
    assert position.commander() == 0


@pytest.mark.parametrize(("pool", "left"), [(4, 3), (2, 1), (1, 1)])
def test_discard_die(pool, left):
    """mlem 11.3: a whole die, never the last; also when it is not the commander's astronaut."""
    position = crew("satellite", "discard_die", "booster").arrive(15, pool=pool).act("stay", "disembark")
    assert position.pool == left and position.commander() == 0


def test_discard_die_of_the_last_on_board():
    """mlem 11.3: nothing happens if the rocket is empty, and nothing in deep space."""
    position = Position(2, seed=1).crew("discard_die", None).arrive(15, pool=3).act("disembark")
    assert position.expedition == 2 and position.pool == 6


def test_discard_die_is_not_protected_by_keep_dice():
    """mlem 11.3: the ability is about dice used in the travel phase."""
    position = crew("discard_die", "satellite", ufo=True).token_in_play(7).roll("2 2 4", space=12)
    position.act(("add", "2"), "use_ability", "go")
    assert position.pool == 3 and position.space == 16
    assert position.act("disembark").pool == 2


def test_a_discarded_die_can_be_regained():
    """mlem 11.3, 13.4"""
    position = crew("discard_die", "satellite", explorations=True).exploration_tokens(18, 6, 7, 8, 9, pile=[])
    position.arrive(15, pool=6).act("disembark")
    assert position.pool == 5
    assert position.arrive(18).pool == 6


@pytest.mark.parametrize(
    ("function", "space", "category", "points"),
    [
        ("double_moon", 22, "moons", 12),
        ("satellite", 22, "moons", 6),
        ("double_planet", 22, "moons", 6),
        ("double_deep_space", 22, "moons", 6),
        ("double_planet", 23, "planets", 14),
        ("double_moon", 23, "planets", 7),
        ("double_deep_space", 26, "deep_space", 14),
        ("double_moon", 26, "deep_space", 7),
        ("double_planet", 26, "deep_space", 7),
    ],
)
def test_doublings(function, space, category, points):
    """mlem 11.2, 11.6, 11.7, 11.9: each doubles its own kind of points and nothing else."""
    position = crew(function, "satellite").arrive(space)
    if space != DEEP_SPACE:
        position.act("disembark")
    assert position.points(0) == {**dict.fromkeys(position.points(0), 0), category: points}


def test_doublings_do_not_double_goals():
    """mlem 11.9"""
    position = crew("double_moon", "satellite").put(0, moons=[6, 9, 10]).arrive(13).act("disembark")
    assert position.points(0)["goals"] == 5 and position.points(0)["moons"] == 6


def test_double_planet_stays_with_its_planet():
    """mlem 11.7: it doubles its planet at any later rank, and no other planet."""
    position = crew("double_planet", "satellite").put(0, planets=[1]).arrive(19).act("disembark", "disembark")
    assert position.points(0)["planets"] == 12 and position.points(1)["planets"] == 4
    position.crew("booster", "booster").arrive(19).act("stay", "disembark")
    assert position.points(0)["planets"] == 8 and position.points(1)["planets"] == 6
    position.crew("parachute", "parachute").arrive(7).act("disembark")
    assert position.points(0)["planets"] == 8 + 3


def test_plus_minus_one_moves_only_itself():
    """mlem 11.4: the rocket stays, and nothing of the other space is triggered."""
    position = crew("plus_minus_one", "satellite", ufo=True, explorations=True).set(ufo_space=13)
    position.exploration_tokens(13, 19, 20, 21, 22).arrive(14).act("disembark_lower")
    assert position.space == 14 and position.moons(13) == [0, None] and position.points(0)["moons"] == 3
    assert position.own("ufo_points", 0) == 0 and 13 in position.explorations_at()


def test_plus_minus_one_takes_the_best_free_moon():
    """mlem 11.4, 6.3"""
    position = crew("plus_minus_one", "satellite").put(1, moons=[10]).arrive(9).act("disembark_higher")
    assert position.moons(10) == [1, 0] and position.points(0)["moons"] == 2


def test_plus_minus_one_without_a_target_here():
    """mlem 11.4, 6.7: it is asked as long as there is any target; from 6 there is none below."""
    full = crew("plus_minus_one", "satellite").fill_moons(9, 10, seat=1)
    assert full.copy().arrive(9).legal() == {"stay", "disembark_lower"}
    assert full.copy().arrive(10).legal() == {"stay", "disembark_higher"}
    assert crew("plus_minus_one", "satellite").fill_moons(6, seat=1).arrive(6).legal() == {"stay", "disembark_higher"}
    blocked = crew("plus_minus_one", "satellite").fill_moons(13, 14, seat=1)
    assert blocked.arrive(13).legal() == {"stay", "disembark_lower"}


def test_plus_minus_one_from_25_to_the_galaxy():
    """mlem 11.4, 9.3: 5 points even for the commander; it counts for the goal; the others fly on."""
    position = crew("plus_minus_one", "satellite").put(0, deep_space=1).arrive(25)
    assert "disembark on the galaxy for 5 points" in position.words()
    position.act("disembark_higher")
    assert position.points(0)["deep_space"] == 5 and position.goals() == {"two_deep_space": 0}
    assert position.on_board() == {1} and position.commander() == 1


def test_two_plus_minus_one():
    """mlem 11.9: each by itself, in rocket order: the first takes the last moon."""
    position = crew("plus_minus_one", "plus_minus_one").put(0, moons=[13]).arrive(14).act("disembark_lower")
    assert position.actor == 1 and position.legal() == {"stay", "disembark", "disembark_higher"}


def test_an_ordinary_parachute():
    """mlem 11.5: in a landing phase it has the choices of an ordinary astronaut."""
    assert crew("parachute", "satellite").arrive(14).legal() == {"stay", "disembark"}


def test_deep_space():
    """mlem 7.1: comet for the commander, galaxy for the others; no questions; no failure."""
    position = crew("satellite", "booster", "discard_die").arrive(DEEP_SPACE)
    assert position.points() == [7, 5, 5] and position.failures == 0
    assert position.expedition == 2 and position.starter == 1 and position.asks() == "astronaut"
    again = position.crew("parachute", "parachute", "parachute").arrive(DEEP_SPACE)
    assert again.points()[:1] == [14 + 5] and again.points()[1:] == [10, 10]


def test_deep_space_through_a_tunnel():
    """mlem 7.1, 13.5"""
    position = crew("satellite", "booster", explorations=True).exploration_tokens(24, 6, 7, 8, 9).arrive(24)
    assert position.points() == [7, 5]


def test_the_comet_is_for_the_commander_of_the_arrival():
    """mlem 7.2: the next player does not become commander with a comet of their own."""
    position = Position(3).crew(None, "satellite", "booster").arrive(DEEP_SPACE)
    assert position.points() == [0, 7, 5]


def test_plus_minus_one_in_deep_space():
    """mlem 7.3: a moon of 25 instead of deep space; then the comet stays empty; no astronaut may stay."""
    position = crew("plus_minus_one", "satellite").arrive(DEEP_SPACE)
    assert position.words() == ["disembark on the comet for 7 points", "disembark on a moon of space 25 for 6 points"]
    position.act("disembark_lower")
    assert position.points() == [6, 5]
    second = crew("satellite", "plus_minus_one").put(0, moons=[25]).arrive(DEEP_SPACE)
    assert second.actor == 1 and second.legal() == {"disembark", "disembark_lower"}
    assert second.copy().act("disembark").points(1)["deep_space"] == 5
    assert second.copy().act("disembark_lower").points(1)["moons"] == 5
    assert crew("satellite", "plus_minus_one").fill_moons(25).arrive(DEEP_SPACE).asks() == "astronaut"


def test_who_lands_keeps_the_function():
    """mlem 1.5: an astronaut on the mat does not come back."""
    position = crew("satellite", "booster").arrive(11).act("disembark", "disembark")
    assert position.available(0) == set(FUNCTIONS) - {"satellite"}
    assert position.available(1) == set(FUNCTIONS) - {"booster"}
