"""What is told of a game in words, and whom when."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs import Recording
from moon_envs.replays.story import NEVER, known_words, story
from moon_envs.replays.text import replay_text
from moon_envs.replays.walk import walk
from moon_envs.testing.knowledge import hidden_leaves, scramble
from tests.replays.games import GAMES, SIMULTANEOUS, random_recording


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_told_at_the_open_table(game):
    whole = walk(random_recording(game, length=40, players=2))
    lines = story(whole, None)
    assert len(lines) == 40 and all(line.words and line.told == 0 for line in lines)


@pytest.mark.parametrize("game", SIMULTANEOUS)
def test_decisions_of_a_phase_are_told_when_it_is_over(game):
    whole = walk(random_recording(game, length=40, players=3))
    names = whole.game.simultaneous
    for position, line in enumerate(story(whole, 1)):
        if whole.actors[position] == 1:
            assert line.told == position + 1
            continue
        phase = [int(whole.states[position][name]) for name in names]
        shown = next(
            (
                later
                for later in range(position + 1, len(whole))
                if [int(whole.states[later][name]) for name in names] != phase or whole.actors[later] < 0
            ),
            NEVER,
        )
        assert line.told == shown
        assert bool(line.words) == (shown != NEVER)


@pytest.mark.parametrize("game", ["luna_capital", "mlem"])
def test_words_tell_nothing_of_what_lies_face_down(game):
    """A seat is told the same of others' decisions, whatever it does not know."""
    mode = {"secret_missions": True} if game == "mlem" else {}
    whole = walk(random_recording(game, length=120, players=3, **mode))
    chance, differing = np.random.default_rng(5), 0
    hidden = [(leaf, knowing) for leaf, knowing in hidden_leaves(whole.game) if leaf.path[0] not in ("named",)]
    for position, action in enumerate(whole.actions):
        state, actor = whole.states[position], whole.actors[position]
        for seat in range(3):
            if seat == actor:
                continue
            words = known_words(whole.game, state, action, seat)
            other = scramble(whole.game, hidden, state, seat, actor, chance)
            assert known_words(whole.game, other, action, seat) == words, (position, seat)
            differing += whole.game.describe(action, state) != words
    assert differing, "no decision of this game had anything to hide"


def test_turns():
    game_of_turns = walk(random_recording("mlem", length=60, players=3))
    for position in game_of_turns.turns[1:]:
        assert game_of_turns.actors[position] != game_of_turns.actors[position - 1]
    phases = walk(random_recording("launch", players=2))
    turns = [int(phases.states[position]["turn"]) for position in phases.turns]
    assert turns == sorted(turns) and set(turns) == set(range(1, max(turns) + 1)) and max(turns) > 10
    alone = walk(random_recording("luna_capital", players=1))
    assert len(alone.turns) > 10


def test_text():
    recording = random_recording("launch", players=2)
    recording.agents = ["greedy", "random"]
    lines = list(replay_text(recording))
    assert lines[0] == "Welcome to the Moon: Launch: 2 players, seed 4"
    assert lines[1] == "player 0 (greedy), player 1 (random)"
    assert any(line.startswith(f"{len(recording.actions):4}  player") for line in lines)
    assert "The game is over." in lines and "total" in lines[-1]
    del recording.actions[5:]
    assert "The recording ends before the game is over." in list(replay_text(recording))


def test_agents_are_kept_and_checked():
    recording = random_recording("launch", length=3, players=2)
    recording.agents = ["a", "b"]
    assert Recording.from_bytes(recording.to_bytes()).agents == ["a", "b"]
    for wrong in (["a"], ["a", 1], "ab", None, {"a": 1, "b": 2}):
        recording.agents = wrong
        with pytest.raises(moon_envs.SaveError):
            Recording.from_bytes(recording.to_bytes())
