"""Set-up: the Moon, the board, the draft, factions and crews (from_the_moon 1, 2)."""

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError
from moon_envs.games.from_the_moon.game import GAME
from tests.games.from_the_moon.positions import FACTIONS, Position
from tests.games.from_the_moon.reading import PARTS, TILES, members

ALL_FACTIONS = ("pioneers", "cyborgs", "workers", "unifiers", "architects", "biofarmers", "survivors", "scholars")
# Crew (basic and specialists by colour), batteries, tile, metal, water, polymer, food.
SET_UPS = {
    "pioneers": ((2, 1, 1), (0, 0, 0), 5, None, (1, 2, 2, 4)),
    "cyborgs": ((0, 1, 1), (1, 0, 0), 4, None, (2, 0, 1, 1)),
    "workers": ((1, 2, 1), (0, 0, 0), 5, None, (2, 1, 2, 4)),
    "unifiers": ((1, 1, 2), (0, 0, 0), 5, "greenhouses", (2, 2, 1, 3)),
    "architects": ((1, 1, 1), (0, 0, 0), 5, None, (2, 1, 1, 4)),
    "biofarmers": ((1, 1, 1), (0, 0, 0), 5, "greenhouses", (0, 2, 1, 2)),
    "survivors": ((1, 0, 1), (0, 1, 0), 5, "foundations", (1, 1, 2, 6)),
    "scholars": ((1, 1, 0), (0, 0, 1), 5, "foundations", (1, 1, 1, 4)),
}
LEVELS = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3]
REFILL = [3, 3, 3, 3, 2, 2, 3, 2, 3, 3]
GAMES = 200


def dealt(players, **options):
    """Many games right after the set-up of the board."""
    return moon_envs.Batch(GAME, GAMES, players, seed=1, threads=1, **options).states


def after_set_up(players, *factions):
    """A game before its first turn, with the first possible rover chosen for every astronaut."""
    batch = moon_envs.Batch(GAME, 1, players, seed=3, threads=1, factions=factions or FACTIONS[:players])
    while batch.states["frames"][0, 0] == 1:
        batch.step([int(batch.legal_actions()[0])])
    return batch


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_board(players):
    """from_the_moon 1.1, 1.5, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8: the board of every number of players."""
    size = max(players, 2)
    for state in dealt(players):
        tiles, parts = TILES[size], PARTS[size]
        assert sorted(state["terrain"][:tiles].tolist()) == list(range(tiles))
        for row in state["part_tile"]:
            assert len(set(row[:parts].tolist())) == parts and row[:parts].min() >= 0 and (row[parts:] == -1).all()
        assert sorted(state["powers"].tolist()) == [0, 1, 2] and state["cheap"] == size
        assert np.bincount(state["laboratory_stack"]).tolist() == [3] * 18
        assert state["display"].tolist() == state["laboratory_stack"][:6].tolist()
        assert len(set(state["progress"].tolist())) == 6
        assert [LEVELS[tile] for tile in state["small_tiles"]] == [1, 1, 2, 2, 3, 3]
        assert len(set(state["small_tiles"].tolist())) == 6 and state["small_tiles"][5] == 12
        assert 12 not in state["small_tiles"][:5].tolist()
        cubes = state["cubes"][:tiles]
        assert (cubes.sum(axis=1) == REFILL[state["progress"][0]]).all()
        assert (cubes.sum(axis=0) + state["bag"] == 30).all()
        for seat in range(players):
            own = state["players"][seat]
            assert own["space"] == 1 and own["score"] == 0 and (own["rover_tile"] == -1).all()


def test_everything_is_drawn():
    """from_the_moon 2.1, 2.2, 2.3, 2.6, 2.7: over many games everything lies everywhere."""
    states = dealt(4)
    assert all(set(states["terrain"][:, place].tolist()) == set(range(16)) for place in range(16))
    assert all(set(states["part_tile"][:, m, p].tolist()) == set(range(6)) for m in range(3) for p in range(5))
    assert all(set(states["powers"][:, color].tolist()) == {0, 1, 2} for color in range(3))
    assert all(set(states["progress"][:, space].tolist()) == set(range(10)) for space in range(6))
    assert [len(set(states["small_tiles"][:, slot].tolist())) for slot in range(6)] == [4, 4, 4, 4, 4, 1]
    assert set(np.concatenate([members(bits) for bits in states["arguments"][:, 0, 0]]).tolist()) == set(range(8))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_player(players):
    """from_the_moon 2.12: seat 0 has the token for every seed, so the last seat chooses its faction first."""
    assert (dealt(players)["seat"] == players - 1).all() and (dealt(players)["frames"][:, 0] == 0).all()
    first = after_set_up(players)
    assert first.actor[0] == 0 and first.states["frames"][0, 0] == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draft(players):
    """from_the_moon 2.9: from the last seat to the first, one card more than players."""
    batch = moon_envs.Batch(GAME, 1, players, seed=5, threads=1)
    offered, chosen = players + 1, []
    for seat in reversed(range(players)):
        assert batch.actor[0] == seat and batch.mask[0].sum() == offered
        assert not any(batch.mask[0, GAME.actions.first("faction") + faction] for faction in chosen)
        action = int(batch.legal_actions()[0])
        chosen.append(action - GAME.actions.first("faction"))
        batch.step([action])
        assert batch.states[0]["players"][seat]["faction"] == chosen[-1]
        offered -= 1


@pytest.mark.parametrize("faction", ALL_FACTIONS)
def test_faction_set_up(faction):
    """from_the_moon 2.10: crew, batteries, tile, resources, and nothing gained on the way."""
    basics, specialists, batteries, tile, resources = SET_UPS[faction]
    other = "pioneers" if faction != "pioneers" else "workers"
    own = after_set_up(2, faction, other).states[0]["players"][0]
    assert own["basics"].sum(axis=0).tolist() == list(basics)
    assert own["specialists"].sum(axis=0).tolist() == list(specialists)
    assert (own["energy"], own["batteries"]) == (batteries, batteries)
    assert own["resources"].tolist() == list(resources)
    assert (own["greenhouses"], own["foundations"]) == (tile == "greenhouses", tile == "foundations")
    assert own["achievements"] == own["score"] == own["improved"] == 0


def test_greenhouse_of_a_faction_comes_from_the_stack():
    """from_the_moon 2.4, 2.10"""
    assert after_set_up(2, "unifiers", "biofarmers").states[0]["cheap"] == 2


def test_crew_of_three_is_not_asked():
    """from_the_moon 2.11, 12.4, 12.5: one in each rover."""
    batch = moon_envs.Batch(GAME, 1, 2, seed=5, factions=("architects", "biofarmers"), threads=1)
    assert batch.states[0]["frames"][0] == 2
    assert batch.states[0]["players"]["basics"][:2].tolist() == [np.eye(3).tolist()] * 2


def test_crew_of_four():
    """from_the_moon 2.11, 12.5: the first of four is in rover 1; an empty rover is offered once, and filled at last."""
    batch = moon_envs.Batch(GAME, 1, 2, seed=5, factions=("pioneers", "workers"), threads=1)

    def rovers():
        return [int(action) - GAME.actions.first("rover") for action in batch.legal_actions()]

    state = batch.states[0]
    assert batch.actor[0] == 0 and state["arguments"][0, 0] == 1 and rovers() == [0, 1]
    batch.step([GAME.actions.first("rover")])
    # Two in rover 1: the last two must begin the others. The next to board is asked of the other seat.
    assert batch.states[0]["players"][0]["basics"].sum(axis=1).tolist() == [2, 1, 1] and batch.actor[0] == 1
    batch.step([GAME.actions.first("rover") + 1])
    assert rovers() == [0, 1, 2]
    batch.step([GAME.actions.first("rover") + 2])
    assert rovers() == [0, 1, 2]
    batch.step([GAME.actions.first("rover") + 1])
    assert batch.states[0]["players"][1]["basics"].sum(axis=1).tolist() == [1, 2, 1]
    assert batch.actor[0] == 0 and batch.states[0]["frames"][0] == 2


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (2, {"objectives": 3}, "objectives=3 is for the solo mode"),
        (1, {"objectives": 6}, "objectives=6"),
        (2, {"factions": ("workers",)}, "2 different ones of"),
        (2, {"factions": ("workers", "workers")}, "2 different ones of"),
        (2, {"factions": ("workers", "martians")}, "martians"),
        (1, {"factions": 7}, "factions=7"),
        (5, {}, "players=5"),
    ],
)
def test_wrong_options(players, options, words):
    """from_the_moon 1.1"""
    with pytest.raises(ConfigurationError, match=words):
        GAME.configuration(players=players, **options)


def test_options():
    """from_the_moon 1.1, 2.9: solo with two objectives unless another number is given; a name for the solo faction."""
    assert GAME.configuration(players=1).options == {"objectives": 2, "factions": None}
    assert GAME.configuration(players=1, factions="workers").options["factions"] == ("workers",)
    assert GAME.configuration(players=3, factions=["workers", "cyborgs", "scholars"]).options == {
        "objectives": None,
        "factions": ("workers", "cyborgs", "scholars"),
    }


def test_limits():
    """from_the_moon 1.6: records beyond the limits are refused."""
    assert Position().fault() is None
    wrong = {
        "more than three in a rover": Position().crew(0, basics=(2, 1, 1)),
        "five of a colour": Position().crew(0, basics=(3, 0, 0)).crew(1, basics=(2, 1, 0)),
        "energy without a battery": Position().give(energy=(6, 5)),
        "an improved greenhouse too many": Position().set(improved=1),
        "three large buildings": Position().set(large=7).buildings(1, 2, 3),
        "a building without a tile": Position().buildings(1),
        "two rovers on a tile": Position().rovers(4).rovers(4, seat=1),
        "a laboratory without a foundation": Position().laboratories({0: 1}, 0),
    }
    for what, position in wrong.items():
        assert position.fault() is not None, what
