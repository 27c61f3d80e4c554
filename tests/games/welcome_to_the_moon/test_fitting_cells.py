"""Where numbers fit is kept, not searched for: it must be what the sheets say, whatever has happened to them."""

import pytest

import moon_envs
from tests.games.welcome_to_the_moon.colony.positions import ColonyPosition
from tests.games.welcome_to_the_moon.dome.positions import DomePosition
from tests.games.welcome_to_the_moon.escape.positions import EscapePosition
from tests.games.welcome_to_the_moon.journey.positions import JourneyPosition
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.launch.positions import recount as recount_launch
from tests.games.welcome_to_the_moon.mine.positions import MinePosition

PLAYERS = 3
DECISIONS = 150

adventures = pytest.mark.parametrize(
    "position_class", [LaunchPosition, JourneyPosition, ColonyPosition, MinePosition, DomePosition, EscapePosition]
)


def fitting_cells_by_the_referee(position, state):
    """The fitting cells of all players as the referee finds them on the sheets of a record."""
    position.state = state.copy()
    for seat in range(PLAYERS):
        if isinstance(position, LaunchPosition):
            recount_launch(position.state, seat)
        else:
            position.recount(seat)
    return position.state["fitting_cells"][:PLAYERS].tolist()


@adventures
def test_fitting_cells_follow_the_sheets(position_class):
    """welcome 4.1, 4.2: after every decision of random games, lines of Journey included."""
    position = position_class(PLAYERS)
    batch = moon_envs.Batch(position.game, 1, players=PLAYERS, seed=8, threads=1)
    for _ in range(DECISIONS):
        batch.step(batch.sample())
        state = batch.states[0]
        assert state["fitting_cells"][:PLAYERS].tolist() == fitting_cells_by_the_referee(position, state)


@pytest.mark.slow
@adventures
def test_fitting_cells_follow_sheets_that_are_taken_back(position_class):
    """welcome 2.4: redrawing what a player cannot know takes back the others' turns, and the cells they filled."""
    position = position_class(PLAYERS)
    batch = moon_envs.Batch(position.game, 1, players=PLAYERS, seed=9, threads=1)
    for decision in range(DECISIONS):
        batch.step(batch.sample())
        for player in range(PLAYERS):
            twin = batch.clone()
            twin.resample(0, player, seed=decision)
            state = twin.states[0]
            assert state["fitting_cells"][:PLAYERS].tolist() == fitting_cells_by_the_referee(position, state)
