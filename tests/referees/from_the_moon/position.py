"""The position: everything on the table, and the gains and payments that all parts of the game share."""

from .chance import Chance
from .effects import resolve
from .frames import Frame
from .moon import Moon
from .player import Player
from .ships import Ships
from .tables import CYBORGS, FOOD, RESOURCES, Amounts, Effect, Tables
from .team import Train


class Position:
    """Everything on the table.

    Attributes:
        players: The boards of the players by seat.
        objectives: The objective cards of a solo game, None with 2 to 4 players.
        seat: The seat that decides.
        stack: The pending decisions, the current one last.
        powers: Power of the specialists by colour.
        progress: Progress tile by space, space 1 first.
        small: Kinds of the small buildings by slot.
        large: Common large buildings on the main board.
        cheap: Greenhouse tiles without surcharge.
        display: Kinds of the laboratories on display, row by row from the top.
        laboratories_left: The laboratory stack by kind.
        rover_cards: The rover-location cards in the deck of a solo game.
        offered: The faction cards not yet chosen.
        gathering: Whether the current turn is a gather whose pawn has not advanced.
        end_triggered: Whether this is the last round.
        lost: Whether a solo game is lost because of a failed feeding.
        grouped: Whether the condition of obj_9 has been met.
    """

    def __init__(self, components: dict, players: int, chance: Chance):
        self.tables = Tables(components, players)
        self.chance = chance
        self.solo = players == 1
        self.players = [Player(self.tables, seat) for seat in range(players)]
        self.moon = Moon(self.tables)
        self.ships = Ships(self.tables, players)
        self.objectives: list[int] | None = None
        self.seat = 0
        self.stack: list[Frame] = []
        self.powers: list[int] = []
        self.progress: list[int] = []
        self.small: list[int] = []
        self.large = set(range(len(self.tables.large_cost)))
        self.cheap = self.tables.cheap
        self.display: list[int] = []
        self.laboratories_left = list(self.tables.copies)
        self.rover_cards: list[int] = []
        self.offered: set[int] = set()
        self.gathering = False
        self.end_triggered = False
        self.lost = False
        self.grouped = False

    @property
    def own(self) -> Player:
        """The player who decides."""
        return self.players[self.seat]

    # Pending decisions (from_the_moon 12.1)

    def push(self, frame: Frame) -> None:
        """Make this the next decision."""
        self.stack.append(frame)

    def close(self, frame: Frame) -> None:
        """Take the current decision from the stack."""
        if self.stack[-1] is not frame:
            raise AssertionError(f"{frame.name} is not on top of the stack")
        self.stack.pop()

    def resolve(self, effect: Effect) -> None:
        """Begin with the effect of a tile."""
        resolve(self, effect)

    # Gains and payments (from_the_moon 5)

    def pay(self, cost: Amounts) -> None:
        """Pay a cost that is payable; energy before batteries."""
        own = self.own
        if not own.can_pay(cost):
            raise AssertionError(f"{cost} cannot be paid")
        for number, resource in enumerate(RESOURCES):
            own.resources[number] -= cost.get(resource, 0)
            self.moon.supply[number] += cost.get(resource, 0)
        own.energy -= cost.get("energy", 0)
        own.batteries -= cost.get("battery", 0)
        own.energy = min(own.energy, own.batteries)

    def gain(self, amounts: Amounts) -> None:
        """Gain from the supply, batteries before energy."""
        own = self.own
        for number, resource in enumerate(RESOURCES):
            own.resources[number] += amounts.get(resource, 0)
            self.moon.supply[number] -= amounts.get(resource, 0)
        for _ in range(amounts.get("battery", 0)):
            self._gain_battery()
        own.energy = min(own.energy + amounts.get("energy", 0), own.batteries)
        own.score += amounts.get("vp", 0)
        own.achievements += amounts.get("achievement", 0)

    def _gain_battery(self) -> None:
        own = self.own
        if own.batteries == self.tables.board["max_batteries"]:
            self.gain(self.tables.board["battery_overflow_bonus"])
            return
        own.batteries += 1
        self.progress_by("gain_battery")
        if own.uses_building_of(CYBORGS):
            self.push(Train(free=True))

    def progress_by(self, deed: str) -> None:
        """Gain an achievement if the tile under the own progress pawn asks for this (from_the_moon 7.11)."""
        if self.tables.achievement_for[self.progress[self.own.space - 1]] == deed:
            self.own.achievements += 1

    def energy_to_food(self) -> None:
        """Convert 2 energy."""
        self.pay({"energy": 2})
        self.gain({"food": 1})

    def food_to_energy(self) -> None:
        """Convert 2 food, 1 for the Survivors."""
        self.pay({RESOURCES[FOOD]: self.own.food_for_energy})
        self.gain({"energy": 1})

    # Rovers

    def rover_owner(self, tile: int) -> int | None:
        """Seat whose rover stands on a tile."""
        if tile in self.moon.opponent_rovers:
            return -1
        for player in self.players:
            if player.rovers_on({tile}):
                return player.seat
        return None

    def enemy_rovers_on(self, tiles: set[int]) -> int:
        """Number of rovers of other players on these tiles."""
        owners = [self.rover_owner(tile) for tile in tiles]
        return sum(owner not in (None, self.seat) for owner in owners)

    # What effects and large buildings count (from_the_moon 8.6, 8.8)

    def count(self, what: str, seat: int) -> int:
        """Number of things of a player that are worth vp."""
        player = self.players[seat]
        return {
            "laboratory": len(player.laboratories),
            "building": len(self.moon.buildings_of(seat)),
            "specialist": sum(player.trained),
            "improved_part": self.ships.improvements_of(seat),
            "connection": self.moon.connections(seat),
            "battery": player.batteries,
            "improved_greenhouse": player.improved_greenhouses,
            "mission_tile": self.ships.tiles_of(seat),
            "achievement": player.achievements,
        }[what]
