"""Referee of Adventure 5, The Dome: actions and score. The sheet and its tables are in dome_sheet."""

from collections.abc import Generator

from .dome_sheet import Sheet
from .turn import Decision
from .writing import WritingReferee


class DomeReferee(WritingReferee):
    """Follows a game of The Dome decision by decision."""

    ADVENTURE = 5
    SHEET = Sheet
    EFFECT_TARGET = "end"
    ASTRONAUT_MAY_BE_DECLINED = True  # adventure_5, ruling 1: crossing off a symbol can cost points

    # Phase 4. Plant, Water and Energy are used whenever they can be: they take away nothing (core 4.3, Declining).

    def _use_plant(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_plant(cell)
        yield from ()

    def _use_water(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_water(cell)
        yield from ()

    def _use_energy(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose(seat, lambda: {("track", track) for track in sheet.open_tracks()})
        if target is not None:
            sheet.energies[target[1]] += 1

    def _use_robot(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        """Build the first or the last unbuilt piece of the dome, or decline (adventure_5, ruling 4)."""
        sheet = self.sheets[seat]
        number = sheet.cells[cell]
        target = yield from self._choose_or_pass(
            seat, lambda: {("build", side) for side in sheet.buildable_pieces(number)}
        )
        if target is not None:
            sheet.built.update(sheet.buildable_pieces(number)[target[1]])

    def _pay_for_x(self, seat: int) -> Generator[Decision, tuple, None]:
        """Cut a section of the dome, which is compulsory once the X is written (adventure_5, ruling 5)."""
        sheet = self.sheets[seat]
        target = yield from self._choose(seat, lambda: {("cut", section) for section in sheet.sections_to_cut()})
        if target is not None:
            sheet.cuts.add(target[1])

    # Score (adventure_5 4 and 6)

    def _mission_points(self, seat: int, value: int) -> int:
        return self.sheets[seat].mission_points(value)

    def _areas(self, seat: int) -> dict[str, int]:
        sheet = self.sheets[seat]
        if self.astra is None:
            rival = max(other.astronauts for other in self.sheets)
        else:
            rival = self.astra.given_by_action()["astronaut"]
        return {
            "tower": sheet.tower_points(),
            "skyscrapers": sheet.skyscraper_points(),
            "astronauts": sheet.astronaut_points(rival),
            "dome": -sheet.dome_loss(),
        }
