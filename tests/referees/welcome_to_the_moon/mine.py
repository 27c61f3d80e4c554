"""Referee of Adventure 4, The Mine: actions, extraction and score. The sheet and its tables are in mine_sheet."""

from collections.abc import Generator
from functools import partial

from .mine_sheet import ASTRONAUT_CENTRE, PEARL, PLANNING_CENTRE, PLANT, RUBY, SECONDARY_ROBOTS, WATER, Sheet
from .turn import Decision
from .writing import WritingReferee


class MineReferee(WritingReferee):
    """Follows a game of The Mine decision by decision."""

    ADVENTURE = 4
    SHEET = Sheet
    EFFECT_TARGET = "factory"

    # Phase 4: every action may be declined (adventure_4 3.2 and ruling 7)

    def _use_water(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        yield from self._circle_pocket(seat, WATER, cell)

    def _use_plant(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        yield from self._circle_pocket(seat, PLANT, cell)

    def _circle_pocket(self, seat: int, kind: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose_or_pass(
            seat, lambda: {("pocket", pocket) for pocket in sheet.free_pockets(kind, cell)}
        )
        if target is not None:
            sheet.pockets.add(target[1])

    def _use_energy(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose_or_pass(
            seat, lambda: {("factory", factory) for factory in sheet.energy_factories()}
        )
        if target is not None and sheet.cross_off(sheet.energies, target[1]):
            yield from self._cross_off_robots_of_factory(seat)

    def _use_robot(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose_or_pass(seat, partial(self._robot_actions, seat))
        if target is not None:
            sheet.cross_off(sheet.robots, target[1])

    def _cross_off_robots_of_factory(self, seat: int) -> Generator[Decision, tuple, None]:
        """Cross off the robots of factory 10, which are a bonus and so compulsory (adventure_4, ruling 5)."""
        sheet = self.sheets[seat]
        for _ in range(SECONDARY_ROBOTS):
            target = yield from self._choose(seat, partial(self._robot_actions, seat))
            if target is None:
                return
            sheet.cross_off(sheet.robots, target[1])
            self._circle_solo_bonuses()

    def _robot_actions(self, seat: int) -> set[tuple]:
        return {("factory", factory) for factory in self.sheets[seat].robot_factories()}

    # Phase 5: extraction, then the filling bonuses are closed (adventure_4 3.3, 3.4)

    def _incidents(self) -> None:
        for sheet in self.sheets:
            sheet.extract()
        self._circle_solo_bonuses()
        super()._incidents()

    # Score (adventure_4 4)

    def _areas(self, seat: int) -> dict[str, int]:
        sheet = self.sheets[seat]
        return {
            "plants": sheet.factory_points(PLANT),
            "water": sheet.factory_points(WATER),
            "pearls": sheet.factory_points(PEARL),
            "rubies": sheet.factory_points(RUBY),
            "astronauts": sheet.astronauts * sheet.value(ASTRONAUT_CENTRE),
            "planning": sheet.plannings * sheet.value(PLANNING_CENTRE),
        }
