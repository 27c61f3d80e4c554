"""The games of a batch at a glance: several rows in one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.render.grids import MOST_POSITIONS, draw_grid

if TYPE_CHECKING:
    from moon_envs.batch.batch import Batch
    from moon_envs.batch.rows import Rows
    from moon_envs.render.picture import Picture

# Four rows of four cells.
ROWS_WITHOUT_CHOICE = 16


def grid_of_rows(batch: Batch, rows: Rows, columns: int | None, seat: int | None, cell_width: int) -> Picture:
    """Draw several rows; the arguments are those of `Batch.render_grid`."""
    given = batch.row_numbers(rows).tolist()
    if rows is None:
        given = given[:ROWS_WITHOUT_CHOICE]
    if not 0 < len(given) <= MOST_POSITIONS:
        raise ConfigurationError(
            f"rows={shown(rows)} is not allowed: these are {len(given)} rows; a grid shows 1 to {MOST_POSITIONS}."
        )
    states = [batch.record(row) for row in given]
    captions = [f"row {row}{_result(batch, row)}" for row in given]
    return draw_grid(batch.game, states, seat, captions=captions, columns=columns, cell_width=cell_width)


def _result(batch: Batch, row: int) -> str:
    """The result of a row that has ended, as the end of a caption."""
    if batch.actor[row] >= 0:
        return ""
    outcome = batch.final_outcome[row].tolist()
    if batch.configuration.is_solo:
        return ": won" if outcome[0] > 0 else ": a draw" if outcome[0] == 0 else ": lost"
    winners = [f"player {player}" for player, value in enumerate(outcome) if value > -1]
    if len(winners) > 1:
        return f": {' and '.join(winners)} share the victory"
    return f": {winners[0]} wins" if winners else ": ended"
