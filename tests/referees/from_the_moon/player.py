"""A player's board: resources, energy gauge, crew in the rovers, tiles (from_the_moon 3, 5, 7)."""

from functools import cache

from .tables import COLOURS, FOOD, RESOURCES, SURVIVORS, Amounts, Tables


class Rover:
    """A rover and its crew by colour; `tile` is None at the base."""

    def __init__(self):
        self.tile: int | None = None
        self.basics = [0] * len(COLOURS)
        self.specialists = [0] * len(COLOURS)

    @property
    def crew(self) -> int:
        """Number of astronauts."""
        return sum(self.basics) + sum(self.specialists)

    def has_crew_of(self, other: "Rover") -> bool:
        """Tell whether another rover carries the same astronauts."""
        return (self.basics, self.specialists) == (other.basics, other.specialists)


class Player:
    """Everything in front of a player.

    Attributes:
        space: Space of the progress pawn from 1, one more than the track has when the pawn has left it.
        taken: Astronauts taken from the board by colour, those of the faction included.
        trained: Specialist markers taken from the board by colour.
        laboratories: Kind by laboratory space.
        small: Slots of the small buildings constructed.
        large: Numbers of the common large buildings constructed.
        offered_energy: Energy that a conversion was offered for and that has not been spent since.
    """

    def __init__(self, tables: Tables, seat: int):
        self.tables = tables
        self.seat = seat
        self.faction: int | None = None
        self.resources = [0] * len(RESOURCES)
        self.offered_energy = 0
        self.energy = 0
        self.batteries = 0
        self.score = 0
        self.achievements = 0
        self.space = 1
        self.rovers = [Rover() for _ in range(tables.board["rovers"])]
        self.taken = [0] * len(COLOURS)
        self.trained = [0] * len(COLOURS)
        self.basic_greenhouses = 0
        self.improved_greenhouses = 0
        self.foundations = 0
        self.laboratories: dict[int, int] = {}
        self.small: set[int] = set()
        self.large: list[int] = []
        self.has_faction_building = False

    @property
    def energy(self) -> int:
        """Energy on the gauge."""
        return self._energy

    @energy.setter
    def energy(self, energy: int) -> None:
        self._energy = energy
        self.offered_energy = min(self.offered_energy, energy)

    # What is counted

    @property
    def food(self) -> int:
        """Food cubes."""
        return self.resources[FOOD]

    @property
    def astronauts(self) -> int:
        """Astronauts in the rovers."""
        return sum(rover.crew for rover in self.rovers)

    @property
    def greenhouses(self) -> int:
        """Greenhouse tiles of both sides."""
        return self.basic_greenhouses + self.improved_greenhouses

    def plays(self, faction: int) -> bool:
        """Tell whether this is the player's faction."""
        return self.faction == faction

    def uses_building_of(self, faction: int) -> bool:
        """Tell whether the player has constructed the building of this faction."""
        return self.faction == faction and self.has_faction_building

    def rovers_at_base(self) -> list[int]:
        """The rovers that are available."""
        return [number for number, rover in enumerate(self.rovers) if rover.tile is None]

    def rovers_on(self, tiles: set[int]) -> int:
        """Number of own rovers on these tiles."""
        return sum(rover.tile in tiles for rover in self.rovers)

    def has_room_for_greenhouse(self) -> bool:
        """Tell whether a greenhouse space is free."""
        return self.greenhouses < self.tables.greenhouses["spaces_per_player"]

    def has_room_for_foundation(self) -> bool:
        """Tell whether a foundation slot is free."""
        return self.foundations < self.tables.foundations["slots_per_player"]

    def free_laboratory_spaces(self) -> list[int]:
        """The spaces on the own foundations without a laboratory."""
        opened = [space for number in range(self.foundations) for space in self.tables.opened_by(number)]
        return sorted(space for space in opened if space not in self.laboratories)

    def recruits(self) -> list[tuple[int, int]]:
        """The possible recruits as (colour, rover) (from_the_moon 7.1)."""
        return [
            (colour, number)
            for colour in range(len(COLOURS))
            for number, rover in enumerate(self.rovers)
            if self.taken[colour] < self.tables.board["astronauts_on_board_per_color"]
            and rover.crew < self.tables.board["rover_capacity"]
        ]

    def trainees(self) -> list[tuple[int, int]]:
        """The astronauts that can be trained as (colour, rover) (from_the_moon 7.2)."""
        return [
            (colour, number)
            for colour in range(len(COLOURS))
            for number, rover in enumerate(self.rovers)
            if self.trained[colour] < self.tables.board["specialist_markers_per_color"] and rover.basics[colour]
        ]

    # Paying (from_the_moon 5, 12.4)

    @property
    def food_for_energy(self) -> int:
        """Food given for 1 energy."""
        return 1 if self.plays(SURVIVORS) else 2

    def can_pay(self, cost: Amounts) -> bool:
        """Tell whether every component of a cost is owned now."""
        return self._covers(cost, self.energy, self.food)

    def can_pay_after_conversion(self, cost: Amounts) -> bool:
        """Tell whether some sequence of conversions makes a cost payable."""
        reached = conversions(self.energy, self.food, self.batteries, self.food_for_energy)
        return any(self._covers(cost, energy, food) for energy, food in reached)

    def _covers(self, cost: Amounts, energy: int, food: int) -> bool:
        owned = dict(zip(RESOURCES, self.resources, strict=True))
        owned.update(energy=energy, food=food, battery=self.batteries)
        return all(owned[what] >= count for what, count in cost.items())


@cache
def conversions(energy: int, food: int, batteries: int, food_for_energy: int) -> frozenset[tuple[int, int]]:
    """Every (energy, food) that conversions can reach, that at hand included."""
    reached = [(energy, food)]
    for at_energy, at_food in reached:
        following = []
        if at_energy >= 2:
            following.append((at_energy - 2, at_food + 1))
        if at_food >= food_for_energy and at_energy < batteries:
            following.append((at_energy + 1, at_food - food_for_energy))
        reached += [pair for pair in following if pair not in reached]
    return frozenset(reached)
