"""The three ships: mission tiles, improvements and launches (from_the_moon 7.7, 7.10)."""

from .tables import MISSIONS, Tables


class Ships:
    """The mission boards.

    Attributes:
        tiles: Mission tile on each part in play, None when it is taken, by mission.
        takers: Seat that took the tile of each part, by mission.
        improvers: Seat whose improvement cube lies on each part, by mission.
        launched_on: Space of the launching player's progress pawn by mission, None before the launch.
    """

    def __init__(self, tables: Tables, players: int):
        self.tables = tables
        self.players = players
        self.tiles: list[list[int | None]] = [[] for _ in MISSIONS]
        self.takers: list[list[int | None]] = [[None] * tables.parts_in_play for _ in MISSIONS]
        self.improvers: list[list[int | None]] = [[None] * tables.parts_in_play for _ in MISSIONS]
        self.launched_on: list[int | None] = [None for _ in MISSIONS]

    def launches(self) -> int:
        """Number of launched missions."""
        return sum(space is not None for space in self.launched_on)

    def has_launched(self, mission: int) -> bool:
        """Tell whether a mission is closed."""
        return self.launched_on[mission] is not None

    def tiles_of(self, seat: int, mission: int | None = None) -> int:
        """Number of mission tiles of a player, of one mission or of all."""
        return sum(self.takers[m].count(seat) for m in range(len(MISSIONS)) if mission in (None, m))

    def improvements_of(self, seat: int, mission: int | None = None) -> int:
        """Number of improvement cubes of a player on one ship or on all."""
        return sum(self.improvers[m].count(seat) for m in range(len(MISSIONS)) if mission in (None, m))

    def can_construct(self, mission: int, part: int) -> bool:
        """Tell whether a part has its tile and the ship is still here."""
        return not self.has_launched(mission) and self.tiles[mission][part] is not None

    def can_improve(self, mission: int, part: int, seat: int) -> bool:
        """Tell whether a part has neither tile nor cube, the ship is still here and the player has a cube left."""
        return (
            not self.has_launched(mission)
            and self.tiles[mission][part] is None
            and self.improvers[mission][part] is None
            and self.improvements_of(seat) < self.tables.board["improvement_cubes"]
        )

    def launch_bonus(self, mission: int) -> list[int]:
        """The points of all players for the launch of a mission."""
        bonus = self.tables.launch[mission]
        if self.players == 1:
            # from_the_moon 11
            improved = self.improvements_of(0, mission)
            if improved >= self.tables.solo["launch_main_needs_improved_parts"]:
                return [bonus.main]
            return [bonus.secondary if improved >= self.tables.solo["launch_secondary_needs_improved_parts"] else 0]
        return majority([self.tiles_of(seat, mission) for seat in range(self.players)], bonus.main, bonus.secondary)


def majority(counts: list[int], first: int, second: int) -> list[int]:
    """Points for most and second most of something; who has none is not ranked (from_the_moon 7.10).

    Args:
        counts: The things counted, by player.
        first: Points of the first place.
        second: Points of the second place.

    Returns:
        The points by player.
    """
    ranks = sorted({count for count in counts if count}, reverse=True)
    prizes = {}
    if ranks:
        leaders = counts.count(ranks[0])
        prizes[ranks[0]] = first if leaders == 1 else (first + second) // leaders
        if leaders == 1 and len(ranks) > 1:
            prizes[ranks[1]] = second // counts.count(ranks[1])
    return [prizes.get(count, 0) for count in counts]
