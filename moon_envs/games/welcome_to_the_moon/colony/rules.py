"""What the Colony sheet adds to the shared turn: rows and columns, tunnels, multipliers, the race for the quarters.

Shared files carry these rules: a System Error is a box and nothing else (colony 2.2); astronaut and planning cross off
symbols (colony 3.7); effect cards A and B cross off the open high bonus of a quarter (colony 7.2). Functions with the
name of a stub in adventure.py or use_action.py are Colony's versions of it. Rows and columns never change.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices, things_left
from moon_envs.games.welcome_to_the_moon.colony.actions import TRACK, TUNNEL
from moon_envs.games.welcome_to_the_moon.colony.buildings import (
    are_connections_right,
    build_tunnel,
    free_places_in_reach,
    is_filled,
)
from moon_envs.games.welcome_to_the_moon.colony.components import (
    GREENHOUSES,
    NO_TANK,
    NOT_PAID,
    PAID_FIRST,
    PAID_LATER,
    QUARTER_CELLS,
    QUARTER_OF_CELL,
    QUARTERS,
    TANK_OF_CELL,
    TRACK_BOXES,
    TRACKS,
    TUNNELS,
)
from moon_envs.games.welcome_to_the_moon.colony.state import DECIDE_TRACK, DECIDE_TUNNEL
from moon_envs.games.welcome_to_the_moon.races import close_race, earn_solo_bonuses, open_races


def note_filled_cell(state, sheet, cell):
    """Update the set of filled cells (colony 2.1)."""
    sheet.filled |= 1 << cell


def begin_action(state, sheet):
    """Use water, plant, robot or energy; an action that cannot be used does nothing (colony 3.8)."""
    if state.action == WATER:
        circle_tank(sheet, state.written_cell)
    elif state.action == PLANT:
        circle_greenhouse(sheet, QUARTER_OF_CELL[state.written_cell])
    elif state.action == ROBOT:
        tunnel = choose(state, free_places_in_reach(sheet), DECIDE_TUNNEL)
        if tunnel != NOTHING:
            build_tunnel(sheet, tunnel)  # colony 3.3
    else:
        track = choose(state, tracks_with_boxes(sheet), DECIDE_TRACK)
        if track != NOTHING:
            sheet.track_boxes[track] += 1  # colony 3.6


@kernel
def circle_tank(sheet, cell):
    """Circle the tank of the cell just numbered, if it has one (colony 3.1)."""
    if TANK_OF_CELL[cell] != NO_TANK:
        sheet.tanks |= 1 << TANK_OF_CELL[cell]


@kernel
def circle_greenhouse(sheet, quarter):
    """Circle the next greenhouse of the quarter, if one is left (colony 3.2)."""
    if sheet.greenhouses[quarter] < GREENHOUSES:
        sheet.greenhouses[quarter] += 1


@kernel
def tracks_with_boxes(sheet):
    """The multipliers that have a box left (colony 3.6)."""
    return things_left(sheet.track_boxes, TRACK_BOXES)


def mark_action_choices(state, sheet, mask):
    """Mark the places for a tunnel, or the multipliers."""
    if state.decision == DECIDE_TUNNEL:
        mark_choices(mask, TUNNEL, free_places_in_reach(sheet), TUNNELS)
    else:
        mark_choices(mask, TRACK, tracks_with_boxes(sheet), TRACKS)


def apply_action_choice(state, sheet, action):
    """Build the tunnel, or cross off a box of the multiplier (colony 3.3, 3.6)."""
    if state.decision == DECIDE_TUNNEL:
        build_tunnel(sheet, action - TUNNEL)
    else:
        sheet.track_boxes[action - TRACK] += 1


def resolve_incidents(state):
    """Pay the quarters completed this turn; an open high bonus is closed by that (colony 4)."""
    open_before = open_races(state)
    for player in range(state.player_count):
        sheet = state.players[player]
        for quarter in range(QUARTERS):
            if sheet.quarters[quarter] == NOT_PAID and is_filled(sheet, QUARTER_CELLS[quarter]):
                pay_quarter(state, sheet, quarter, (open_before >> quarter) & 1)


@kernel
def pay_quarter(state, sheet, quarter, was_open):
    """Pay more to all who complete it in the first turn in which it is completed, less later (colony 4.1, 4.2)."""
    if was_open:
        sheet.quarters[quarter] = PAID_FIRST
        close_race(state, quarter)
        earn_solo_bonuses(state)  # colony 7.1
    else:
        sheet.quarters[quarter] = PAID_LATER


def is_own_decision_due(state, sheet):
    """Whether this decision is due by the action of the combination."""
    if state.pending_action == 0:
        return False
    return state.action == (ROBOT if state.decision == DECIDE_TUNNEL else ENERGY)


def is_sheet_consistent(state, sheet):
    """Whether the sets agree with cells and tunnels."""
    for cell in range(sheet.cells.shape[0]):
        if (sheet.cells[cell] != EMPTY) != ((sheet.filled >> cell) & 1 == 1):
            return False
    return are_connections_right(sheet)
