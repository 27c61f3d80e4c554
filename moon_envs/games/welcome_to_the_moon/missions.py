"""The mission mechanism (welcome 6): who may accomplish what, for which value, and when a card is turned over."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below
from moon_envs.games.welcome_to_the_moon.adventure import is_mission_met, mission_value, receive_mission_value
from moon_envs.games.welcome_to_the_moon.facts import mission_cards
from moon_envs.games.welcome_to_the_moon.state import AT_RANDOM, MISSIONS


@kernel
def draw_missions(state):
    """Draw one mission of each letter, or take the one that the caller fixed (welcome 1.3, 9.2)."""
    for letter in range(MISSIONS):
        # Always draw a random number, so that fixing a mission does not change the cards.
        drawn = random_below(state, 2)
        fixed = state.mission_choice[letter]
        state.mission_card[letter] = drawn if fixed == AT_RANDOM else fixed


@kernel
def can_accomplish(state, player, letter):
    """Whether the player may accomplish the mission now (welcome 6.1)."""
    if state.players[player].missions[letter] != 0:
        return False
    return is_mission_met(state, player, mission_cards(state)[letter, state.mission_card[letter]])


@kernel
def can_accomplish_any(state, player):
    """Whether the player may accomplish a mission now."""
    for letter in range(MISSIONS):
        if can_accomplish(state, player, letter):
            return True
    return False


@kernel
def accomplish_mission(state, player, letter):
    """Pay the first value while the card is open, later the other one; the player keeps it (welcome 6.2, 6.3)."""
    value = mission_value(state, letter, state.turned_over[letter] != 0)
    state.players[player].missions[letter] = value
    receive_mission_value(state, player, value)


@kernel
def turn_over_accomplished_missions(state):
    """Turn over the accomplished missions, when all players have finished the phase (welcome 6.2)."""
    for player in range(state.player_count):
        for letter in range(MISSIONS):
            if state.players[player].missions[letter] != 0:
                state.turned_over[letter] = 1


@kernel
def somebody_has_three_missions(state):
    """Whether a player has accomplished three missions, which ends the game (welcome 7.1)."""
    for player in range(state.player_count):
        missions = state.players[player].missions
        if missions[0] != 0 and missions[1] != 0 and missions[2] != 0:
            return True
    return False
