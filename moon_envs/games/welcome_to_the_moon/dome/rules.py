"""What the Dome sheet adds to the shared turn: open levels, ends of skyscrapers, tower, dome, energy tracks.

Shared files carry these rules: a System Error is a box and nothing else (dome 2.4); effect cards cross off the open
high bonus of an end (dome 7.2); an astronaut crosses off a symbol or is kept (dome 3.4). The skyscrapers never change
(dome 2.1). Functions with the name of a stub in adventure.py, use_action.py or fitting_cells.py are Dome's versions of
it.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices, things_left
from moon_envs.games.welcome_to_the_moon.dome.actions import BUILD, CUT, TRACK
from moon_envs.games.welcome_to_the_moon.dome.components import (
    CELLS,
    END_OF_CELL,
    HIGH,
    LEVELS_OF_SKYSCRAPER,
    LOW,
    NEXT_LEVELS,
    NO_END,
    NOT_GAINED,
    NOT_LINKED,
    PLANTS_PER_LEVEL,
    SECTIONS,
    SKYSCRAPERS,
    STARTING_LEVELS,
    TOWER_LEVEL_OF_CELL,
    TRACK_BOXES,
    TRACKS,
    WATERS_PER_LEVEL,
)
from moon_envs.games.welcome_to_the_moon.dome.pieces import (
    are_sections_whole,
    build_piece,
    buildable_pieces,
    sections_to_cut,
)
from moon_envs.games.welcome_to_the_moon.dome.state import DECIDE_CUT, DECIDE_PIECE, DECIDE_TRACK
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.races import close_reached_races, reach_race


def accessible_cells(state, player, action):
    """The open levels, where numbers may go (dome 2.2)."""
    return state.players[player].open_levels


def cells_for_x(state, sheet):
    """The open levels, where an X may go (dome 3.5)."""
    return sheet.open_levels


def note_filled_cell(state, sheet, cell):
    """Open the levels above and below (dome 2.2); an end brings its bonus (dome 2.3)."""
    sheet.open_levels &= ~(1 << cell)
    for level in (cell - 1, cell + 1):
        if (NEXT_LEVELS[cell] >> max(level, 0)) & 1 and sheet.cells[level] == EMPTY:
            sheet.open_levels |= 1 << level
    end = END_OF_CELL[cell]
    if end != NO_END:
        sheet.ends[end] = reach_race(state, end, HIGH, LOW)  # dome 7.1


def begin_action(state, sheet):
    """Use robot, energy, plant or water; an action that cannot be used does nothing."""
    if state.action == ROBOT:
        if buildable_pieces(sheet, state.number) != 0:
            state.decision = DECIDE_PIECE
    elif state.action == ENERGY:
        track = choose(state, tracks_with_boxes(sheet), DECIDE_TRACK)
        if track != NOTHING:
            sheet.energies[track] += 1  # dome 3.3
    else:
        circle_symbol(state, sheet, TOWER_LEVEL_OF_CELL[state.written_cell])


@kernel
def circle_symbol(state, sheet, level):
    """Circle a plant, or the water, of the tower level linked to the number (dome 3.1)."""
    if level == NOT_LINKED:
        return
    if state.action == PLANT:
        sheet.plants[level] = min(sheet.plants[level] + 1, PLANTS_PER_LEVEL)
    elif state.action == WATER:
        sheet.waters[level] = WATERS_PER_LEVEL


@kernel
def tracks_with_boxes(sheet):
    """The energy tracks that have a box left (dome 3.3)."""
    return things_left(sheet.energies, TRACK_BOXES)


def pay_for_x(state, sheet):
    """Demand that a section is cut (dome 3.5)."""
    state.pending_cut = 1


def carry_out_consequences(state, sheet):
    """Make the cut that an X demands, if there is a section to cut (dome 3.5)."""
    if state.pending_cut:
        section = choose(state, sections_to_cut(sheet), DECIDE_CUT)
        if state.decision != DECIDE_CUT:
            state.pending_cut = 0
            if section != NOTHING:
                sheet.cuts |= 1 << section


def forget_consequences(state):
    """Clear the pending cut."""
    state.pending_cut = 0


def mark_action_choices(state, sheet, mask):
    """Mark the pieces and the pass (dome 3.6), the tracks, or the sections."""
    if state.decision == DECIDE_PIECE:
        mask[first_actions(state).pass_action] = 1
        mark_choices(mask, BUILD, buildable_pieces(sheet, state.number), 2)
    elif state.decision == DECIDE_TRACK:
        mark_choices(mask, TRACK, tracks_with_boxes(sheet), TRACKS)
    else:
        mark_choices(mask, CUT, sections_to_cut(sheet), SECTIONS)


def apply_action_choice(state, sheet, action):
    """Build a piece (dome 3.2), cross off a box of a track (dome 3.3), cut a section (dome 3.5)."""
    if state.decision == DECIDE_PIECE:
        build_piece(sheet, action - BUILD)
    elif state.decision == DECIDE_TRACK:
        sheet.energies[action - TRACK] += 1
    else:
        state.pending_cut = 0
        sheet.cuts |= 1 << (action - CUT)


def resolve_incidents(state):
    """Close the high bonuses gained this turn to everybody else (dome 4.1)."""
    for player in range(state.player_count):
        close_reached_races(state, state.players[player].ends, HIGH)


def is_own_decision_due(state, sheet):
    """Whether this decision is due, by the action of the combination or by an X."""
    if state.decision == DECIDE_CUT:
        return state.pending_cut == 1 and state.pending_action == 0
    if state.pending_action == 0 or state.pending_cut == 1:
        return False
    return state.action == (ROBOT if state.decision == DECIDE_PIECE else ENERGY)


def is_sheet_consistent(state, sheet):
    """Whether open levels and ends agree with the cells, and no uncut section is half built."""
    if find_open_levels(sheet) != sheet.open_levels or not are_sections_whole(sheet):
        return False
    for cell in range(CELLS):
        end = END_OF_CELL[cell]
        if end != NO_END and (sheet.cells[cell] != EMPTY) != (sheet.ends[end] != NOT_GAINED):
            return False
    return True


@kernel
def find_open_levels(sheet):
    """Recompute which levels are open (dome 2.2)."""
    filled = 0
    for cell in range(CELLS):
        if sheet.cells[cell] != EMPTY:
            filled |= 1 << cell
    open_levels = 0
    for cell in range(CELLS):
        if NEXT_LEVELS[cell] & filled != 0:
            open_levels |= 1 << cell
    for skyscraper in range(SKYSCRAPERS):
        if LEVELS_OF_SKYSCRAPER[skyscraper] & filled == 0:
            open_levels |= LEVELS_OF_SKYSCRAPER[skyscraper] & STARTING_LEVELS
    return open_levels & ~filled
