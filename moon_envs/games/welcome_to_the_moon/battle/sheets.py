"""The ring of shared sheets (battle 2.2): which player a sheet lies with, and who has which half.

Sheet s lies between players s and s + 1. In odd turns player s writes on its half A, in even turns player s + 1 on its
half B. In solo mode the player has half A of both sheets, ASTRA half B; one of them rests.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.battle.components import ERROR_BOXES_PER_HALF, HALF_A, HALF_B
from moon_envs.games.welcome_to_the_moon.state import is_solo, show_sheets


@kernel
def is_left_turn(state):
    """Whether players write on their left sheet, as they do in odd turns."""
    return state.turn % 2 == 1


@kernel
def active_half(state):
    """The half on which players write in this turn."""
    return HALF_A if is_solo(state) or is_left_turn(state) else HALF_B


@kernel
def resting_half(state):
    """The half that a player has of the other sheet."""
    return HALF_A if is_solo(state) or not is_left_turn(state) else HALF_B


@kernel
def neighbour_with_other_sheet(state, player):
    """The player who writes on this player's other sheet in this turn."""
    step = -1 if is_left_turn(state) else 1
    return (player + step) % state.player_count


@kernel
def other_sheet(state, player, others):
    """The sheet on which the player does not write in this turn, taken from `others`."""
    if is_solo(state):
        return state.resting_sheet[0]
    return others[neighbour_with_other_sheet(state, player)]


def set_up_table(state):
    """Blank the second sheet of a solo game, which takes part from turn 2 on."""
    if is_solo(state):
        state.resting_sheet[0] = state.players[0]


def lay_out_sheets(state):
    """Pass the sheets on to those who write on them in this turn; missions stay with their players (battle 2.2)."""
    state.astra_has_moved = 0
    if state.turn > 1:
        if is_solo(state):
            change_sheets(state)
        else:
            pass_sheets_on(state)
    show_sheets(state)


@kernel
def pass_sheets_on(state):
    """Pass each sheet to the next player in even turns, and back in odd turns."""
    step = -1 if is_left_turn(state) else 1
    for player in range(state.player_count):
        state.shown[(player + step) % state.player_count] = state.players[player]
    for player in range(state.player_count):
        state.shown[player].missions[:] = state.players[player].missions
        state.players[player] = state.shown[player]


@kernel
def change_sheets(state):
    """Swap the resting sheet and the sheet in play."""
    state.shown[0] = state.players[0]
    state.players[0] = state.resting_sheet[0]
    state.resting_sheet[0] = state.shown[0]
    state.players[0].missions[:] = state.shown[0].missions


def has_used_all_system_errors(state, sheet):
    """Whether both boxes of one half are crossed off, which ends the game (battle 6.1)."""
    return sheet.errors[HALF_A] == ERROR_BOXES_PER_HALF or sheet.errors[HALF_B] == ERROR_BOXES_PER_HALF


def system_errors_of(state, player):
    """The System Errors of the player's two halves (battle 6.3)."""
    resting = other_sheet(state, player, state.players)
    return state.players[player].errors[active_half(state)] + resting.errors[resting_half(state)]


def turns_marked(state, player):
    """Every turn leaves a mark on every sheet; in solo mode two on the sheet that is played on."""
    marks = state.players[player].filled_cells + state.players[player].system_errors
    if is_solo(state):
        return (marks + state.resting_sheet[0].filled_cells + state.resting_sheet[0].system_errors) // 2
    return marks
