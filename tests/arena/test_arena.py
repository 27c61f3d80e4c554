"""Arenas that are played: common seeds, seats, foreseen results, errors, interrupts and resumed runs."""

from __future__ import annotations

import functools
import json

import numpy as np
import pytest

import moon_envs
from moon_envs.agents import Agent, pace
from moon_envs.arena import Arena, autosave, results, run_arena
from moon_envs.arena.bootstrap import bootstrap_means
from moon_envs.base.errors import AgentError, ConfigurationError, SaveError
from moon_envs.testing.crater.game import GAME as CRATER
from tests.arena.players import Bidder, Failing

GAMES = ("outcome", "points", "decisions")


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Nothing here looks at the widths of intervals."""
    monkeypatch.setattr(results, "bootstrap_means", functools.partial(bootstrap_means, resamples=50))


def without_timing(result) -> str:
    return json.dumps({name: value for name, value in result.as_json().items() if name != "timing"})


# Seeds and seats


@pytest.mark.parametrize(("agents", "players"), [(2, 2), (2, 3), (3, 2), (4, 4)])
def test_every_seating_has_the_same_seeds(agents, players):
    """Random agents draw from the seed: all games of a seed are the same game, as in a batch."""
    arena = Arena(CRATER, ["random"] * agents, players, seed=7)
    result = arena.play(20 * arena.games_of_a_seed)
    batch = moon_envs.Batch(CRATER, 20, players, seed=7, autoreset="disabled")
    batch.play_out()
    for game in range(arena.games_of_a_seed):
        assert (result.points[:, game] == batch.final_points).all()
        assert (result.outcome[:, game] == batch.final_outcome).all()
    assert len(np.unique(result.points[:, 0].reshape(20, -1), axis=0)) > 10


def test_agents_sit_where_the_seatings_say():
    class Noting(Bidder):
        def act(self, waiting):
            self.seen += zip(
                waiting.states["seed"].tolist(), waiting.seats.tolist(), waiting.rows.tolist(), strict=True
            )
            return super().act(waiting)

    agents = [Noting(fuel) for fuel in range(3)]
    for agent in agents:
        agent.seen = []
    arena = Arena(CRATER, agents, 2, seed=3)
    arena.play(12)
    dealt = moon_envs.Batch(CRATER, 2, 2, seed=3).states["seed"].tolist()
    for number, agent in enumerate(agents):
        expected = {
            (dealt[seed], seat, seed * 6 + game)
            for seed in range(2)
            for game in range(6)
            for seat in np.flatnonzero(arena.seatings[game] == number).tolist()
        }
        assert set(agent.seen) == expected


def test_one_call_answers_all_rows_that_wait(monkeypatch):
    monkeypatch.setattr(pace, "GAMES_AT_FIRST", 100)
    one, other = Bidder(1), Bidder(2)
    Arena(CRATER, [one, other]).play(100)
    assert one.calls == other.calls == [50] * 8  # four rounds, both seats of the first and the second bid


def test_an_agent_that_always_wins():
    """Who bids 1 takes every crater from one who bids nothing (crater 2.3)."""
    result = run_arena(CRATER, [Bidder(0), Bidder(1)], games=60, players=2)
    best, worst = result.standings
    assert best.agent == "bid 1" and best.win_share.mean == 1 and worst.win_share.mean == 0 == worst.points.mean
    assert (best.held, best.wins, best.ties, best.losses) == (60, 60, 0, 0) and worst.losses == 60
    assert best.rating.mean - worst.rating.mean == pytest.approx(400 * np.log10(121))
    assert result.notes[0] == "bid 1 won every game: the distance to the others is unknown."


def test_agents_that_hold_several_seats():
    """One who bids 1 beats two who bid nothing; two who bid 1 take nothing from each other, and all three share."""
    result = run_arena(CRATER, [Bidder(0), Bidder(1)], games=60, players=3)
    best, worst = result.standings
    assert (best.held, best.wins, best.ties, best.losses) == (90, 30, 60, 0)
    assert (worst.held, worst.wins, worst.ties, worst.losses) == (90, 0, 30, 60)
    assert best.win_share.mean == pytest.approx(5 / 9) and worst.win_share.mean == pytest.approx(1 / 9)


def test_ratings_are_in_the_order_of_strength():
    agents = [Bidder(0), Bidder(2), "random", Bidder(1)]
    result = run_arena(CRATER, agents, games=240, players=2)
    names = [standing.agent for standing in result.standings]
    assert names[0] == "bid 2" and names[-1] == "bid 0"
    assert sum(standing.win_share.mean for standing in result.standings) == pytest.approx(2)
    assert all(standing.held == 120 for standing in result.standings)


def test_games_are_rounded_up_to_whole_seeds():
    arena = Arena(CRATER, ["random"] * 3, 2)
    assert (arena.games_of_a_seed, arena.seeds_for(1), arena.seeds_for(6), arena.seeds_for(7)) == (6, 1, 1, 2)
    result = arena.play(7)
    assert result.games == 12 and result.seeds.tolist() == [0, 1] and not result.interrupted
    assert result.notes == ["Fewer than 20 seeds: the intervals are too narrow."]


def test_nothing_depends_on_how_many_games_are_played_at_once_or_on_threads():
    agents = [Bidder(1), "random", "mcts:4"]
    whole = Arena(CRATER, agents, 2, seed=2).play(60)
    for settings in ({"batch_size": 1}, {"batch_size": 17, "threads": 2}, {"threads": 1}):
        result = Arena(CRATER, agents, 2, seed=2, **settings).play(60)
        assert all((getattr(result, name) == getattr(whole, name)).all() for name in GAMES)
    assert (Arena(CRATER, agents, 2, seed=3).play(60).points != whole.points).any()


def test_seeds_of_any_size():
    result = Arena(CRATER, ["random", "random"], 2, seed=2**64 - 1).play(4)
    batch = moon_envs.Batch(CRATER, 2, 2, seed=2**64 - 1)
    batch.play_out()
    assert (result.points[:, 0] == batch.final_points).all()


def test_names_that_are_given_twice_are_told_apart():
    arena = Arena(CRATER, ["random", "greedy", "random", "random"])
    assert arena.agents == ("random", "greedy", "random (2)", "random (3)")


def test_functions_options_and_default_players():
    result = run_arena(
        "launch", [lambda observation, mask: mask.argmax(axis=1), "random"], games=4, missions=(64, 66, 68)
    )
    assert result.configuration.options["missions"] == (64, 66, 68) and result.configuration.players == 2


# Refusals


class OfAnotherGame(Bidder):
    games = ("mlem",)


@pytest.mark.parametrize(
    ("agents", "settings", "words"),
    [
        (["random"], {}, "a list of two agents or more"),
        ("random", {}, "a list of two agents or more"),
        (["random", "chess"], {}, "agents='chess' is not allowed"),
        (["random", "mcts:0"], {}, "from 1 to"),
        (["random", "mcts:-5"], {}, "from 1 to"),
        (["random", "mcts:10000000000"], {}, "from 1 to"),
        (["random", "json:no_such_function"], {}, "json has no function or agent of the name 'no_such_function'"),
        (["random", "no_such_module:act"], {}, "ModuleNotFoundError"),
        (["random", OfAnotherGame(1)], {}, "plays mlem, not crater"),
        (["random"] * 2, {"players": 1}, "crater has no solo mode: players=1 is not allowed; allowed: 2, 3, 4"),
        (["random"] * 2, {"players": 9}, "players=9 is not allowed"),
        (["random"] * 2, {"seed": -1}, "seed=-1"),
        (["random"] * 2, {"batch_size": 0}, "batch_size=0"),
        (["random"] * 2, {"weather": 1}, "unexpected keyword argument 'weather'"),
        (["random"] * 200, {}, "too many for an arena"),
    ],
)
def test_what_is_not_allowed(agents, settings, words):
    with pytest.raises(ConfigurationError, match=words):
        Arena(CRATER, agents, **settings)


def test_games_and_results_that_are_not_there():
    arena = Arena(CRATER, ["random", "random"])
    with pytest.raises(ConfigurationError, match="games=0"):
        arena.play(0)
    with pytest.raises(ConfigurationError, match="no seed of this arena is complete"):
        arena.result()


# Agents that fail


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (
            ValueError("no idea"),
            r"'failing' of seat 0 in crater raised ValueError: no idea \(asked about rows 0 to 18\) \(seeds 10 to 19",
        ),
        (lambda waiting: np.full(len(waiting), 99), r"'failing' of seat 0 in crater.*row 0.*99.*\(seeds 10 to 19"),
        (lambda waiting: [0], r"'failing' of seat 0 in crater must return 10 whole numbers"),
    ],
)
def test_an_agent_that_fails_is_named_and_complete_seeds_are_kept(tmp_path, what, words):
    arena = Arena(CRATER, [Failing(8, what), Bidder(1)], batch_size=20)
    with pytest.raises(AgentError, match=words):
        arena.play(60, save=tmp_path / "run")
    assert arena.complete_seeds == 10 and arena.result().interrupted
    again = Arena(CRATER, [Failing(1000, None), Bidder(1)])
    again.resume(tmp_path / "run")
    assert again.complete_seeds == 10
    assert without_timing(again.play(60)) == without_timing(run_arena(CRATER, [Failing(1000, None), Bidder(1)], 60))


# Interrupts and resumed runs


class Impatient(Agent):
    """The first legal action; interrupts when so few games wait for it."""

    name = "impatient"

    def __init__(self, fewest: int):
        self.fewest = fewest

    def act(self, waiting):
        if len(waiting) < self.fewest:
            raise KeyboardInterrupt
        return waiting.mask.argmax(axis=1)


def test_an_interrupt_keeps_complete_seeds_and_the_resumed_run_is_the_same(tmp_path):
    """In the middle of a portion, where some seeds are complete and others are not."""
    arena = Arena("launch", [Impatient(6), "random"], 2, seed=4)
    with pytest.raises(KeyboardInterrupt):
        arena.play(60, save=tmp_path / "run")
    partial = arena.result()
    assert 0 < len(partial.seeds) < 30 and partial.interrupted and "long games more often" in partial.notes[-1]
    assert np.any(np.diff(partial.seeds) > 1), "a seed between complete ones was cut off"
    whole = run_arena("launch", [Impatient(0), "random"], 60, 2, 4)
    for name in GAMES:
        assert (getattr(partial, name) == getattr(whole, name)[partial.seeds - np.uint64(partial.seed)]).all()
    resumed = run_arena("launch", [Impatient(0), "random"], 60, 2, 4, resume=tmp_path / "run")
    assert without_timing(resumed) == without_timing(whole) and not resumed.interrupted
    assert resumed.timing.games == 60 - partial.games
    again = run_arena("launch", [Impatient(99), "random"], 60, 2, 4, resume=tmp_path / "run")
    assert without_timing(again) == without_timing(whole), "the resumed run is saved in the same file"
    fewer = run_arena("launch", [Impatient(99), "random"], 40, 2, 4, resume=tmp_path / "run")
    assert without_timing(fewer) == without_timing(run_arena("launch", [Impatient(0), "random"], 40, 2, 4))
    assert run_arena("launch", [Impatient(99), "random"], 60, 2, 4, resume=tmp_path / "run").games == 60


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "run"
    run_arena(CRATER, ["random", "greedy"], 8, 3, 5, save=path)
    return path


def test_runs_are_saved_as_they_come(tmp_path, monkeypatch):
    monkeypatch.setattr(autosave, "SECONDS_BETWEEN_SAVES", 0.0)
    monkeypatch.setattr(autosave, "MOST_TIME_FOR_SAVING", 1e9)
    path, sizes = tmp_path / "run", []

    class Looking(Bidder):
        def act(self, waiting):
            if path.exists():
                sizes.append(json.loads(path.read_text())["seeds"])
            return super().act(waiting)

    Arena(CRATER, [Looking(1), "random"], batch_size=4).play(12, save=path)
    assert sorted(set(sizes)) == [2, 4] and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("game", "agents", "settings", "words"),
    [
        ("launch", ["random", "greedy"], {}, "game is 'crater' there, 'launch' here"),
        (CRATER, ["random", "mcts:4"], {}, "agents is .* there"),
        (CRATER, ["greedy", "random"], {}, "agents is .* there"),
        (CRATER, ["random", "greedy", "greedy"], {}, "agents is .* there"),
        (CRATER, ["random", "greedy"], {"players": 2}, "players is 3 there, 2 here"),
        (CRATER, ["random", "greedy"], {"seed": 6}, "seed is 5 there, 6 here"),
    ],
)
def test_a_file_of_another_run_is_refused_and_untouched(saved, game, agents, settings, words):
    before = saved.read_bytes()
    arena = Arena(game, agents, **({"players": 3, "seed": 5} | settings))
    with pytest.raises(SaveError, match=f"cannot resume '{saved}': it belongs to another run: {words}"):
        arena.resume(saved)
    assert saved.read_bytes() == before and arena.complete_seeds == 0


def test_other_versions_and_options_are_other_runs(tmp_path, monkeypatch):
    path = tmp_path / "run"
    run_arena("launch", ["random", "random"], 4, save=path)
    arena = Arena("launch", ["random", "random"], missions=(64, 66, 68))
    with pytest.raises(SaveError, match="options is"):
        arena.resume(path)
    arena = Arena("launch", ["random", "random"])
    object.__setattr__(arena.game, "version", 99)
    try:
        with pytest.raises(SaveError, match="version is 0 there, 99 here"):
            arena.resume(path)
    finally:
        object.__setattr__(arena.game, "version", 0)
    arena.resume(path)


def changed(text: str, **changes) -> str:
    return json.dumps(json.loads(text) | changes)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: "", "not the file of an arena"),
        (lambda text: text[: len(text) // 2], "not the file of an arena, or it is damaged"),
        (lambda text: text.replace('"seed": 5', '"seed": 4'), "damaged"),
        (lambda text: changed(text, seeds=3), "damaged"),
        (lambda text: changed(text, checksum=None), "damaged"),
        (lambda text: changed(text, format="moon_envs arena 99"), "this release reads"),
        (lambda text: "[" * 100_000, "damaged"),
        (lambda text: "[1, 2]", "not the file of an arena"),
        (lambda text: '{"format": "other"}', "not the file of an arena"),
    ],
)
def test_a_damaged_file_is_refused_and_untouched(saved, damage, words):
    saved.write_text(damage(saved.read_text()))
    before = saved.read_bytes()
    with pytest.raises(SaveError, match=words):
        Arena(CRATER, ["random", "greedy"], 3, 5).resume(saved)
    assert saved.read_bytes() == before


def test_files_that_cannot_be_read_or_written(tmp_path, saved):
    arena = Arena(CRATER, [Bidder(1), "greedy"], 3, 5)
    with pytest.raises(SaveError, match="No such file"):
        arena.resume(tmp_path / "missing")
    with pytest.raises(SaveError, match="a directory"):
        arena.resume(tmp_path)
    for path, words in [
        (tmp_path / "no" / "such" / "folder", "No such file"),
        (tmp_path, "it is not a file"),
        (saved / "below", "Not a directory"),
        (saved, "exists and is not the file of this run"),
        ("bad\0name", "cannot be written"),
    ]:
        with pytest.raises(ConfigurationError, match=words):
            arena.play(8, save=path)
    assert arena.complete_seeds == 0, "refused before a game was played"
