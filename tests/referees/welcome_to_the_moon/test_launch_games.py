"""Whole games of the Launch referee by itself: what must hold in every position."""

import random
from collections import Counter

import pytest

from .cards import CARDS, EMPTY, X
from .dealer import Dealer
from .launch import LaunchReferee
from .launch_sheet import FLOOR_CELLS, QUARTERS


def kinds(referee):
    """Return the kinds of the legal actions."""
    return {action[0] for action in referee.legal()}


def check_invariants(referee):
    """Check what must hold at every decision."""
    snapshot = referee.snapshot()
    for player in snapshot["players"]:
        for cells in FLOOR_CELLS:
            numbers = [player["cells"][cell] for cell in cells if player["cells"][cell] not in (EMPTY, X)]
            assert numbers == sorted(set(numbers))
        assert 0 <= player["repaired"] <= player["circled"] <= 8 and player["rockets"] <= 31
    if referee.astra is None:
        held, cards = sum(referee.piles.draw + referee.piles.discard, []), [*CARDS]
        assert snapshot["turn"] <= 60 and len(snapshot["combinations"]) == len(snapshot["next_actions"]) == 3
    else:
        astra = referee.astra
        held, cards = astra.deck + astra.drawn + astra.discard + astra.given + astra.removed, [*CARDS, *"ABC"]
        held = held + [astra.effect] if astra.effect else held
        assert snapshot["turn"] <= 35 or snapshot["over"] or kinds(referee) == {"cross_off_sabotage"}
        assert snapshot["astra"]["bonuses_spent"] <= snapshot["astra"]["bonuses_circled"] <= 8
        assert astra.bonuses_circled == snapshot["players"][0]["sabotages"].count("triggered")
    assert Counter(held) == Counter(cards)


class Careful:
    """Writes numbers near their place in the floor and takes every X and mission, so that rockets get launched."""

    def __init__(self, rng):
        """Remember the source of chance and the cell planned together with a combination."""
        self.rng = rng
        self.planned = None

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        sheet = referee.sheets[referee.actor]
        if legal[0][0] == "combination":
            offers = referee._offers()
            plans = [(k, cell) for _, k in legal for cell in sheet.legal_cells(*offers[k])]
            pick, self.planned = min(plans, key=lambda plan: self.misfit(offers[plan[0]][0], plan[1]))
            return ("combination", pick)
        if legal[0][0] == "write":
            return ("write", self.planned)
        if ("decline_x",) in legal:
            return min(legal[1:], key=lambda action: self.gaps(sheet, action[1]))
        return self.rng.choice([action for action in legal if action[0] not in ("no_mission", "give")] or legal)

    def misfit(self, number, cell):
        """Return how far a number is from the ideal one of the cell."""
        floor = next(cells for cells in FLOOR_CELLS if cell in cells)
        return abs(number - 16 * (cell - floor[0] + 0.5) / len(floor))

    def gaps(self, sheet, cell):
        """Return how many cells the quarter of a cell lacks."""
        cells = next(quarter.cells for quarter in QUARTERS if cell in quarter.cells)
        return sum(sheet.cells[other] == EMPTY for other in cells)


SETTINGS = [(players, None) for players in range(2, 7)] + [(1, level) for level in range(1, 9)]


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_random_games(players, opponent):
    """Play games at random and with care; replay each with the seats reversed, which must not matter."""
    launches = 0
    for seed in range(25):
        rng = random.Random(seed)
        missions = (rng.choice((64, 65)), rng.choice((66, 67)), rng.choice((68, 69)))
        referee = LaunchReferee(players, opponent, missions, Dealer(seed))
        answers = [[] for _ in range(players)]
        careful = Careful(rng)
        while referee.actor is not None:
            check_invariants(referee)
            before = [list(taken) for taken in referee.board.taken]
            choices = sorted(referee.legal())
            assert choices
            action = careful.choose(referee) if (seed + referee.actor) % 3 else rng.choice(choices)
            answers[referee.actor].append(action)
            referee.apply(action)
            for old, new in zip(before, referee.board.taken, strict=True):
                assert all(value in (None, now) for value, now in zip(old, new, strict=True))
        check_invariants(referee)
        assert len(referee.outcome()) == players and len(referee.points()) == players + (players == 1)
        launches += any(sheet.launches() for sheet in referee.sheets)
        again = LaunchReferee(players, opponent, missions, Dealer(seed))
        queues = [iter(queue) for queue in reversed(answers)]
        while again.actor is not None:
            again.apply(next(queues[again.actor]))
        assert again.snapshot()["players"] == referee.snapshot()["players"][::-1]
        assert again.outcome() == referee.outcome()[::-1] and again.turn == referee.turn
    assert launches > 0 or players == 1
