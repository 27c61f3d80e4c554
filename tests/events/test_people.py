"""Names in the place of seat numbers, in words."""

from __future__ import annotations

import re

import pytest

import moon_envs
from moon_envs import events
from moon_envs.base.errors import ConfigurationError
from moon_envs.events.people import MOST_CHARACTERS, People, checked_names, people_at
from tests.events.playing import SOME_MODES, taken_decisions

TABLE = people_at(4, ["Anna", None, "Bo"], ["", "", "", "mcts:100"])


def test_names_by_default_say_who_plays():
    assert TABLE.names == ("Anna", "player 1", "Bo", "bot 3")
    assert TABLE.long_name(3) == "bot 3 (mcts:100)" and TABLE.long_name(0) == "Anna"
    assert TABLE.name(0, viewer=0) == TABLE.long_name(0, viewer=0) == "You"


@pytest.mark.parametrize(
    "words, viewer, told",
    [
        ("Player 0 wrote 7 on floor 3, space 1.", 0, "You wrote 7 on floor 3, space 1."),
        ("Player 0 wrote 7 on floor 3, space 1.", 2, "Anna wrote 7 on floor 3, space 1."),
        ("Player 0: stay on board.", 0, "You: stay on board."),
        ("Player 3: stay on board.", 0, "Bot 3: stay on board."),
        ("Player 0 (you)", 0, "You"),
        ("player 0 (you)", 0, "You"),
        ("player 0", 0, "You"),
        ("player 3", 0, "bot 3"),
        ("Player 2", 0, "Bo"),
        ("Expedition 4 begins; player 0 (you) starts.", 0, "Expedition 4 begins; you start."),
        ("Expedition 4 begins; player 1 starts.", 0, "Expedition 4 begins; player 1 starts."),
        ("The new commander is player 2.", 0, "The new commander is Bo."),
        ("add the booster of player 0: 2 spaces", 0, "add your booster: 2 spaces"),
        ("add the booster of player 2: 2 spaces", 0, "add the booster of Bo: 2 spaces"),
        ("a decision of player 0", 0, "your decision"),
        ("pawn of player 0", 0, "your pawn"),
        ("Player 0 (you) chooses a faction", 0, "You choose a faction"),
        ("Player 0 has an approval for ships", 0, "You have an approval for ships"),
        ("Player 0 passes", 0, "You pass"),
        ("Player 3 has an approval", None, "Bot 3 has an approval"),
        ("Player 0 wrote 7.", None, "Anna wrote 7."),
        ("closed in phase II by player 0, player 2", 2, "closed in phase II by Anna, you"),
        ("Player 7 wrote 7.", 0, "Player 7 wrote 7."),
        ("3 players, layer 0", 0, "3 players, layer 0"),
    ],
)
def test_sentences_stay_right(words, viewer, told):
    assert TABLE.told(words, viewer) == told
    assert TABLE.told(told, viewer) == told


def test_a_name_is_never_taken_for_another_players():
    people = People(("seat 1", "x"), ("", ""))
    assert people.told("player 0 and player 1", None) == "seat 1 and x"


def test_names_are_tidied_up():
    assert checked_names(["  Anna   Lena ", "", None], 4) == ["Anna Lena", None, None, None]
    assert checked_names(["Zoe\u0308", "O'Brien", "J\u00f6rg-2"], 3) == ["Zo\u00eb", "O'Brien", "J\u00f6rg-2"]


@pytest.mark.parametrize(
    "names",
    [
        ["A" * (MOST_CHARACTERS + 1)],
        ["<b>Anna</b>"],
        ["Anna & Bo"],
        ['"Anna"'],
        ["An\u202ena"],
        ["An\x00na"],
        ["7"],
        ["..."],
        [7],
        [["Anna"]],
        ["You"],
        ["player 1"],
        ["Bot 2"],
        ["astra"],
        ["Anna", "anna"],
        ["Anna", "Bo", "Cleo", "Dora"],
        "Anna",
        {"0": "Anna"},
        None,
    ],
)
def test_names_that_are_not_allowed(names):
    with pytest.raises(ConfigurationError, match="allowed|is taken|is there twice"):
        checked_names(names, 3, rival="ASTRA")


@pytest.mark.parametrize("game_id, mode", SOME_MODES)
def test_no_seat_number_is_left_in_any_game(game_id, mode):
    game = moon_envs.game(game_id)
    people = people_at(mode["players"], ["Anna", "Bo", "Cleo"][: mode["players"]])
    for taken in taken_decisions(game, mode, 120):
        for seat in (*range(mode["players"]), None):
            words = [
                *events.tell(game, taken.before, taken.after, taken, seat),
                events.describe(game, taken.before, taken.action),
            ]
            words += events.table(game, taken.after, seat).splitlines() if seat is not None else []
            for line in words:
                told = people.told(line, seat)
                assert not re.search(r"player \d|\(you\)", told, re.IGNORECASE), (line, told)
                assert not re.search(r"\b[Yy]ou (?:is|has|was|[a-z]+(?<!s)s)\b(?! is)", told), (line, told)
