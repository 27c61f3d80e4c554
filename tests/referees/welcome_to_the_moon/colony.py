"""Referee of Adventure 3, The Colony: actions and score. The sheet and its tables are in colony_sheet."""

from collections.abc import Generator

from .colony_sheet import PLANNING_PENALTIES, Sheet
from .turn import Decision
from .writing import WritingReferee, rank_points, solo_rank_points


class ColonyReferee(WritingReferee):
    """Follows a game of The Colony decision by decision."""

    ADVENTURE = 3
    SHEET = Sheet
    EFFECT_TARGET = "quarter"

    # Phase 4 (adventure_3 3.2)

    def _use_water(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_tank(cell)
        yield from ()

    def _use_plant(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].circle_greenhouse(cell)
        yield from ()

    def _use_robot(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose(seat, lambda: {("tunnel", tunnel) for tunnel in sheet.buildable_tunnels()})
        if target is not None:
            sheet.tunnels.add(target[1])

    def _use_energy(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose(seat, lambda: {("track", track) for track in sheet.open_tracks()})
        if target is not None:
            sheet.energies[target[1]] += 1

    # Score (adventure_3 4 and 6)

    def _areas(self, seat: int) -> dict[str, int]:
        sheet = self.sheets[seat]
        if self.astra is None:
            majority = rank_points([sheet.astronauts for sheet in self.sheets])[seat]
        else:
            majority = solo_rank_points(sheet.astronauts, self.astra.given_by_action()["astronaut"])
        return {
            "plants": sheet.plants() * sheet.multiplier(0),
            "water": len(sheet.tanks) * sheet.multiplier(1),
            "antennas": len(sheet.antennas()) * sheet.multiplier(2),
            "quarters": sheet.quarter_points(),
            "astronauts": majority,
            "planning": -PLANNING_PENALTIES[sheet.plannings],
        }
