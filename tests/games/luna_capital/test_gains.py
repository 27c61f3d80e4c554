"""What a seat sees of the tile or card that it has named, and what the tile would bring on each cell."""

import numpy as np
import pytest

import moon_envs
from moon_envs.games.luna_capital import state as states
from moon_envs.games.luna_capital.gains import GAIN_SHOWN, GROUP_SHOWN
from moon_envs.games.luna_capital.game import GAME
from tests.games.luna_capital.positions import CELL_COLUMNS, CODES, Position, code

GROUPS = ("hydrogen", "oxygen", "water", "greenhouse")
BY_PLACE = [GAME.categories.index(name) for name in (*GROUPS, "residential_modules")]
FIRST_CELL, FIRST_TARGET = GAME.actions.first("cell"), GAME.actions.first("card_target")


def placing(kind):
    """A tile is being placed in a city with an oxygen collector and a residential module for oxygen."""
    position = Position().set_hand("c01").put("c18", 0, 0).put("c25", 0, 1)
    position.build(("oxygen", 0, 0), ("residential_oxygen", 0, 2)).set_taken(kind, "meteorite")
    return position.set(decision=states.DECIDE_CELL, named=GAME.actions.first("pick_taken_tile"))


def cells_seen(position, name):
    """What is seen of the cells: {(y, x): number}, without zeros."""
    seen = position.features()[name]
    return {divmod(cell, CELL_COLUMNS): number for cell, number in enumerate(seen) if number}


def test_gains_of_a_basic_module():
    """luna_capital 9.1, 9.5: beside the other one it is a group of two; around the residential module it counts."""
    position = placing("oxygen")
    assert position.features()["named_kind"] == [code("oxygen")]
    assert cells_seen(position, "cell_groups") == {(0, 1): 2, (1, 0): 2, (1, 1): 1, (0, 3): 1, (1, 2): 1, (1, 3): 1}
    assert cells_seen(position, "cell_gains") == {(0, 1): 4, (1, 0): 2, (1, 1): 2, (0, 3): 2, (1, 2): 2, (1, 3): 2}
    assert not cells_seen(placing("hydrogen"), "cell_gains").keys() ^ position.plots()


def test_gains_of_other_tiles():
    """luna_capital 9.5: a residential module where its target is around; offices and demolitions nothing by place."""
    position = placing("residential_oxygen")
    assert cells_seen(position, "cell_gains") == {(0, 1): 2, (1, 0): 2, (1, 1): 2}
    assert not cells_seen(position, "cell_groups")
    for kind in ("office", "demolition"):
        assert not cells_seen(placing(kind), "cell_gains") and placing(kind).features()["named_kind"] == [code(kind)]


def test_the_others_do_not_see_what_is_being_placed():
    """luna_capital 11.6."""
    seen = placing("oxygen").features(1)
    assert not any(sum(seen[name]) for name in ("named_kind", "cell_gains", "cell_groups"))


def test_the_named_card_is_seen():
    """luna_capital 11.6: by its owner only."""
    position = Position().put("c25", 0, 0).set(last_delivery=3).act(("take_set", 0), ("hand_card_plain", 1))
    seen, others = position.features(0), position.features(1)
    assert seen["named_number"] == [seen["hand_numbers"][1]] and seen["named_cells"] == seen["hand_cells"][4:8]
    assert seen["named_number"] != [0] and not sum(others["named_number"] + others["named_cells"])


def raw_observations(batch):
    """The observation of every row as raw numbers, and where each feature is."""
    low, high = GAME.features.bounds(batch.configuration.players)
    layout = GAME.features.layout(batch.configuration.players)
    names = {name: slice(first, first + feature.size) for name, first, feature in layout}
    return np.rint(batch.observation * (high - low) + low).astype(int), names


def every_way_on(batch, row, actions):
    """The position of a row after each of some actions."""
    tries = moon_envs.Batch(GAME, len(actions), players=batch.configuration.players, autoreset="disabled")
    tries.copy_rows([row] * len(actions), None, source=batch)
    tries.step(actions)
    return tries


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 3])
def test_gains_are_what_placing_brings(players):
    """luna_capital 9.1, 9.5: on every cell the difference of the points, and the group that decides about it."""
    games = moon_envs.Batch(GAME, 64, players=players, seed=5)
    tried = grown = 0
    for _ in range(600):
        raw, names = raw_observations(games)
        for row in np.flatnonzero(games.mask[:, FIRST_CELL : FIRST_CELL + 144].any(axis=1))[:4]:
            gains, groups = raw[row, names["cell_gains"]], raw[row, names["cell_groups"]]
            cells = games.legal_actions(row) - FIRST_CELL
            assert not np.delete(gains, cells).any() and not np.delete(groups, cells).any()
            if raw[row, names["named_kind"]] == CODES["demolition"]:
                assert not gains.any() and not groups.any()
                continue
            tries, seat = every_way_on(games, row, cells + FIRST_CELL), int(games.actor[row])
            largest = games.states["players"]["largest"][row, seat]
            found = tries.points()[:, seat, BY_PLACE].sum(axis=1) - games.points()[row, seat, BY_PLACE].sum()
            # Where the next tile has one plot only it is placed there at once (luna_capital 11.2).
            alone = tries.states["taken_count"] == games.states["taken_count"][row] - 1
            assert gains[cells][alone].tolist() == np.minimum(found, GAIN_SHOWN)[alone].tolist()
            for index, cell in enumerate(cells):
                after = tries.states["players"]["largest"][index, seat]
                if groups[cell] and groups[cell] < GROUP_SHOWN:
                    assert max(after) >= groups[cell]
                    grown += (after != largest).any() and after[after != largest][0] == groups[cell]
            tried += alone.sum()
        games.step(games.sample())
    assert tried > 2000 and grown > 300


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2])
def test_gains_are_what_playing_a_card_brings(players):
    """luna_capital 9.1: at every position the difference of the points of groups; and the cards beside it."""
    games = moon_envs.Batch(GAME, 64, players=players, seed=6)
    tried = gained = 0
    for _ in range(600):
        raw, names = raw_observations(games)
        for row in np.flatnonzero(games.mask[:, FIRST_TARGET : FIRST_TARGET + 52].any(axis=1))[:4]:
            gains, beside = raw[row, names["target_gains"]], raw[row, names["target_neighbours"]]
            targets = games.legal_actions(row) - FIRST_TARGET
            assert not np.delete(gains, targets).any() and not np.delete(beside, targets).any()
            tries, seat = every_way_on(games, row, targets + FIRST_TARGET), int(games.actor[row])
            before, groups = games.states["players"][row, seat], [GAME.categories.index(name) for name in GROUPS]
            found = tries.points()[:, seat, groups].sum(axis=1) - games.points()[row, seat, groups].sum()
            alone = tries.states["taken_count"] == games.states["taken_count"][row]  # no tile was placed at once
            assert gains[targets][alone].tolist() == np.minimum(found, GAIN_SHOWN)[alone].tolist()
            for index, target in enumerate(targets):
                marks = tries.states["players"][index, seat]["marks"].reshape(3, 12)
                row_of_card, column = max(target // 13 - 1, 0), max(target % 13 - 1, 0)
                around = np.pad(marks != 0, 1)[row_of_card : row_of_card + 3, column : column + 3]
                assert beside[target] == around[[0, 1, 1, 2], [1, 0, 2, 1]].sum()
            tried, gained = tried + alone.sum(), gained + (found > 0).sum()
            assert before["card_count"] == 0 or (beside[targets] > 0).all()
        games.step(games.sample())
    assert tried > 2000 and gained > 300
