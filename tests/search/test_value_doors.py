"""Wrong use of the look-ahead: refused in words, or carried out; never a crash, and the next search is right."""

from __future__ import annotations

import copy
import pickle
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import moon_envs
from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, LookAhead, NetworkSearch, Rollouts
from moon_envs.base.errors import (
    ArgumentError,
    BrokenGameError,
    ConcurrentUseError,
    ConfigurationError,
    MoonEnvsError,
    NetworkError,
)
from moon_envs.engine.batch import memory
from moon_envs.engine.entry import ACTOR, LEGAL
from moon_envs.search import ValueGames
from moon_envs.testing.crafted import craft
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_file, random_network, random_value_file, random_value_network
from tests.search.positions import played, result
from tests.search.test_doors import WRONG_STATES, states_of
from tests.search.test_value_results import KINDS, search_of, stretch
from tests.testing.test_compliance import with_checked_indexes

ROOT = Path(__file__).parents[2]
SOLO = {"players": 1, "opponent": 1}
WRONG_NUMBERS = (True, "5", 5.0, None, [5], np.array([5]))


@pytest.mark.parametrize(
    ("kind", "settings", "words"),
    [
        *(
            (LookAhead, {"redraws": wrong}, "redraws=.* is not allowed; allowed: 1 to 4096")
            for wrong in (0, -1, 65537, *WRONG_NUMBERS)
        ),
        *(
            (Rollouts, {"rollouts": wrong}, "rollouts=.* is not allowed; allowed: 1 to 1000000")
            for wrong in (0, -1, 10**9, *WRONG_NUMBERS)
        ),
        *((Rollouts, {"candidates": wrong}, "candidates=.*: 1 to 65536") for wrong in (0, 10**6, *WRONG_NUMBERS)),
        *((Rollouts, {"depth": wrong}, "depth=.*: 0 to 65536") for wrong in (-1, 10**6, *WRONG_NUMBERS)),
        *(
            (kind, settings, words)
            for kind in (LookAhead, Rollouts)
            for settings, words in (
                *(({"threads": wrong}, "threads=") for wrong in (0, -1, 1025, True, "2", 1.0)),
                *(({"players": wrong}, "players=") for wrong in (0, 9, "2", True, 2.0)),
                ({"opponent": 99}, "opponent="),
                ({"players": 2}, "opponent"),
            )
        ),
    ],
)
def test_settings_that_are_refused(kind, settings, words):
    with pytest.raises(ConfigurationError, match=words):
        kind("launch", **{"network": random_value_network("launch", True), **SOLO, **settings})


@pytest.mark.parametrize("kind", [LookAhead, Rollouts])
def test_networks_that_do_not_fit(kind, tmp_path, monkeypatch):
    network, file = random_value_network("launch", True), random_value_file(tmp_path, "launch", True)
    for one in (network, file, str(file)):
        with pytest.raises(ConfigurationError, match="plays launch alone, not launch with several players"):
            kind("launch", 2, network=one)
        with pytest.raises(ConfigurationError, match="plays launch alone, not mlem with several players"):
            kind("mlem", 2, network=one)
        with pytest.raises(ConfigurationError, match="values positions and has no logits of actions"):
            NetworkSearch("launch", network=one, **SOLO)
    (tmp_path / "logits").mkdir()
    of_logits = random_file(tmp_path / "logits", "launch", True)
    for one in (random_network("launch", True), of_logits, str(of_logits)):
        with pytest.raises(ConfigurationError, match="gives logits of actions; it is not a value network"):
            kind("launch", network=one, **SOLO)
    for wrong in (None, 5, lambda features: features):
        with pytest.raises(NetworkError, match="is not the name of a file"):
            kind("launch", network=wrong, **SOLO)
    with pytest.raises(NetworkError, match="No such file"):
        kind("launch", network="nothing.npz", **SOLO)
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(NetworkError, match="is not the file of a network"):
        kind("launch", network=file, **SOLO)
    monkeypatch.setattr("moon_envs.networks.finding.BOX", tmp_path / "box")
    with pytest.raises(ConfigurationError, match="There is no baseline for launch alone"):
        kind("launch", network="baseline", **SOLO)
    with pytest.raises(ArgumentError, match="unexpected keyword argument 'budget'"):
        kind("launch", 1, network=network, budget=3)
    with pytest.raises(TypeError):
        kind("launch", 1)
    for game in ("lunch", None, 5, Batch):
        with pytest.raises(MoonEnvsError):
            kind(game, network=network)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("states", WRONG_STATES.values(), ids=WRONG_STATES)
def test_records_that_are_refused(states, kind):
    search = search_of(kind, "launch", players=2)
    with pytest.raises(ConfigurationError):
        search.search(states())
    with pytest.raises(ConfigurationError, match="seed="):
        search.search(states_of(), [1, 2])
    assert (search.search(states_of()).choices >= 0).all()


@pytest.mark.parametrize("kind", KINDS)
def test_records_of_another_option(kind):
    with pytest.raises(ConfigurationError, match="does not fit; allowed here"):
        search_of(kind, "launch", players=1, opponent=2).search(states_of(players=1, opponent=1))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("id_", "mode"), [("launch", {"players": 1, "opponent": 1}), ("luna_capital", {"players": 3})])
def test_crafted_records(id_, mode, kind):
    """Refused in words, or searched; also from what the game calls a million decisions."""
    chance, batch, crafted, refused = np.random.default_rng(5), played(id_, 40, 20, **mode), [], 0
    search, leaves = search_of(kind, id_, **mode), list(batch.game.state.leaves())
    for record in np.concatenate([batch.states] * 5):
        one = craft(leaves, record, chance)
        try:
            batch.game.check_states(one, batch.configuration.players)
            batch.game.check_configuration(one, batch.configuration)
            crafted.append(one)
        except ConfigurationError:
            refused += 1
            with pytest.raises(ConfigurationError):
                search.search(one)
    assert crafted and refused
    found = search.search(np.concatenate(crafted))
    assert ((found.choices >= 0) == (found.visits.sum(axis=1) > 0)).all() and (found.choices >= 0).any()
    late = batch.states.copy()
    late["decisions"] = 2**40
    assert result(search.search(late)) == result(search.search(batch.states))


def used_at_once(use: Any) -> tuple[list[Any], list[str]]:
    """Call a function from two threads; returns what it returned, and the words of refusals."""
    found, refused = [], []

    def call() -> None:
        try:
            found.append(use())
        except ConcurrentUseError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found, refused


@pytest.mark.parametrize(("kind", "rows"), [("look-ahead", 4000), ("rollouts", 400)])
def test_one_thread_at_a_time(kind, rows):
    search, states = search_of(kind, "launch", **SOLO), played("launch", rows, 20, **SOLO).states
    found, refused = used_at_once(lambda: result(search.search(states)))
    assert len(found) == len(refused) == 1
    assert "launch: another thread is using this search. Give each thread its own (copy.deepcopy)" in refused[0]
    assert result(search.search(states)) == found[0]


@pytest.mark.parametrize("kind", KINDS)
def test_no_call_within_a_call(kind):
    search, states = search_of(kind, "launch", **SOLO), states_of(**SOLO)
    with search._guard:
        for use in (lambda: search.search(states), lambda: pickle.dumps(search), lambda: copy.deepcopy(search)):
            with pytest.raises(ConcurrentUseError, match="another call of this search is under way"):
                use()
    assert (search.search(states).choices >= 0).all()


def test_a_game_without_an_end():
    """Told like in other searches; the record says that it has gone on for too long."""
    network = random_value_network(CONNECT_FOUR, False)
    search = Rollouts(CONNECT_FOUR, rollouts=3, network=network)
    states = moon_envs.Batch(CONNECT_FOUR, 1).states.copy()
    states["decisions"] = 2_000_000
    found = result(search.search(states))
    late = copy.deepcopy(search)
    late._order_what_is_hidden = lambda count: None
    with pytest.raises(BrokenGameError, match="connect_four: a rollout found no legal action, or no end"):
        late.search(states)
    assert result(search.search(states)) == found


def test_a_game_without_a_legal_action():
    """An entry point that writes no action takes the place of the one that does: no action is carried out."""
    network = random_value_network(CRATER, False)
    search, games = Rollouts(CRATER, network=network, threads=1), ValueGames(CRATER, 2, 3, network)
    states = Batch(CRATER, 2).states
    expected = result(search.search(states))
    before = games.states.tobytes()
    for one in (search, games):
        entry = one._memory._lookers["entry"]
        legal = entry[:, LEGAL].copy()
        one._memory._working["mask"][:] = 0
        entry[:, LEGAL] = entry[:, ACTOR]
        with pytest.raises(BrokenGameError, match="crater: .*no legal action"):
            one.search(states) if one is search else one.play()
        entry[:, LEGAL] = legal
    assert games.states.tobytes() == before
    assert result(search.search(states)) == expected and games.play().seats.shape == (32, 3)


# Whole games


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        *(({"num_games": wrong}, "num_games=.*: 1 to 1048576") for wrong in (0, -1, 10**9, *WRONG_NUMBERS)),
        *(({"steps": wrong}, "steps=.*: 1 to 4096") for wrong in (0, -1, 10**9, *WRONG_NUMBERS)),
        *(({"seed": wrong}, "seed=") for wrong in (-1, *WRONG_NUMBERS)),
        *(({"threads": wrong}, "threads=") for wrong in (0, -1, 1025, True, "2", 1.0)),
        *(({"players": wrong}, "players=") for wrong in (0, 9, "2", True, 2.0)),
        *(({"network": wrong}, "network=.*allowed: a ValueNetwork") for wrong in (None, 5, "baseline", "x.npz")),
        ({"network": random_network("launch", True)}, "network=.*allowed: a ValueNetwork"),
        ({"network": random_value_network("launch", False)}, "plays launch with several players, not launch alone"),
        ({"network": random_value_network("journey", True)}, "plays journey alone, not launch alone"),
        ({"opponent": 99}, "opponent="),
        ({"budget": 3}, "unexpected keyword argument 'budget'"),
        ({"game": "lunch"}, "lunch"),
    ],
)
def test_settings_of_games_that_are_refused(settings, words):
    given = {"game": "launch", "num_games": 3, "network": random_value_network("launch", True), **SOLO, **settings}
    places = [given.pop(name) for name in ("game", "players", "num_games", "network")]
    with pytest.raises(ConfigurationError, match=words):
        ValueGames(*places, **given)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        *(
            ({"temperature": wrong}, "temperature=.*: 0 to 1000000")
            for wrong in (-1, 1e7, np.nan, np.inf, "1", None, True)
        ),
        *(({"redraws": wrong}, "redraws=.*: 1 to 4096") for wrong in (0, -1, 4097, *WRONG_NUMBERS)),
    ],
)
def test_settings_of_a_stretch_that_are_refused(settings, words):
    games = ValueGames("launch", 1, 3, random_value_network("launch", True), steps=2, opponent=1)
    before = games.states.tobytes(), games.random.tobytes()
    with pytest.raises(ConfigurationError, match=words):
        games.play(**settings)
    assert (games.states.tobytes(), games.random.tobytes()) == before


def test_games_that_need_too_much_memory(monkeypatch):
    network = random_value_network("launch", True)
    with pytest.raises(ConfigurationError, match="num_games=1048576 with steps=4096 is not allowed here: it needs"):
        ValueGames("launch", 1, 1 << 20, network, steps=1 << 12, opponent=1)
    monkeypatch.setattr(memory, "_memory_of_machine", lambda: 20_000_000)
    with pytest.raises(ConfigurationError, match="num_games=1000 with steps=32 is not allowed here: it needs"):
        ValueGames("launch", 1, 1000, network, opponent=1)
    assert ValueGames("launch", 1, 10, network, opponent=1).num_games == 10


def games_of_launch(**settings: Any) -> ValueGames:
    return ValueGames("launch", 1, 3, random_value_network("launch", True), **{"steps": 4, "opponent": 1, **settings})


WRONG_PASTS = {
    **{f"states: {name}": lambda games, wrong=wrong: (wrong(), games.random) for name, wrong in WRONG_STATES.items()},
    "too few": lambda games: (games.states[:2], games.random[:2]),
    "too many": lambda games: (np.repeat(games.states, 2), np.repeat(games.random, 2)),
    "another option": lambda games: (games_of_launch(opponent=2).states, games.random),
    **{
        f"random: {wrong!r}": lambda games, wrong=wrong: (games.states, wrong)
        for wrong in (None, 5, "random", [1, 2, 3], np.zeros(3), np.zeros(3, np.int64), np.zeros((3, 1), np.uint64))
    },
}
del WRONG_PASTS["states: solo"]


@pytest.mark.parametrize("past", WRONG_PASTS.values(), ids=map(str, range(len(WRONG_PASTS))))
def test_pasts_that_are_refused(past):
    games = games_of_launch()
    before = games.states.tobytes(), games.random.tobytes()
    with pytest.raises(ConfigurationError):
        games.go_on_from(*past(games))
    assert (games.states.tobytes(), games.random.tobytes()) == before


def test_finished_games_are_refused():
    """The compiled loop would carry out an action that is none."""
    games, ended = games_of_launch(), Batch("launch", 3, **SOLO, autoreset="disabled")
    ended.play_out()
    states = games.states
    states[1:2] = ended.states[1:2]
    with pytest.raises(ConfigurationError, match="go_on_from needs running games; the game of row 1 is over"):
        games.go_on_from(states, games.random)


def test_networks_that_cannot_take_over():
    games = games_of_launch()
    for wrong, words in (
        (None, "allowed: a ValueNetwork"),
        ("baseline", "allowed: a ValueNetwork"),
        (random_network("launch", True), "allowed: a ValueNetwork"),
        (random_value_network("launch", False), "plays launch with several players"),
        (random_value_network("journey", True), "plays journey alone"),
        (random_value_network("launch", True, hidden=24), r"has the widths \(24, 0, 8\), not \(16, 0, 8\)"),
    ):
        with pytest.raises(ConfigurationError, match=words):
            games.take_network(wrong)
    assert stretch(games) == stretch(games_of_launch())


def test_games_are_played_by_one_thread_at_a_time():
    """Once another network could take over while the compiled loop read the old one: a segmentation fault."""
    games = ValueGames("launch", 1, 200, random_value_network("launch", True), steps=100, opponent=1)
    found, refused = used_at_once(lambda: games.play().seats.shape)
    assert len(found) == len(refused) == 1
    assert "launch: another thread is using this search. Give each thread its own (copy.deepcopy)" in refused[0]
    uses = (
        games.play,
        lambda: games.take_network(random_value_network("launch", True, seed=1)),
        lambda: games.go_on_from(games.states, games.random),
        lambda: copy.deepcopy(games),
    )
    with games._guard:
        for use in uses:
            with pytest.raises(ConcurrentUseError, match="another call of this search is under way"):
                use()
    for use in uses:
        use()


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_of_games_play_the_same_and_by_themselves(copied):
    games = games_of_launch(threads=2)
    games.take_network(random_value_network("launch", True, seed=5))
    games.play(temperature=0.1)
    twin = copied(games)
    before = games.states.tobytes()
    expected = stretch(twin, temperature=0.1)
    assert games.states.tobytes() == before != twin.states.tobytes()
    assert stretch(games, temperature=0.1) == expected


@pytest.mark.slow
def test_no_index_out_of_bounds():
    """Compiled code does not check indexes; this run does, in look-aheads, rollouts and whole games."""
    program = f"""
import sys
sys.path.append({str(ROOT)!r})
import numpy as np
from benchmarks.connect_four.game.game import GAME
from moon_envs import LookAhead, Rollouts
from moon_envs.search import ValueGames
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_value_network
from tests.search.positions import played
for game, players, mode in (
    (GAME, 2, {{}}), (CRATER, 4, {{}}), ("launch", 1, {{"opponent": 1}}), ("launch", 3, {{}}), ("luna_capital", 2, {{}})
):
    network = random_value_network(game, players == 1)
    batch = played(game, 12, 0, players=players, **mode)
    searches = (
        LookAhead(game, players, network=network, redraws=3, threads=2, **mode),
        Rollouts(game, players, 30, network=network, threads=2, **mode),
        Rollouts(game, players, 1, candidates=65536, depth=65536, network=network, **mode),
    )
    for number in range(4):
        for search in searches:
            batch.step(search.search(batch.states, number).choices)
    games = ValueGames(game, players, 12, network, steps=60, threads=2, **mode)
    for temperature in (0.0, 0.1):
        ended = games.play(temperature=temperature).ended.sum()
    wild = np.full((3, batch.features.shape[1]), 2**15 - 1, np.int16)
    print(batch.game.id, len(network.evaluate(np.concatenate([wild, batch.features, -wild])).points))
"""
    games = ["connect_four", "crater", "launch", "launch", "luna_capital"]
    assert with_checked_indexes(program).split() == [word for game in games for word in (game, "18")]
