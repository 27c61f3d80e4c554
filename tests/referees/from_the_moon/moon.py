"""The Moon: terrain tiles with cubes, building spaces, bag and general supply (from_the_moon 2, 5, 6.6)."""

from functools import cache

from .chance import Chance, drawn_from
from .tables import COLOURS, Tables

# In solo the miniatures of the second player stand for the opponent (from_the_moon 11).
OPPONENT = 1


class Moon:
    """The grid of terrain tiles and the corners between them.

    Attributes:
        terrain: Kind of the tile by position.
        cubes: Cubes on the tiles by colour.
        buildings: Owner of the building on each occupied space.
        opponent_rovers: Tiles under the rovers of the opponent in solo.
        bag: Cubes in the bag by colour.
        supply: Cubes in the general supply by resource; may be negative.
    """

    def __init__(self, tables: Tables):
        self.tables = tables
        self.rows, self.columns = tables.rows, tables.columns
        self.positions = range(self.rows * self.columns)
        self.spaces = range((self.rows + 1) * (self.columns + 1))
        self.terrain: list[int] = []
        self.cubes = [[0] * len(COLOURS) for _ in self.positions]
        self.buildings: dict[int, int] = {}
        self.opponent_rovers: set[int] = set()
        self.bag = list(tables.bag)
        self.supply = list(tables.supply)

    # Geometry (from_the_moon 2)

    def neighbours(self, tile: int) -> frozenset[int]:
        """The tiles that share an edge with a tile."""
        return neighbours(tile, self.rows, self.columns)

    def is_corner(self, tile: int) -> bool:
        """Tell whether a tile is a corner of the grid."""
        return len(self.neighbours(tile)) == 2

    def spaces_around(self, tile: int) -> frozenset[int]:
        """The four building spaces of a tile."""
        return spaces_around(tile, self.columns)

    def tiles_around(self, space: int) -> set[int]:
        """The tiles that touch a building space: 1 at a corner, 2 on the edge, 4 inside."""
        return {tile for tile in self.positions if space in self.spaces_around(tile)}

    def free_spaces(self) -> list[int]:
        """The building spaces without a building."""
        return [space for space in self.spaces if space not in self.buildings]

    def buildings_of(self, seat: int) -> set[int]:
        """The spaces with buildings of a player."""
        return {space for space, owner in self.buildings.items() if owner == seat}

    def connections(self, seat: int) -> int:
        """Pairs of own buildings on neighbouring spaces."""
        own = self.buildings_of(seat)
        return sum(len(self._connected_to(space) & own) for space in own) // 2

    def largest_group(self, seat: int) -> int:
        """Size of the largest set of own buildings linked by connections."""
        left = self.buildings_of(seat)
        sizes = [0]
        while left:
            reached = [left.pop()]
            for space in reached:
                found = self._connected_to(space) & left
                left -= found
                reached += found
            sizes.append(len(reached))
        return max(sizes)

    def _connected_to(self, space: int) -> frozenset[int]:
        return neighbours(space, self.rows + 1, self.columns + 1)

    # Cubes (from_the_moon 6.6 step 5)

    def refill(self, count: int, chance: Chance) -> None:
        """Put up to `count` cubes on each tile that is not under a rover of the opponent."""
        for tile in self.positions:
            if tile in self.opponent_rovers:
                continue
            for _ in range(min(count, self.tables.cubes_on_a_tile - sum(self.cubes[tile]))):
                if not sum(self.bag):
                    self._fill_bag()
                if not sum(self.bag):
                    return
                colour = drawn_from(self.bag, "bag", chance.cube(tile, list(self.cubes[tile]), list(self.bag)))
                self.bag[colour] -= 1
                self.cubes[tile][colour] += 1
                if not sum(self.bag):
                    self._fill_bag()

    def _fill_bag(self) -> None:
        for colour in range(len(COLOURS)):
            moved = max(0, self.supply[colour] - self.tables.kept_in_supply)
            self.supply[colour] -= moved
            self.bag[colour] += moved


@cache
def neighbours(place: int, rows: int, columns: int) -> frozenset[int]:
    """The orthogonal neighbours of a place of a grid that is numbered row by row."""
    row, column = divmod(place, columns)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return frozenset(i * columns + j for i, j in around if 0 <= i < rows and 0 <= j < columns)


@cache
def spaces_around(tile: int, columns: int) -> frozenset[int]:
    """The corners of a tile of a grid with this number of columns."""
    row, column = divmod(tile, columns)
    return frozenset(i * (columns + 1) + j for i in (row, row + 1) for j in (column, column + 1))
