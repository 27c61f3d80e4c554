"""How long turns and propagations of Virus can be: bounds that hold in a few thousand random games of the kernels."""

import numpy as np
import pytest

import moon_envs
from moon_envs.games.welcome_to_the_moon.state import PHASE_INCIDENTS
from moon_envs.games.welcome_to_the_moon.virus.state import DECISION_NAMES
from tests.referees.welcome_to_the_moon.cards import INFECTED

GAMES = 1000
MOST_TURNS = 56
MOST_PROPAGATIONS, MOST_PROPAGATIONS_IN_A_TURN = 3, 6
MOST_INFECTIONS = 18

# The most decisions of a player in a turn by their kind: combination, wild action, number, use and bonus; the last
# space of a quarter is infected unasked; missions in four phases; effect cards; the card for ASTRA.
KINDS = {
    **dict.fromkeys(("combination", "cell", "wild", "shift", "x"), "writing"),
    **dict.fromkeys(("walkway", "use", "bonus_walkway", "bonus_energy"), "writing"),
    **{"infection": "infections", "mission": "missions", "race": "effects", "card": "card"},
    **dict.fromkeys(("none", "grey_virus"), "set-up"),
}
MOST_DECISIONS = {"writing": 5, "infections": 44, "missions": 6, "effects": 3, "card": 1, "set-up": 1}
MOST_DECISIONS_AT_RANDOM = 30
KIND_OF_DECISION = np.array([list(MOST_DECISIONS).index(KINDS[name]) for name in DECISION_NAMES])


class WatchedGames:
    """Random games with counts by row, turn and player."""

    def __init__(self, players):
        self.batch = moon_envs.Batch("virus", GAMES, players, seed=6, autoreset="disabled", threads=1)
        self.rows = np.arange(GAMES)
        self.decisions = np.zeros((GAMES, MOST_TURNS + 1, 6, len(MOST_DECISIONS)), dtype=int)
        # Propagations also by the viruses of missions, which tell repeated incidents of a turn apart.
        self.propagations = np.zeros((GAMES, MOST_TURNS + 1, 8, 6), dtype=int)
        self.infections = []

    def play(self):
        while not self.batch.done.all():
            self.watch(self.rows[~self.batch.done])
            self.batch.step(self.batch.sample())
        return self

    def watch(self, rows):
        states, actors = self.batch.states[rows], self.batch.actor[rows]
        np.add.at(self.decisions, (rows, states["turn"], actors, KIND_OF_DECISION[states["decision"]]), 1)
        incidents = states["phase"] == PHASE_INCIDENTS
        states, rows, actors = states[incidents], rows[incidents], actors[incidents]
        due = states["shown"]["propagations_due"]
        self.propagations[rows, states["turn"], states["mission_viruses"]] = due
        infected = [(states[name]["cells"] == INFECTED).sum(axis=2) for name in ("players", "shown")]
        everybody = (infected[0] - infected[1])[due == 1]
        self.infections.extend(everybody.tolist())


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_bounds_in_random_games(players):
    """virus 4.2, 4.3, 5.2: propagations of the incidents and of a turn, infections of one, decisions of a turn."""
    games = WatchedGames(players).play()
    for kind, most in enumerate(MOST_DECISIONS.values()):
        assert games.decisions[..., kind].max() <= most
    assert 10 < games.decisions.sum(axis=3).max() <= MOST_DECISIONS_AT_RANDOM
    assert 0 < games.propagations.max() <= MOST_PROPAGATIONS
    assert games.propagations.sum(axis=2).max() <= MOST_PROPAGATIONS_IN_A_TURN
    assert 3 < max(games.infections) <= MOST_INFECTIONS
    assert games.batch.states["turn"].max() <= MOST_TURNS
