"""The games in progress: each is a table with its own lock; agents think in threads of their own."""

from __future__ import annotations

import functools
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from moon_envs.base.errors import MoonEnvsError
from moon_envs.core.game import Game
from moon_envs.play.sessions import Session
from moon_envs.render import LastDecision, Picture, draw, picture_of_action
from moon_envs.render.naming import reword
from moon_envs.web import limits
from moon_envs.web.advice import hint_of
from moon_envs.web.ending import end_of, same_again
from moon_envs.web.keeping import Keeper
from moon_envs.web.requests import Refused

SHADES_OF_HINTS = (1.0, 0.5, 0.25)  # of the first, the second and the third choice
WIDTH_WITHOUT_PICTURE = 600
BYTES_OF_AN_ID = 8
LOG = logging.getLogger(__name__)

YOURS, THINKING, FAILED, OVER = "yours", "thinking", "failed", "over"


class View:
    """What tabs show of one position.

    Args:
        facts: all but the picture.
        draw: draws the picture. It is called when a tab asks for it; agents are often faster.
    """

    def __init__(self, facts: dict[str, Any], draw: Callable[[], str]):
        self.facts = facts
        self._draw = draw

    @functools.cached_property
    def whole(self) -> dict[str, Any]:
        """The facts and the picture."""
        return {**self.facts, "picture": self._draw()}


class Table:
    """A game in progress, for all tabs that show it.

    Tabs show `view`. Every change makes a new view and never alters an old one, so tabs read it without waiting for
    the game. A request that changes something says how many changes its tab has seen; if that is not all, it is
    refused. While agents think, the session is theirs and nothing can be changed.

    Args:
        id_: its id, a part of its address.
        session: the game.
        thinkers: limits the number of tables at which agents think at once.
        keeper: saves the game after every change.
    """

    def __init__(self, id_: str, session: Session, thinkers: threading.Semaphore, keeper: Keeper):
        self.id = id_
        self.last_used = time.monotonic()
        self._session = session
        self._thinkers = thinkers
        self._keeper = keeper
        self._lock = threading.Lock()
        self._changes = 0
        self._is_thinking = False
        self._thought = threading.Event()
        self._fault = ""
        with self._lock:
            self._go_on()

    @property
    def is_thinking(self) -> bool:
        """Whether agents think about a decision."""
        return self._is_thinking

    @property
    def changes(self) -> int:
        """How often the game has changed, up to what `view` shows."""
        return self._view.facts["changes"]

    @property
    def title(self) -> str:
        """The name of the game."""
        return self._session.game.title

    @property
    def view(self) -> dict[str, Any]:
        """What a tab shows now, as JSON can hold it."""
        return self._view.whole

    def decide(self, seen: int, action: int) -> dict[str, Any]:
        """Carry out an action of the person, and let the others play.

        Args:
            seen: the number of changes that the tab has seen.
            action: legal now.

        Raises:
            Refused: the tab shows an old position, or the game does not wait for a person.
            IllegalActionError: the action is not legal; nothing has moved.
        """
        with self._turn(seen):
            if self._status != YOURS:
                raise Refused("It is not your decision now.")
            self._session.decide(action)
            self._go_on()
        self._thought.wait(limits.SECONDS_FOR_QUICK_AGENTS)
        return self.view

    def undo(self, seen: int, whole_turn: bool = False) -> dict[str, Any]:
        """Take back the person's last decision, or the whole turn, and all later decisions."""
        with self._turn(seen):
            if not self._session.undo(whole_turn):
                raise Refused("There is no decision of yours to take back.")
            self._fault = ""
            self._changes += 1
            self._look()
        return self.view

    def try_again(self, seen: int) -> dict[str, Any]:
        """Let an agent that has failed decide again."""
        with self._turn(seen):
            if self._status != FAILED:
                raise Refused("No agent has failed.")
            self._go_on()
        return self.view

    def hint(self, seen: int) -> dict[str, Any]:
        """The best actions with what they lead to, and the picture shaded by them."""
        with self._turn(seen):
            if self._status != YOURS:
                raise Refused("It is not your decision now.")
            found = hint_of(self._session)
            shares = [0.0] * len(self._session.game.actions)
            for one, share in zip(found["best"], SHADES_OF_HINTS, strict=False):
                shares[one["action"]] = share
            return {"changes": self._changes, **found, "picture": self._drawing()(shares)}

    def again(self) -> Session:
        """A new game with the same players and options, and with another seed."""
        with self._turn(None):
            return same_again(self._session)

    def save(self) -> tuple[str, bytes]:
        """A name for the file, and what is in it."""
        with self._turn(None):
            session = self._session
            return f"{session.game.id}-{session.seed}-{self._own_decisions()}.moon", session.to_bytes()

    def replay(self) -> str:
        """The replay page of the finished game."""
        with self._turn(None):
            if not self._session.is_over:
                raise Refused("The replay shows everything: it is there when the game is over.")
            # The person's own view first, then everything that was hidden.
            session = self._session
            return session.recording.to_html(seats=[session.viewer, None], names=session.people)

    @contextmanager
    def _turn(self, seen: int | None) -> Iterator[None]:
        """Give one request the session alone, if its tab knows the present position."""
        if not self._lock.acquire(timeout=limits.SECONDS_TO_WAIT_FOR_A_TABLE):
            raise Refused("The table is busy with another request.", 409, table=self.view)
        try:
            self.last_used = time.monotonic()
            if self._is_thinking:
                raise Refused("The others are still thinking.", 409, table=self.view)
            if seen is not None and seen != self._changes:
                raise Refused("The game has gone on in another tab; here it is.", 409, table=self.view)
            yield
        finally:
            self._lock.release()

    def _go_on(self) -> None:
        """Let the others play after a decision, if it is their turn."""
        self._changes += 1
        self._fault = ""
        session = self._session
        self._is_thinking = not (session.hotseat or session.is_over or session.actor == session.seat)
        self._look()
        self._thought.set()
        if self._is_thinking:
            self._thought.clear()
            # A daemon: the server does not wait for a search when it stops.
            threading.Thread(target=self._let_others_play, name=f"table {self.id}", daemon=True).start()

    def _let_others_play(self) -> None:
        fault = "The other players failed unexpectedly; the server's terminal says more."
        try:
            with self._thinkers:
                self._session.let_others_play()
            fault = ""
        except MoonEnvsError as error:
            fault = str(error)
        except MemoryError:
            fault = "There is not enough memory for the other players to think."
        finally:
            with self._lock:
                self._fault = fault
                self._is_thinking = False
                self._changes += 1
                self.last_used = time.monotonic()
                self._look()
                self._thought.set()

    # What tabs show

    @property
    def _status(self) -> str:
        if self._session.is_over:
            return OVER
        return THINKING if self._is_thinking else FAILED if self._fault else YOURS

    def _look(self) -> None:
        session, status, decisions = self._session, self._status, self._own_decisions()
        # With people on all seats there is no log: what one of them may know is not for the others.
        told = [] if session.hotseat else [session.log(session.seat, place) for place in range(len(session.decisions))]
        brings = session.consequences() if status == YOURS else {}
        facts = {
            "id": self.id,
            "changes": self._changes,
            "game": session.game.id,
            "title": session.game.title,
            "configuration": session.configuration.describe(),
            "seed": session.seed,
            "viewer": session.viewer,
            "hotseat": session.hotseat,
            "status": status,
            "names": [session.people.name(seat, session.addressed) for seat in range(session.configuration.players)],
            "actor": "" if session.is_over else session.people.long_name(session.actor, session.addressed),
            "fault": self._fault,
            "decisions": decisions,
            "can_undo": decisions > 0,
            "can_undo_turn": self._session.place_of_undo(True) != self._session.place_of_undo(),
            "actions": [
                self._choice(action, brings[action]) for action in (session.legal_actions if status == YOURS else ())
            ],
            "news": [] if session.is_over or self._is_thinking else session.news(),
            "log": [line for lines in told for line in lines],
            "end": end_of(session) if session.is_over else None,
        }
        self._view = View(facts, self._drawing())
        self._keeper.keep(self.id, session, facts)

    def _choice(self, action: int, brings: list[str]) -> dict[str, Any]:
        """An action in words, with what it brings for certain, and a small picture of what it names or ""."""
        session = self._session
        try:
            picture = picture_of_action(session.game, session.state, action)
            drawn = "" if picture is None else picture.unstyled_svg()
        except Exception:  # the words are enough to choose
            LOG.exception("an action of %s cannot be drawn", session.game.id)
            drawn = ""
        return {"action": action, "words": session.describe(action), "brings": brings, "picture": drawn}

    def _own_decisions(self) -> int:
        """How many decisions people have taken. The number of the others' decisions may tell what they have hidden."""
        session = self._session
        return sum(session.hotseat or decision.actor == session.seat for decision in session.decisions)

    def _drawing(self) -> Callable[..., str]:
        """A function that draws the table as the viewer sees it now, even after the game has gone on."""
        session = self._session
        noticed = session.last_noticed(session.viewer)
        last = None if noticed is None else LastDecision(noticed.actor, noticed.action)
        told = functools.partial(session.people.told, viewer=session.viewer)
        return functools.partial(_picture, session.game, session.batch.record(), session.viewer, last, told)


def _picture(
    game: Game,
    record: np.void,
    viewer: int,
    last: LastDecision | None,
    told: Callable[[str], str],
    probabilities: list[float] | None = None,
) -> str:
    """A position as SVG; the page has the style sheet."""
    try:
        picture = reword(draw(game, record, viewer, last=last, probabilities=probabilities), told)
    except Exception:  # the list of actions is enough to go on and to save
        LOG.exception("%s cannot be drawn", game.id)
        picture = Picture(WIDTH_WITHOUT_PICTURE)
        picture.label(10, 24, "This position cannot be drawn; the server's terminal says why.")
    return picture.unstyled_svg()


class Tables:
    """All games in progress, in memory, by their ids.

    Args:
        keeper: saves them for the next server; None saves nothing.
    """

    def __init__(self, keeper: Keeper | None = None) -> None:
        self.keeper = Keeper(None) if keeper is None else keeper
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()
        self._thinkers = threading.Semaphore(max(2, os.cpu_count() or 2))

    def __len__(self) -> int:
        return len(self._tables)

    def open(self, session: Session, id_: str | None = None) -> Table:
        """Open a table for a game. If there are too many, the table that was idle for longest is dropped.

        Args:
            session: the game.
            id_: the id of a kept game; if its table is open, this is the table. None for a new game.

        Raises:
            Refused: agents think at all tables.
        """
        with self._lock:
            if id_ in self._tables:
                return self._tables[id_]
            if len(self._tables) >= limits.MOST_TABLES:
                idle = [one for one in self._tables.values() if not one.is_thinking]
                if not idle:
                    raise Refused(f"{limits.MOST_TABLES} games are being played at once; wait for one of them.", 503)
                del self._tables[min(idle, key=lambda one: one.last_used).id]
            id_ = secrets.token_hex(BYTES_OF_AN_ID) if id_ is None else id_
            table = Table(id_, session, self._thinkers, self.keeper)
            self._tables[table.id] = table
        return table

    def is_open(self, id_: str) -> bool:
        """Whether there is a table with an id."""
        return id_ in self._tables

    def delete(self, id_: str) -> None:
        """Delete a kept game, and its table if it is open.

        Raises:
            Refused: it is not kept, or cannot be deleted.
        """
        self.keeper.delete(id_)
        with self._lock:
            self._tables.pop(id_, None)

    def find(self, id_: str) -> Table:
        """The table with an id.

        Raises:
            Refused: there is none.
        """
        table = self._tables.get(id_)
        if table is None:
            raise Refused(
                "There is no such game here, or it was dropped for a newer one. The start page continues kept games.",
                404,
            )
        return table
