"""The travel phase: rolling, assembling a move, discarding; the crash (mlem 4 and 5)."""

import pytest

from tests.games.mlem.positions import DEEP_SPACE, FUNCTIONS, Position

OTHERS = ("double_moon", "double_planet", "double_deep_space")


def crew(*functions, **variants):
    return Position(len(functions), **variants).crew(*functions)


def test_unusable_groups_stay_in_the_pool():
    """mlem 4.1: on space 8 only 3 and 4 are allowed."""
    position = crew(*OTHERS).roll("1 2 2 3 A", space=8)
    assert position.legal() == {("add", "3")}
    position.act(("add", "3"), "go")
    assert position.pool == 4 and position.space == 11


def test_the_commander_rolls_the_whole_pool():
    """mlem 4.1, 4.7: four dice stay, and all four are rolled again; what they showed is void."""
    position = crew(*OTHERS).roll("1 1 2 2 A A", space=0).act(("add", "1"), "go")
    assert position.space == 2 and position.pool == 4 and len(position.rolled().split()) == 4


def test_a_group_is_used_completely():
    """mlem 4.2: one action adds all dice of a face, once."""
    position = crew(*OTHERS).roll("2 2 2", space=0).act(("add", "2"))
    assert position.distance == 6 and position.used_dice == 3 and position.legal() == {"go"}


def test_elements_are_added_in_any_order():
    """mlem 15.1: every order gives the same move; nothing is taken back."""
    first = crew(*OTHERS).roll("1 2 A", space=0).act(("add", "1"), ("add", "A"), ("add", "2"), "go")
    other = crew(*OTHERS).roll("1 2 A", space=0).act(("add", "A"), ("add", "2"), ("add", "1"))
    assert other.legal() == {"go"}
    other.act("go")
    assert (first.pool, first.random, first.rolled()) == (other.pool, other.random, other.rolled())


def test_a_lone_go_is_asked():
    """mlem 15.2"""
    assert crew(*OTHERS).roll("A", space=7).act(("add", "A")).legal() == {"go"}


def test_the_commander_must_move():
    """mlem 4.3: with a matching die neither going without a move nor a crash is allowed."""
    assert "go" not in crew(*OTHERS).roll("3 3 4 4 4 1", space=8).legal()
    with_booster = crew("booster", "satellite").roll("1 3 3", space=9)
    assert with_booster.legal() == {("add", "1"), ("add_booster", 0)}


def test_a_move_of_boosters_alone():
    """mlem 4.3: also when rolled dice match, and it costs no die."""
    position = crew("booster", "satellite").roll("1 2 3", space=9).act(("add_booster", 0), "go")
    assert (position.space, position.pool, position.boosters_used) == (10, 3, 1)


def test_a_move_of_additional_dice_alone():
    """mlem 4.3, 12.5"""
    position = crew(*OTHERS, ufo=True).token_in_play(6).roll("2 2 4", space=12).act("use_ability", "go")
    assert (position.space, position.pool) == (18, 3)


def test_the_afterburner_has_the_value_of_the_space_that_is_left():
    """mlem 1.3, 4.4: from 10 (worth 1) over 13 and 14 (worth 2): still 1 each."""
    position = crew(*OTHERS).roll("A A A A A", space=10).act(("add", "A"))
    assert position.distance == 5
    assert position.act("go").space == 15
    assert crew(*OTHERS).roll("A A A", space=13).act(("add", "A")).distance == 6


def test_overshoot():
    """mlem 4.5: a distance beyond deep space stops there."""
    position = crew(*OTHERS).roll("4 4 4 4", space=21).act(("add", "4"))
    assert position.distance == 16 and "go 16 spaces to deep space" in position.words()
    position.act("go")
    assert [position.own("in_deep_space", seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("dice", "used", "pool"),
    [("1 4 A", "14A", 1), ("1 A A", "A", 3), ("1 4", "14", 1), ("1 2 4", "1", 2), ("1", "1", 1), ("1 1 2 3", "1", 2)],
)
def test_discard(dice, used, pool):
    """mlem 4.6: number dice go, afterburners and unused dice stay, the pool is never empty."""
    position = crew("satellite", "satellite").roll(dice, space=16)
    position.act(*(("add", face) for face in used), "go")
    assert position.asks() == "landing" and position.pool == pool


def test_boosters_are_flipped():
    """mlem 4.6, 11.8: usable once in an expedition, under any commander; flipped it lands like any other."""
    position = crew("booster", "booster", "satellite").roll("3", space=9).act(("add_booster", 1), "go")
    assert position.boosters_used == 2 and position.space == 10
    position.act("disembark", "stay")
    assert position.commander() == 1 and position.on_board() == {1, 2}
    position.roll("1", space=16)
    assert position.legal() == {("add", "1")}
    position.act(("add", "1"), "go", "disembark")
    assert position.own("moons", 1)[5] == 1


def test_the_commander_uses_boosters_of_others():
    """mlem 11.8, 11.9: all boosters on board, in any order, several in one move, the own one included."""
    position = crew("booster", "booster", "booster").roll("2", space=16)
    assert position.actor == 0
    assert position.legal() == {"go", *(("add_booster", slot) for slot in range(3))}
    position.act(("add_booster", 2), ("add_booster", 0))
    assert position.legal() == {"go", ("add_booster", 1)} and position.distance == 2
    position.act("go")
    assert position.space == 18 and position.boosters_used == 0b101 and position.pool == 1


def test_a_booster_needs_a_1_on_the_space():
    """mlem 11.8: on 17 only 2 and 3 are allowed."""
    assert crew("booster", "satellite").roll("2 3", space=17).legal() == {("add", "2"), ("add", "3")}


def test_a_booster_is_a_group_of_its_own():
    """mlem 11.8: a booster does not force the rolled 1s, and the rolled 1s do not force a booster."""
    position = crew("booster", "satellite").roll("1 1", space=9)
    assert "go" in position.copy().act(("add_booster", 0)).legal()
    assert "go" in position.copy().act(("add", "1")).legal()


def test_a_booster_that_has_left_is_not_usable():
    """mlem 11.8"""
    assert crew("satellite", None, "booster").roll("1", space=9).legal() == {("add", "1"), ("add_booster", 2)}
    assert Position(3).crew("satellite", "discard_die", None).roll("1", space=9).legal() == {("add", "1")}


def test_a_booster_is_usable_again_in_the_next_expedition():
    """mlem 5.4, 11.8"""
    position = crew("booster", "satellite").set(boosters_used=1).roll("3", space=9)
    assert position.failures == 1 and "booster" in position.available(0) and position.boosters_used == 0


def test_ways_out_are_optional():
    """mlem 5.1: the commander alone decides; declining is a crash."""
    position = crew("satellite", "booster").roll("3 4", space=9)
    assert position.actor == 0 and position.words()[-1] == "accept the crash"
    position.act("go")
    assert position.failures == 1 and position.expedition == 2


def test_a_crash_without_a_way_out_is_not_asked():
    """mlem 5.1, 15.2"""
    position = crew(*OTHERS).roll("1 1", space=8)
    assert position.failures == 1 and position.asks() == "astronaut"


def test_crash():
    """mlem 5.2, 5.4: one failure; those on board return, those who left stay on the mat."""
    position = crew("satellite", "double_moon", "booster").arrive(14).act("disembark", "stay").roll("1 2", space=14)
    assert position.failures == 1 and position.expedition == 2
    assert position.moons(14) == [0, None] and position.own("on_mat", 0) == 1
    assert "satellite" not in position.available(0)
    assert position.available(1) == position.available(2) == set(FUNCTIONS)


def test_a_crash_triggers_no_token():
    """mlem 5.2: no exploration token and no UFO of its space, even if a parachute lands there."""
    position = crew("parachute", "satellite", ufo=True, explorations=True).set(ufo_space=14, token_used=1)
    position.exploration_tokens(14, 19, 20, 21, 22).roll("1 2", space=14).act("disembark")
    assert position.own("ufo_points", 0) == 0 and 14 in position.explorations_at()
    assert position.points(0)["moons"] == 4


def test_parachutes_are_asked_in_rocket_order():
    """mlem 5.3, 11.9"""
    position = crew("parachute", "satellite", "parachute").roll("1 1", space=11)
    assert position.actor == 0 and position.asks() == "parachute"
    assert position.words() == ["do not use the parachute", "use the parachute and land on planet 2"]
    position.act("stay")
    assert position.actor == 2
    assert position.act("disembark").own("planet_row", 2)[1] == 1


def test_a_parachute_needs_room():
    """mlem 5.3: no question when all moons are taken, or on spaces without a body."""
    full = crew("parachute", "satellite").fill_moons(14, seat=1).roll("1 2", space=14)
    early = crew("parachute", "satellite").roll("2 3", space=5)
    for position in (full, early):
        assert position.failures == 1 and position.asks() == "astronaut" and "parachute" in position.available(0)


def test_only_parachutes_help_in_a_crash():
    """mlem 5.3, 11.4, 11.5: not even plus-minus-one; a parachute has no offsets."""
    position = crew("plus_minus_one", "double_planet", "parachute").roll("1 1", space=11)
    assert position.actor == 2 and position.legal() == {"stay", "disembark"}
    position.act("stay")
    assert position.available(0) == position.available(1) == position.available(2) == set(FUNCTIONS)


def test_a_parachute_that_left_is_not_asked():
    """mlem 5.3"""
    assert Position(3).crew("satellite", None, "booster").roll("1 1", space=11).asks() == "astronaut"


def test_parachutes_after_the_last_failure():
    """mlem 5.5"""
    position = crew("parachute", "satellite").set(failures=10).roll("1 1", space=11)
    assert position.failures == 11 and position.actor == 0
    position.act("disembark")
    assert position.is_over and position.points(0)["planets"] == 4 and position.available(1) == set(FUNCTIONS)


def test_deep_space_is_reached_by_any_distance():
    """mlem 4.5"""
    for dice in ("1", "4", "4 4"):
        position = crew(*OTHERS).roll(dice, space=25).act(("add", dice[0]), "go")
        assert position.own("deep_space_points", 0) == 7 and position.failures == 0
    assert DEEP_SPACE == 26
