"""The chance to win at the end of a game: in part the outcome, in part how near a seat came to winning."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import moon_envs
from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, LookAhead
from moon_envs.networks import Goal
from moon_envs.search import ValueGames
from tests.games.edited_game import closeness_of
from tests.networks.random_weights import random_value_network

# A lead of this share of the scale of the points counts as 1 / (1 + 1/e) of a victory.
SOFT_LEAD = 0.07
NEARNESS = pytest.mark.parametrize("nearness", [0, 0.7, 1])


def softened(nearness: float, outcome: float, near: float) -> float:
    return (1 - nearness) * (outcome + 1) / 2 + nearness * near


def near_by_points(game: Any, lead: float) -> float:
    return 1 / (1 + math.exp(-lead / (SOFT_LEAD * game.points_scale)))


def games_of(id_: str, nearness: float, mode: dict[str, Any], rows: int, steps: int) -> ValueGames:
    options = {name: value for name, value in mode.items() if name != "players"}
    network = random_value_network(id_, mode["players"] == 1, goal=Goal(1.0, 0.5, 0.75, nearness))
    return ValueGames(id_, mode["players"], rows, network, steps=steps, seed=5, **options)


@NEARNESS
@pytest.mark.parametrize(
    ("id_", "mode"),
    [
        ("launch", {"players": 1, "opponent": 5}),
        ("launch", {"players": 2}),
        ("mlem", {"players": 4}),
        ("from_the_moon", {"players": 2}),
    ],
    ids=["solo", "two", "four", "a game with a closeness, not alone"],
)
def test_where_points_decide(id_, mode, nearness):
    """The lead over the best opponent, ASTRA in the solo mode; every seat has its own chance."""
    games, game, found = games_of(id_, nearness, mode, 16, 64), moon_envs.game(id_), []
    while len(found) < 24 * mode["players"]:
        played = games.play(temperature=0.05)
        ended = played.ended
        leads = played.final_points[ended] - played.final_opponent_points[ended]
        for outcome, lead, chance in zip(
            *(played.final_outcome[ended].ravel(), leads.ravel(), played.final_chance[ended].ravel()), strict=True
        ):
            assert chance == pytest.approx(softened(nearness, outcome, near_by_points(game, lead)), abs=1e-6)
            found.append((outcome, lead))
    assert len(set(found)) > 8
    if mode["players"] > 1:
        assert {outcome > 0 for outcome, _ in found} == {lead > 0 for _, lead in found} == {True, False}


@NEARNESS
def test_where_a_closeness_decides(nearness):
    """From the Moon alone: the records at the end say how near the player came."""
    mode = {"players": 1, "objectives": 2}
    games, game, found = games_of("from_the_moon", nearness, mode, 64, 1), moon_envs.game("from_the_moon"), []
    for _ in range(2000):
        before = games.states
        played = games.play(temperature=0.05)
        for row in np.flatnonzero(played.ended[0]):
            ends = ends_of(game, before[row : row + 1], mode)
            if len(ends) == 1:
                ((outcome, closeness),) = ends
                assert played.final_outcome[0, row, 0] == outcome and 0 <= closeness <= 1000
                expected = softened(nearness, outcome, closeness / 1000)
                assert played.final_chance[0, row, 0] == pytest.approx(expected, abs=1e-6)
                found.append(closeness)
        if len(found) >= 12 and len(set(found)) >= 3:
            return
    raise AssertionError(f"too few ends: {found}")


def ends_of(game: Any, record: np.ndarray, mode: dict[str, Any]) -> set[tuple[float, int]]:
    """Outcome and closeness after each legal action that ends the game."""
    batch = Batch(game, 1, autoreset="disabled", threads=1, **mode)
    batch.set_states(record)
    ends = set()
    for action in np.flatnonzero(batch.mask[0]):
        after = batch.clone()
        after.step([int(action)])
        if after.actor[0] < 0:
            ends.add((float(after.final_outcome[0, 0]), closeness_of(game, after.states[:1].copy(), 0)))
    return ends


@NEARNESS
@pytest.mark.parametrize(
    ("game", "mode"), [("launch", {"players": 1, "opponent": 5}), (CONNECT_FOUR, {"players": 2})], ids=["solo", "two"]
)
def test_the_worth_of_a_last_action(game, mode, nearness):
    """Looking ahead weighs the same chance: an action that ends the game is worth what its end is worth.

    Nothing is hidden at the end of these games.
    """
    game = moon_envs.game(game)
    network = random_value_network(game, mode["players"] == 1, goal=Goal(1.0, 0.5, 0.75, nearness))
    ahead = LookAhead(game, network=network, redraws=2, threads=1, **mode)
    batch, checked = Batch(game, 12, seed=4, autoreset="disabled", threads=1, **mode), 0
    while (batch.actor >= 0).any():
        looked = batch.look_ahead(seed=1)
        rows = np.unique(looked.row[looked.done])
        if len(rows):
            found = ahead.search(batch.states[rows].copy(), seed=3)
            for row, values in zip(rows, found.values, strict=True):
                for action in looked.action[looked.done & (looked.row == row)]:
                    after = one_row(batch, int(row), mode)
                    after.step([int(action)])
                    checked += 1
                    expected = worth_at_end(game, after, int(batch.actor[row]), nearness)
                    assert values[action] == pytest.approx(expected, abs=1e-6)
        batch.step(batch.sample())
    assert checked >= 12


def one_row(batch: Batch, row: int, mode: dict[str, Any]) -> Batch:
    one = Batch(batch.game, 1, autoreset="disabled", threads=1, **mode)
    one.set_states(batch.states[row : row + 1].copy())
    return one


def worth_at_end(game: Any, ended: Batch, seat: int, nearness: float) -> float:
    points = ended.final_points[0].sum(axis=1)
    own, best = int(points[seat]), int(np.delete(points, seat).max())
    chance = softened(nearness, float(ended.final_outcome[0, seat]), near_by_points(game, own - best))
    return (own - 0.5 * best) / game.points_scale + 0.75 * chance


def test_another_network_brings_its_nearness():
    mode = {"players": 2}
    games = games_of("launch", 1, mode, 16, 64)
    games.take_network(random_value_network("launch", False, goal=Goal(1.0, 0.5, 0.75, nearness=0)))
    chances: set[float] = set()
    while len(chances) < 2:
        played = games.play(temperature=0.05)
        chances |= set(played.final_chance[played.ended].ravel().tolist())
    assert chances <= {0.0, 0.5, 1.0}
