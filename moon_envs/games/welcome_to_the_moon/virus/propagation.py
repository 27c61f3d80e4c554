"""Propagations: a small program in the state that stops at every infection with a choice (virus 4.3).

`propagations_left` counts the propagations to be made, with the present one. In it the viruses of the sheet are handled
by their quarters: those before `virus_quarter` are done. A virus whose quarter is complete spreads to its neighbours:
those before `spread_to` are done. `infected_quarter` is where the player has to choose a space.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cells import INFECTED
from moon_envs.games.welcome_to_the_moon.choices import choose
from moon_envs.games.welcome_to_the_moon.fitting_cells import fill_cell
from moon_envs.games.welcome_to_the_moon.state import MISSIONS, NO_DECISION
from moon_envs.games.welcome_to_the_moon.virus.components import (
    BLUE,
    BLUE_QUARTER,
    CELLS_PER_QUARTER,
    GREEN,
    GREEN_QUARTER,
    NO_QUARTER,
    QUARTER_OF_MISSION_VIRUS,
    QUARTERS,
    WALKWAY_BETWEEN,
)
from moon_envs.games.welcome_to_the_moon.virus.quarters import evacuate_if_complete, is_complete, quarter_of, spaces_of
from moon_envs.games.welcome_to_the_moon.virus.state import DECIDE_INFECTION, NOT_SPREADING


@kernel
def quarters_with_virus(state, sheet):
    """The quarters whose virus is active on a sheet: the grey one, and the coloured ones active for all (virus 4.2)."""
    quarters = 1 << sheet.grey
    if (state.closed_races >> GREEN) & 1:
        quarters |= 1 << GREEN_QUARTER
    if (state.closed_races >> BLUE) & 1:
        quarters |= 1 << BLUE_QUARTER
    for letter in range(MISSIONS):
        if (state.mission_viruses >> letter) & 1:
            quarters |= 1 << QUARTER_OF_MISSION_VIRUS[letter]
    return quarters


@kernel
def begin_propagations(state, count):
    """Let the player who is asked make this many propagations."""
    state.propagations_left = count
    begin_propagation(state)


@kernel
def begin_propagation(state):
    """Begin a propagation, in which no virus has been handled yet."""
    state.virus_quarter = 0
    state.spread_to = NOT_SPREADING


@kernel
def propagate(state, sheet):
    """Make the propagations that are left, until the player has to choose a space (virus 4.3)."""
    while state.propagations_left > 0:
        quarter = next_quarter_to_infect(state, sheet)
        if quarter == NO_QUARTER:
            state.propagations_left -= 1
            begin_propagation(state)
            continue
        state.infected_quarter = quarter
        space = choose(state, spaces_of(sheet.empty_cells, quarter), DECIDE_INFECTION)
        if state.decision != NO_DECISION:
            return
        infect(state, sheet, CELLS_PER_QUARTER * quarter + space)


@kernel
def next_quarter_to_infect(state, sheet):
    """Go on to the next infection of this propagation, NO_QUARTER when it is over.

    Quarters are read when a virus or a neighbour is handled, so earlier infections count.
    """
    viruses = quarters_with_virus(state, sheet)
    while state.virus_quarter < QUARTERS:
        virus = state.virus_quarter
        if (viruses >> virus) & 1:
            if state.spread_to == NOT_SPREADING and not is_complete(sheet, virus):
                state.virus_quarter += 1
                return virus
            neighbour = next_neighbour_to_infect(state, sheet, virus)
            if neighbour != NO_QUARTER:
                return neighbour
        state.virus_quarter += 1
        state.spread_to = NOT_SPREADING
    return NO_QUARTER


@kernel
def next_neighbour_to_infect(state, sheet, virus):
    """Go on to the next neighbour with an open walkway and an empty space, NO_QUARTER when there is none."""
    first = max(state.spread_to, 0)
    for neighbour in range(first, QUARTERS):
        is_open = WALKWAY_BETWEEN[virus, neighbour] & ~sheet.closed_walkways != 0
        if is_open and not is_complete(sheet, neighbour):
            state.spread_to = neighbour + 1
            return neighbour
    return NO_QUARTER


@kernel
def quarter_of_handled_virus(state):
    """The quarter of the virus for which the player has to choose a space."""
    return state.infected_quarter if state.spread_to == NOT_SPREADING else state.virus_quarter


@kernel
def infect(state, sheet, cell):
    """Infect a space. It counts as filled for a full sheet (virus 6.2); a quarter that is complete now is evacuated."""
    fill_cell(state, sheet, cell, INFECTED)
    sheet.empty_cells &= ~(1 << cell)
    sheet.infected_cells |= 1 << cell
    evacuate_if_complete(sheet, quarter_of(cell))  # virus 4.4
