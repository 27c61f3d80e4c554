"""Whole games of the referee by itself: what must hold in every position."""

import random
from collections import Counter

import pytest

from .actions import ACTIONS, FEED
from .dealer import Dealer
from .policies import Busy, Random
from .recorded import Recorded
from .referee import FromTheMoonReferee
from .tables import COMPONENTS, CYBORGS

MODES = [(players, 0) for players in (2, 3, 4)] + [(1, objectives) for objectives in (2, 3, 4, 5)]
# from_the_moon 12.5
MOST_FRAMES = 11
MOST_OPTIONS = 25
MOST_DECISIONS = 4000
MOST_TURNS = 77


def start(players, objectives, seed):
    """A game and a player for every seat."""
    rng = random.Random(seed)
    referee = FromTheMoonReferee(COMPONENTS, players, Dealer(seed), objectives)
    return referee, [(Random, Busy)[(seed + seat) % 2](rng) for seat in range(players)]


def check_position(state):
    """Check the counts and limits (from_the_moon 9, 15.11)."""
    for number in range(4):
        owned = sum(player["resources"][number] for player in state["players"])
        on_tiles = sum(cubes[number] for cubes in state["cubes"]) if number < 3 else 0
        bag = state["bag"][number] if number < 3 else 0
        assert owned + on_tiles + bag + state["supply"][number] == 40 and bag >= 0
    assert all(min(cubes) >= 0 and sum(cubes) <= 4 for cubes in state["cubes"])
    laboratories = Counter(state["display"])
    for player in state["players"]:
        laboratories.update(player["laboratories"].values())
    laboratories.update(frame[1] for frame in state["stack"] if frame[0] == "LAB_PLACE")
    assert [laboratories[kind] + left for kind, left in enumerate(state["laboratories_left"])] == [3] * 18
    assert sum(player["basic_greenhouses"] + player["improved_greenhouses"] for player in state["players"]) <= 24
    owned_large = [number for player in state["players"] for number in player["large"]]
    assert sorted(owned_large + state["large"]) == list(range(8))
    solo = state["solo"] is not None
    rovers = list(state["solo"]["opponent_rovers"]) if solo else []
    rovers += [rover["tile"] for player in state["players"] for rover in player["rovers"] if rover["tile"] is not None]
    assert len(rovers) == len(set(rovers))
    for seat, player in enumerate(state["players"]):
        check_player(state, seat, player)
    for mission in range(3):
        tiles, owners = state["mission_tiles"][mission], state["mission_tile_owners"][mission]
        assert all((tile is None) == (owner is not None) for tile, owner in zip(tiles, owners, strict=True))
        improved = [owner is not None for owner in state["improvements"][mission]]
        assert all(tile is None for tile, cube in zip(tiles, improved, strict=True) if cube)
        assert (state["launched_on"][mission] is not None) == all(tile is None for tile in tiles)
    if solo:
        assert state["solo"]["rover_cards"] == sorted(set(state["solo"]["rover_cards"]))
        assert not set(state["solo"]["rover_cards"]) & set(state["solo"]["opponent_rovers"])


def check_player(state, seat, player):
    """Check the board of one player."""
    assert min(player["resources"]) >= 0 and 0 <= player["energy"] <= player["batteries"] <= 9
    assert 1 <= player["space"] <= 7 and player["achievements"] >= 0
    assert player["basic_greenhouses"] >= 0 and player["basic_greenhouses"] + player["improved_greenhouses"] <= 6
    assert player["foundations"] <= 6 and len(player["laboratories"]) <= 2 * player["foundations"]
    large = len(player["large"]) + player["faction_building"]
    buildings = sum(owner == seat for owner in state["buildings"].values())
    assert large <= 2 and buildings == large + len(player["small"])
    assert sum(improvers.count(seat) for improvers in state["improvements"]) <= 6
    for colour in range(3):
        specialists = sum(rover["specialists"][colour] for rover in player["rovers"])
        basics = sum(rover["basics"][colour] for rover in player["rovers"])
        assert min(basics, specialists) >= 0 and specialists <= 3 and player["taken"][colour] <= 3
        if state["stack"] and state["stack"][0][0] not in ("DRAFT", "CREW"):
            assert specialists == player["trained"][colour] and basics + specialists == 1 + player["taken"][colour]
    assert all(sum(rover["basics"]) + sum(rover["specialists"]) <= 3 for rover in player["rovers"])


def play_game(referee, choose, prepare=lambda referee: None):
    """Play a game with all checks.

    Returns:
        The answers, and the frames met.
    """
    answers, frames, turns = [], Counter(), Counter()
    while referee.actor is not None:
        if referee.frame == "MAIN":
            prepare(referee)
        state = referee.snapshot()
        check_position(state)
        legal = referee.legal()
        assert 2 <= len(legal) <= MOST_OPTIONS and legal <= set(range(ACTIONS))
        assert len(state["stack"]) <= MOST_FRAMES and len(answers) < MOST_DECISIONS
        assert FEED not in legal or state["players"][referee.actor]["faction"] != CYBORGS
        frames[referee.frame] += 1
        turns[referee.actor] += referee.frame == "MAIN"
        answers.append(choose(referee))
        referee.apply(answers[-1])
        for before, player in zip(state["players"], referee.players, strict=True):
            # Only feeding costs points.
            assert player.score >= before["score"] or player.space == before["space"] + 1
    state = referee.snapshot()
    check_position(state)
    assert state["over"] and state["frame"] == "over" and state["stack"] == [] and referee.legal() == set()
    assert state["end_triggered"] or state["lost"]
    assert None not in state["launched_on"] or state["lost"] or max(p["space"] for p in state["players"]) == 7
    players = len(referee.players)
    expected = 2 - players if players > 1 else referee.outcome()[0]
    assert sum(referee.outcome()) == pytest.approx(expected)
    return answers, frames


@pytest.mark.parametrize(("players", "objectives"), MODES)
def test_random_games(players, objectives):
    """Play games with mixed players; a repetition gives the same game."""
    for seed in range(2 if players > 1 else 6):
        referee, policies = start(players, objectives, seed)
        answers, _ = play_game(referee, lambda referee, policies=policies: policies[referee.actor].choose(referee))
        again, _ = start(players, objectives, seed)
        for answer in answers:
            again.apply(answer)
        assert again.snapshot() == referee.snapshot() and again.points() == referee.points()


@pytest.mark.parametrize(("players", "objectives"), MODES[:4])
def test_games_followed_from_outside(players, objectives):
    """A referee that only sees the position one step ahead goes the same way."""
    for seed in range(2):
        leader, policies = start(players, objectives, seed)
        follower = FromTheMoonReferee(COMPONENTS, players, Recorded(leader.snapshot), objectives)
        assert follower.snapshot() == leader.snapshot()
        while leader.actor is not None:
            if leader.frame == "MAIN" and seed % 2:
                refilled(leader)
                refilled(follower)
            answer = policies[leader.actor].choose(leader)
            leader.apply(answer)
            follower.apply(answer)
            assert follower.snapshot() == leader.snapshot() and follower.legal() == leader.legal()


def refilled(referee):
    """Give the player everything, from the supply."""
    own = referee.own
    for number in range(4):
        missing = max(0, 6 - own.resources[number])
        own.resources[number] += missing
        referee.moon.supply[number] -= missing
    own.batteries = own.energy = 9


def play_rich_games(policy, games, players, objectives=0):
    """Play games with refilled resources.

    Returns:
        The actions offered, the frames met and the launches.
    """
    seen, frames, launches = set(), Counter(), 0
    for seed in range(games):
        referee, _ = start(players, objectives, seed)
        player = policy(random.Random(seed))

        def choose(referee, player=player):
            seen.update(referee.legal())
            return player.choose(referee)

        frames += play_game(referee, choose, refilled)[1]
        launches += referee.ships.launches()
    return seen, frames, launches


@pytest.mark.parametrize(("players", "objectives"), [(1, 2), (2, 0), (3, 0)])
def test_games_of_the_rich(players, objectives):
    """With refilled resources ships are launched and nearly every frame is met."""
    _, frames, launches = play_rich_games(Busy, 4, players, objectives)
    assert launches > 0
    wanted = {"MAIN", "ROVER", "TILE", "TASKS", "RESOURCE", "GH_ACTION", "TEAM_ACTION", "RECRUIT", "TRAIN", "BUILDING"}
    wanted |= {"BUILDING_SPACE", "TERRAIN_PICK", "RESEARCH_ACTION", "LAB_PICK", "LAB_PLACE", "LAB_ACTIVATE", "EFFECT"}
    wanted |= {"APPROVAL", "SPECIAL_RESEARCH", "INCOME", "FEED", "DRAFT"}
    assert wanted <= set(frames), wanted - set(frames)


def test_every_action_occurs():
    """Rich games of four reach every action and every frame."""
    seen, frames, _ = play_rich_games(Busy, 7, players=4)
    assert seen == set(range(ACTIONS))
    assert {"CREW", "END_TURN", "GH_GAIN", "GH_IMPROVE"} <= set(frames)
