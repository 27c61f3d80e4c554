"""The random outcomes of a game that another implementation has played one step ahead."""

from collections.abc import Callable, Sequence


class Recorded:
    """Finds the outcomes in the position after the step that had them.

    At most one laboratory is drawn and at most one refill happens between two decisions: every choice of a laboratory
    and of a tile has several options, and the first pawn on a space cannot be followed by another one at once.

    Args:
        record: Returns that position in the words of `snapshot`; needed are terrain, cubes, mission_tiles, powers,
            display, progress, small, offered and, in solo, buildings and solo.
    """

    def __init__(self, record: Callable[[], dict]):
        self.record = record

    def draw(self, what: str, items: list[int], count: int) -> Sequence[int]:
        """Return the items drawn."""
        state = self.record()
        if what == "building_zones":
            return list(state["buildings"])
        if what == "rover_locations":
            return state["solo"]["opponent_rovers"]
        if what == "objectives":
            return state["solo"]["objectives"]
        return {
            "terrain": state["terrain"],
            "europa": state["mission_tiles"][0],
            "titan": state["mission_tiles"][1],
            "mars": state["mission_tiles"][2],
            "specialist_powers": state["powers"],
            "display": state["display"],
            "progress": state["progress"],
            "small_1": state["small"][:2],
            "small_2": state["small"][2:4],
            "small_3": state["small"][4:5],
            "factions": state["offered"],
        }[what]

    def cube(self, tile: int, lying: list[int], bag: list[int]) -> int:
        """Return a colour that the bag has and that the tile will get; the order does not matter."""
        after = self.record()["cubes"][tile]
        missing = [colour for colour in range(len(bag)) if after[colour] > lying[colour] and bag[colour]]
        if not missing:
            raise AssertionError(f"tile {tile}: {after} cannot be reached from {lying} with a bag of {bag}")
        return missing[0]

    def laboratory(self, column: int, left: list[int]) -> int:
        """Return the laboratory on the top space of the column."""
        return self.record()["display"][column]
