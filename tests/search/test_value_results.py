"""Looking ahead: the same knowledge and seed give the same result, with any other positions in the call."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from moon_envs import Batch, LookAhead, Rollouts
from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.networks import Goal
from moon_envs.search import ValueGames
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_value_file, random_value_network
from tests.search.positions import kinds_of_modes, played, result

SOLO = {"players": 1, "opponent": 1}
GAMES = {"launch solo": ("launch", SOLO, 30), "launch": ("launch", {"players": 3}, 30), "crater": (CRATER, {}, 3)}
KINDS: dict[str, tuple[Any, dict[str, int]]] = {
    "look-ahead": (LookAhead, {"redraws": 2}),
    "rollouts": (Rollouts, {"rollouts": 12, "candidates": 4, "depth": 3}),
}


def search_of(kind: str, game: Any, threads: int = 1, **mode: Any) -> LookAhead:
    cls, settings = KINDS[kind]
    network = random_value_network(game, mode.get("players") == 1)
    return cls(game, network=network, threads=threads, **settings, **mode)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_threads_order_and_company_change_nothing(game, mode, steps, kind):
    """Several pieces of rows, also such that end within one."""
    count = 150 if kind == "look-ahead" else 21
    batch = played(game, count, steps, **mode)
    states, seeds = batch.states.copy(), np.arange(count) * 7 + 5
    searches = [search_of(kind, game, threads, **mode) for threads in (1, 2, 3)]
    found = searches[0].search(states, seeds)
    for search in searches[1:]:
        assert result(search.search(states, seeds)) == result(found)
    order = np.random.default_rng(1).permutation(count)
    shuffled = searches[1].search(states[order], seeds[order])
    for place, row in enumerate(order):
        assert result(shuffled, place) == result(found, row)
    for row in (0, 17, count - 1):
        assert result(searches[2].search(states[row : row + 1], [seeds[row]]), 0) == result(found, row)
    # With several players no chance comes before the end of a turn of Launch, where rollouts go on.
    is_certain = mode == {"players": 3} and kind == "look-ahead"
    assert (result(searches[0].search(states, seeds + 1)) == result(found)) is is_certain
    assert result(searches[0].search(states, seeds)) == result(found)


def test_more_positions_than_fit_into_one_call():
    search, batch = search_of("look-ahead", "launch", 2, **SOLO), played("launch", 1030, 5, **SOLO)
    found = search.search(batch.states, seed=3)
    some = [0, 1023, 1024, 1029]
    assert result(search.search(batch.states[some], [3 + row for row in some])) == tuple(
        array[some].tobytes() for array in (found.choices, found.visits, found.values)
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_visits_and_values(id_, mode, kind):
    batch = played(id_, 10, 30, **mode)
    found = search_of(kind, id_, **mode).search(batch.states, seed=4)
    assert (found.visits[batch.mask == 0] == 0).all() and (found.visits.sum(axis=1) > 0).all()
    assert (np.isnan(found.values) == (found.visits == 0)).all()
    best = np.arange(10), found.choices
    assert (batch.mask[best] == 1).all() and (found.visits[best] == found.visits.max(axis=1)).all()
    if kind == "look-ahead":
        assert (found.visits == 2 * batch.mask).all()
        assert (found.choices == np.nanargmax(found.values, axis=1)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_finished_games_and_none_at_all(kind):
    batch = Batch(CRATER, 4, 2, autoreset="disabled", threads=1)
    batch.step(batch.sample())
    ended = batch.clone()
    ended.play_out()
    states, search = batch.states.copy(), search_of(kind, CRATER, players=2)
    whole = search.search(states, seed=5)
    states[[0, 2]] = ended.states[[0, 2]]
    found = search.search(states, seed=5)
    assert found.choices[[0, 2]].tolist() == [-1, -1] and (found.visits[[0, 2]] == 0).all()
    assert np.isnan(found.values[[0, 2]]).all() and np.isnan(found.position_values[[0, 2]]).all()
    for row in (1, 3):
        assert result(found, row) == result(whole, row) and found.choices[row] >= 0
    assert (search.search(ended.states).choices == -1).all()
    nothing = search.search(states[:0])
    assert nothing.choices.shape == (0,) and nothing.visits.shape == nothing.values.shape == (0, batch.mask.shape[1])


@pytest.mark.parametrize("kind", KINDS)
def test_one_legal_action(kind):
    """It is chosen and valued like any other."""
    batch = played("launch", 400, 12, **SOLO)
    rows = np.flatnonzero((batch.mask != 0).sum(axis=1) == 1)[:5]
    found = search_of(kind, "launch", **SOLO).search(batch.states[rows])
    assert len(rows) and (found.choices == batch.mask[rows].argmax(axis=1)).all()
    assert (found.visits.sum(axis=1) >= 1).all() and np.isfinite(found.position_values).all()


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))])
@pytest.mark.parametrize("kind", KINDS)
def test_copies_search_the_same_and_by_themselves(kind, copied, tmp_path):
    batch, (cls, settings) = played("launch", 3, 6, **SOLO), KINDS[kind]
    for network in (random_value_network("launch", True), random_value_file(tmp_path, "launch", True)):
        search = cls("launch", network=network, threads=2, **settings, **SOLO)
        twin = copied(search)
        assert type(twin) is cls and twin.threads == 2 and twin._memory is not search._memory
        assert result(twin.search(batch.states, seed=1)) == result(search.search(batch.states, seed=1))
        assert repr(twin) == repr(search)


def test_redraws_are_the_mean_of_several_futures():
    states, network = played("launch", 3, 12, **SOLO).states, random_value_network("launch", True)
    one, four = (LookAhead("launch", network=network, redraws=redraws, **SOLO) for redraws in (1, 4))
    seeds = np.array([5, 2**64 - 1, 2**63], dtype=np.uint64)
    futures = [one.search(states, seeds + np.array([number], np.uint64) * GOLDEN_GAMMA).values for number in range(4)]
    assert not np.array_equal(futures[0], futures[1], equal_nan=True)
    assert np.allclose(four.search(states, seeds).values, np.mean(futures, axis=0), rtol=1e-12, equal_nan=True)


# Whole games


def stretch(games: ValueGames, **settings: Any) -> list[bytes]:
    """Everything that one stretch has noted where it counts, and the games after it."""
    played = games.play(**settings)
    is_noted = (played.seats >= 0) & ~played.ended
    noted = [getattr(played, name)[is_noted] for name in ("features", "points", "opponent_points")]
    ends = [getattr(played, name)[played.ended] for name in ("final_outcome", "final_points", "final_opponent_points")]
    return [one.tobytes() for one in (played.seats, played.ended, *noted, *ends, games.states, games.random)]


def games_of(game: Any, mode: dict[str, Any], rows: int = 9, **settings: Any) -> ValueGames:
    network = random_value_network(game, mode.get("players") == 1)
    options = {name: value for name, value in mode.items() if name != "players"}
    return ValueGames(game, mode.get("players", 2), rows, network, **{"steps": 20, "seed": 6, **settings}, **options)


@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_games_do_not_depend_on_threads(game, mode, steps):
    settings = {"temperature": 0.1, "redraws": 2}
    expected = stretch(games_of(game, mode), **settings)
    for threads in (2, 3, 9, 100):
        assert stretch(games_of(game, mode, threads=threads), **settings) == expected
    assert stretch(games_of(game, mode, seed=7), **settings) != expected
    assert stretch(games_of(game, mode), temperature=0.2, redraws=2) != expected


@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_games_go_on_exactly(game, mode, steps):
    """In an object that has played something else, with fewer steps at once, and after its own past."""
    first = games_of(game, mode)
    stretch(first, temperature=0.1)
    states, random = first.states, first.random
    expected = stretch(first, temperature=0.1)
    other = games_of(game, mode, seed=99)
    stretch(other)
    other.go_on_from(states, random)
    assert other.states.tobytes() == states.tobytes() and (other.random == random).all()
    assert stretch(other, temperature=0.1) == expected
    shorter = games_of(game, mode, seed=99, steps=10)
    shorter.go_on_from(states[::1], random)
    for _ in range(2):
        stretch(shorter, temperature=0.1)
    assert [shorter.states.tobytes(), shorter.random.tobytes()] == expected[-2:]
    first.go_on_from(states[::-1], random[::-1])
    first.play(temperature=0.1)
    assert first.states[::-1].tobytes() == expected[-2]


def test_what_is_shown_of_games_are_copies():
    games = games_of(CRATER, {})
    before = games.states.tobytes(), games.random.tobytes()
    games.states["fuel"][:] = 9
    games.states.view(np.uint8)[:] = 255
    games.random[:] = 0
    assert (games.states.tobytes(), games.random.tobytes()) == before
    assert games.num_games == 9 and repr(games) == "ValueGames(game='crater', players=2, num_games=9)"
    assert repr(games.play()).startswith("Played(steps=20, games=9, decisions=")


@pytest.mark.parametrize("rows", [1, 9])
def test_another_network(rows):
    """From the next stretch on, with its own goal; what was kept of the first one is forgotten."""
    other = random_value_network("launch", True, seed=1, goal=Goal(chance=5.0))
    games, fresh = games_of("launch", SOLO, rows), ValueGames("launch", 1, rows, other, steps=20, opponent=1)
    stretch(games)
    fresh.go_on_from(games.states, games.random)
    unchanged = games_of("launch", SOLO, rows)
    unchanged.go_on_from(games.states, games.random)
    games.take_network(other)
    found = stretch(games)
    assert found == stretch(fresh) != stretch(unchanged)


def test_noise_makes_games_differ():
    """Equal games part with a temperature; without one only chance parts them."""
    for temperature, is_same in ((0.0, True), (1e6, False)):
        games = games_of("launch", SOLO, rows=16, steps=1)
        states = games.states
        states.view(np.uint8).reshape(16, -1)[:] = states.view(np.uint8).reshape(16, -1)[0]
        random = np.full(16, games.random[0]) if is_same else games.random
        games.go_on_from(states, random)
        for _ in range(3):
            games.play(temperature=temperature)
        assert (len({one.tobytes() for one in games.states}) == 1) is is_same
