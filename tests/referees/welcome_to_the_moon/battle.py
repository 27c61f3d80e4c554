"""Referee of Adventure 8, The Battle: the ring of players, actions, ASTRA's move. The sheets are in battle_sheet."""

from collections.abc import Generator
from functools import partial
from typing import NamedTuple

from .astra import DRAWN_PER_TURN
from .battle_sheet import CELL_BONUSES, ERROR_BOXES, MOON_SPOTS, PLANETS, A, B, Half, Sheet
from .missions import LETTERS
from .turn import PASS, Decision, Referee

SOLO_SHEETS = 2
FLAGS_PER_SOLO_BONUS = 2
INSIGNIA_PER_EFFECT = 2

# adventure_8 6.3: what ASTRA does instead.
ASTRA_ACTIONS = {"astronaut": "planning", "energy": "robot"}


class Holding(NamedTuple):
    """A half of a sheet in a player's hand."""

    sheet: Sheet
    half: int

    @property
    def tracks(self) -> Half:
        """The tracks of the half."""
        return self.sheet.halves[self.half]


class BattleReferee(Referee):
    """Follows a game of The Battle decision by decision."""

    ADVENTURE = 8
    SHEET = Sheet

    # The ring (adventure_8 2 and 6)

    def _lay_out_sheets(self) -> list[Sheet]:
        if len(self.seats) == 1:
            return [Sheet(flags_of_a_tie=(A,)) for _ in range(SOLO_SHEETS)]
        return [Sheet() for _ in self.seats]

    def holdings(self, seat: int) -> tuple[Holding, Holding]:
        """Return the halves of a player on the left and on the right sheet."""
        if self.astra is not None:
            return Holding(self.sheets[0], A), Holding(self.sheets[1], A)
        return Holding(self.sheets[seat], A), Holding(self.sheets[(seat - 1) % len(self.sheets)], B)

    def active(self, seat: int) -> Holding:
        """Return the half a player plays on this turn: left in odd turns, right in even ones."""
        left, right = self.holdings(seat)
        return left if self.turn % 2 == 1 else right

    # Phases 2 and 3: pick and draw an insignia (core 4.1, adventure_8 3.1)

    def _write(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet, half = self.active(seat)
        tracks = sheet.halves[half]
        self._unused_slot = None
        if not self._drawable_combinations(seat):
            tracks.errors += 1
            return
        answer = yield Decision(seat, partial(self._combination_actions, seat))
        if answer == ("system_error",):
            tracks.errors += 1
            return
        number, action = self._take_offer(answer[1])
        planets = sheet.reachable_planets(half, number, action)
        _, planet = yield Decision(seat, lambda: {("planet", planet) for planet in planets})
        tracks.spend_astronauts(sheet.astronauts_needed(planet, number, action))
        if action == "astronaut":
            tracks.circle_astronaut()  # used with the number, as in the other adventures
        cell = self._draw_insignia(sheet, planet, half)
        yield from self._use_cell_bonus(seat, cell)
        yield from self._use(seat, action, planet)

    def _drawable_combinations(self, seat: int) -> set[tuple]:
        sheet, half = self.active(seat)
        offers = enumerate(self._offers())
        return {("combination", pick) for pick, offer in offers if sheet.reachable_planets(half, *offer)}

    def _combination_actions(self, seat: int) -> set[tuple]:
        found = self._drawable_combinations(seat)
        if not any(self.active(seat).sheet.accepting_planets(number) for number, _ in self._offers()):
            found.add(("system_error",))  # ruling 6: neither Astronaut nor stored symbols oblige
        return found

    def _draw_insignia(self, sheet: Sheet, planet: int, half: int) -> int:
        """Draw an insignia and award a complete planet; each second flag circles a solo bonus (adventure_8 6.5)."""
        cell = sheet.draw(planet, half)
        if self.astra is not None and A in sheet.flags[planet]:
            if sum(other.flag_count(A) for other in self.sheets) % FLAGS_PER_SOLO_BONUS == 0:
                self.astra.trigger_bonus()
        return cell

    # Phase 4 and bonuses (adventure_8 3.2, 3.5). Plant, Water, Energy and Astronaut are used whenever they can be: they
    # lower no score, move no number and start nothing (core 4.3, Declining). So are plants and waters of cells.

    def _use(self, seat: int, action: str, planet: int) -> Generator[Decision, tuple, None]:
        sheet, half = self.active(seat)
        tracks = sheet.halves[half]
        if action == "plant" and sheet.plants[planet] > 0:
            sheet.plants[planet] -= 1
            tracks.cross_off_plant()
        elif action == "water" and sheet.waters[planet] > 0:
            sheet.waters[planet] -= 1
            tracks.cross_off_water()
        elif action == "robot":
            yield from self._mine_or_pass(seat)
        elif action == "energy":
            yield from self._improve(seat)
        elif action == "planning":
            target = yield from self._choose_or_pass(seat, partial(self._moon_actions, seat))
            if target is not None:
                sheet.moons[target[1]].append(half)
                tracks.cross_off_planning()

    def _use_cell_bonus(self, seat: int, cell: int) -> Generator[Decision, tuple, None]:
        """Use the bonus of the cell just drawn on, which is optional (ruling 2)."""
        bonus = CELL_BONUSES.get(cell)
        if bonus == "robot":
            yield from self._mine_or_pass(seat)
        elif bonus is not None:
            yield from self._use_bonus(seat, bonus)

    def _mine_or_pass(self, seat: int) -> Generator[Decision, tuple, None]:
        """Take the next asteroid with all its bonuses, or decline it."""
        sheet, half = self.active(seat)
        if sheet.free_asteroid(half) is None:
            return
        if (yield Decision(seat, lambda: {("use",), PASS})) == PASS:
            return
        for bonus in sheet.take_asteroid(half):
            yield from self._use_bonus(seat, bonus)

    def _use_bonus(self, seat: int, bonus: str) -> Generator[Decision, tuple, None]:
        """Use a bonus that is not a Robot; without a target it is lost."""
        sheet, half = self.active(seat)
        if bonus == "plant":
            sheet.halves[half].cross_off_plant()
        elif bonus == "water":
            sheet.halves[half].cross_off_water()
        elif bonus == "energy":
            yield from self._improve(seat)
        else:
            target = yield from self._choose(seat, partial(self._moon_actions, seat))
            if target is not None:
                sheet.moons[target[1]].append(half)

    def _improve(self, seat: int) -> Generator[Decision, tuple, None]:
        """Cross off a box of a planet-value column."""
        tracks = self.active(seat).tracks
        target = yield from self._choose(seat, lambda: {("column", colour) for colour in tracks.open_columns()})
        if target is not None:
            tracks.columns[target[1]] += 1

    def _moon_actions(self, seat: int) -> set[tuple]:
        return {("moon", planet) for planet in self.active(seat).sheet.free_moons()}

    # Phases 5 and 6 (adventure_8 3.6, 3.7)

    def _incidents(self) -> None:
        """There is none."""

    def _meets(self, seat: int, card: int) -> bool:
        return any(sheet.meets(card, half) for sheet, half in self.holdings(seat))

    # Solo mode: ASTRA's move and its effect cards (adventure_8 6)

    def _draw_cards(self) -> Generator[Decision, tuple, None]:
        yield from self._draw_up_to(1)
        if self.astra.drawn:
            yield from self._move_of_astra()
            yield from self._draw_up_to(DRAWN_PER_TURN)

    def _move_of_astra(self) -> Generator[Decision, tuple, None]:
        sheet = self.active(0).sheet
        ((number, action),) = self.astra.hand()
        _, planet = yield from self._choose(0, partial(self._astra_planets, number))
        self._draw_insignia(sheet, planet, B)
        action = ASTRA_ACTIONS.get(action, action)
        if action == "plant":
            sheet.plants[planet] = max(0, sheet.plants[planet] - 1)
        elif action == "water":
            sheet.waters[planet] = max(0, sheet.waters[planet] - 1)
        elif action == "robot":
            sheet.take_asteroid(B)
        elif planet in sheet.free_moons():
            sheet.moons[planet].append(B)

    def _astra_planets(self, number: int) -> set[tuple]:
        """The open planets that accept ASTRA's number, or else the next open one (adventure_8 6.2)."""
        sheet = self.active(0).sheet
        found = sheet.accepting_planets(number)
        if not found:
            highest = max(index for index, planet in enumerate(PLANETS) if planet.lowest <= number <= planet.highest)
            following = [(highest + step) % len(PLANETS) for step in range(1, len(PLANETS))]
            found = [next(planet for planet in following if not sheet.complete(planet))]
        return {("planet", planet) for planet in found}

    def effect_questions(self) -> set[str]:
        """Return the kinds of answers that an effect card asks for."""
        return {"moon"}

    def _carry_out_effect(self, letter: str) -> Generator[Decision, tuple, None]:
        moons, left = self.active(0).sheet.moons, INSIGNIA_PER_EFFECT
        while left > 0:
            target = yield from self._choose(0, self._effect_actions)
            if target is None:
                return
            moon = moons[target[1]]
            placed = min(left, MOON_SPOTS - len(moon))
            moon += [B] * placed
            left -= placed

    def _effect_actions(self) -> set[tuple]:
        """The free moons of the planets with the most insignia of the player (adventure_8 6.4)."""
        sheet = self.active(0).sheet
        counts = {planet: sheet.count(planet, A) for planet in sheet.free_moons()}
        return {("moon", planet) for planet, count in counts.items() if count == max(counts.values())}

    # End and result (adventure_8 4, 6.5)

    def _ends(self) -> bool:
        return (
            any(self.board.count(seat) == len(LETTERS) for seat in self.seats)
            or any(half.errors == ERROR_BOXES for sheet in self.sheets for half in sheet.halves)
            or any(sheet.full() for sheet in self.sheets)
        )

    def points(self) -> list[dict[str, int]]:
        """Return the points of every player, and of ASTRA in solo mode, as they stand now."""
        rows = []
        for seat in self.seats:
            left, right = (sheet.areas(half) for sheet, half in self.holdings(seat))
            missions = sum(value for value in self.board.taken[seat] if value is not None)
            rows.append({"missions": missions, **{area: left[area] + right[area] for area in left}})
        return rows if self.astra is None else [*rows, self._points_of_astra()]

    def _ranking_key(self, seat: int) -> tuple:
        errors = sum(holding.tracks.errors for holding in self.holdings(seat))
        return (sum(self.points()[seat].values()), -errors)

    def _player_snapshot(self, seat: int) -> dict:
        return {}  # everything a player has lies on the shared sheets

    def snapshot(self) -> dict:
        """Return everything comparable as plain data."""
        return {**super().snapshot(), "sheets": [sheet.snapshot() for sheet in self.sheets]}
