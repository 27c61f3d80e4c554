"""Whole games of the Mine referee by itself: what must hold in every position, and what good play reaches."""

import pytest

from .cards import EMPTY
from .mine import MineReferee
from .mine_policies import PLAYERS
from .mine_sheet import (
    CAPACITIES,
    COLUMN_CELLS,
    FACTORIES,
    MINERAL_OF_CELL,
    POCKETS,
    ROBOT_FACTORY,
    SECONDARY,
    TRIGGERS,
)
from .missions import MISSIONS
from .positions import kinds
from .whole_games import SETTINGS, good_play, mixed_play, play_game

TURNS = 38


def check(referee):
    """Check the marks of all sheets against each other, and that every action can be declined."""
    check_declining(referee)
    for seat, player in enumerate(referee.snapshot()["players"]):
        full = {c for c, cells in enumerate(COLUMN_CELLS) if all(player["cells"][cell] != EMPTY for cell in cells)}
        assert set(player["pumps"]) <= full
        if "combination" in kinds(referee) and referee.actor <= seat:  # nothing done in this turn
            assert set(player["pumps"]) == full
        symbols = list(zip(player["energies"], player["robots"], strict=True))
        assert all(e <= f.energies and r <= f.robots for (e, r), f in zip(symbols, FACTORIES, strict=True))
        for kind in range(4):
            # adventure_4 3.2 and 3.4: extracted, plus two of an activated secondary factory
            minerals = [MINERAL_OF_CELL[cell] for column in player["pumps"] for cell in COLUMN_CELLS[column]]
            pockets = [POCKETS[p].kind for p in player["pockets"] if POCKETS[p].column in player["pumps"]]
            extra = 2 * (symbols[SECONDARY[kind]] == FACTORIES[SECONDARY[kind]])
            assert player["resources"][kind] == (minerals + pockets).count(kind) + extra <= CAPACITIES[kind]
            if player["resources"][kind] >= TRIGGERS[kind]:
                assert player["filling"][kind] in ("circled", "lost")
            else:
                assert player["filling"][kind] in ("open", "lost")


def check_declining(referee):
    """Check adventure_4 rulings 5 and 7: only an effect card and the robots of factory 10 leave no pass."""
    asked = kinds(referee)
    if asked & {"factory", "pocket", "x"} and "pass" not in asked:
        by_effect_card = referee.astra is not None and referee.astra.effect is not None
        assert asked == {"factory"} and len(referee.legal()) > 1
        assert by_effect_card or referee.sheets[referee.actor].complete(ROBOT_FACTORY)


def marks(sheet):
    """Name what a sheet has reached."""
    reached = {
        "filling bonus": "circled" in sheet.races,
        "three filling bonuses": sheet.races.count("circled") >= 3,
        "all pumps": len(sheet.pumps) == 12,
        "robot factory": sheet.complete(10),
        "nine factories": sum(sheet.complete(index) for index in range(11)) >= 9,
        "all energies": not sheet.energy_factories(),
        "all robots": not sheet.robot_factories(),
        "all astronauts": sheet.astronauts == 8,
        "all plannings": sheet.plannings == 6,
        "control centres": sheet.complete(4) and sheet.complete(5),
    }
    return [name for name, is_reached in reached.items() if is_reached]


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_games(players, opponent):
    """Play games at random, well, and mixed."""
    for seed in range(6 if players == 1 else 3):
        play_game(MineReferee, players, opponent, seed, mixed_play(PLAYERS, seed), check, TURNS)


def test_good_play():
    """Check that good play reaches everything rare: all missions, all ends, columns, factories, filling bonuses."""
    found = good_play(MineReferee, PLAYERS, 12, check, TURNS, marks)
    wanted = {"full", "errors", "three_missions", "deck", "won against ASTRA", "filling bonus", "three filling bonuses"}
    wanted |= {"all pumps", "robot factory", "nine factories", "all energies", "all robots", "all astronauts"}
    wanted |= {"all plannings", "control centres"}
    wanted |= {(card, face.first) for card, face in MISSIONS.items() if face.adventure == 4}
    assert not {name for name in wanted if not found[name]}
