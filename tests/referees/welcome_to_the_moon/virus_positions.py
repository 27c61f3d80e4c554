"""Positions for tests of the Virus referee."""

from .cards import EMPTY
from .positions import kinds, play, solo, start
from .virus import Propagations, VirusReferee
from .virus_sheet import ZONES, quarter_of

MISSIONS = (94, 96, 98)
FIRST_SPACE = ("infect", 0)
HAND = ((3, "water"), (9, "energy"), (12, "plant"))


def virus(players, *offers, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations; all have the grey virus in cell 0."""
    return start(VirusReferee, players, missions, *offers, set_up=[FIRST_SPACE] * players)


def solo_virus(level=1, missions=MISSIONS, hand=HAND):
    """Start a solo game with the grey virus in cell 0."""
    return solo(VirusReferee, level, missions, *hand, set_up=[FIRST_SPACE])


def block(sheet):
    """Fill a sheet so that no number below 16 fits."""
    for zone in ZONES:
        sheet.cells[next(cell for cell in zone if sheet.cells[cell] == EMPTY)] = 16


def infect_asked(referee):
    """Answer all infections that are asked now with the first cell.

    Returns:
        The quarters by seat.
    """
    found = {seat: [] for seat in range(len(referee.sheets))}
    while "infect" in kinds(referee):
        assert kinds(referee) == {"infect"} and len(referee.legal()) > 1  # no pass, and a choice
        action = min(referee.legal())
        found[referee.actor].append(quarter_of(action[1]))
        play(referee, action)
    return found


def infected_quarters(sheet, viruses, count=1):
    """Carry out propagations on a sheet by itself and return the infected quarters in order."""
    program, found = Propagations(sheet, viruses, count), []
    while (quarter := program.advance()) is not None:
        sheet.infect(sheet.empty_spaces(quarter)[0])
        found.append(quarter)
    return found
