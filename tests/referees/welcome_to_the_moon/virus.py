"""Referee of Adventure 6, The Virus: actions, viruses, propagations and score. The sheet is in virus_sheet."""

from collections.abc import Generator, Sequence
from functools import partial

from .missions import LETTERS
from .turn import Decision
from .virus_sheet import (
    COLOURS,
    GREY_QUARTERS,
    MISSION_VIRUSES,
    PLANT_TRACK,
    PROPAGATION_SYMBOLS,
    QUARTER_CELLS,
    TRACK_VIRUSES,
    VIRUS_QUARTERS,
    WATER_TRACK,
    Sheet,
    Track,
    quarter_of,
)
from .writing import WritingReferee

# adventure_6 8
MOST_INFECTIONS = 18  # in one propagation

# adventure_6 1.4: the System Error boxes with a propagation mark.
PROPAGATION_BOXES = (2, 3)


class Propagations:
    """The propagations a sheet has to make, as a small program that stops at each infection (adventure_6 4).

    Attributes:
        left: Propagations not yet finished, the current one included.
        virus: Quarter of the virus that is handled, None before the first one.
        neighbour: Quarter to which this virus spreads, None if it infects its own quarter.
    """

    def __init__(self, sheet: Sheet, viruses: Sequence[int], count: int):
        """Begin.

        Args:
            sheet: The sheet.
            viruses: The quarters of the viruses active on it.
            count: How many propagations follow each other.
        """
        self.sheet = sheet
        self.viruses = sorted(viruses)
        self.left = count
        self.virus: int | None = None
        self.neighbour: int | None = None
        self.infections = 0  # of the current propagation

    def advance(self) -> int | None:
        """Go on to the next infection; the one before must have been carried out.

        Returns:
            The quarter in which a cell is infected, None if all propagations are finished.
        """
        while self.left > 0:
            quarter = self._next_quarter()
            if quarter is not None:
                self.infections += 1
                assert self.infections <= MOST_INFECTIONS
                return quarter
            self.left -= 1
            self.virus, self.infections = None, 0
        return None

    def _next_quarter(self) -> int | None:
        """The next quarter infected in this propagation. Quarters are read when a virus is handled."""
        if self.neighbour is not None and self._spread():
            return self.neighbour
        for virus in [quarter for quarter in self.viruses if self.virus is None or quarter > self.virus]:
            self.virus = virus
            if not self.sheet.complete(virus):
                return virus
            if self._spread():
                return self.neighbour
        return None

    def _spread(self) -> bool:
        """Go on to the next neighbour the virus reaches; a complete one gets nothing and passes nothing on."""
        later = [
            quarter
            for quarter in self.sheet.open_neighbours(self.virus)
            if (self.neighbour is None or quarter > self.neighbour) and not self.sheet.complete(quarter)
        ]
        self.neighbour = min(later, default=None)
        return self.neighbour is not None


class VirusReferee(WritingReferee):
    """Follows a game of The Virus decision by decision."""

    ADVENTURE = 6
    SHEET = Sheet

    def _prepare(self) -> None:
        self.active = [False] * len(COLOURS)  # the coloured viruses, alike on all sheets
        self.symbols = [False] * PROPAGATION_SYMBOLS  # crossed off
        self.program: Propagations | None = None  # of the player who is asked for an infection
        # What phases 3, 4 and 6 start; the next phase 5 carries it out.
        self.activated_now: set[int] = set()
        self.triggered_now: dict[int, set[int]] = {}  # seats by Propagation symbol
        self.errors_now: set[int] = set()
        self._due = [0] * len(self.sheets)

    # Set-up: the grey virus (adventure_6 3)

    def _set_up_sheet(self, seat: int) -> Generator[Decision, tuple, None]:
        cells = {("infect", cell) for quarter in GREY_QUARTERS for cell in QUARTER_CELLS[quarter]}
        _, cell = yield Decision(seat, lambda: cells)
        self.sheets[seat].grey = quarter_of(cell)
        self.sheets[seat].infect(cell)

    # Phase 3: System Errors (adventure_6 1.4)

    def _compensate(self, seat: int) -> Generator[Decision, tuple, None]:
        if self.sheets[seat].errors in PROPAGATION_BOXES:
            self.errors_now.add(seat)
        yield from ()

    # Phase 4 (adventure_6 4)

    def _use_energy(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        """Circle an energy without asking: it lowers no score, moves no number and starts nothing (core 4.3)."""
        self.sheets[seat].circle_energy(quarter_of(cell))
        yield from ()

    def _use_robot(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        target = yield from self._choose_or_pass(seat, partial(self._walkway_actions, seat))
        if target is not None:
            self.sheets[seat].walkways.add(target[1])

    def _use_plant(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        if not sheet.has_plant(cell) or not (yield from self._accepts(seat)):
            return
        position = sheet.circle_plant(cell)
        self._trigger(seat, PLANT_TRACK, position)
        if position in PLANT_TRACK.line_ends:
            target = yield from self._choose(seat, partial(self._walkway_actions, seat))
            if target is not None:
                sheet.walkways.add(target[1])

    def _use_water(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        if not sheet.has_tank(cell) or not (yield from self._accepts(seat)):
            return
        position = sheet.circle_tank(cell)
        self._trigger(seat, WATER_TRACK, position)
        if position in WATER_TRACK.line_ends:
            target = yield from self._choose(seat, lambda: {("quarter", q) for q in sheet.energy_quarters()})
            if target is not None:
                sheet.circle_energy(target[1])

    def _accepts(self, seat: int) -> Generator[Decision, tuple, bool]:
        """Ask whether an action without a target is used (adventure_6, ruling 14)."""
        return (yield from self._choose_or_pass(seat, lambda: {("use",)})) is not None

    def _walkway_actions(self, seat: int) -> set[tuple]:
        return {("walkway", walkway) for walkway in self.sheets[seat].open_walkways()}

    def _trigger(self, seat: int, track: Track, position: int) -> None:
        """Note what the position just crossed off starts, if it was available at the start of the turn."""
        symbol = track.symbols.get(position)
        if position == track.virus_position and not self.active[track.virus]:
            self.activated_now.add(track.virus)
        elif symbol is not None and not self.symbols[symbol]:
            self.triggered_now.setdefault(symbol, set()).add(seat)
        else:
            return
        if self.astra is not None:
            self.astra.trigger_bonus()

    # Phase 5 (adventure_6 4)

    def _incidents(self) -> None:
        for sheet in self.sheets:
            sheet.evacuate_complete_quarters()
        self._due = [self._propagations_of(seat) for seat in range(len(self.sheets))]
        for virus in self.activated_now:
            self.active[virus] = True
        for symbol in self.triggered_now:
            self.symbols[symbol] = True
        self.activated_now, self.triggered_now, self.errors_now = set(), {}, set()

    def _propagations_of(self, seat: int) -> int:
        """The number of propagations that await a player."""
        symbols = sum(seat not in seats for seats in self.triggered_now.values())
        return len(self.activated_now) + symbols + (seat in self.errors_now)

    def _suffer_incidents(self, seat: int) -> Generator[Decision, tuple, None]:
        yield from self._propagate(seat, self._due[seat])

    def _propagate(self, seat: int, count: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        viruses = [quarter for quarter, active in zip(VIRUS_QUARTERS, self.active, strict=True) if active]
        self.program = Propagations(sheet, [sheet.grey, *viruses], count)
        while (quarter := self.program.advance()) is not None:
            _, cell = yield from self._choose(seat, partial(self._infections, seat, quarter))
            sheet.infect(cell)
        self.program = None

    def _infections(self, seat: int, quarter: int) -> set[tuple]:
        return {("infect", cell) for cell in self.sheets[seat].empty_spaces(quarter)}

    # Phase 6: the first accomplishment of a mission activates its virus (adventure_6 4)

    def _react_to_missions(self) -> bool:
        for letter, virus in enumerate(MISSION_VIRUSES):
            if not self.active[virus] and any(taken[letter] is not None for taken in self.board.taken):
                self.activated_now.add(virus)
                if self.astra is not None:
                    self.astra.trigger_bonus()
        return bool(self.activated_now)

    # Solo mode: effect cards differ between the passes (adventure_6 6)

    def effect_questions(self) -> set[str]:
        """Return the kinds of answers that an effect card asks for."""
        return {"virus", "propagation_symbol", "infect"}

    def _carry_out_effect(self, letter: str) -> Generator[Decision, tuple, None]:
        target = yield from self._choose(0, partial(self._effect_targets, letter))
        if target is None:
            return  # rulings 7 and 8
        kind, index = target
        if kind == "propagation_symbol":
            self.symbols[index] = True
        else:
            self.active[index] = True
        yield from self._propagate(0, 1)

    def _effect_targets(self, letter: str) -> set[tuple]:
        """The inactive viruses an effect card may activate, or else the available Propagation symbols."""
        if self.astra.pass_number == 2:
            virus = MISSION_VIRUSES[LETTERS.index(letter)]
            return set() if self.active[virus] else {("virus", virus)}
        viruses = {("virus", virus) for virus in TRACK_VIRUSES if not self.active[virus]}
        symbols = enumerate(self.symbols)
        return viruses or {("propagation_symbol", symbol) for symbol, crossed_off in symbols if not crossed_off}

    # Score (adventure_6 5)

    def _areas(self, seat: int) -> dict[str, int]:
        sheet = self.sheets[seat]
        return {
            "plants": PLANT_TRACK.value(sum(sheet.plants)),
            "water": WATER_TRACK.value(len(sheet.tanks)),
            "quarters": sheet.quarter_points(),
            "infections": -sheet.infected(),
        }

    def snapshot(self) -> dict:
        """Return everything comparable as plain data."""
        program = self.program
        return {
            **super().snapshot(),
            "viruses": list(self.active),
            "symbols": list(self.symbols),
            "program": None if program is None else (program.left, program.virus, program.neighbour),
        }
