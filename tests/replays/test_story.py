"""What is told of a game in words, and whom when."""

from __future__ import annotations

import pytest

import moon_envs
from moon_envs import Recording, events
from moon_envs.render import LastDecision
from moon_envs.replays.packing import Pieces
from moon_envs.replays.story import story
from moon_envs.replays.views import view_game
from tests.replays.games import GAMES, SIMULTANEOUS, random_recording


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_told_at_the_open_table(game):
    whole = random_recording(game, length=40, players=2).walk()
    steps = story(whole, None)
    assert [step.position for step in steps] == list(range(1, 41))
    assert all(step.words and step.who.startswith("player") and not step.is_silent for step in steps)
    lines = [line for step in steps for line in step.events]
    assert lines and not any("you" in line.lower() for line in lines), "nobody is addressed at the open table"


@pytest.mark.parametrize("length", [None, 40])
@pytest.mark.parametrize("game", SIMULTANEOUS)
def test_the_steps_of_a_phase_are_the_own_decisions_and_its_end(game, length):
    whole = random_recording(game, length=length, players=3).walk()
    phases = [tuple(int(state[name]) for name in whole.game.simultaneous) for state in whole.states]
    for seat in range(3):
        expected = []
        for phase in dict.fromkeys(phases):
            decisions = [place for place in range(len(whole.actions)) if phases[place] == phase]
            own = [place + 1 for place in decisions if whole.actors[place] == seat]
            end = decisions[-1] + 1 if decisions else len(whole)
            is_over = end < len(whole) and (phases[end] != phase or whole.actors[end] < 0)
            expected += [*own[:-1], end] if is_over else own
        steps = story(whole, seat)
        assert [step.position for step in steps] == expected
        own_words = [
            events.describe(whole.game, whole.states[place], whole.actions[place])
            for place in range(len(whole.actions))
            if whole.actors[place] == seat
        ]
        assert [step.words for step in steps if step.who] == own_words


def test_a_seat_is_told_the_words_of_the_events():
    """In a replay, at the table and in the terminal the same is told of others: `events.tell`."""
    for game, mode in (("luna_capital", {}), ("mlem", {"secret_missions": True}), ("launch", {})):
        whole = random_recording(game, length=60, players=3, **mode).walk()
        told = []
        for place, action in enumerate(whole.actions):
            decision = LastDecision(whole.actors[place], action)
            told += events.tell(whole.game, whole.states[place], whole.states[place + 1], decision, 1)
        lines = []
        for step in story(whole, 1):
            lines += [] if step.who or step.is_silent else [step.words]
            lines += step.events
        assert lines == told


def test_what_a_player_only_names_is_not_a_step():
    """In Luna Capital others name cards and tiles on the way: how often is not to be seen in a page."""
    whole = random_recording("luna_capital", length=80, players=3).walk()
    steps = story(whole, 0)
    own = sum(actor == 0 for actor in whole.actors[:-1])
    silent = sum(step.is_silent for step in steps)
    assert sum(bool(step.who) and not step.is_silent for step in steps) == own
    view = view_game(whole, 0, steps, Pieces())
    assert silent > sum(step.is_silent for step in view.steps)
    assert len(view.frames) == len(view.positions) < len(whole)


def test_turns():
    game_of_turns = random_recording("mlem", length=60, players=3).walk()
    for position in game_of_turns.turns_among(range(60))[1:]:
        assert game_of_turns.actors[position] != game_of_turns.actors[position - 1]
    phases = random_recording("launch", players=2).walk()
    fields = [[int(state[name]) for name in phases.game.simultaneous] for state in phases.states]
    changes = [place for place in range(1, len(phases.actions)) if fields[place] != fields[place - 1]]
    assert phases.turns_among(range(len(phases))) == [0, *changes] and len(changes) > 10
    alone = random_recording("luna_capital", players=1).walk()
    assert len(alone.turns_among(range(len(alone)))) > 10


def test_text():
    recording = random_recording("launch", players=2)
    recording.agents = ["greedy", "random"]
    lines = list(recording.to_lines())
    assert lines[0] == "Welcome to the Moon: Launch: 2 players, seed 4"
    assert lines[1] == "player 0 (greedy), player 1 (random)"
    assert any(line.startswith(f"{len(recording.actions):4}  player") for line in lines)
    assert "The game is over." in lines and "total" in lines[-1]
    del recording.actions[5:]
    assert "The recording ends before the game is over." in list(recording.to_lines())


def test_text_for_a_seat():
    recording = random_recording("luna_capital", players=3, seed=987654321)
    lines = list(recording.to_lines(1))
    assert lines[0] == "Luna Capital: 3 players, as player 1 knows it" and "987654321" not in "\n".join(lines)
    assert not any("player 0: " in line or "player 2: " in line for line in lines)
    assert any("player 1: " in line for line in lines) and any("Player 0 took slot" in line for line in lines)
    assert "The game is over." in lines and "Player 1 (you)" in lines[-1]
    del recording.actions[30:]
    assert "Player 1 (you)" in list(recording.to_lines(1))[-1]
    with pytest.raises(moon_envs.ConfigurationError, match="allowed: 0 to 2"):
        list(recording.to_lines(3))


def test_agents_are_kept_and_checked():
    recording = random_recording("launch", length=3, players=2)
    recording.agents = ["a", "b"]
    assert Recording.from_bytes(recording.to_bytes()).agents == ["a", "b"]
    for wrong in (["a"], ["a", 1], "ab", None, {"a": 1, "b": 2}):
        recording.agents = wrong
        with pytest.raises(moon_envs.SaveError):
            Recording.from_bytes(recording.to_bytes())
