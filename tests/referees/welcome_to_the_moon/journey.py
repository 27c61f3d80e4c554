"""Referee of Adventure 2, The Journey: actions, compensation of System Errors, score. The sheet is in journey_sheet."""

from collections.abc import Generator
from functools import partial

from .journey_sheet import ENERGIES, Sheet
from .turn import Decision
from .writing import ERROR_BOXES, WritingReferee, rank_points, solo_rank_points


class JourneyReferee(WritingReferee):
    """Follows a game of The Journey decision by decision."""

    ADVENTURE = 2
    SHEET = Sheet
    EFFECT_TARGET = "station"

    # Phase 4 (adventure_2 3.2)

    def _use_energy(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        if sheet.energies == ENERGIES:
            return  # adventure_2, ruling 6
        answer = yield from self._choose_or_pass(seat, partial(self._energy_actions, seat))
        if answer is not None:
            sheet.energies += 1
            if answer != ("use",):
                sheet.lines.add(answer[1])

    def _energy_actions(self, seat: int) -> set[tuple]:
        sheet = self.sheets[seat]
        return {("line", gap) for gap in sheet.free_gaps()} if sheet.completes_pair() else {("use",)}

    def _use_water(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_tank(cell)
        yield from ()

    def _use_robot(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose(seat, lambda: {("robot", station) for station in sheet.robot_stations()})
        if target is not None:
            sheet.circle_robot(target[1])

    def _use_plant(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose(seat, lambda: {("plant", station) for station in sheet.plant_stations(cell)})
        if target is not None:
            sheet.plants[target[1]] += 1

    # System Errors: the first two boxes circle an energy (adventure_2 3.1 and ruling 3)

    def _compensate(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        if sheet.errors == ERROR_BOXES or sheet.energies == ENERGIES:
            return
        draws_line = sheet.completes_pair()
        sheet.energies += 1
        if draws_line:
            _, gap = yield Decision(seat, lambda: {("line", gap) for gap in sheet.free_gaps()})
            sheet.lines.add(gap)

    # Score (adventure_2 4 and 6)

    def _areas(self, seat: int) -> dict[str, int]:
        sheet = self.sheets[seat]
        complete = [sheet.complete_zones() for sheet in self.sheets]
        if self.astra is None:
            majority = rank_points([len(zones) for zones in complete])[seat]
        else:
            majority = solo_rank_points(len(complete[0]), self.astra.given_by_action()["energy"] // 2)
        return {
            "stations": sheet.station_points(),
            "tanks": sheet.tank_points(),
            "longest_zone": max(complete[seat], default=0),
            "complete_zones": majority,
        }
