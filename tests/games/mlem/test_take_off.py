"""The mat, the set-up and the take-off (mlem 1, 2 and 3)."""

from collections import Counter

import numpy as np
import pytest

import moon_envs
from moon_envs.games.mlem import components
from tests.games.mlem.positions import FUNCTIONS, GAME, Position

# The mat of the packaged file: faces and afterburner value, space by space.
FACES_OF_SPACES = """
12A1 23A1 123 24A1 13A1 14 23 1A1 34 12 2A1 34 24 13A2 3A2 24 14A2 23 4A2 23 13A2 24 34A2 2A2 34 14A2
""".split()


def test_track():
    """mlem 1.1, 1.3: 26 numbered spaces with their faces, then deep space; afterburner values where it is allowed."""
    for space, printed in enumerate(FACES_OF_SPACES):
        numbers, _, value = printed.partition("A")
        allowed = sum(1 << (int(number) - 1) for number in numbers) + (16 if value else 0)
        assert components.ALLOWED_FACES[space] == allowed
        assert components.FACE_VALUE[space].tolist() == [1, 2, 3, 4, int(value or 0)]
    assert len(components.ALLOWED_FACES) == 27 and components.ALLOWED_FACES[26] == 0


def test_bodies():
    """mlem 1.4: planets at 7-8, 11-12, 15-16, 19-20, 23-24, two moons on every other space from 6 to 25."""
    planets = {7: 1, 8: 1, 11: 2, 12: 2, 15: 3, 16: 3, 19: 4, 20: 4, 23: 5, 24: 5}
    for space in range(27):
        body = components.BODIES[components.BODY[space]]
        if space in planets:
            assert body == "planet" and components.PLANET_OF_SPACE[space] == planets[space] - 1
        else:
            assert body == ("none" if space < 6 else "deep_space" if space == 26 else "moons")
    assert components.MOON_POINTS.tolist() == [2, 1, 2, 1, 3, 2, 3, 2, 4, 3, 4, 3, 5, 4, 5, 4, 6, 5, 6, 5]
    assert components.PLANET_POINTS.tolist() == [[3, 2, 1], [4, 2, 1], [5, 3, 2], [6, 4, 3], [7, 5, 4]]


def test_die():
    """mlem 1.2: six sides, 2 twice."""
    assert components.FACE_OF_SIDE.tolist() == [0, 1, 1, 2, 3, 4]


def test_faces_of_real_rolls():
    """mlem 1.2, 4.1: first rolls of many games, six dice each: 2 with probability 2/6, the others 1/6 each."""
    games = 20_000
    batch = moon_envs.Batch(GAME, games, players=2, seed=1, autoreset="disabled", threads=1)
    batch.step(np.full(games, FUNCTIONS.index("booster")))
    batch.step(np.full(games, FUNCTIONS.index("booster")))
    rolled = batch.states["rolled"].astype(np.int64)
    assert (rolled.sum(axis=1) == 6).all()
    dice = 6 * games
    for face, count in enumerate(rolled.sum(axis=0)):
        chance = (2 if face == 1 else 1) / 6
        deviation = (count - dice * chance) / np.sqrt(dice * chance * (1 - chance))
        assert abs(deviation) < 4, f"face {face}: {count} of {dice}"
    # Dice are independent: the number of dice showing 2 in a roll is binomial.
    ways = [1, 6, 15, 20, 15, 6, 1]
    expected = games * np.array([ways[k] * (1 / 3) ** k * (2 / 3) ** (6 - k) for k in range(7)])
    counted = np.bincount(rolled[:, 1], minlength=7)
    assert ((counted - expected) ** 2 / expected).sum() < 22.5  # chi-square, 6 degrees of freedom, 0.1 %


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_set_up(players):
    """mlem 1.5, 2.1, 2.2: the same for every number of players: everything is free, every astronaut available."""
    position = Position(players)
    assert position.failures == 0 and position.goals() == {} and position.expedition == 1
    assert position.moon_owner == [-1] * 20 and position.rows_on_planet == [0] * 5
    for seat in range(players):
        assert position.available(seat) == set(FUNCTIONS) and position.own("on_mat", seat) == 0
    assert position.points() == [0] * players


@pytest.mark.parametrize("players", [0, 1, 6, True, "3"])
def test_other_numbers_of_players_are_refused(players):
    """mlem 2.1"""
    with pytest.raises(moon_envs.ConfigurationError, match="players"):
        moon_envs.Batch(GAME, players=players)


@pytest.mark.parametrize("variant", ["ufo", "explorations", "secret_missions"])
def test_variants_are_bools(variant):
    with pytest.raises(moon_envs.ConfigurationError, match=f"mlem: {variant}=1 is not allowed; allowed: True or False"):
        GAME.configuration(players=2, **{variant: 1})
    assert GAME.configuration(players=2, **{variant: True}).options[variant] is True
    assert set(GAME.configuration().options.values()) == {False}


def test_all_configurations_are_modes():
    """mlem 2.1: four numbers of players, three variants in any combination."""
    assert len({tuple(sorted(mode.items())) for mode in GAME.modes}) == 32


def test_first_starter_is_drawn():
    """mlem 2.3"""
    batch = moon_envs.Batch(GAME, 5000, players=5, seed=3, autoreset="disabled", threads=1)
    counts = Counter(batch.states["starter"].tolist())
    assert set(counts) == {0, 1, 2, 3, 4} and all(880 < count < 1120 for count in counts.values())


def test_order_of_the_set_up():
    """mlem 2.4: when missions are chosen the exploration tokens lie open, and no expedition has begun."""
    position = Position(3, ufo=True, explorations=True, secret_missions=True)
    assert position.asks() == "mission" and len(position.explorations_at()) == 5
    assert position.expedition == 0 and position.tokens_drawn == 0 and position.ufo_space == 26
    position.act(*[("return_mission", 0)] * 3)
    assert position.asks() == "astronaut" and position.expedition == 1 and position.tokens_drawn == 1


def test_points_are_unlimited():
    """mlem 2.5: points are a number that may exceed the worth of all 64 tokens."""
    position = Position(2).set(starter=0)
    position.state["players"][0]["moon_points"] = 1000
    position.crew("double_moon", "satellite").arrive(25).act("disembark")
    assert position.points(0)["moons"] == 1012


def test_an_astronaut_is_in_one_place():
    """mlem 1.5: available, on board, or on the mat, at every decision of random games."""
    batch = moon_envs.Batch(GAME, 64, players=4, seed=5, autoreset="disabled", threads=1)
    while not batch.done.all():
        batch.step(batch.sample())
        on_mat = batch.states["players"]["on_mat"][:, :4]
        available = np.array([[bin(bits).count("1") for bits in row] for row in batch.states["players"]["available"]])
        on_board = np.array([[int(bits) >> slot & 1 for slot in range(4)] for bits in batch.states["on_board"]])
        starter = batch.states["starter"]
        by_seat = np.array([np.roll(slots, first) for slots, first in zip(on_board, starter, strict=True)])
        assert (on_mat + available[:, :4] + by_seat == 8).all()


def test_take_off():
    """mlem 3.1, 3.2, 3.4: from the starter clockwise, publicly; six dice; the starter commands."""
    position = Position(3).set(starter=1, seat=1)
    assert position.space == 0 and position.pool == 6
    assert position.legal() == {("board", function) for function in FUNCTIONS}
    position.act(("board", "booster"))
    assert position.actor == 2 and position.features(2)["opponent_2_astronauts"][FUNCTIONS.index("booster")] == 2
    position.act(("board", "parachute"))
    assert position.actor == 0
    position.act(("board", "booster"))
    assert position.on_board() == {0, 1, 2} and position.space == 0 and len(position.rolled().split()) == 6
    assert position.commander() == 1
    assert position.available(1) == set(FUNCTIONS) - {"booster"}


def test_only_available_astronauts_board():
    """mlem 3.2, 15.2: the last available astronaut is asked for, too."""
    position = Position(2).set(starter=0, seat=0)
    position.state["players"][0]["available"] = 1 << FUNCTIONS.index("parachute")
    assert position.actor == 0 and position.legal() == {("board", "parachute")}


@pytest.mark.parametrize("boarding", [("satellite", "booster"), ("booster", "satellite"), ("satellite", "satellite")])
def test_satellite(boarding):
    """mlem 3.3, 11.1: any player can bring it, and two have the effect of one."""
    position = Position(2, seed=4).act(*(("board", function) for function in boarding))
    assert position.asks() == "move" and position.space == 3


def test_satellite_triggers_nothing():
    """mlem 3.3, 12.8: the UFO on space 3 makes no contact at take-off."""
    position = Position(2, ufo=True, seed=4).set(ufo_space=3).act(("board", "satellite"), ("board", "booster"))
    assert position.space == 3 and position.points() == [0, 0] and position.ufo_tokens_taken == 0
