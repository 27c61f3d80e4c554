"""The linked series of Welcome to the Moon: places, stars, policies for the seats, and who wins."""

from __future__ import annotations

import re

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, Series, SeriesResult, agents
from moon_envs.arena.series import places_in
from moon_envs.base.errors import AgentError, ConfigurationError
from moon_envs.games.welcome_to_the_moon.stars import ADVENTURES, STARS_BY_PLACE, dense_places, stars_of_places
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import END

# As the campaign area of the sheets 1 to 8 prints them: stars of the places.
PRINTED_STARS = [(1,), (1,), (2, 1), (2, 1), (3, 2, 1), (4, 2, 1), (5, 3, 1), (6, 3, 1)]
SEEDS_BETWEEN_ADVENTURES = 2**60


def first_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return np.argmax(masks, axis=1)


def last_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1)


def same(one: SeriesResult, other: SeriesResult) -> bool:
    names = ("points", "places", "stars")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


# Stars and places


def test_stars_are_the_printed_ones():
    assert ADVENTURES == ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")
    assert [STARS_BY_PLACE[adventure] for adventure in ADVENTURES] == PRINTED_STARS
    totals = [
        sum(stars_of_places(adventure, np.array([place]))[0] for adventure in ADVENTURES) for place in range(1, 7)
    ]
    assert totals == [24, 12, 4, 0, 0, 0]


@pytest.mark.parametrize(
    ("scores", "places", "stars"),
    [
        ([50, 40], [1, 2], [4, 2]),
        ([40, 40], [1, 1], [4, 4]),
        ([30, 50, 40], [3, 1, 2], [1, 4, 2]),
        ([50, 50, 40], [1, 1, 2], [4, 4, 2]),
        ([40, 50, 40, 30], [2, 1, 2, 3], [2, 4, 2, 1]),
        ([10, 20, 30, 40, 50], [5, 4, 3, 2, 1], [0, 0, 1, 2, 4]),
        ([7, 7, 7, 7, 7, 7], [1, 1, 1, 1, 1, 1], [4, 4, 4, 4, 4, 4]),
        ([60, 50, 50, 50, -10, -20], [1, 2, 2, 2, 3, 4], [4, 2, 2, 2, 1, 0]),
    ],
)
def test_players_who_stay_tied_share_a_place_and_its_stars(scores, places, stars):
    found = dense_places(np.array(scores)[None, :, None])
    assert found.tolist() == [places] and stars_of_places("virus", found).tolist() == [stars]


@pytest.mark.parametrize("players", range(2, 7))
def test_places_agree_with_sorting(players):
    """The place is one more than the number of different better results."""
    results = np.random.default_rng(players).integers(0, 3, (200, players, 3))
    for row, places in zip(results.tolist(), dense_places(results).tolist(), strict=True):
        better_first = sorted({tuple(result) for result in row}, reverse=True)
        assert places == [1 + better_first.index(tuple(result)) for result in row]


def launch(tie_rockets: int, circled: int) -> dict[str, int]:
    return {"rockets": 31, "tie_rockets": tie_rockets, "system_errors": circled, "repaired": circled}


@pytest.mark.parametrize(
    ("sheets", "places"),
    [
        # A launch beats a better track and fewer circled boxes; tie rockets of others do not count.
        ([{"rockets": 30}, launch(0, 7), {"rockets": 30, "tie_rockets": 5}], [2, 1, 2]),
        # Most tie rockets, then fewest circled boxes.
        ([launch(3, 2), launch(3, 1), launch(4, 7), launch(3, 2), {"rockets": 30}], [3, 2, 1, 3, 4]),
        # 145 with one box, and with three boxes of which two are repaired.
        (
            [
                {"rockets": 31, "system_errors": 3, "repaired": 2},
                {"rockets": 31, "system_errors": 1},
                {"rockets": 5, "missions": 1},
                {"rockets": 31, "system_errors": 3, "repaired": 2, "tie_rockets": 8},
            ],
            [2, 1, 3, 2],
        ),
        ([{"rockets": 12}, {"rockets": 9, "missions": 1}, {"rockets": 14, "system_errors": 1}], [1, 3, 2]),
    ],
)
def test_places_in_launch(sheets, places):
    """launch 6.3, 6.4: the places of all players, and the first ones are those who share the victory."""
    position = LaunchPosition(len(sheets))
    for seat, sheet in enumerate(sheets):
        position.set(seat, **sheet)
    position.carry_on(END)
    assert position.is_over and places_in(position.batch).tolist() == [places]
    assert [result > -1 for result in position.outcome()] == [place == 1 for place in places]


@pytest.mark.slow
@pytest.mark.parametrize("adventure", ADVENTURES)
def test_first_places_are_those_of_the_kernels(adventure):
    """welcome 7.4: in games in which equal scores occur, and are decided by System Errors, too."""
    batch = Batch(adventure, 3000, players=6, seed=5, autoreset="disabled")
    batch.play_out()
    places = places_in(batch)
    assert np.array_equal(places == 1, batch.final_outcome > -1)
    score = batch.final_points.sum(axis=2)
    is_highest = score == score.max(axis=1, keepdims=True)
    assert (is_highest & (places > 1)).any(), "no equal scores were decided by System Errors"
    assert ((places == 1).sum(axis=1) > 1).any(), "no victory was shared"


def system_errors(batch: Batch, row: int, player: int) -> int:
    """As the records have them: of the sheet, in Battle of the player's halves of two sheets (battle 2.2, 6.3)."""
    sheets, players = batch.states["players"][row], batch.configuration.players
    if batch.game.id != "battle":
        return int(sheets["system_errors"][player])
    is_left_turn = batch.states["turn"][row] % 2 == 1
    neighbour = (player - 1) % players if is_left_turn else (player + 1) % players
    here, there = (0, 1) if is_left_turn else (1, 0)
    return int(sheets["errors"][player, here]) + int(sheets["errors"][neighbour, there])


@pytest.mark.slow
@pytest.mark.parametrize("adventure", ADVENTURES[1:])
@pytest.mark.parametrize("players", [2, 5])
def test_all_places_follow_from_score_and_system_errors(adventure, players):
    """welcome 7.4, battle 6.3: the higher score, then fewer System Errors, counted in the records."""
    batch = Batch(adventure, 300, players, seed=9, autoreset="disabled")
    batch.play_out()
    for row, places in enumerate(places_in(batch).tolist()):
        results = [
            (int(batch.final_points[row, player].sum()), -system_errors(batch, row, player))
            for player in range(players)
        ]
        better_first = sorted(set(results), reverse=True)
        assert places == [1 + better_first.index(result) for result in results]


# The result


def hand_made(places: list[list[list[int]]]) -> SeriesResult:
    """Series with these places, by series, adventure and side."""
    given = np.array(places)
    stars = [stars_of_places(adventure, given[:, number]) for number, adventure in enumerate(ADVENTURES)]
    sides = tuple(f"player {side}" for side in range(given.shape[2]))
    return SeriesResult(ADVENTURES, sides, None, 0, np.zeros_like(given), given, np.stack(stars, axis=1))


def test_most_stars_win_and_tied_sides_share_the_victory():
    always_first = [[1, 2, 3]] * 8
    never_alone = [[1, 1, 2]] * 8
    # 1 + 1 + 2 + 2 + 3 + 2 + 3 + 6 = 20 and 0 + 0 + 1 + 1 + 2 + 4 + 5 + 3 = 16 stars.
    mixed = [[1, 2, 3]] * 5 + [[2, 1, 3]] * 2 + [[1, 2, 3]]
    result = hand_made([always_first, never_alone, mixed])
    assert result.total_stars.tolist() == [[24, 12, 4], [24, 24, 12], [20, 16, 4]]
    assert result.victory_share.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [1, 0, 0]]
    assert result.adventures_won.tolist() == [[8, 0, 0], [8, 8, 0], [6, 2, 0]]
    assert len(result) == 3 and "points" not in repr(result)


def test_fewer_adventures_won_can_mean_more_stars():
    """Winning counts for 1, 1, 1, 1, 1, 2, 2, 3 stars of difference between two sides."""
    result = hand_made([[[1, 2]] * 5 + [[2, 1]] * 3])
    assert result.total_stars.tolist() == [[17, 19]] and result.adventures_won.tolist() == [[5, 3]]
    assert result.victory_share.tolist() == [[0, 1]]
    even = hand_made([[[1, 2]] * 4 + [[2, 1]] + [[1, 2]] + [[2, 1]] * 2])
    assert even.total_stars.tolist() == [[18, 18]] and even.victory_share.tolist() == [[0.5, 0.5]]


@pytest.mark.parametrize(("outcome", "places"), [(1.0, [1, 2]), (0.0, [1, 1]), (-1.0, [2, 1])])
def test_solo_places(outcome, places):
    """You and ASTRA as two seats: win, draw, loss."""

    class Finished:
        configuration = moon_envs.game("mine").configuration(1)
        final_outcome = np.array([[outcome]], dtype=np.float32)

    assert places_in(Finished()).tolist() == [places]


# Playing


def test_each_adventure_is_the_game_of_a_batch():
    """Every seat at random: the series is dealt and played as `Batch.play_out` does."""
    result = Series(5, players=3, seed=11).play()
    assert result.points.shape == result.places.shape == result.stars.shape == (5, 8, 3)
    assert (result.adventures, result.sides) == (ADVENTURES, ("player 0", "player 1", "player 2"))
    for number, adventure in enumerate(ADVENTURES):
        batch = Batch(adventure, 5, 3, seed=11 + number * SEEDS_BETWEEN_ADVENTURES, autoreset="disabled")
        batch.play_out()
        assert np.array_equal(result.points[:, number], batch.final_points.sum(axis=2))
        assert np.array_equal(result.places[:, number], places_in(batch))
        assert np.array_equal(result.stars[:, number], stars_of_places(adventure, places_in(batch)))


def test_solo_series_with_eight_levels():
    levels = [8, 7, 6, 5, 4, 3, 2, 1]
    series = Series(4, opponent=levels, seed=3)
    result = series.play()
    assert series.players == 1 and result.opponent == tuple(levels) and result.sides == ("player 0", "ASTRA")
    assert result.stars.shape == (4, 8, 2)
    for number, adventure in enumerate(ADVENTURES):
        seed = 3 + number * SEEDS_BETWEEN_ADVENTURES
        batch = Batch(adventure, 4, 1, seed, autoreset="disabled", opponent=levels[number])
        batch.play_out()
        assert np.array_equal(result.points[:, number], batch.final_points.sum(axis=2))
        won = batch.final_outcome[:, 0]
        first, second = (*PRINTED_STARS[number], 0)[:2]
        assert result.stars[:, number, 0].tolist() == [first if one >= 0 else second for one in won]
        assert result.stars[:, number, 1].tolist() == [first if one <= 0 else second for one in won]


def test_one_level_is_played_throughout():
    assert Series(opponent=5).opponent == (5,) * 8 == Series(opponent=np.int64(5), players=1).opponent
    assert Series(players=1).opponent == (1,) * 8 and Series().opponent is None and Series().players == 2
    assert Series(opponent=np.arange(1, 9)).opponent == tuple(range(1, 9))


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2},
        {"players": 3, "agents": ["random", first_legal, "random"]},
        {"opponent": 4, "agents": last_legal},
    ],
    ids=["random", "mixed", "solo"],
)
def test_series_depend_on_their_seed_only(settings):
    """Not on how many are played at once, and not on the threads."""
    whole = Series(5, seed=7, threads=1, **settings).play()
    for threads in (1, 2):
        parts = [Series(size, seed=seed, threads=threads, **settings).play() for size, seed in ((2, 7), (3, 9))]
        joined = {
            name: np.concatenate([getattr(part, name) for part in parts]) for name in ("points", "places", "stars")
        }
        assert same(whole, SeriesResult(whole.adventures, whole.sides, whole.opponent, 7, **joined))
    assert not np.array_equal(whole.points, Series(5, seed=8, **settings).play().points)


def test_a_random_seed_is_told():
    one, other = Series(seed=None), Series(seed=None)
    assert one.seed != other.seed


class Witness:
    """A policy that remembers what it was shown."""

    def __init__(self, policy):
        self.policy, self.shown, self.largest = policy, [], 0

    def __call__(self, observations, masks):
        assert observations.dtype == np.float32 and len(observations) == len(masks) > 0
        self.shown += [row.tobytes() for row in observations]
        self.largest = max(self.largest, len(masks))
        return self.policy(observations, masks)


def test_policies_decide_for_their_seat_only_and_many_rows_at_once():
    """The series that is played one game and one decision at a time shows every seat the same."""
    policies = [Witness(first_legal), Witness(last_legal), Witness(first_legal)]
    result = Series(4, players=3, agents=policies, seed=2).play()
    shown = [[], [], []]
    for number, adventure in enumerate(ADVENTURES):
        for row in range(4):
            seed = 2 + row + number * SEEDS_BETWEEN_ADVENTURES
            batch = Batch(adventure, 1, 3, seed, autoreset="disabled")
            while batch.actor[0] >= 0:
                seat = int(batch.actor[0])
                shown[seat].append(batch.observation[0].tobytes())
                batch.step(policies[seat].policy(batch.observation, batch.mask))
            assert batch.final_points[0].sum(axis=1).tolist() == result.points[row, number].tolist()
    for seat, policy in enumerate(policies):
        assert sorted(policy.shown) == sorted(shown[seat]) and policy.largest > 1


def test_names_functions_and_dicts_by_adventure():
    agents.register_agent("first legal of a series", first_legal)
    by_function = Series(2, agents=[first_legal, "random"], seed=1).play()
    assert same(by_function, Series(2, agents=("first legal of a series", "random"), seed=1).play())
    by_adventure = {adventure: first_legal for adventure in ADVENTURES}
    assert same(by_function, Series(2, agents=[by_adventure, "random"], seed=1).play())
    everybody = Series(2, agents=first_legal, seed=1).play()
    assert same(everybody, Series(2, agents=by_adventure, seed=1).play())
    other_end = Series(2, agents={**by_adventure, "battle": last_legal}, seed=1).play()
    assert np.array_equal(other_end.points[:, :7], everybody.points[:, :7])
    assert not np.array_equal(other_end.points[:, 7], everybody.points[:, 7])


# Wrong use


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_series": 0}, "num_series=0 is not allowed; allowed: 1 or more."),
        ({"num_series": 2.0}, "num_series=2.0 is not allowed"),
        ({"players": 7}, "players=7 is not allowed; allowed: 1 to 6."),
        ({"players": 0}, "players=0 is not allowed"),
        ({"players": True}, "players=True is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed; allowed: 0 or more, or None."),
        ({"players": 2, "opponent": 3}, "opponent=3 is ASTRA's level and needs the solo mode, players=1, not 2."),
        ({"opponent": 9}, "launch: opponent=9 is not allowed; allowed: 1 to 8."),
        ({"opponent": [1, 2, 0, 4, 5, 6, 7, 8]}, "colony: opponent=0 is not allowed; allowed: 1 to 8."),
        ({"opponent": [1, None, 3, 4, 5, 6, 7, 8]}, "journey: opponent=None is not allowed"),
        ({"opponent": [1, 2, 3]}, "opponent=[1, 2, 3] is not allowed; allowed: 1 to 8, or a list of 8 of these"),
        ({"opponent": "hard"}, "opponent='hard' is not allowed; allowed: 1 to 8, or a list of 8"),
        ({"opponent": "12345678"}, "opponent='12345678' is not allowed"),
        ({"opponent": 2.5}, "opponent=2.5 is not allowed"),
        ({"opponent": np.array(2.5)}, "opponent=array(2.5) is not allowed"),
        ({"opponent": [[1, 2]] * 8}, "launch: opponent=[1, 2] is not allowed; allowed: 1 to 8."),
        ({"agents": "clever"}, "agents='clever' is not allowed; allowed: random"),
        ({"agents": ["random", 3]}, "agents=3 is not allowed; allowed: random"),
        (
            {"agents": None},
            "several=AGENT with one of these for each mode, or a list with one of these for each seat.",
        ),
        ({"agents": ["random"]}, "agents has 1 agents; there are 2 seats."),
        ({"agents": ["random"] * 3}, "agents has 3 agents; there are 2 seats."),
        ({"agents": [first_legal] * 2, "opponent": 1}, "agents has 2 agents; there are 1 seats."),
        ({"agents": {"launch": first_legal}}, "agents has a dict for ['launch']; it needs an agent for each"),
        ({"agents": [{**dict.fromkeys(ADVENTURES, "random"), "mlem": "random"}, "random"]}, "it needs an agent"),
        ({"threads": 0}, "threads=0 is not allowed"),
    ],
)
def test_wrong_settings_are_refused_in_words(settings, words):
    with pytest.raises(ConfigurationError, match=re.escape(words)):
        Series(**settings)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (
            lambda observations, masks: masks[:, 0] * 0 - 1,
            "The agent '<lambda>' of seat 1 in launch: launch, row .: action -1 .* player 1",
        ),
        (
            lambda observations, masks: np.zeros((len(masks), 2), dtype=int),
            "The agent '<lambda>' of seat 1 in launch must return . whole",
        ),
        (lambda observations, masks: 1 // 0, "The agent '<lambda>' of seat 1 in launch raised ZeroDivisionError"),
    ],
)
def test_a_policy_that_breaks_the_rules_is_named(policy, words):
    with pytest.raises(AgentError, match=words):
        Series(3, agents=["random", policy]).play()


def test_it_says_that_it_is_not_the_campaign_of_the_book():
    words = " ".join(Series.__doc__.split())
    assert "Campaign Book with its story, cards and branches is not among our sources" in words
    assert "not implemented" in words and "our *rulings*" in words
