"""Worked positions: the rulebook's two dice examples, its planet example, and others computed by hand from the mat."""

import pytest

from tests.games.mlem.positions import DEEP_SPACE, Position


def moves(position):
    """Every way to complete a move: what is added, as a sorted tuple, with the space and the pool after it."""
    found = {}
    unfinished = [((), position)]
    while unfinished:
        added, current = unfinished.pop()
        for action in current.legal():
            after = current.copy().act(action)
            if action == "go":
                found[added] = None if after.state["failures"] else (after.space, after.pool)
            else:
                element = {"use_ability": "t", "add_booster": "b"}.get(action if action == "use_ability" else action[0])
                unfinished.append((tuple(sorted((*added, element or action[1]))), after))
    return found


def crew(*functions, **variants):
    return Position(len(functions), **variants).crew(*functions)


OTHERS = ("double_moon", "double_planet", "double_deep_space")


def test_1_grouping_moving_discarding():
    """mlem 4.1, 4.2, 4.4, 4.6, 1.3: the rulebook's dice examples: four groups, and one 1 with two afterburners is 3."""
    position = crew(*OTHERS).roll("1 3 3 4 A A", space=0)
    assert position.rolled() == "1 3 3 4 A A" and len(set(position.rolled().split())) == 4
    assert position.legal() == {("add", "1"), ("add", "A")}
    assert moves(position) == {("1",): (1, 5), ("A",): (2, 6), ("1", "A"): (3, 5)}


def test_2_all_subsets():
    """mlem 4.2, 4.6, 6.1"""
    position = crew(*OTHERS).roll("1 2 2 3 A A", space=0)
    assert moves(position) == {
        ("1",): (1, 5),
        ("2",): (4, 4),
        ("A",): (2, 6),
        ("1", "2"): (5, 3),
        ("1", "A"): (3, 5),
        ("2", "A"): (6, 4),
        ("1", "2", "A"): (7, 3),
    }
    assert position.copy().act(("add", "1"), ("add", "2"), "go").asks() in ("move", "astronaut")
    for groups, landing in ((("2", "A"), 6), (("1", "2", "A"), 7)):
        after = position.copy().act(*(("add", face) for face in groups), "go")
        assert after.space == landing and after.asks() == "landing"


@pytest.mark.parametrize("dice", ["A", "1"])
def test_3_last_die(dice):
    """mlem 4.6: the last die stays, used or taken back."""
    assert moves(crew(*OTHERS).roll(dice, space=7)) == {(dice,): (8, 1)}


@pytest.mark.parametrize("dice", ["2", "3", "4"])
def test_3_crash_with_a_parachute(dice):
    """mlem 5.2, 5.3: a parachute may land on planet 1."""
    position = crew("double_moon", "parachute", "satellite").roll(dice, space=7)
    assert position.failures == 1 and position.actor == 1 and position.legal() == {"stay", "disembark"}
    assert position.act("disembark").own("on_planet", 1) == [1, 0, 0, 0, 0]


def test_4_emptied_pool_and_overshoot():
    """mlem 4.5, 4.6"""
    assert moves(crew(*OTHERS).roll("4 4 4", space=8)) == {("4",): (20, 1)}
    position = crew(*OTHERS).roll("4 4", space=24).act(("add", "4"))
    assert position.distance == 8
    assert position.act("go").own("in_deep_space", 0) == 1


def test_5_boosters():
    """mlem 5.1, 11.8"""
    position = crew("double_moon", "booster", "booster").roll("3 4", space=9)
    assert position.legal() == {"go", ("add_booster", 1), ("add_booster", 2)}
    assert moves(position) == {(): None, ("b",): (10, 2), ("b", "b"): (11, 2)}
    without_help = crew("double_moon", "booster", "booster").roll("1 2", space=8)
    assert without_help.failures == 1 and without_help.asks() == "astronaut"
    assert moves(crew("double_moon", "booster", "satellite").roll("1 1 2 A", space=16)) == {
        ("b",): (17, 4),
        ("1",): (18, 2),
        ("1", "b"): (19, 2),
        ("A",): (18, 4),
        ("A", "b"): (19, 4),
        ("1", "A"): (20, 2),
        ("1", "A", "b"): (21, 2),
    }


@pytest.mark.parametrize("third", ["satellite", "plus_minus_one"])
def test_6_moons(third):
    """mlem 6.3, 6.7, 11.4, 11.6"""
    position = crew("discard_die", "double_moon", third).arrive(14)
    position.act("disembark", "disembark")
    assert position.points() == [4, 6, 0]
    if third == "satellite":
        assert position.asks() in ("move", "astronaut") and position.own("on_mat", 2) == 0
        return
    assert position.actor == 2 and position.legal() == {"stay", "disembark_lower", "disembark_higher"}
    assert position.copy().act("disembark_lower").points(2)["moons"] == 3
    assert position.copy().act("disembark_higher").own("on_planet", 2) == [0, 0, 1, 0, 0]


@pytest.mark.parametrize(("pool", "left"), [(3, [2, 1]), (2, [1, 1])])
def test_7_command_and_lost_dice(pool, left):
    """mlem 6.5, 6.6, 11.3"""
    position = crew("discard_die", "discard_die", "satellite").arrive(15, pool=pool)
    position.act("disembark")
    assert (position.commander(), position.pool) == (1, left[0])
    position.act("disembark")
    assert (position.commander(), position.pool) == (2, left[1])
    position.act("stay")
    assert len(position.rolled().split()) == 1


@pytest.mark.parametrize(
    ("space", "offered"),
    [(6, "0+"), (7, "0-"), (8, "0+"), (9, "0-+"), (10, "0-+"), (25, "0-+")],
)
def test_8_targets_of_plus_minus_one(space, offered):
    """mlem 11.4"""
    names = {"0": "disembark", "-": "disembark_lower", "+": "disembark_higher"}
    position = crew("plus_minus_one", "satellite").arrive(space)
    assert position.legal() == {"stay", *(names[offset] for offset in offered)}


def test_8_targets_at_the_ends():
    """mlem 6.1, 7.3, 11.4"""
    assert crew("plus_minus_one", "satellite").arrive(5).asks() in ("move", "astronaut")
    assert crew("plus_minus_one", "satellite").arrive(26).legal() == {"disembark", "disembark_lower"}
    full = crew("plus_minus_one", "satellite").fill_moons(25, seat=1)
    assert full.copy().arrive(25).legal() == {"stay", "disembark_lower", "disembark_higher"}
    assert full.copy().arrive(26).own("in_deep_space", 0) == 1
    position = crew("plus_minus_one", "satellite").arrive(25).act("disembark_higher")
    assert position.points(0)["deep_space"] == 5 and position.own("in_deep_space", 0) == 1
    assert position.space == 25 and position.commander() == 1 and position.actor == 1


def test_9_two_parachutes():
    """mlem 5.3, 5.4"""
    position = crew("parachute", "satellite", "parachute").put(1, moons=[9]).roll("3 4", space=9)
    assert position.actor == 0 and position.legal() == {"stay", "disembark"}
    landed = position.copy().act("disembark")
    assert landed.points(0)["moons"] == 1 and landed.asks() == "astronaut"
    assert "parachute" in landed.available(2) and "parachute" not in landed.available(0)
    declined = position.copy().act("stay")
    assert declined.actor == 2 and declined.act("disembark").points(2)["moons"] == 1
    assert "parachute" in declined.available(0)
    for after in (landed, declined):
        assert "satellite" in after.available(1)
    planet = crew("parachute", "satellite", "parachute").roll("3 4", space=7).act("disembark", "disembark")
    assert [planet.own("planet_row", seat)[0] for seat in (0, 2)] == [1, 2]


BLUE, YELLOW, GREEN, RED = 0, 1, 2, 3


@pytest.mark.parametrize("doubled", [False, True])
def test_10_the_rulebooks_planet_example(doubled):
    """mlem 10.2, 10.3, 11.7: Blue 5, Yellow 3, Green and Red 2 each; Green's double planet gets 4."""
    position = Position(4)
    position.put(YELLOW, planets=[3]).put(BLUE, planets=[3])
    functions = ["satellite"] * 4
    functions[GREEN] = "double_planet" if doubled else "satellite"
    position.crew(*functions).arrive(15).act("disembark", "stay", "disembark", "disembark")
    assert [position.own("on_planet", seat)[2] for seat in range(4)] == [2, 1, 1, 1]
    assert [position.points(seat)["planets"] for seat in range(4)] == [5, 3, 4 if doubled else 2, 2]


@pytest.mark.parametrize("doubled", [False, True])
def test_10_equal_numbers(doubled):
    """mlem 10.2, 10.3, 11.7"""
    x, y, z = 0, 1, 2
    position = Position(3).put(y, planets=[4]).put(z, planets=[4]).put(x, planets=[4]).put(y, planets=[4])
    position.crew("double_planet" if doubled else "satellite", "booster", "parachute").arrive(19).act("disembark")
    assert [position.points(seat)["planets"] for seat in (x, y, z)] == [8 if doubled else 4, 6, 3]


def test_11_goals_in_the_same_phase():
    """mlem 9.1, 9.2"""
    position = crew(*OTHERS).put(0, planets=[3, 3]).put(1, planets=[3, 3]).arrive(16)
    assert position.copy().act("disembark", "disembark").goals() == {"three_on_one_planet": 0}
    assert position.copy().act("stay", "disembark").goals() == {"three_on_one_planet": 1}
    deep = crew(*OTHERS).put(1, deep_space=1).put(2, deep_space=1).arrive(DEEP_SPACE)
    assert deep.goals() == {"two_deep_space": 1}


def test_12_deep_space():
    """mlem 7.1, 7.2, 7.3, 11.2"""
    position = crew("plus_minus_one", "double_deep_space", "booster").arrive(DEEP_SPACE)
    assert position.actor == 0
    assert position.copy().act("disembark").points() == [7, 10, 5]
    lower = position.copy().act("disembark_lower")
    assert lower.points() == [6, 10, 5] and lower.moons(25) == [0, None]
    earlier = Position(3).crew(None, "double_deep_space", "booster").arrive(DEEP_SPACE)
    assert earlier.points() == [0, 14, 5]


def test_13_exploration_chains():
    """mlem 13.2, 13.4, 13.5, 13.6"""
    first = crew(*OTHERS, explorations=True).exploration_tokens(8, 12, 13, 19, 21, pile=[6, 7, 9]).arrive(8)
    assert first.space == 16 and first.asks() == "landing"
    assert first.explorations_at() == [6, 7, 13, 19, 21] and first.explorations_drawn == 19
    through = crew(*OTHERS, explorations=True).exploration_tokens(8, 12, 16, 20, 24, pile=[6]).arrive(8)
    assert through.points(0)["deep_space"] == 7 and through.explorations_at() == [6]
    regain = crew(*OTHERS, explorations=True).exploration_tokens(10, 19, 20, 21, 22).roll("2 2", space=6)
    assert (regain.act(("add", "2"), "go").space, regain.pool) == (10, 2)
    no_effect = (
        crew(*OTHERS, explorations=True).exploration_tokens(7, 19, 20, 21, 22, pile=[]).roll("1 3 A A A A", space=3)
    )
    assert (no_effect.act(("add", "A"), "go").space, no_effect.pool) == (7, 6)
    assert no_effect.explorations_at() == [19, 20, 21, 22]


def test_13_a_satellite_activates_nothing():
    """mlem 3.3, 13.2: there is no token on space 3 in the packaged set, so nothing can have been activated."""
    position = Position(2, explorations=True)
    before = position.explorations_at()
    position.act(("board", "satellite"), ("board", "satellite"))
    assert position.space == 3 and position.explorations_at() == before


def test_14_ufo():
    """mlem 5.1, 12.5, 12.6"""
    position = crew(*OTHERS, ufo=True).token_in_play(5).roll("3 4 4", space=10)
    assert moves(position) == {(): None, ("t",): (11, 3)}
    assert crew(*OTHERS, ufo=True).token_in_play(5).roll("1 2 2", space=8).failures == 1
    position = crew(*OTHERS, ufo=True).token_in_play(2).roll("1 1 4", space=12)
    assert moves(position) == {("4",): (16, 2), ("t",): (18, 3), ("4", "t"): (22, 2)}
    position = crew(*OTHERS, ufo=True).token_in_play(7).roll("1 3 3", space=17)
    assert moves(position) == {("3",): (23, 1), ("3", "t"): (23, 3)}


def test_14_contact():
    """mlem 12.3, 12.8"""
    position = next_expedition(Position(3, ufo=True).expedition_pile(1, 2).set(ufo_space=26))
    assert position.ufo_space == 24
    position.crew(*OTHERS).arrive(24)
    assert position.points(0)["ufo"] == 5 and position.ufo_space == 24
    position.act("disembark", "disembark", "disembark")
    assert position.expedition == 3 and position.ufo_space == 23


def next_expedition(position):
    """End the expedition, by a crash."""
    return position.crew("satellite", "satellite", "satellite").set(token_used=1).roll("3", space=0)


def test_14_contact_after_a_tunnel():
    """mlem 12.8, 13.7"""
    for ufo, points in ((16, 5), (8, 0), (12, 0)):
        position = crew(*OTHERS, explorations=True, ufo=True).exploration_tokens(8, 12, 13, 19, 21).set(ufo_space=ufo)
        assert position.arrive(8).points(0)["ufo"] == points


def test_15_end_of_the_game():
    """mlem 5.5, 8.2"""
    position = crew("satellite", "parachute", "booster").set(failures=10).put(0, planets=[1, 1, 1, 2, 2, 4, 4])
    position.arrive(15).act("disembark", "stay")
    assert position.commander() == 1 and position.own("on_mat", 0) == 8 and position.actor == 2
    position.roll("2", space=15).act(("add", "2"), "go")
    assert position.space == 17 and position.actor == 1
    position.act("stay").roll("1", space=17)
    assert position.failures == 11 and position.actor == 1
    assert "moon of space 17 for 4 points" in position.words()[1]
    position.act("disembark")
    assert position.is_over and position.points(1)["moons"] == 4 and "booster" in position.available(2)


def test_15_missions():
    """mlem 14.2, 14.3, 11.4"""
    position = Position(2, secret_missions=True).keep_missions(0, 5, 12, 19, returned=1)
    position.crew("plus_minus_one", "satellite").arrive(17).act("disembark_higher")
    assert position.points(0)["missions"] == 5 and position.moons(18) == [0, None]
    assert position.put(0, planets=[5]).points(0)["missions"] == 10
