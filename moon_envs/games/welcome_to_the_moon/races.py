"""Races (welcome 5.2): bonuses that are closed after the first turn in which they are reached, or by ASTRA.

Sets of races are kept as bits. Each adventure has its own races: multipliers, quarters, filling bonuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.compiler.shared_rules import NEVER_ASKED, shared_rule
from moon_envs.games.welcome_to_the_moon.astra import circle_solo_bonuses
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.facts import printed
from moon_envs.games.welcome_to_the_moon.state import NO_EFFECT_CARD, PHASE_DRAW, is_solo


@kernel
def open_races(state):
    """The bonuses that are not closed. One that is reached in this turn stays open until the turn ends."""
    return ((1 << printed(state).races) - 1) ^ state.closed_races


@kernel
def is_race_open(state, race):
    """Whether this bonus can still be reached."""
    return (state.closed_races >> race) & 1 == 0


@kernel
def close_race(state, race):
    """Close a bonus: it cannot be reached any more."""
    state.closed_races |= 1 << race


@kernel
def earn_solo_bonuses(state):
    """In solo mode reaching a race circles solo bonuses (welcome 8.7)."""
    if is_solo(state):
        circle_solo_bonuses(state, printed(state).solo_bonuses_per_race)


@kernel
def reach_race(state, race, high, low):
    """Reach a race whose bonus comes at once. Returns `high`, with solo bonuses, while it is open, otherwise `low`."""
    if not is_race_open(state, race):
        return low
    earn_solo_bonuses(state)
    return high


@kernel
def close_reached_races(state, reached, high):
    """Close the races that a player has reached for the high bonus, at the end of the turn (welcome 5.2)."""
    for race in range(reached.shape[0]):
        if reached[race] == high:
            close_race(state, race)


@shared_rule
def targets_of_astra(state, letter):
    """The races that an effect card can hit (welcome 8.9, 8.10)."""


@shared_rule
def cross_off_for_astra(state, race):
    """Carry out an effect card on its target."""


def open_races_for_letters_with_effect(state, letter):
    """`targets_of_astra`: every open race; cards of other letters hit none (welcome 8.9)."""
    return open_races(state) if letter < printed(state).letters_with_effect else 0


def close_race_for_astra(state, race):
    """`cross_off_for_astra`: the race is closed, and nothing follows."""
    close_race(state, race)


ASTRA_CLOSES_RACES: dict[Callable, Callable] = {
    targets_of_astra: open_races_for_letters_with_effect,
    cross_off_for_astra: close_race_for_astra,
}
"""The effect of most adventures: a race of the player's choice is closed."""


NO_RACES: dict[Callable, Any] = dict.fromkeys(ASTRA_CLOSES_RACES, NEVER_ASKED)
"""For adventures without races."""


@kernel
def is_effect_to_be_chosen(state):
    """Whether the player has to choose among the targets of an effect card just drawn (welcome 8.10)."""
    if state.phase != PHASE_DRAW or state.effect_card == NO_EFFECT_CARD:
        return False
    return count_bits(targets_of_astra(state, state.effect_card)) > 1
