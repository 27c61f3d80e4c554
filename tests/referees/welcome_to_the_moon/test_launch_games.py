"""Whole games of the Launch referee by itself: what must hold in every position."""

import random
from collections import Counter

import pytest

from .cards import CARDS, EMPTY, X
from .dealer import Dealer
from .launch import LaunchReferee
from .launch_policies import Careful
from .launch_sheet import FLOOR_CELLS


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
