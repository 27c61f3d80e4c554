"""One game whose record can be edited between decisions: what the positions of all games share."""

import numpy as np

import moon_envs


def put_records(batch, records):
    """Put records into a batch past its own door, which would refuse most positions set up by hand."""
    batch.set_checked_states(records, np.arange(len(batch)))


class EditedGame:
    """One game whose record can be edited between decisions.

    `state` is a copy of the record that may be written to at any time; every question and every action looks at it
    first.
    """

    def __init__(self, game, players, seed, **options):
        self.batch = moon_envs.Batch(game, 1, players, seed, autoreset="disabled", threads=1, **options)
        self.game = self.batch.game
        self._states = self.batch.states.copy()
        self.state = self._states[0]

    @property
    def actor(self):
        """The seat that decides, -1 when the game is over."""
        put_records(self.batch, self._states)
        return int(self.batch.actor[0])

    @property
    def is_over(self):
        return self.actor == -1

    def outcome(self):
        """The result of the finished game, by seat."""
        return self.batch.final_outcome[0].tolist()
