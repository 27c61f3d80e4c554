"""What is told of a whole game adds up to what the game came to."""

from __future__ import annotations

import re

import numpy as np
import pytest

import moon_envs
from moon_envs.events import describe, legend, tell
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENT_VALUES
from moon_envs.play.sessions import Decision
from tests.events.playing import Taken, taken_decisions

ADVENTURES = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")


def whole_game(game_id: str, **mode) -> list[Taken]:
    """The decisions of one game."""
    game, decisions = moon_envs.game(game_id), []
    for taken in taken_decisions(game, mode, 5000):
        decisions.append(taken)
        if taken.after["over"]:
            return decisions
    raise AssertionError


def lines_of(game_id: str, seat: int, decisions: list[Taken]) -> list[str]:
    """What a seat is told of all of them."""
    game = moon_envs.game(game_id)
    return [
        line
        for taken in decisions
        for line in tell(game, taken.before, taken.after, Decision(taken.actor, taken.action, "", taken.before), seat)
    ]


def total(lines: list[str], pattern: str) -> int:
    """The sum of the numbers that a pattern finds."""
    return sum(int(number) for line in lines for number in re.findall(pattern, line))


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_everything_that_others_write_is_told(adventure):
    decisions = whole_game(adventure, players=3)
    lines, end = lines_of(adventure, 0, decisions), decisions[-1].after
    sheets = [end["players"][player] for player in (1, 2)]
    verb = "drew an insignia on planet" if adventure == "battle" else r"(?:wrote|infected)"
    written = sum(len(re.findall(verb, line)) for line in lines if line.startswith("Player"))
    if adventure == "battle":  # a sheet has marks of two players: two thirds of all marks are the others'
        everywhere = sum(int(end["players"][player]["filled_cells"]) for player in range(3))
        own = sum(len(re.findall(verb, line)) for line in lines_of(adventure, 1, decisions))
        others = sum(len(re.findall(verb, line)) for line in lines_of(adventure, 2, decisions))
        assert written + own + others == 2 * everywhere
    else:
        assert written == sum(int(sheet["filled_cells"]) for sheet in sheets)
        errors = sum(int(sheet["system_errors"]) for sheet in sheets)
        assert 0 < sum("took a System Error" in line for line in lines if line.startswith("Player")) <= errors
        own_errors = int(end["players"][0]["system_errors"])
        assert sum("On your sheet: took a System Error" in line for line in lines) <= own_errors
        assert total(lines, r"accomplished mission . for (\d+)") >= sum(bool(m) for s in sheets for m in s["missions"])
    # A turn without decisions is over before it could be told.
    turns = [int(line.split()[1][:-1]) for line in lines if line.startswith("Turn ")]
    assert turns == sorted(set(turns)) and int(end["turn"]) - 3 <= len(turns) <= int(end["turn"])
    closed = int(end["closed_races"]).bit_count()
    ends = (" closed.", " crossed off.", " started.")
    assert sum(line.endswith(ends) and not line.startswith("Player") for line in lines) == closed


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_astra_is_told_of(adventure):
    decisions = whole_game(adventure, players=1, opponent=4)
    lines, end = lines_of(adventure, 0, decisions), decisions[-1].after
    assert total(lines, r"ASTRA got .* card: (\d+)") == int((end["given"] * OPPONENT_VALUES[4]).sum())
    assert sum("ASTRA got a" in line for line in lines) == int(end["given"].sum())
    assert sum("ASTRA got nothing" in line for line in lines) == int(end["bonuses_spent"])
    assert total(lines, r"^(\d+) solo bonus") == int(end["bonuses_circled"])
    drawn = sum(len(line.split(",")) for line in lines if line.startswith("Drawn: "))
    assert drawn + int(decisions[0].before["drawn_count"]) >= 3 * int(end["given"].sum())


def test_the_words_of_a_choice_say_what_astra_gets():
    game = moon_envs.game("mine")
    noted = 0
    for taken in whole_game("mine", players=1, opponent=6):
        words = describe(game, taken.before, taken.action)
        found = re.search(r"\(ASTRA gets (\d+) points?\)$", words)
        given = taken.after["given"] - taken.before["given"]
        if found and given.any() and words.startswith("give"):
            noted += 1
            assert int(found.group(1)) == int((given * OPPONENT_VALUES[6]).sum())
    assert noted


@pytest.mark.parametrize("variants", [{}, {"ufo": True, "explorations": True}])
def test_points_of_mlem_add_up(variants):
    decisions = whole_game("mlem", players=3, **variants)
    end = decisions[-1].after
    for seat in range(3):
        lines = lines_of("mlem", seat, decisions)
        for player in range(3):
            who = "You" if player == seat else f"Player {player}"
            points = total(lines, rf"^{who} gained (\d+)") - total(lines, rf"^{who} lost (\d+) point")
            own = end["players"][player]
            counted = sum(int(own[n]) for n in ("moon_points", "deep_space_points", "ufo_points", "exploration_points"))
            assert points == counted + int(own["planet_points"].sum())
            assert (
                sum(line.startswith(f"{who} reached the goal") for line in lines) == (end["goal_owner"] == player).sum()
            )
        assert sum("The rocket crashed" in line for line in lines) == int(end["failures"])
        assert sum(line.startswith("Expedition ") and "begins" in line for line in lines) == int(end["expedition"]) - 1


def test_turns_of_luna_capital_are_told():
    decisions = whole_game("luna_capital", players=3)
    end = decisions[-1].after
    lines = lines_of("luna_capital", 0, decisions)
    cards = sum(int(end["players"][player]["card_count"]) for player in (1, 2))
    for verb in ("took slot", "played "):
        assert sum(f" {verb}" in line and line.startswith("Player") for line in lines) == cards
    down = sum(int(end["players"][player]["face_down_count"]) for player in (1, 2))
    assert sum("face down" in line for line in lines) == down
    assert sum(line.startswith("Concession ") for line in lines) == (end["closed_in"] >= 0).sum()
    assert [line for line in lines if line.startswith("Phase ")] == ["Phase B begins.", "Phase C begins."]


def test_the_automaton_is_told_of():
    decisions = whole_game("luna_capital", players=1)
    lines = lines_of("luna_capital", 0, decisions)
    assert sum(line.startswith("The Automaton took slot") for line in lines) == int(decisions[-1].after["pile_count"])


@pytest.mark.parametrize("players", [1, 2])
def test_points_of_from_the_moon_add_up(players):
    decisions = whole_game("from_the_moon", players=players)
    begin, end = decisions[0].before, decisions[-1].after
    lines = lines_of("from_the_moon", 0, decisions)
    for player in range(players):
        own = [line for line in lines if line.startswith("You " if player == 0 else f"Player {player} ")]
        parts = [part for line in own for part in line.split(" and ")]
        gained = total(parts, r"gained .*?(\d+) points?\b") - total(parts, r"lost (\d+) points?\b")
        assert gained == int(end["players"][player]["score"]) - int(begin["players"][player]["score"])
    assert sum("is launched" in line for line in lines) == np.count_nonzero(end["launch_space"])


@pytest.mark.parametrize("game_id", moon_envs.game_ids())
def test_every_game_has_a_legend(game_id):
    lines = legend(moon_envs.game(game_id))
    assert len(lines) >= 3 and all(0 < len(line) <= 120 and line == line.strip() for line in lines)
