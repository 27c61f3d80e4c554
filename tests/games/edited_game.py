"""One game whose record can be edited between decisions: what the positions of all games share."""

import ctypes

import numpy as np

import moon_envs
from moon_envs.engine.entry import CLOSENESS


def put_records(batch, records):
    """Put records into a batch past its own door, which would refuse most positions set up by hand."""
    batch.set_checked_states(records, np.arange(len(batch)))


def plain(value):
    """A field of a record as a number, or as a list of numbers."""
    return value.tolist() if isinstance(value, np.ndarray) else int(value)


def closeness_of(game, record, player):
    """How near a player came to winning, in thousandths, as the compiled game says; -1 where points decide."""
    assert record.dtype == game.state_dtype
    entry = ctypes.CFUNCTYPE(*[ctypes.c_int64] * 4)(int(game.entry[CLOSENESS]))
    return entry(record.ctypes.data, player, 0)


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

    # Questions

    def closeness(self, seat=0):
        """How near a player came to winning, in thousandths; -1 where points decide."""
        return closeness_of(self.game, self._states[:1], seat)

    def words(self):
        """The legal actions in words."""
        put_records(self.batch, self._states)
        return [self.batch.describe(int(action)) for action in self.batch.legal_actions()]

    def text(self, seat=0):
        """The position as this seat sees it."""
        return self.game.render(self.state, seat)

    def features(self, seat=0):
        """What a seat observes: a list of raw numbers for each name of the feature table."""
        put_records(self.batch, self._states)
        features, players = self.game.features, self.batch.configuration.players
        low, high = features.bounds(players)
        raw = np.rint(self.batch.observe(seat) * (high - low) + low).astype(int).tolist()
        return {name: raw[first : first + feature.size] for name, first, feature in features.layout(players)}

    def points(self, seat=None):
        """Points by category of a seat; without a seat the totals of all."""
        put_records(self.batch, self._states)
        points = self.batch.points()[0][: self.batch.configuration.players]
        if seat is None:
            return points.sum(axis=1).tolist()
        return dict(zip(self.game.categories, points[seat].tolist(), strict=True))

    def __getattr__(self, name):
        """Fields of the record by name: `position.pool`."""
        state = self.__dict__.get("state")
        if state is None or name not in state.dtype.names:
            raise AttributeError(name)
        return plain(state[name])

    def own(self, name, seat=0):
        """A field of a player's record."""
        return plain(self.state["players"][seat][name])

    def _name(self, action):
        """An action as a name, or as a name and an index where its range has several."""
        name, index = self.game.actions.locate(action)
        several = {action_range.name: len(action_range.meanings) > 1 for action_range in self.game.actions.ranges}
        return (name, index) if several[name] else name

    # Actions

    def act(self, *names):
        """Carry out legal actions, each a name or a pair of name and index."""
        for name in names:
            self._step(self._number(*((name, 0) if isinstance(name, str) else name)))
        return self

    def play_out(self, pick=min, until=lambda position: False):
        """Carry out legal actions until something holds or the game is over."""
        while not self.is_over and not until(self):
            put_records(self.batch, self._states)
            self._step(pick(self.batch.legal_actions().tolist()))
        return self

    def _number(self, name, index):
        return self.game.actions.first(name) + index

    def _step(self, action):
        put_records(self.batch, self._states)
        self.batch.step([action])
        self._states[:] = self.batch.states
