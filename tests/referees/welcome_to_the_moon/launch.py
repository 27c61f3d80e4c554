"""Referee of Adventure 1, The Launch: the course of the game. The sheet and its tables are in launch_sheet."""

from collections.abc import Generator
from functools import partial

from .cards import X
from .launch_sheet import (
    ASTRA_BOXES,
    CROSSED_OFF,
    ERROR_BOXES,
    ERROR_PENALTY,
    LAUNCH_SCORE,
    OPEN,
    SABOTAGES,
    Sheet,
    astra_track_score,
    precrossed_boxes,
    track_score,
)
from .missions import LETTERS
from .turn import Decision, Referee


class LaunchReferee(Referee):
    """Follows a game of The Launch decision by decision."""

    ADVENTURE = 1
    SHEET = Sheet

    def _prepare(self) -> None:
        self.astra_boxes = 0 if self.astra is None else precrossed_boxes(self.astra.level)

    # Phases 2 to 4: write a number, then the chain of effects (adventure_1 3.1, 3.2)

    def _write(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        self._unused_slot = None
        if not self._combination_actions(seat):
            sheet.circle_error()  # the System Error
            return
        _, pick = yield Decision(seat, partial(self._combination_actions, seat))
        number, action = self._take_offer(pick)
        _, cell = yield Decision(seat, lambda: {("write", cell) for cell in sheet.legal_cells(number, action)})
        self._fill(seat, cell, number)
        # adventure_1, ruling 1: pending activations before pending X.
        while sheet.pending_activations or sheet.pending_x:
            if sheet.pending_activations:
                sheet.pending_activations -= 1
                yield from self._activate(seat)
            else:
                sheet.pending_x -= 1
                yield from self._build(seat)

    def _combination_actions(self, seat: int) -> set[tuple]:
        offers = enumerate(self._offers())
        return {("combination", pick) for pick, offer in offers if self.sheets[seat].legal_cells(*offer)}

    def _fill(self, seat: int, cell: int, value: int) -> None:
        sheet = self.sheets[seat]
        triggered_before = len(sheet.triggered_now)
        sheet.fill(cell, value)
        if self.astra is not None:
            # adventure_1 6: each Sabotage triggered circles a solo bonus.
            for _ in sheet.triggered_now[triggered_before:]:
                self.astra.trigger_bonus()

    def _activate(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        target = yield from self._choose(seat, lambda: {("activate", rocket) for rocket in sheet.activation_targets()})
        if target is not None:
            sheet.arrows[target[1]] = True

    def _build(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        if not sheet.empty_cells():
            return
        answer = yield Decision(seat, lambda: {("x", cell) for cell in sheet.empty_cells()} | {("decline_x",)})
        if answer[0] == "x":
            self._fill(seat, answer[1], X)

    # Phase 5: sabotages (adventure_1 3.4; without a rival they have no other effect, adventure_1 6)

    def _incidents(self) -> None:
        for sabotage in range(SABOTAGES):
            if not any(sabotage in sheet.triggered_now for sheet in self.sheets):
                continue
            for sheet in self.sheets:
                if sabotage not in sheet.triggered_now:
                    sheet.circle_error()
                    sheet.sabotages[sabotage] = CROSSED_OFF
        for sheet in self.sheets:
            sheet.triggered_now = []

    # Phase 6: a mission brings rockets (adventure_1 3.5)

    def _mission_gain(self, seat: int, value: int) -> None:
        self.sheets[seat].cross_off_rockets(value)

    # Solo mode: effect cards, ASTRA's track (adventure_1 6)

    def _effect_actions(self) -> set[tuple]:
        states = enumerate(self.sheets[0].sabotages)
        return {("cross_off_sabotage", sabotage) for sabotage, state in states if state == OPEN}

    def _suffer_effect(self, target: tuple | None) -> None:
        sheet = self.sheets[0]
        if target is not None:
            sheet.sabotages[target[1]] = CROSSED_OFF
        sheet.circle_error()

    def _astra_gain(self, value: int) -> None:
        self.astra_boxes = min(ASTRA_BOXES, self.astra_boxes + value)

    # End and result (core 7, adventure_1 4 and 6)

    def _astra_launches(self) -> bool:
        return self.astra is not None and self.astra_boxes == ASTRA_BOXES

    def _ends(self) -> bool:
        return self._astra_launches() or any(
            sheet.launches()
            or sheet.circled == ERROR_BOXES
            or not sheet.empty_cells()
            or self.board.count(seat) == len(LETTERS)
            for seat, sheet in enumerate(self.sheets)
        )

    def points(self) -> list[dict[str, int]]:
        """Return the points of every player, and of ASTRA in solo mode, as they stand now."""
        rows = [
            {"track": track_score(sheet.rockets), "system_errors": -ERROR_PENALTY * sheet.open_errors()}
            for sheet in self.sheets
        ]
        if self.astra is not None:
            rows.append({"track": astra_track_score(self.astra_boxes), "system_errors": 0})
        return rows

    def _ranking_key(self, seat: int) -> tuple:
        """adventure_1 4: launches first; tie rockets count only between launches."""
        sheet = self.sheets[seat]
        if sheet.launches():
            return (True, LAUNCH_SCORE, sheet.tie_rockets, -sheet.circled)
        return (False, sheet.score(), 0, -sheet.circled)

    def _solo_outcome(self) -> float:
        """adventure_1 6, the table of results."""
        sheet = self.sheets[0]
        if sheet.launches() and self._astra_launches():
            return 1.0 if sheet.tie_rockets else 0.0
        if sheet.launches():
            return 1.0
        if self._astra_launches():
            return -1.0
        difference = sheet.score() - astra_track_score(self.astra_boxes)
        return float((difference > 0) - (difference < 0))

    def snapshot(self) -> dict:
        """Return everything comparable as plain data."""
        found = super().snapshot()
        if self.astra is not None:
            found["astra"]["boxes"] = self.astra_boxes
        return found
