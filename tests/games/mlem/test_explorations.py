"""The Explorations variant (mlem 13)."""

from moon_envs.games.mlem import components
from tests.games.mlem.positions import Position

OTHERS = ("double_moon", "double_planet", "double_deep_space")
FAR = (21, 22, 23, 25)


def crew(*functions, **variants):
    return Position(len(functions), explorations=True, **variants).crew(*functions)


def test_set_up():
    """mlem 13.1: twenty tokens, each with a space of its own; five lie on the mat, the others in the pile."""
    seen = set()
    for seed in range(30):
        position = Position(2, seed=seed, explorations=True)
        assert len(position.explorations_at()) == 5 and position.explorations_drawn == 5
        assert sorted(position.exploration_pile) == list(range(20))
        seen |= set(position.explorations_at())
    assert seen == set(range(6, 26)) == set(components.EXPLORATION_SPACE.tolist())


def test_table_of_tokens():
    """mlem 13.1: ten with points, five that regain a die, five tunnels."""
    types = [components.EXPLORATIONS[kind] for kind in components.EXPLORATION_TYPE]
    assert [types.count(name) for name in ("points", "regain_die", "tunnel")] == [10, 5, 5]
    assert sorted(components.EXPLORATION_POINTS.tolist()) == [0] * 10 + [1] * 4 + [2] * 3 + [3] * 3


def test_points_tokens():
    """mlem 13.3: for the commander of the travel phase."""
    for space, points in ((6, 1), (13, 2), (25, 3)):
        position = Position(3, explorations=True).crew(None, "satellite", "booster")
        position.exploration_tokens(space, 7, 8, 10, 12, pile=[]).arrive(space)
        assert [position.points(seat)["explorations"] for seat in range(3)] == [0, points, 0]
        assert space not in position.explorations_at()


def test_activation_comes_after_the_discard():
    """mlem 13.2, 13.4: five dice of six are left after the discard, so one is regained."""
    position = crew(*OTHERS).exploration_tokens(7, *FAR, pile=[]).roll("1 3 3 3 3 3", space=6)
    position.act(("add", "3"), "go")
    assert position.space == 21 and position.pool == 1
    position = crew(*OTHERS).exploration_tokens(10, *FAR, pile=[]).roll("1 4 4 3 3 3", space=9).act(("add", "1"), "go")
    assert position.space == 10 and position.pool == 6 and 10 not in position.explorations_at()


def test_passing_over_activates_nothing():
    """mlem 13.2"""
    position = crew(*OTHERS).exploration_tokens(9, 10, 11, *FAR[:2]).roll("4", space=8).act(("add", "4"), "go")
    assert position.space == 12 and position.explorations_at() == [9, 10, 11, 21, 22]


def test_offsets_and_parachutes_activate_nothing():
    """mlem 13.2"""
    position = crew("plus_minus_one", "satellite").exploration_tokens(13, *FAR).arrive(14).act("disembark_lower")
    assert 13 in position.explorations_at()
    position = crew("parachute", "satellite").exploration_tokens(13, *FAR).roll("2 4", space=13).act("disembark")
    assert 13 in position.explorations_at() and position.points(0)["explorations"] == 0


def test_regain_a_die():
    """mlem 13.4: dice withheld by an expedition token are discarded dice, too; the pool belongs to the successor."""
    position = (
        crew("satellite", "booster", ufo=True)
        .exploration_tokens(10, *FAR)
        .token_in_play(1, used=True)
        .arrive(10, pool=4)
    )
    assert position.pool == 5
    assert position.act("disembark").pool == 5 and position.commander() == 1


def test_regain_with_all_dice():
    """mlem 13.4: no effect, and the token is removed."""
    position = crew(*OTHERS).exploration_tokens(10, *FAR, pile=[]).arrive(10, pool=6)
    assert position.pool == 6 and position.explorations_at() == list(FAR)


def test_tunnel():
    """mlem 13.5: four spaces forward, no dice; landing where it ends; at most to deep space."""
    position = crew(*OTHERS).exploration_tokens(8, *FAR).arrive(8, pool=3)
    assert position.space == 12 and position.pool == 3 and position.asks() == "landing"
    assert crew(*OTHERS).exploration_tokens(24, *FAR).arrive(24).points() == [7, 5, 10]


def test_tunnel_to_another_token():
    """mlem 13.5: which is activated; a token with points ends the chain."""
    position = crew(*OTHERS).exploration_tokens(20, 24, 6, 7, 9, pile=[]).arrive(20)
    assert position.points(0)["deep_space"] == 7 and position.explorations_at() == [6, 7, 9]
    position = crew(*OTHERS).exploration_tokens(8, 12, 16, 6, 7, pile=[]).arrive(8)
    assert position.space == 20 and position.explorations_at() == [6, 7]


def test_refill():
    """mlem 13.6: after the whole chain; a token that is drawn under the rocket is not activated."""
    position = crew(*OTHERS).exploration_tokens(8, *FAR, pile=[12, 9]).arrive(8)
    assert position.space == 12 and position.explorations_at() == [12, *FAR] and position.asks() == "landing"
    assert position.explorations_drawn == 19


def test_the_pile_runs_out():
    """mlem 13.6: then fewer than five lie on the mat."""
    position = crew(*OTHERS).exploration_tokens(6, *FAR, pile=[]).arrive(6)
    assert position.explorations_at() == list(FAR) and position.explorations_drawn == 20


def test_order_after_a_move():
    """mlem 13.7: the tunnel still belongs to the travel phase, so the UFO is met at its end; then comes the landing."""
    position = crew("satellite", "booster", ufo=True).exploration_tokens(8, *FAR).set(ufo_space=12).arrive(8)
    assert position.points(0)["ufo"] == 5 and position.asks() == "landing" and position.space == 12
    position = crew("satellite", "booster", ufo=True).exploration_tokens(8, *FAR).set(ufo_space=8).arrive(8)
    assert position.points(0)["ufo"] == 0
