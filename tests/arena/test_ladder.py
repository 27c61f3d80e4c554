"""The ladder follows its protocol: rungs, seeds, seats, formulas, and what LADDER.md says about them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import moon_envs
from moon_envs.agents import Agent, RandomAgent, find_agent, play_games
from moon_envs.arena import ladder
from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.ladder import FIELD, GAMES_OF_A_RUNG, RUNGS, VERSION, Climb, RungResult, chosen_rungs, run_ladder
from moon_envs.arena.ladder_protocol import FIRST_SEED, GAME_VERSIONS, seating
from moon_envs.arena.ladder_results import LadderResult
from moon_envs.base.errors import AgentError, ConfigurationError
from moon_envs.core import registry

PAGE = (Path(__file__).parents[2] / "moon_envs/arena/LADDER.md").read_text(encoding="utf-8")
ADVENTURES = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")
ADVENTURE_RUNGS = [
    ("astra-1", 1, {"opponent": 1}),
    ("astra-2", 1, {"opponent": 2}),
    ("astra-3", 1, {"opponent": 3}),
    ("astra-4", 1, {"opponent": 4}),
    ("astra-5", 1, {"opponent": 5}),
    ("astra-6", 1, {"opponent": 6}),
    ("astra-7", 1, {"opponent": 7}),
    ("astra-8", 1, {"opponent": 8}),
    ("2-players", 2, {}),
    ("6-players", 6, {}),
]
OTHER_RUNGS = [
    ("mlem", "2-players", 2, {}),
    ("mlem", "2-players-ufo", 2, {"ufo": True}),
    ("mlem", "2-players-explorations", 2, {"explorations": True}),
    ("mlem", "2-players-secret_missions", 2, {"secret_missions": True}),
    ("mlem", "2-players-all-variants", 2, {"ufo": True, "explorations": True, "secret_missions": True}),
    ("mlem", "5-players", 5, {}),
    ("mlem", "5-players-ufo", 5, {"ufo": True}),
    ("mlem", "5-players-explorations", 5, {"explorations": True}),
    ("mlem", "5-players-secret_missions", 5, {"secret_missions": True}),
    ("mlem", "5-players-all-variants", 5, {"ufo": True, "explorations": True, "secret_missions": True}),
    ("luna_capital", "automaton", 1, {}),
    ("luna_capital", "2-players", 2, {}),
    ("luna_capital", "4-players", 4, {}),
    ("from_the_moon", "objectives-2", 1, {"objectives": 2}),
    ("from_the_moon", "objectives-3", 1, {"objectives": 3}),
    ("from_the_moon", "objectives-4", 1, {"objectives": 4}),
    ("from_the_moon", "objectives-5", 1, {"objectives": 5}),
    ("from_the_moon", "2-players", 2, {}),
    ("from_the_moon", "4-players", 4, {}),
]
SOLO, TWO, SIX = (next(rung for rung in RUNGS if rung.id == f"launch/{name}") for name, *_ in ADVENTURE_RUNGS[7:])


# The protocol


def test_rungs():
    expected = [(game, *rung) for game in ADVENTURES for rung in ADVENTURE_RUNGS] + OTHER_RUNGS
    assert [(rung.game, rung.name, rung.players, rung.options) for rung in RUNGS] == expected
    assert [rung.number for rung in RUNGS] == list(range(1, 100))


def test_rungs_cover_every_game_of_the_package_with_two_and_the_most_players():
    assert registry.catalogue() == list(GAME_VERSIONS.items())
    for id_ in GAME_VERSIONS:
        game, rungs = moon_envs.game(id_), chosen_rungs(id_)
        assert {rung.players for rung in rungs} == {1, 2, max(game.player_counts)} & set(game.player_counts)
        for rung in rungs:
            configuration = game.configuration(rung.players, **rung.options)
            assert rung.options.items() <= configuration.options.items()


def test_deals_of_a_rung():
    assert VERSION == "ladder-v0" and GAMES_OF_A_RUNG == 180 and FIELD == ("random", "greedy", "flat:20")
    assert [RUNGS[0].first_seed, RUNGS[98].first_seed] == [1_000_001_000_000, 1_000_099_000_000]


@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_seats_are_balanced(players):
    seats = seating(GAMES_OF_A_RUNG, players)
    assert ((seats == 0).sum(axis=1) == 1).all()
    assert (seats == 0).sum(axis=0).tolist() == [GAMES_OF_A_RUNG // players] * players
    for bot in (1, 2, 3):
        # Every bot sits on every seat, and at every distance from the agent, equally often.
        assert len(set((seats == bot).sum(axis=0))) == 1
        after = [np.roll(row, -int(np.argmax(row == 0))) for row in seats]
        assert len(set((np.array(after)[:, 1:] == bot).sum(axis=0))) == 1


def test_seats_are_those_of_the_page():
    for players in (1, 2, 4, 5, 6):
        for i, row in enumerate(seating(40, players).tolist()):
            expected = {i % players: 0}
            expected |= {(i + k) % players: 1 + (i // players + k - 1) % 3 for k in range(1, players)}
            assert row == [expected[seat] for seat in range(players)]


def test_the_page_says_what_is_played():
    assert f"**`{VERSION}`**" in PAGE and f"There are {len(RUNGS)}," in PAGE
    assert f"Every rung has {GAMES_OF_A_RUNG} games" in PAGE and f"`{FIRST_SEED} + 1000000 x r + i`" in PAGE
    assert ", ".join(f"{number} is `{name}`" for number, name in enumerate(FIELD)) in PAGE
    for first, last, rungs in re.findall(r"^\| (\d+) to (\d+) \| (.*?) \|", PAGE, re.MULTILINE):
        assert f"`{RUNGS[int(first) - 1].game}/" in rungs
        assert {rung.game for rung in RUNGS[int(first) - 1 : int(last)]} == {RUNGS[int(first) - 1].game}
    named = set(re.findall(r"`(\w+/[\w-]+)`", PAGE.partition("<!--")[0]))
    assert named <= {rung.id for rung in RUNGS}
    assert {rung.id for rung in RUNGS if rung.game in ("luna_capital", "mlem") and "5-players-" not in rung.id} <= named


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_examples_of_the_page_run(example):
    exec(compile(example, "LADDER.md", "exec"), {})


# Playing


class Watcher(Agent):
    """Plays randomly and writes down what it is asked."""

    name = "watcher"

    def __init__(self):
        self.seeds, self.seats, self.configurations = {}, {}, []

    def prepare(self, game, configuration):
        self.configurations.append(configuration)

    def act(self, waiting):
        for row, seat, seed in zip(waiting.rows, waiting.seats, waiting.states["seed"], strict=True):
            self.seeds.setdefault(int(row), int(seed))
            self.seats.setdefault(int(row), set()).add(int(seat))
        return RandomAgent().act(waiting)


@pytest.mark.parametrize("rung", [SOLO, SIX], ids=lambda rung: rung.id)
def test_games_are_dealt_and_seated_as_the_page_says(rung):
    watcher = Watcher()
    list(Climb(watcher, [rung], games=7))
    dealt = moon_envs.Batch("launch", 7, rung.players, rung.first_seed, **rung.options)
    assert watcher.seeds == dict(enumerate(dealt.states["seed"].tolist()))
    assert watcher.seats == {row: {row % rung.players} for row in range(7)}
    assert all(one == dealt.configuration for one in watcher.configurations)


@pytest.mark.slow
def test_results_do_not_depend_on_threads():
    """Nor on which rungs are played before."""
    one = run_ladder("flat:3", "launch", games=5, threads=1)
    other = Climb("flat:3", [TWO, SOLO], games=5, threads=3)
    again = {result.rung.id: result for result in other}
    assert other.agent._search.threads == 3
    assert [result for result in one.rungs if result.rung.id in again] == [again[SOLO.id], again[TWO.id]]
    assert run_ladder("flat:4", "launch", games=5).rungs != one.rungs


def test_numbers_stay_the_same_within_a_version():
    """If these change, by a game, by its seeds or by the field, the ladder needs a new version."""
    results = list(Climb("random", [SOLO, TWO], games=60))
    assert [(one.victories, round(one.points.mean, 3)) for one in results] == [((60, 0), -4.75), ((43, 16, 1), 17.917)]


@pytest.mark.parametrize("rung", [RUNGS[0], SIX], ids=lambda rung: rung.id)
def test_a_rung_agrees_with_a_batch(rung):
    """Points and outcomes are those of the agent's own seat."""
    [result] = Climb("greedy", [rung], games=12)
    batch = moon_envs.Batch("launch", 12, rung.players, rung.first_seed, autoreset="disabled", **rung.options)
    play_games(batch, [find_agent(name) for name in ("greedy", *FIELD)], seating(12, rung.players))
    own = [i % rung.players for i in range(12)]
    assert result.win_share.mean == pytest.approx(
        np.mean([(batch.final_outcome[i, own[i]] + 1) / 2 for i in range(12)])
    )
    assert result.points.mean == np.mean([batch.final_points[i, own[i]].sum() for i in range(12)])
    assert result.games == 12


def test_points_and_victories_are_those_of_the_agents_seat():
    """Somebody who plays no worse than greedy has more points than random on the same seeds."""
    greedy, random = (list(Climb(name, [TWO], games=30))[0] for name in ("greedy", "random"))
    assert greedy.points.low > random.points.mean and greedy.win_share.mean > random.win_share.mean


# Formulas


def test_victories_are_counted_by_how_many_share_them():
    outcome = np.array([1, -1, 0, -1 / 3, -1, 2 / 6 - 1], dtype=np.float32)
    result = RungResult.of_games(SIX, outcome, np.arange(6))
    assert result.victories == (2, 1, 1, 1, 0, 0, 1) and result.games == 6
    assert sorted(result.shares) == [0, 0, 1 / 6, 1 / 3, 1 / 2, 1]
    assert result.win_share.mean == pytest.approx(2 / 6) and result.points.mean == 2.5
    assert RungResult.from_json(result.as_json()) == result


def made_up(rung, lost: int, won: int, shared: int = 0) -> RungResult:
    return RungResult(rung, (lost, won, shared), Estimate(0.0, 0.0, 0.0))


def test_scores_are_means_of_rungs_and_then_of_environments():
    """Luna Capital has three rungs and wins all, Launch has ten and wins half of one; the others win nothing."""
    rungs = [made_up(rung, 100, 0) for rung in RUNGS if rung.game not in ("launch", "luna_capital")]
    rungs += [made_up(rung, 0, 100) for rung in chosen_rungs("luna_capital")]
    rungs += [made_up(SOLO, 20, 30, 50)]
    unfinished = LadderResult("somebody", 100, tuple(rungs))
    assert "launch" not in unfinished.environments and unfinished.collection is None
    rungs += [made_up(rung, 100, 0) for rung in chosen_rungs("launch") if rung != SOLO]
    result = LadderResult("somebody", 100, tuple(rungs))
    assert list(result.environments) == list(GAME_VERSIONS)
    assert result.environments["luna_capital"] == Estimate(100.0, 100.0, 100.0)
    assert result.environments["mlem"] == Estimate(0.0, 0.0, 0.0)
    launch = result.environments["launch"]
    assert launch.mean == pytest.approx(100 * 0.55 / 10)
    # The standard error of a mean of 100 games with 30 whole and 50 half victories, a tenth of it.
    error = 100 / 10 * np.sqrt((0.3 + 0.5 / 4 - 0.55**2) / 100)
    assert (launch.low, launch.high) == pytest.approx((5.5 - 1.96 * error, 5.5 + 1.96 * error), abs=0.15)
    collection = result.collection
    assert collection.mean == pytest.approx((100 + 5.5) / 11)
    assert (collection.low, collection.high) == pytest.approx(((100 + launch.low) / 11, (100 + launch.high) / 11))


def test_rungs_are_drawn_independently():
    """The interval of ten rungs is narrower than the interval of one rung, by the root of ten."""
    rungs = tuple(made_up(rung, 90, 90) for rung in chosen_rungs("launch"))
    score = LadderResult("somebody", 180, rungs).environments["launch"]
    single = rungs[0].win_share
    assert (score.high - score.low) / 100 == pytest.approx((single.high - single.low) / np.sqrt(10), rel=0.15)


# What is not the protocol, and what goes wrong


def test_what_is_not_official(monkeypatch):
    assert Climb("random").deviations == () and Climb("random", games=180).deviations == ()
    assert Climb("random", games=20).deviations == ("20 games on a rung instead of 180",)
    monkeypatch.setattr(ladder, "file_in_use", lambda family: Path("/tmp/mlem.json") if family == "mlem" else None)
    assert Climb("random").deviations == ("mlem with replaced tables",)
    assert Climb("random", chosen_rungs("launch")).deviations == ()
    monkeypatch.setitem(ladder.GAME_VERSIONS, "launch", 1)
    assert Climb("random", [SOLO]).deviations == ("launch in version 0 instead of 1",)


def test_a_climb_can_be_broken_off_and_gone_on_with():
    climb = Climb("random", [RUNGS[0], SOLO], games=2)
    next(iter(climb))
    assert climb.result.interrupted and [one.rung for one in climb.result.rungs] == [RUNGS[0]]
    assert [one.rung for one in climb] == [SOLO]
    assert not climb.result.interrupted and len(climb.result.rungs) == 2


class LaunchOnly(Agent):
    name = "launch only"
    games = ("launch",)

    def act(self, waiting):
        return waiting.mask.argmax(axis=1)


def test_agents_for_some_games_are_refused_elsewhere_before_anything_is_played(monkeypatch):
    monkeypatch.setattr(ladder, "play_games", lambda *arguments: pytest.fail("played"))
    with pytest.raises(
        ConfigurationError, match="'launch only' plays launch, not journey, colony, .*from_the_moon: choose its games"
    ):
        run_ladder(LaunchOnly(), games=2)
    with pytest.raises(ConfigurationError, match="plays launch, not mlem"):
        run_ladder(LaunchOnly(), ["launch", "mlem"])


def test_agents_for_some_games_play_those():
    [result] = Climb(LaunchOnly(), [SOLO], games=2)
    assert result.games == 2


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"agent": "nobody"}, "agent='nobody' is not allowed"),
        ({"agent": "mcts:0"}, "from 1 to 1000000"),
        ({"agent": None}, "agent=None is not allowed"),
        ({"agent": "random", "game": "chess"}, "no game 'chess' on the ladder; allowed: launch, "),
        ({"agent": "random", "game": ["launch", 3]}, "no game 3 on the ladder"),
        ({"agent": "random", "games": 0}, "games=0 is not allowed; allowed: 1 to 10000"),
        ({"agent": "random", "games": 2.5}, "games=2.5 is not allowed"),
        ({"agent": "random", "games": 1, "threads": 0}, "threads=0 is not allowed"),
        ({"agent": "flat:2", "games": 1, "threads": -1}, "threads=-1 is not allowed"),
    ],
)
def test_wrong_arguments(settings, words):
    with pytest.raises(ConfigurationError, match=re.escape(words)):
        run_ladder(**settings)


class Faulty(LaunchOnly):
    name = "faulty"

    def __init__(self, error):
        self.error = error

    def prepare(self, game, configuration):
        raise self.error


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Faulty(OSError("no weights")), r"^launch/astra-8: The agent 'faulty' raised OSError: no weights$"),
        (Faulty(ConfigurationError("not solo")), r"^launch/astra-8: The agent 'faulty': not solo$"),
        (
            lambda observation, mask: 1 // 0,
            r"^launch/astra-8: The agent '<lambda>' of seat 0 in launch raised Zero.*rows 0 to 2",
        ),
        (
            lambda observation, mask: mask.argmin(axis=1),
            r"^launch/astra-8: The agent '<lambda>' of seat 0 in launch: .*row 0: .*is not legal",
        ),
        (lambda observation, mask: 0, r"^launch/astra-8: The agent '<lambda>' .*must return 3 whole numbers"),
    ],
    ids=["prepare", "refuses", "raises", "illegal", "shape"],
)
def test_faulty_agents_are_named_with_rung_and_row(agent, words):
    with pytest.raises(AgentError, match=words):
        list(Climb(agent, [SOLO], games=3))
