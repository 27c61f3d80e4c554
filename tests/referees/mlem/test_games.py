"""Whole games of the referee by itself: what must hold in every position."""

import random
from collections import Counter
from itertools import combinations

import pytest

from .actions import ACTIONS
from .dealer import COMPONENTS, Dealer
from .policies import Eager, Random, RandomMoves, Threshold
from .referee import MlemReferee
from .tables import VARIANTS

POLICIES = (Random, RandomMoves, Threshold, Eager)
SUBSETS = [set(subset) for size in range(4) for subset in combinations(sorted(VARIANTS), size)]
MOON_POINTS = {row["space"]: row["moon_points"] for row in COMPONENTS["spaces"]["rows"]}
GAMES = 12


def start(players, variants, seed, shift=0):
    """Start a game and give its players their policies, all seats shifted."""
    referee = MlemReferee(COMPONENTS, players, variants, (seed + shift) % players, Dealer(seed))
    rng = random.Random(seed)
    policies = [POLICIES[(seed // players + seat) % len(POLICIES)](rng) for seat in range(players)]
    return referee, [policies[(seat - shift) % players] for seat in range(players)]


def check_position(referee, state):
    """Check what must hold at every decision and at the end."""
    for player in range(referee.players):
        on_board = sum(slot["on_board"] and slot["player"] == player for slot in state["slots"])
        assert sum(state["available"][player]) + on_board + referee.mat.placed(player) == 8
        points = referee.points()[player]
        on_moons = [
            MOON_POINTS[space][moon]
            for space, owners in state["moons"].items()
            for moon, owner in enumerate(owners)
            if owner == player
        ]
        assert 0 <= points["moons"] - sum(on_moons) <= max(on_moons, default=0)
        assert 0 <= points["deep_space"] - 5 * state["deep_space"][player] <= 9 + 2 * state["deep_space"][player]
        assert state["immediate_points"][player] == points["moons"] + points["deep_space"]
    assert 1 <= state["pool"] <= 6 and 0 <= state["space"] <= 26
    assert state["expedition"] <= 18 and state["failures"] <= 11
    assert sum(state["rolled"]) == (state["pool"] if state["phase"] == "travel" else 0)
    on_board = [slot["player"] for slot in state["slots"] if slot["on_board"]]
    if state["phase"] in ("travel", "landing"):
        assert state["commander"] == on_board[0] and len(state["slots"]) == referee.players
    if state["phase"] == "boarding":
        assert on_board == [(state["starter"] + place) % referee.players for place in range(len(on_board))]
        assert state["actor"] == (state["starter"] + len(on_board)) % referee.players
    if state["ufo"] is not None:
        assert sorted(sum(state["ufo"]["owned"], state["ufo"]["tokens_left"])) == [1, 2, 3, 4, 5]
        assert len(state["ufo"]["pile"]) == max(0, 14 - state["expedition"])
    if state["explorations"] is not None:
        tokens = state["explorations"]
        assert len(tokens["on_mat"]) == 5 or not tokens["pile"]
        seen = Counter(sum(tokens["owned"], tokens["on_mat"] + tokens["pile"]))
        assert max(seen.values()) == 1


def check_step(before, after):
    """Check what must hold from one decision to the next."""
    if before["expedition"] == after["expedition"]:
        assert before["space"] <= after["space"] or before["phase"] == "boarding"
    assert 0 <= after["expedition"] - before["expedition"] <= 1
    assert 0 <= after["failures"] - before["failures"] <= 1
    for old, new in zip(before["goals"], after["goals"], strict=True):
        assert old in (None, new)
    for space, owners in before["moons"].items():
        assert all(old in (None, new) for old, new in zip(owners, after["moons"][space], strict=True))
    for planet, arrivals in before["planet_arrivals"].items():
        assert after["planet_arrivals"][planet][: len(arrivals)] == arrivals


def play_game(players, variants, seed, seen):
    """Play a game with all checks; add the legal actions to `seen`."""
    referee, policies = start(players, variants, seed)
    answers = []
    steps = Counter()
    travels = Counter()
    state = referee.snapshot()
    while referee.actor is not None:
        check_position(referee, state)
        legal = referee.legal()
        assert legal and legal <= set(range(ACTIONS)) and state["phase"] != "over"
        seen |= legal
        steps[state["expedition"]] += 1
        if state["phase"] == "travel":
            travels[state["expedition"], state["space"]] += 1
        action = policies[referee.actor].choose(referee)
        answers.append(action)
        referee.apply(action)
        before, state = state, referee.snapshot()
        check_step(before, state)
    check_position(referee, state)
    assert state["over"] and state["phase"] == "over" and referee.legal() == set()
    assert state["failures"] == 11 or any(referee.mat.placed(player) == 8 for player in range(players))
    assert max(steps.values()) <= 220 and max(travels.values()) <= 10 and sum(steps.values()) <= 3965
    assert max(Counter(expedition for expedition, _ in travels).values()) <= 26
    assert abs(sum(referee.outcome()) - (2 - players)) < 1e-9
    return referee, answers


@pytest.mark.parametrize("variants", SUBSETS, ids=lambda variants: "+".join(sorted(variants)) or "base")
@pytest.mark.parametrize("players", range(2, 6))
def test_random_games(players, variants):
    """Play games with mixed players; the seats must not matter, and a repetition gives the same game."""
    for seed in range(GAMES):
        referee, answers = play_game(players, variants, seed, set())
        again, _ = start(players, variants, seed)
        for answer in answers:
            again.apply(answer)
        assert again.snapshot() == referee.snapshot() and again.points() == referee.points()
        if "secret_missions" not in variants:
            # The same answers with all seats shifted by one. (Missions are dealt by seat, not from the starter.)
            shifted, _ = start(players, variants, seed, shift=1)
            for answer in answers:
                shifted.apply(answer)
            rows = referee.points()
            assert shifted.points() == rows[-1:] + rows[:-1]


def test_every_action_occurs():
    """Check that the games reach every action of the action space."""
    seen = set()
    for seed in range(25):
        play_game(5, set(VARIANTS), seed, seen)
    assert seen == set(range(ACTIONS))


def test_unasked_answers():
    """Check that leaving out single answers changes only the number of questions."""

    class Brief(MlemReferee):
        unasked = frozenset({"boarding", "travel"})

    for seed in range(10):
        referee, policies = start(4, set(VARIANTS), seed)
        brief = Brief(COMPONENTS, 4, set(VARIANTS), seed % 4, Dealer(seed))
        while referee.actor is not None:
            single = len(referee.legal()) == 1
            action = policies[referee.actor].choose(referee)
            if not single:
                assert brief.legal() == referee.legal() and brief.snapshot() == referee.snapshot()
                brief.apply(action)
            referee.apply(action)
        assert brief.snapshot() == referee.snapshot()
