"""Whole games of the Colony referee by itself: what must hold in every position, and what good play reaches."""

import pytest

from .cards import EMPTY, X
from .colony import ColonyReferee
from .colony_policies import PLAYERS
from .colony_sheet import ANTENNA_NODES, CELL_NODES, CELL_OF_NODE, OBSERVATORY, QUARTER_CELLS, TANK_NODES, TUNNELS
from .missions import MISSIONS
from .whole_games import SETTINGS, good_play, mixed_play, play_game

TURNS = 34


def reachable(tunnels):
    """Find the nodes linked to the rocket by a search from node to node."""
    found, frontier = {0}, [0]
    while frontier:
        node = frontier.pop()
        ends = [TUNNELS[tunnel] for tunnel in tunnels if node in TUNNELS[tunnel]]
        new = {other for pair in ends for other in pair} - found
        found |= new
        frontier += new
    return found


def check(referee):
    """Check the marks of all sheets against each other."""
    for player in referee.snapshot()["players"]:
        cells, connected = player["cells"], reachable(player["tunnels"])
        assert {0, 30} <= set(player["tunnels"]) and all(set(TUNNELS[t]) <= connected for t in player["tunnels"])
        filled = {CELL_NODES[cell] for cell, held in enumerate(cells) if held != EMPTY} | {OBSERVATORY}
        assert player["antennas"] == [a for a, node in enumerate(ANTENNA_NODES) if node in filled & connected]
        assert all(cells[CELL_OF_NODE[TANK_NODES[tank]]] not in (EMPTY, X) for tank in player["tanks"])
        for state, quarter in zip(player["quarters"], QUARTER_CELLS, strict=True):
            assert (state in (15, 5)) == all(cells[cell] != EMPTY for cell in quarter)
        assert max(player["greenhouses"] + player["energies"]) <= 4


def marks(sheet):
    """Name what a sheet has reached."""
    reached = {
        "15": 15 in sheet.races,
        "5": 5 in sheet.races,
        "four quarters": all(state in (15, 5) for state in sheet.races),
        "observatory": OBSERVATORY in sheet.connected(),
        "ten antennas": len(sheet.antennas()) >= 10,
        "all energies": sum(sheet.energies) == 12,
        "all astronauts": sheet.astronauts == 9,
        "five plannings": sheet.plannings >= 5,
        "six tanks": len(sheet.tanks) >= 6,
        "full greenhouses": 4 in sheet.greenhouses,
    }
    return [name for name, is_reached in reached.items() if is_reached]


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_games(players, opponent):
    """Play games at random, well, and mixed."""
    for seed in range(6 if players == 1 else 3):
        play_game(ColonyReferee, players, opponent, seed, mixed_play(PLAYERS, seed), check, TURNS)


def test_good_play():
    """Check that good play reaches everything rare: all missions, all ends, quarters, antennas, full tracks."""
    found = good_play(ColonyReferee, PLAYERS, 12, check, TURNS, marks)
    wanted = {"full", "errors", "three_missions", "won against ASTRA", "15", "5", "four quarters", "observatory"}
    wanted |= {"ten antennas", "all energies", "all astronauts", "five plannings", "six tanks", "full greenhouses"}
    wanted |= {(card, face.first) for card, face in MISSIONS.items() if face.adventure == 3}
    assert not {name for name in wanted if not found[name]}
