"""A city: cards on an endless grid of whole coordinates, looked at by plain searches (luna_capital 4.2, 9).

Nothing is ever shifted: the first card lies at (0, 0), positions and cells may be negative. Only the words for the
outside (`target_of`, `cell_of`, `frame`) count from the corner of the bounding box.
"""

from collections.abc import Iterable, Iterator

from .actions import CELL_COLUMNS, COLUMN_CODES
from .tables import EMPTY, SCAFFOLD, VOID, Card, Tables

# States of a card, as luna_capital 9.4 numbers them.
NUMBERED = 1
WITH_ROBOT = 2
FACE_DOWN = 3

FRAME_ROWS = 3
FRAME_COLUMNS = 12
# Where the partner of a double plot's cell lies: its code in luna_capital 9.4.
LINKS = {(0, 1): 1, (0, -1): 2, (1, 0): 3, (-1, 0): 4}

Position = tuple[int, int]


def beside(place: Position) -> list[Position]:
    """Return the four places that share an edge with a place."""
    y, x = place
    return [(y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)]


def around(place: Position) -> list[Position]:
    """Return the eight places around a place."""
    y, x = place
    return [(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]


class PlacedCard:
    """A card of a city and its state."""

    def __init__(self, index: int, number: int, state: int):
        """Remember which card it is; the number is seen only in the state NUMBERED."""
        self.index = index
        self.number = number
        self.state = state

    @property
    def visible_number(self) -> int | None:
        """The number that counts for the order of a row, if there is one."""
        return self.number if self.state == NUMBERED else None


class Plot:
    """A plot of a face-up card with the content of the moment."""

    def __init__(self, cells: Iterable[Position], position: Position, kind: int):
        """Remember the cells, the position of the card and the content."""
        self.cells = tuple(sorted(cells))
        self.position = position
        self.kind = kind

    @property
    def first_cell(self) -> Position:
        """The cell the plot is named by: the top or left one."""
        return self.cells[0]


class City:
    """The cards and plots of a player."""

    def __init__(self, rows: int = FRAME_ROWS):
        """Begin without cards; the city may grow to this many rows."""
        self.row_limit = rows
        self.cards: dict[Position, PlacedCard] = {}
        self.plots: list[Plot] = []
        self._plot_at: dict[Position, Plot] = {}

    # Positions of cards

    @property
    def top(self) -> int:
        """The uppermost row of cards."""
        return min(row for row, _ in self.cards)

    @property
    def left(self) -> int:
        """The leftmost column of cards."""
        return min(column for _, column in self.cards)

    def rows(self) -> int:
        """Return how many rows hold cards."""
        return len({row for row, _ in self.cards})

    def columns(self) -> int:
        """Return how many columns the city spans."""
        return len({column for _, column in self.cards})

    def free_positions(self) -> set[Position]:
        """Return where a card of any number may lie (luna_capital 4.2, conditions 1 to 3)."""
        if not self.cards:
            return {(0, 0)}
        found = set()
        for position in self.cards:
            for free in beside(position):
                rows = {row for row, _ in self.cards} | {free[0]}
                if free not in self.cards and len(rows) <= self.row_limit:
                    found.add(free)
        return found

    def numbered_positions(self, number: int) -> set[Position]:
        """Return where a card with this number may lie without a robot (all conditions of luna_capital 4.2)."""
        return {position for position in self.free_positions() if self._ascends(number, position)}

    def _ascends(self, number: int, position: Position) -> bool:
        row, column = position
        seen = [(column, number)]
        for (other_row, other_column), card in self.cards.items():
            if other_row == row and card.visible_number is not None:
                seen.append((other_column, card.visible_number))
        numbers = [value for _, value in sorted(seen)]
        return all(left < right for left, right in zip(numbers, numbers[1:], strict=False))

    def put(self, index: int, card: Card, position: Position, state: int) -> None:
        """Put a card down; one that is face down has no plots."""
        assert position in self.free_positions()
        self.cards[position] = PlacedCard(index, card.number, state)
        if state == FACE_DOWN:
            return
        row, column = position
        for cells, kind in card.plots:
            plot = Plot([(2 * row + cell // 2, 2 * column + cell % 2) for cell in cells], position, kind)
            self.plots.append(plot)
            for cell in plot.cells:
                self._plot_at[cell] = plot

    # Plots

    def plot_at(self, cell: Position) -> Plot | None:
        """Return the plot that owns a cell."""
        return self._plot_at.get(cell)

    def plots_for(self, tables: Tables, kind: int) -> list[Plot]:
        """Return the plots a tile of this kind may be placed on (luna_capital 2.1)."""
        grounds = tables.allowed_on[kind]
        return [
            plot
            for plot in self.plots
            if "any_plot" in grounds
            or (plot.kind == EMPTY and "empty" in grounds)
            or (plot.kind == SCAFFOLD and "scaffold" in grounds)
        ]

    def of(self, kinds: Iterable[int]) -> list[Plot]:
        """Return the plots whose content is one of these kinds."""
        return [plot for plot in self.plots if plot.kind in kinds]

    def scaffolds(self) -> int:
        """Return how many scaffolds are visible."""
        return len(self.of({SCAFFOLD}))

    def neighbours(self, plot: Plot) -> list[Plot]:
        """Return the plots that share an edge with a plot, each once (luna_capital 9.2)."""
        return self._owners(plot, beside)

    def surrounding(self, plot: Plot) -> list[Plot]:
        """Return the plots around a plot, corners included, each once (luna_capital 9.3)."""
        return self._owners(plot, around)

    def _owners(self, plot: Plot, places) -> list[Plot]:
        found: list[Plot] = []
        for cell in plot.cells:
            for place in places(cell):
                owner = self.plot_at(place)
                if owner is not None and owner is not plot and owner not in found:
                    found.append(owner)
        return found

    def groups(self, kinds: Iterable[int]) -> list[list[Plot]]:
        """Return the connected groups of plots with these kinds of content."""
        waiting = self.of(kinds)
        found = []
        while waiting:
            group = [waiting.pop()]
            for plot in group:
                joined = [other for other in self.neighbours(plot) if other in waiting]
                group.extend(joined)
                waiting = [other for other in waiting if other not in joined]
            found.append(group)
        return found

    def lines(self, kinds: Iterable[int]) -> Iterator[list[Plot]]:
        """Yield the plots touched by each longest straight run of cells with these kinds (luna_capital 8)."""
        cells = {cell for plot in self.of(kinds) for cell in plot.cells}
        for dy, dx in ((0, 1), (1, 0)):
            for y, x in cells:
                if (y - dy, x - dx) in cells:
                    continue
                touched = []
                while (y, x) in cells:
                    if self._plot_at[y, x] not in touched:
                        touched.append(self._plot_at[y, x])
                    y, x = y + dy, x + dx
                yield touched

    # Words for the outside (luna_capital 9.4)

    def target_of(self, position: Position) -> int:
        """Return the code of a position: row code times 13 plus column code."""
        row, column = position
        if not self.cards:
            return COLUMN_CODES + 1
        return COLUMN_CODES * (row - self.top + 1) + column - self.left + 1

    def cell_of(self, plot: Plot) -> int:
        """Return the number of the first cell of a plot, counted from the corner of the bounding box."""
        y, x = plot.first_cell
        return CELL_COLUMNS * (y - 2 * self.top) + x - 2 * self.left

    def frame(self) -> dict:
        """Return the city in its bounding box, as plain data."""

        def grid(rows: int, columns: int, value: int) -> list[list[int]]:
            return [[value] * columns for _ in range(rows)]

        card, state, number = (grid(FRAME_ROWS, FRAME_COLUMNS, value) for value in (-1, 0, 0))
        cell, link = (grid(2 * FRAME_ROWS, 2 * FRAME_COLUMNS, value) for value in (VOID, 0))
        for (row, column), placed in self.cards.items():
            place = (row - self.top, column - self.left)
            card[place[0]][place[1]] = placed.index
            state[place[0]][place[1]] = placed.state
            number[place[0]][place[1]] = placed.visible_number or 0
        for plot in self.plots:
            for y, x in plot.cells:
                place = (y - 2 * self.top, x - 2 * self.left)
                cell[place[0]][place[1]] = plot.kind
                for other_y, other_x in plot.cells:
                    if (other_y, other_x) != (y, x):
                        link[place[0]][place[1]] = LINKS[other_y - y, other_x - x]
        return {
            "rows": self.rows(),
            "columns": self.columns(),
            "card": card,
            "state": state,
            "number": number,
            "cell": cell,
            "link": link,
        }
