"""The rocket: its space, the dice, the astronauts on board, and a move being assembled."""

from dataclasses import dataclass, field

from .tables import BOOSTER, SATELLITE, Tables


@dataclass
class Slot:
    """An astronaut that took off, in rocket order (mlem 3.1)."""

    player: int
    function: int
    on_board: bool = True
    booster_used: bool = False


@dataclass
class Rocket:
    """The state of an expedition."""

    space: int
    pool: int
    slots: list[Slot] = field(default_factory=list)

    def on_board(self) -> list[Slot]:
        """Return the astronauts still on board in rocket order."""
        return [slot for slot in self.slots if slot.on_board]

    def has_satellite(self) -> bool:
        """Tell whether a satellite took off."""
        return any(slot.function == SATELLITE for slot in self.slots)

    def boosters(self) -> list[int]:
        """Return the slots with an unused booster on board (mlem 7)."""
        return [
            index
            for index, slot in enumerate(self.slots)
            if slot.on_board and slot.function == BOOSTER and not slot.booster_used
        ]


@dataclass
class Move:
    """What the commander has put together so far in a travel phase (mlem 3.2)."""

    rolled: list[int]
    groups: set[int] = field(default_factory=set)
    boosters: set[int] = field(default_factory=set)
    additional: list[int] = field(default_factory=list)
    keep_dice: bool = False
    rerolled: bool = False

    def matching(self, values: dict[int, int]) -> set[int]:
        """Return the rolled faces that are allowed on the space."""
        return {face for face in values if self.rolled[face] > 0}

    def moves(self) -> bool:
        """Tell whether the move contains something that moves the rocket."""
        return bool(self.groups or self.boosters or self.additional)

    def is_complete(self, values: dict[int, int]) -> bool:
        """Tell whether the commander may go: after a reroll the new results must be used if any can be (mlem 8)."""
        if self.rerolled and self.matching(values):
            return bool(self.groups)
        return self.moves()

    def number_dice(self, tables: Tables) -> int:
        """Return how many rolled number dice are used."""
        return sum(self.rolled[face] for face in self.groups & tables.discarded_faces)

    def distance(self, tables: Tables, values: dict[int, int]) -> int:
        """Return the distance of the move from a space with these values of faces."""
        rolled = sum(self.rolled[face] * values[face] for face in self.groups)
        boosters = len(self.boosters) * tables.booster_value
        return rolled + boosters + sum(values[face] for face in self.additional)

    def pool_after(self, tables: Tables, pool: int) -> int:
        """Return the pool after the discard stage."""
        used = 0 if self.keep_dice else self.number_dice(tables)
        return max(tables.minimum_dice, pool - used)

    def snapshot(self) -> dict:
        """Return everything comparable as plain data."""
        return {
            "groups": sorted(self.groups),
            "boosters": sorted(self.boosters),
            "additional_faces": list(self.additional),
            "keep_dice": self.keep_dice,
            "rerolled": self.rerolled,
        }
