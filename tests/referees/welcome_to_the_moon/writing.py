"""What Adventures 2 to 7 share: obligation to write, Astronaut, Planning, wild symbols, errors, races, score."""

from collections.abc import Generator, Sequence
from functools import lru_cache, partial

from .cards import ACTIONS, EMPTY, X, fitting_places
from .missions import LETTERS
from .turn import PASS, Decision, Referee

# core 4.2
LOWEST, HIGHEST = 0, 17
SHIFTS = (-2, -1, 0, 1, 2)

# core 4.5: penalty by boxes crossed off; the last box ends the game.
ERROR_PENALTIES = (0, 5, 10, 15)
ERROR_BOXES = 3

# core 5 and the majorities of Adventures 2 and 3: points of the ranks.
RANK_POINTS = (20, 10, 5)

# core 4.6: states of a race besides the won ones of the adventure.
OPEN, LOST = "open", "lost"


def rank_points(amounts: Sequence[int]) -> list[int]:
    """Return the points of a majority in dense ranking, where an amount of 0 gets nothing (core 5)."""
    ranked = sorted({amount for amount in amounts if amount > 0}, reverse=True)
    by_amount = dict(zip(ranked, RANK_POINTS, strict=False))
    return [by_amount.get(amount, 0) for amount in amounts]


def solo_rank_points(amount: int, rival: int) -> int:
    """Return the points of a majority against ASTRA's cards (astra 6)."""
    if amount == 0:
        return 0
    return RANK_POINTS[0] if amount >= rival else RANK_POINTS[1]


@lru_cache(maxsize=50_000)
def refused_cells(cells: tuple[int, ...], zones: tuple[Sequence[int], ...], value: int) -> frozenset[int]:
    """Return the cells in which a value does not fit in some zone; the same sheet is asked many times (core 4.1)."""
    refused = set()
    for zone in zones:
        places = fitting_places(tuple(cells[cell] for cell in zone), value)
        refused |= {cell for index, cell in enumerate(zone) if index not in places}
    return frozenset(refused)


class NumberSheet:
    """A player's sheet as far as the adventures agree. One without races leaves RACES and WON as they are."""

    CELLS: int
    RACES: int = 0
    WON: str | int = "won"
    ASTRONAUT_SYMBOLS: int
    PLANNING_SYMBOLS: int

    def __init__(self):
        """Take an empty sheet."""
        self.cells = [EMPTY] * self.CELLS
        self.errors = 0
        self.astronauts = 0
        self.plannings = 0
        self.races: list[str | int] = [OPEN] * self.RACES
        self.races_won_now = 0  # won, but the solo bonuses not yet circled
        self.unpaid_x = 0  # written, but the Planning symbol not yet crossed off: what the cell brings comes first

    def zones(self) -> Sequence[Sequence[int]]:
        """Return the cells of each zone in ascending direction, as ranges or tuples."""
        raise NotImplementedError

    def fitting_cells(self, value: int) -> list[int]:
        """Return the empty cells in which a value fits in every zone (core 4.1)."""
        refused = refused_cells(tuple(self.cells), tuple(self.zones()), value)
        return [cell for cell in self.accessible_cells() if cell not in refused]

    def shifts(self, number: int) -> list[int]:
        """Return the modifications of a number by Astronaut that fit in some cell (core 4.2)."""
        values = {shift: number + shift for shift in SHIFTS if LOWEST <= number + shift <= HIGHEST}
        return [shift for shift, value in values.items() if self.fitting_cells(value)]

    def writable(self, number: int, action: str) -> bool:
        """Tell whether a number can be written with an action in force, plainly or modified."""
        return bool(self.shifts(number)) if action == "astronaut" else bool(self.fitting_cells(number))

    def filled(self, cells: Sequence[int]) -> bool:
        """Tell whether all of these cells hold a number or an X."""
        return all(self.cells[cell] != EMPTY for cell in cells)

    def empty_cells(self) -> list[int]:
        """Return all empty cells of the sheet."""
        return [cell for cell in range(self.CELLS) if self.cells[cell] == EMPTY]

    def accessible_cells(self) -> list[int]:
        """Return the empty cells that the adventure lets a number or an X be written in, the order apart (core 4.1)."""
        return self.empty_cells()

    def fill(self, cell: int, value: int) -> None:
        """Write a number or an X, with everything that follows at once."""
        self.cells[cell] = value

    def win_race(self, race: int) -> None:
        """Circle the high value of a race that is open."""
        self.races[race] = self.WON
        self.races_won_now += 1

    def cross_off_astronaut(self) -> None:
        """Cross off an Astronaut symbol if one is left (core ruling 7)."""
        self.astronauts = min(self.ASTRONAUT_SYMBOLS, self.astronauts + 1)

    def cross_off_planning(self) -> None:
        """Cross off a Planning symbol or box if one is left (core ruling 7)."""
        self.plannings = min(self.PLANNING_SYMBOLS, self.plannings + 1)
        self.unpaid_x = 0

    def has_wild(self) -> bool:
        """Tell whether a circled wild symbol is unused (core 4.4)."""
        return False

    def use_wild(self) -> None:
        """Cross off a circled wild symbol."""
        raise ValueError("this adventure has no wild actions")

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now."""
        raise NotImplementedError

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {"cells": list(self.cells), "errors": self.errors}


class WildSheet(NumberSheet):
    """A sheet on which every second Astronaut or Planning symbol of a kind circles a wild symbol (core 4.4)."""

    SYMBOLS_PER_WILD = 2
    PLANNINGS_EARN_WILDS = True

    def __init__(self):
        """Take an empty sheet."""
        super().__init__()
        self.wilds_used = 0

    def wilds_earned(self) -> int:
        """Return how many wild symbols are circled, used ones included."""
        kinds = (self.astronauts, self.plannings) if self.PLANNINGS_EARN_WILDS else (self.astronauts,)
        return sum(symbols // self.SYMBOLS_PER_WILD for symbols in kinds)

    def has_wild(self) -> bool:
        """Tell whether a circled wild symbol is unused."""
        return self.wilds_used < self.wilds_earned()

    def use_wild(self) -> None:
        """Cross off a circled wild symbol."""
        self.wilds_used += 1

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            **super().snapshot(),
            "astronauts": self.astronauts,
            "plannings": self.plannings,
            "wilds_earned": self.wilds_earned(),
            "wilds_used": self.wilds_used,
        }


class WritingReferee(Referee):
    """Follows a game in which numbers are written and actions used."""

    EFFECT_TARGET: str  # name of the target of an effect card
    ASTRONAUT_MAY_BE_DECLINED = False  # core 4.2: elsewhere an unmodified number uses the Astronaut automatically

    # Phases 2 and 3: pick and write (core 4.1, 4.2, 4.4)

    def _write(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        self._unused_slot = None
        if not self._writable_combinations(seat):
            yield from self._system_error(seat)
            return
        answer = yield Decision(seat, partial(self._combination_actions, seat))
        if answer == ("system_error",):
            yield from self._system_error(seat)
            return
        number, action = self._take_offer(answer[1])
        if sheet.has_wild():
            answer = yield Decision(seat, partial(self._wild_actions, seat, number, action))
            if answer != ("keep_action",):
                sheet.use_wild()
                action = ACTIONS[answer[1]]
        value = number
        if action == "astronaut":
            answer = yield Decision(seat, partial(self._astronaut_actions, seat, number))
            if answer == PASS:
                action = None
            else:
                value = number + answer[1]
        _, cell = yield Decision(seat, lambda: {("write", cell) for cell in sheet.fitting_cells(value)})
        sheet.fill(cell, value)
        if action == "astronaut":
            sheet.cross_off_astronaut()
        self._circle_solo_bonuses()
        yield from self._gain_from_cell(seat, cell)
        if action is not None:
            yield from self._use(seat, action, cell)
            self._circle_solo_bonuses()

    def _gain_from_cell(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        """Carry out what filling a cell brings besides the marks of the sheet, before the action (core ruling 8)."""
        yield from ()

    def _writable_combinations(self, seat: int) -> set[tuple]:
        """All combinations that can be written in some way; an unused wild symbol can be an Astronaut."""
        sheet = self.sheets[seat]
        return {
            ("combination", pick)
            for pick, (number, action) in enumerate(self._offers())
            if sheet.writable(number, action) or (sheet.has_wild() and sheet.writable(number, "astronaut"))
        }

    def _combination_actions(self, seat: int) -> set[tuple]:
        found = self._writable_combinations(seat)
        if not any(self.sheets[seat].fitting_cells(number) for number, _ in self._offers()):
            found.add(("system_error",))  # core 4.1: an optional modification never obliges
        return found

    def _wild_actions(self, seat: int, number: int, own_action: str) -> set[tuple]:
        sheet = self.sheets[seat]
        found = {
            ("wild", index)
            for index, action in enumerate(ACTIONS)
            if action != own_action and sheet.writable(number, action)
        }
        return found | {("keep_action",)} if sheet.writable(number, own_action) else found

    def _astronaut_actions(self, seat: int, number: int) -> set[tuple]:
        """The modifications, 0 included, and where it matters a pass: the number as it is, the action not used."""
        sheet = self.sheets[seat]
        found = {("shift", shift) for shift in sheet.shifts(number)}
        return found | {PASS} if self.ASTRONAUT_MAY_BE_DECLINED and sheet.fitting_cells(number) else found

    # System Errors (core 4.5)

    def _system_error(self, seat: int) -> Generator[Decision, tuple, None]:
        self.sheets[seat].errors += 1
        yield from self._compensate(seat)

    def _compensate(self, seat: int) -> Generator[Decision, tuple, None]:
        """Carry out what the System Error box just crossed off brings."""
        yield from ()

    # Phase 4 (core 4.3)

    def _use(self, seat: int, action: str, cell: int) -> Generator[Decision, tuple, None]:
        """Use the action in force after the number was written in a cell."""
        if action == "planning":
            yield from self._write_x(seat)
        elif action != "astronaut":  # which was used with the number
            yield from getattr(self, f"_use_{action}")(seat, cell)

    def _write_x(self, seat: int) -> Generator[Decision, tuple, None]:
        """Write an X or decline it; without an accessible cell Planning cannot be used (core ruling 5)."""
        sheet = self.sheets[seat]
        target = yield from self._choose_or_pass(seat, lambda: {("x", cell) for cell in sheet.accessible_cells()})
        if target is not None:
            sheet.fill(target[1], X)
            sheet.unpaid_x = 1
            self._circle_solo_bonuses()
            yield from self._gain_from_cell(seat, target[1])
            sheet.cross_off_planning()
            yield from self._pay_for_x(seat)

    def _pay_for_x(self, seat: int) -> Generator[Decision, tuple, None]:
        """Carry out the penalty of an X besides the symbol crossed off (core 4.3)."""
        yield from ()

    # Phase 5: races (core 4.6)

    def _incidents(self) -> None:
        for race in range(self.SHEET.RACES):
            if any(sheet.races[race] == sheet.WON for sheet in self.sheets):
                for sheet in self.sheets:
                    if sheet.races[race] == OPEN:
                        sheet.races[race] = LOST

    # Solo mode: bonuses of won races, effect cards that close a race (astra 3, 4)

    def _circle_solo_bonuses(self) -> None:
        for sheet in self.sheets:
            for _ in range(sheet.races_won_now if self.astra is not None else 0):
                self.astra.trigger_bonus()
            sheet.races_won_now = 0

    def effect_questions(self) -> set[str]:
        """Return the kinds of answers that an effect card asks for."""
        return {self.EFFECT_TARGET}

    def _effect_actions(self) -> set[tuple]:
        return {(self.EFFECT_TARGET, race) for race, state in enumerate(self.sheets[0].races) if state == OPEN}

    def _suffer_effect(self, target: tuple | None) -> None:
        if target is not None:
            self.sheets[0].races[target[1]] = LOST

    # End and result (core 6, 7)

    def _ends(self) -> bool:
        return any(
            sheet.errors == ERROR_BOXES or not sheet.empty_cells() or self.board.count(seat) == len(LETTERS)
            for seat, sheet in enumerate(self.sheets)
        )

    def _areas(self, seat: int) -> dict[str, int]:
        """The points of the adventure's own scoring areas."""
        raise NotImplementedError

    def _mission_points(self, seat: int, value: int) -> int:
        """The points at the end of a mission that was accomplished for a value of its card (core 4.7)."""
        return value

    def points(self) -> list[dict[str, int]]:
        """Return the points of every player, and of ASTRA in solo mode, as they stand now."""
        rows = [
            {
                "missions": sum(self._mission_points(seat, v) for v in self.board.taken[seat] if v is not None),
                **self._areas(seat),
                "system_errors": -ERROR_PENALTIES[sheet.errors],
            }
            for seat, sheet in enumerate(self.sheets)
        ]
        if self.astra is not None:
            rows.append(self._points_of_astra())
        return rows

    def _ranking_key(self, seat: int) -> tuple:
        return (sum(self.points()[seat].values()), -self.sheets[seat].errors)
