"""One game that people play: its position and history, who decides, undo, hints, news and saving.

`opening.py` begins sessions and continues saved ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs import events
from moon_envs.agents import Agent, Waiting, ask, find_agent, prepare
from moon_envs.agents.playing import ask_for_shares
from moon_envs.base.checks import check_whole_number
from moon_envs.base.errors import IllegalActionError, SaveError, SessionError
from moon_envs.base.files.disk import as_path, read_file, write_file
from moon_envs.base.files.outputs import check_output
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.core import saves
from moon_envs.core.game import Configuration, Game, mode_facts
from moon_envs.events.people import YOU, People, checked_names, people_at
from moon_envs.play.consequences import consequences
from moon_envs.play.hints import Advice, advise, network_for_hints
from moon_envs.play.turns import first_of_turn
from moon_envs.records.recording import Recording

MOST_BYTES_OF_A_SAVE = 1 << 20
HINTING_AGENT = "mcts:500"


@dataclass(frozen=True, eq=False, repr=False)
class Decision(Shown):
    """A decision that was taken.

    Attributes:
        actor: who took it.
        action: which action.
        words: the action in words.
        before: the record before it.
        told: by seat, what the session has told of it already.
    """

    actor: int
    action: int
    words: str
    before: np.void
    told: dict[int, list[str]] = field(default_factory=dict)

    def _repr_facts_(self) -> Facts:
        # Not what was decided: other seats may not know it yet.
        return {"actor": self.actor}


@dataclass(repr=False)
class Session(Shown):
    """A game in progress: one seat decides at a time; agents decide for the seats without a person.

    Attributes:
        batch: the game itself, in a batch of one.
        seed: the seed of the game.
        seat: the person's seat.
        hotseat: whether people play all seats.
        agents: the agents of the other seats, by seat.
        names: the chosen names of the players by seat; None if words say "player 0" for programs to read.
        decisions: all decisions so far, oldest first; some saves do not hold the decisions before them.
        is_whole: whether `decisions` begins at the start of the game.

    Example:
        >>> import moon_envs
        >>> from moon_envs.play.opening import new_session, resume
        >>> session = new_session("launch", seed=5)
        >>> session.decide(session.legal_actions[0])
        >>> session.let_others_play()
        >>> again = resume("launch", session.to_bytes())
        >>> again.undo(), len(again.decisions)
        (True, 0)
    """

    batch: Batch
    seed: int
    seat: int
    hotseat: bool
    agents: dict[int, Agent]
    names: list[str | None] | None = None
    decisions: list[Decision] = field(default_factory=list)
    is_whole: bool = True

    def _repr_facts_(self) -> Facts:
        # Without seed, points and actions: the seed tells the whole future, and others may not know the rest yet.
        others: dict[str, Any] = {"opponents": [agent.name for agent in self.agents.values()]} if self.agents else {}
        people = {"hotseat": True} if self.hotseat else {"seat": self.seat, **others}
        facts = {**mode_facts(self.game, self.configuration), **people, "decisions": len(self.decisions)}
        return {**facts, "is_over": True} if self.is_over else {**facts, "actor": self.actor}

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.batch.game

    @property
    def configuration(self) -> Configuration:
        """Players and options."""
        return self.batch.configuration

    @property
    def state(self) -> np.void:
        """The position."""
        return self.batch.states[0]

    @property
    def actor(self) -> int:
        """The player who decides now, -1 when the game is over."""
        return int(self.batch.actor[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor < 0

    @property
    def viewer(self) -> int:
        """The seat whose view is shown: the person's; in a hotseat game the actor's, at the end the last actor's."""
        if not self.hotseat:
            return self.seat
        if self.is_over:
            return self.decisions[-1].actor if self.decisions else self.seat
        return self.actor

    @property
    def people(self) -> People:
        """What the players are called; agents and people without a chosen name have one by their seat."""
        players, agents = self.configuration.players, {} if self.hotseat else self.agents
        played_by = [agents[seat].name if seat in agents else "" for seat in range(players)]
        return people_at(players, self.names or (), played_by, self.game.rival)

    def call(self, names: Sequence[str | None]) -> None:
        """Say what the players are called; from now on all words say names.

        Args:
            names: by seat; None for a name by the seat.

        Raises:
            ConfigurationError: names that are not allowed.
        """
        self.names = checked_names(names, self.configuration.players, self.game.rival)

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions of the actor."""
        return [int(action) for action in self.batch.legal_actions()]

    def describe(self, action: int) -> str:
        """An action of the actor in words, with facts that help to judge it."""
        return self._said(events.describe(self.game, self.batch.record(), action), self.viewer)

    def consequences(self) -> dict[int, list[str]]:
        """What each legal action brings for certain, in words for the actor: points, and what it closes or opens."""
        found = consequences(self.batch, self.actor, self.legal_actions) if not self.is_over else {}
        return {action: [self._said(line, self.actor) for line in lines] for action, lines in found.items()}

    def decide(self, action: int) -> None:
        """Carry out an action of the actor.

        Raises:
            IllegalActionError: the action is not legal, or the game is over; nothing has moved.
        """
        if self.is_over:
            raise IllegalActionError("The game is over: there is nothing to decide.")
        before, actor = self.batch.record(), self.actor
        self.batch.step([action])
        self.decisions.append(Decision(actor, int(action), events.describe(self.game, before, int(action)), before))

    def let_others_play(self) -> None:
        """Let the agents decide until a person has to decide or the game is over."""
        while not self.hotseat and not self.is_over and self.actor != self.seat:
            with self.batch.asking():
                actions = ask(self.agents[self.actor], self._waiting(), self._explain_to_others)
            self.decide(int(actions[0]))

    def undo(self, whole_turn: bool = False) -> bool:
        """Take back the person's last decision and all later ones; in a hotseat game the last decision.

        Args:
            whole_turn: go back to the first decision of this turn, see `turns.first_of_turn`.

        Returns:
            False if there is no such decision; nothing has moved then.
        """
        place = self.place_of_undo(whole_turn)
        if place is None:
            return False
        self.batch.set_states(np.array([self.decisions[place].before], dtype=self.game.state_dtype))
        del self.decisions[place:]
        return True

    def place_of_undo(self, whole_turn: bool = False) -> int | None:
        """The place in `decisions` that `undo` goes back to; None if there is nothing to take back."""
        own = [place for place, decision in enumerate(self.decisions) if self.hotseat or decision.actor == self.seat]
        if not own:
            return None
        return first_of_turn(self.game, self.configuration, self.decisions, own[-1]) if whole_turn else own[-1]

    def news(self, seat: int | None = None) -> list[str]:
        """What has happened since a seat's last decision, its effects included, as far as the seat knows it.

        Args:
            seat: the seat; None for the viewer.
        """
        seat = self.viewer if seat is None else self._check_seat(seat)
        since = [place for place, decision in enumerate(self.decisions) if decision.actor == seat]
        lines: list[str] = []
        for place in range(since[-1] if since else 0, len(self.decisions)):
            lines += self._told(place, seat)
        return lines

    def log(self, seat: int, place: int) -> list[str]:
        """The log of decision number `place` for a seat: its words if it is the seat's own, then its news."""
        seat, decision = self._check_seat(seat), self.decisions[place]
        own = [f"You: {self._said(decision.words, seat)}."] if decision.actor == seat else []
        return own + self._told(place, seat)

    def _told(self, place: int, seat: int) -> list[str]:
        decision, is_last = self.decisions[place], place + 1 == len(self.decisions)
        if seat not in decision.told:
            after = self.batch.record() if is_last else self.decisions[place + 1].before
            decision.told[seat] = events.tell(self.game, decision.before, after, decision, seat)
        return [self._said(line, seat) for line in decision.told[seat]]

    def _said(self, words: str, viewer: int) -> str:
        return words if self.names is None else self.people.told(words, viewer)

    def table(self) -> str:
        """The table in words, as the viewer sees it."""
        return self._said(events.table(self.game, self.state, self.viewer), self.viewer)

    def last_noticed(self, seat: int) -> Decision | None:
        """The last decision that a seat knows of; None if there is none, or if the seat has learned something since."""
        for place in range(len(self.decisions) - 1, -1, -1):
            if events.is_noticed(self.game, self.decisions[place], seat):
                return self.decisions[place]
            if self._told(place, seat):
                break
        return None

    def hint(self, agent: Any = HINTING_AGENT) -> list[tuple[int, float]]:
        """What an agent would do in the place of the actor: legal actions with their shares, best first.

        Args:
            agent: the agent. Shares of a search are shares of its simulations; shares of a network are its policy.

        Raises:
            SessionError: the game is over.
            ConfigurationError: there is no such agent, or it cannot play this game.
        """
        if self.is_over:
            raise SessionError("The game is over: there is nothing to decide.")
        found = find_agent(agent)
        prepare(found, self.game, self.configuration)
        with self.batch.asking():
            shares = ask_for_shares(found, self._waiting())[0]
        order = sorted(self.legal_actions, key=lambda action: -shares[action])
        return [(action, float(shares[action])) for action in order]

    def advice(self) -> list[Advice]:
        """What the best actions of the actor lead to, the best first; see `hints.advise`.

        Returns:
            An empty list if there is no network in the box for this game and mode: `hint` asks a search.

        Raises:
            SessionError: the game is over.
        """
        if self.is_over:
            raise SessionError("The game is over: there is nothing to decide.")
        network = network_for_hints(self.game, self.configuration)
        if network is None:
            return []
        found = advise(self.game, self.configuration, self.batch.record(), network)
        return [
            replace(
                one,
                at_once=tuple(self._said(line, self.actor) for line in one.at_once),
                reason=self._said(one.reason, self.actor),
            )
            for one in found
        ]

    def points(self) -> np.ndarray:
        """The points, (sides, categories). Show them at the end only: they may reveal what others have hidden."""
        return self.batch.points()[0]

    def outcome(self) -> list[float]:
        """The results of a finished game, by seat."""
        return [float(value) for value in self.batch.final_outcome[0]]

    @property
    def addressed(self) -> int | None:
        """The seat that is called "You" in words for everybody at the screen; nobody if people share the screen."""
        return None if self.hotseat else self.seat

    def names_of_sides(self, name_of: Callable[[int, int | None], str] | None = None) -> list[str]:
        """The names of the players, and of the opponent in the solo mode.

        Args:
            name_of: `People.name` or `People.long_name` of `people`; None for the former.
        """
        name_of = self.people.name if name_of is None else name_of
        opponent = [self.game.rival or "opponent"] if self.configuration.is_solo else []
        return [*(name_of(seat, self.addressed) for seat in range(self.configuration.players)), *opponent]

    def result(self) -> str:
        """The result of a finished game in words."""
        outcome, names = self.outcome(), self.names_of_sides()
        if self.configuration.is_solo:
            words = "You win against" if outcome[0] > 0 else "A draw with" if outcome[0] == 0 else "You lose against"
            return f"{words} {names[1]}."
        winners = [name for name, value in zip(names, outcome, strict=False) if value > -1]
        if len(winners) == 1:
            return _capital(f"{winners[0]} {'win' if winners[0] == YOU else 'wins'}.")
        return _capital(f"{', '.join(winners[:-1])} and {winners[-1]} share the victory.")

    @property
    def recording(self) -> Recording:
        """The game so far as a recording; its replay ends at this position.

        Raises:
            SessionError: the game was resumed from a save that does not hold its decisions.
        """
        if not self.is_whole:
            raise SessionError("This game was resumed from a save without its decisions: it cannot be recorded.")
        mode = self.configuration
        recording = Recording.begin(self.game, mode.players, self.seed, **mode.given_options)
        recording.actions += [decision.action for decision in self.decisions]
        return recording

    def to_bytes(self) -> bytes:
        """The game as bytes for `resume`: the position, and the decisions that led to it."""
        details: dict[str, Any] = {"actions": self.recording.actions} if self.is_whole else {}
        return saves.pack(
            self.game,
            self.state,
            players=self.configuration.players,
            options=self.configuration.options,
            seed=self.seed,
            seat=self.seat,
            hotseat=self.hotseat,
            opponents=[agent.name for agent in self.agents.values()],
            **({} if self.names is None else {"names": self.names}),
            **details,
        )

    def save(self, path: Path) -> None:
        """Save the game to a file. If that fails, the file stays as it was.

        Raises:
            OSError: the file cannot be written.
            SessionError: the file exists and is something else.
        """
        path = as_path(path, SessionError)
        check_output(path, "a saved game", _holds_a_save, error=SessionError)
        write_file(path, self.to_bytes())

    def save_recording(self, path: Path) -> None:
        """Save the recording of the game so far to a file. If that fails, the file stays as it was.

        Raises:
            OSError: the file cannot be written.
            SessionError: there is no recording, or the file exists and is something else.
        """
        data, path = self.recording.to_bytes(), as_path(path, SessionError)
        kind = f"a recording of {self.game.id}"
        check_output(path, kind, lambda file: _holds_a_recording(file, self.game), error=SessionError)
        write_file(path, data)

    def _waiting(self) -> Waiting:
        return Waiting(self.batch, np.array([0]))

    def _explain_to_others(self, row: int, action: int) -> str:
        """Name no legal actions of another player: they would show cards in that player's hand."""
        return f"action {action} ({self.game.actions.describe(action)}) is not legal for player {self.actor} now."

    def _check_seat(self, seat: Any) -> int:
        return check_whole_number("seat", seat, 0, self.configuration.players - 1, error=SessionError)


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _holds_a_save(path: Path) -> bool:
    try:
        saves.game_id(read_file(path, MOST_BYTES_OF_A_SAVE, SaveError))
    except SaveError:
        return False
    return True


def _holds_a_recording(path: Path, game: Game) -> bool:
    try:
        Recording.from_bytes(read_file(path, MOST_BYTES_OF_A_SAVE, SaveError), game)
    except SaveError:
        return False
    return True
