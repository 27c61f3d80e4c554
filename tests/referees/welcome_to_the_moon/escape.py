"""Referee of Adventure 7, The Escape: airlocks, actions and score. The sheet and its tables are in escape_sheet."""

from collections.abc import Generator
from functools import partial

from .escape_sheet import PLANNING_PENALTIES, ROBOT_CELLS, Sheet
from .turn import Decision
from .writing import WritingReferee

# adventure_7 1.3: the System Error boxes with a Robot.
ROBOT_BOXES = (1, 2)


class EscapeReferee(WritingReferee):
    """Follows a game of The Escape decision by decision."""

    ADVENTURE = 7
    SHEET = Sheet
    EFFECT_TARGET = "greenhouse"

    # Airlocks: compulsory as the bonus of a cell, optional as compensation and as action (adventure_7, ruling 2)

    def _gain_from_cell(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        if cell in ROBOT_CELLS:
            self._activate(seat, (yield from self._choose(seat, partial(self._airlock_actions, seat))))

    def _compensate(self, seat: int) -> Generator[Decision, tuple, None]:
        if self.sheets[seat].errors in ROBOT_BOXES:
            self._activate(seat, (yield from self._choose_or_pass(seat, partial(self._airlock_actions, seat))))

    def _use_robot(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self._activate(seat, (yield from self._choose_or_pass(seat, partial(self._airlock_actions, seat))))

    def _airlock_actions(self, seat: int) -> set[tuple]:
        return {("airlock", airlock) for airlock in self.sheets[seat].airlocks_within_reach()}

    def _activate(self, seat: int, target: tuple | None) -> None:
        """Activate an airlock; None if there is none or it was declined."""
        if target is not None:
            self.sheets[seat].airlocks.add(target[1])

    # Phase 4. Water, Plant and Energy are used whenever they can be: they take away nothing (core 4.3, Declining).

    def _use_water(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_tank(cell)
        yield from ()

    def _use_plant(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_plant(cell)
        yield from ()

    def _use_energy(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_reactor(cell)
        yield from ()

    # Score (adventure_7 4)

    def _areas(self, seat: int) -> dict[str, int]:
        sheet = self.sheets[seat]
        return {
            "greenhouses": sheet.greenhouse_points(),
            "modules": sheet.module_points(),
            "planning": -PLANNING_PENALTIES[sheet.plannings],
        }
