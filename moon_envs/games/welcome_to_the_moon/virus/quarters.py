"""Quarters: which are complete, evacuated, quarantined, and what they are worth (virus 2.2, 4.4, 6.1)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.virus.components import (
    ALL_CELLS_OF_A_QUARTER,
    CELLS_PER_QUARTER,
    ENERGIES_AT_START,
    ENERGIES_TO_CIRCLE,
    QUARTERS,
    WALKWAYS_OF_QUARTER,
)


@kernel
def quarter_of(cell):
    """The quarter of a cell."""
    return cell // CELLS_PER_QUARTER


@kernel
def spaces_of(cells, quarter):
    """The cells of a set that lie in a quarter, as bits counted from its first cell."""
    return (cells >> (CELLS_PER_QUARTER * quarter)) & ALL_CELLS_OF_A_QUARTER


@kernel
def is_complete(sheet, quarter):
    """Whether a quarter has no empty space."""
    return spaces_of(sheet.empty_cells, quarter) == 0


@kernel
def evacuate_if_complete(sheet, quarter):
    """Evacuate a quarter that is complete: its points do not change any more (virus 4.4)."""
    if is_complete(sheet, quarter):
        sheet.evacuated |= 1 << quarter


@kernel
def evacuate_complete_quarters(sheet):
    """Evacuate the quarters completed by the numbers of this turn (virus 4.1)."""
    for quarter in range(QUARTERS):
        evacuate_if_complete(sheet, quarter)


@kernel
def quarter_points(sheet, quarter):
    """Filled spaces times circled energies; infected spaces are not filled (virus 4.4)."""
    unfilled = count_bits(spaces_of(sheet.empty_cells | sheet.infected_cells, quarter))
    return (CELLS_PER_QUARTER - unfilled) * (ENERGIES_AT_START + sheet.energies[quarter])


@kernel
def circle_energy(sheet, quarter):
    """Circle an energy of a quarter, if one is left (virus 3.1)."""
    sheet.energies[quarter] = min(sheet.energies[quarter] + 1, ENERGIES_TO_CIRCLE[quarter])


@kernel
def quarters_for_bonus_energy(sheet):
    """The quarters that are not complete and have an energy left (virus 3.7)."""
    quarters = 0
    for quarter in range(QUARTERS):
        if sheet.energies[quarter] < ENERGIES_TO_CIRCLE[quarter] and not is_complete(sheet, quarter):
            quarters |= 1 << quarter
    return quarters


@kernel
def is_quarantined(sheet, quarter):
    """Whether all walkways of a quarter are closed (virus 2.2)."""
    return WALKWAYS_OF_QUARTER[quarter] & ~sheet.closed_walkways == 0
