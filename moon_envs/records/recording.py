"""A recorded game: configuration, seed and actions. Replaying it gives the same states to the byte."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from moon_envs.base.checks import check_whole_number, is_whole_number
from moon_envs.base.errors import ConfigurationError, IllegalActionError, SaveError, reason
from moon_envs.base.files.bounded import read_json, write_json
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.core.saves import layout_code

if TYPE_CHECKING:
    from moon_envs.events import People
    from moon_envs.replays.walk import Walk

    Names = Sequence[str | None] | People | None

MOST_BYTES = 1 << 24


@dataclass(repr=False)
class Recording(Shown):
    """A game as the list of its actions.

    Attributes:
        game: the game id.
        version: the version of the game it was recorded with.
        layout: a checksum of the state record and the tables it was recorded with.
        players: the number of players.
        options: the options of the game.
        seed: the seed of the game.
        actions: all actions, in order.
        agents: the names of the agents by seat; empty if unknown.

    Example:
        >>> import moon_envs
        >>> recording = moon_envs.Recording.begin("launch", players=2, seed=5)
        >>> batch = recording.replay()
        >>> recording.actions.append(int(batch.sample()[0]))
        >>> again = moon_envs.Recording.from_bytes(recording.to_bytes())
        >>> len(again.actions), int(again.replay().states[0]["turn"])
        (1, 1)
    """

    game: str
    version: int
    layout: int
    players: int
    options: dict[str, Any]
    seed: int
    actions: list[int] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)

    def _repr_facts_(self) -> Facts:
        facts = {"game": self.game, "players": self.players, **self._given_options(), "seed": self.seed}
        return {**facts, "actions": len(self.actions), **({"agents": self.agents} if self.agents else {})}

    @classmethod
    def begin(cls, game: str | Game, players: int | None = None, seed: int = 0, **options: Any) -> Recording:
        """Return a new recording without actions.

        Args:
            game: a game id or a `Game`.
            players: the number of players; 1 is the solo mode.
            seed: the seed of the game.
            **options: the options of the game.
        """
        found = find_game(game)
        found.check_arguments(options, cls.begin)
        configuration = found.configuration(players, **options)
        seed = check_whole_number("seed", seed, 0)
        options = dict(configuration.options)
        return cls(found.id, found.version, layout_code(found), configuration.players, options, seed)

    def replay(self, length: int | None = None, game: str | Game | None = None) -> Batch:
        """Return a batch of one game in which the recorded actions have been carried out.

        Args:
            length: the number of actions to carry out; by default all.
            game: the game, if it is not registered.

        Raises:
            SaveError: the recording was made with another version of the game, or has an action that is not legal.
        """
        return deque(self.positions(length, game), maxlen=1).pop()

    def positions(self, length: int | None = None, game: str | Game | None = None) -> Iterator[Batch]:
        """Yield the same batch of one game before the first action and after each one.

        Args:
            length: the number of actions to carry out; by default all.
            game: the game, if it is not registered.

        Raises:
            SaveError: as `replay`.
        """
        if length is not None:
            length = check_whole_number("length", length, 0)
        found = self._check(game)
        if found.version != self.version or layout_code(found) != self.layout:
            raise SaveError(
                f"This recording of {self.game!r} was made with version {self.version} of the game, or with other "
                f"tables; this installation has version {found.version}."
            )
        batch = Batch(found, 1, self.players, self.seed, autoreset="disabled", threads=1, **self._given_options())
        yield batch
        for place, action in enumerate(self.actions[:length]):
            if batch.done[0]:
                raise SaveError(f"This recording has {len(self.actions)} actions, but the game is over after {place}.")
            try:
                batch.step(action)
            except IllegalActionError as error:
                raise SaveError(f"Action {place} of this recording is not legal: {error}") from error
            yield batch

    def to_html(
        self,
        title: str | None = None,
        seats: Sequence[int | None] | None = None,
        *,
        names: Names = None,
        game: str | Game | None = None,
        on_frame: Callable[[int, int], None] = lambda done, total: None,
    ) -> str:
        """Return the game as one HTML page to step through; it needs no network and no other file.

        The view of a seat shows the player's own decisions and what the player learned, in the words of
        `moon_envs.events.tell`. It has no step for a decision that the player did not notice, and the page has no seed.
        So two games that the player cannot tell apart give the same page. A page for several seats contains what each
        of them knows. The open table shows everything; the page has it unless `seats` leaves it out.

        Args:
            title: the title of the page; None for the title of the game.
            seats: the seats whose views the page has, with None in the list for the open table; the page begins with
                the first view. None instead of a list means the open table and all seats.
            names: what the players are called, by seat, see `moon_envs.events.people_at`; None for their numbers.
            game: the game, if it is not registered.
            on_frame: called while the page is made, with the number of drawn pictures and of all pictures.

        Raises:
            SaveError: as `replay`.
            ConfigurationError: there is no such seat, or the list is empty.

        Example:
            >>> import moon_envs
            >>> recording = moon_envs.Recording.begin("launch", players=2, seed=5)
            >>> recording.actions.append(int(recording.replay().sample()[0]))
            >>> page = recording.to_html("My game", seats=[None, 0])
            >>> page.startswith("<!doctype html>"), "<title>My game</title>" in page
            (True, True)
        """
        from moon_envs.replays.page import page_of

        return page_of(self.walk(game, names), title, seats, on_frame)

    def to_svg(
        self,
        seat: int | None = None,
        *,
        turns: bool = False,
        every: int = 1,
        first: int = 0,
        last: int | None = None,
        seconds: float = 1.0,
        layout: str = "landscape",
        theme: str = "auto",
        title: str | None = None,
        names: Names = None,
        game: str | Game | None = None,
        on_frame: Callable[[int, int], None] | None = None,
    ) -> str:
        """Return the game as an animated SVG: a picture that moves wherever pictures are shown, without a script.

        It shows the steps of `to_html` for one view, and repeats them. Frame 0 is the start of the game, and frame i
        follows step i. Readers who prefer reduced motion see the last frame.

        Args:
            seat: the seat that looks; None for the open table.
            turns: show only the beginnings of turns, instead of every step.
            every: show each frame whose number among these is a multiple of this.
            first: the first frame; it is always shown.
            last: the last frame, which is always shown; None for the end of the recording.
            seconds: how long a frame stays, 0.1 to 60; the last one stays four times as long.
            layout: "landscape" for a page that is wider than tall, "portrait" for one as wide as a phone.
            theme: "light", "dark", or "auto" for what the reader prefers.
            title: the name of the picture for screen readers; None for the title of the game.
            names: what the players are called, by seat, see `moon_envs.events.people_at`; None for their numbers.
            game: the game, if it is not registered.
            on_frame: called while the film is made, with the number of finished frames and of all frames.

        Raises:
            SaveError: as `replay`.
            ConfigurationError: an argument is not allowed.

        Example:
            >>> import moon_envs
            >>> recording = moon_envs.Recording.begin("launch", players=2, seed=5)
            >>> recording.actions.append(int(recording.replay().sample()[0]))
            >>> film = recording.to_svg(seat=0, seconds=0.5)
            >>> film.startswith("<svg"), "@keyframes" in film
            (True, True)
        """
        from moon_envs.replays.film import Cut, film_of
        from moon_envs.replays.moving import moving_svg

        walk = self.walk(game, names)
        scenes = film_of(walk, Cut(seat, turns, every, first, last, seconds, layout))
        return moving_svg(scenes, theme, walk.game.title if title is None else str(title), on_frame)

    def to_film(
        self,
        kind: str = "mp4",
        seat: int | None = None,
        *,
        turns: bool = False,
        every: int = 1,
        first: int = 0,
        last: int | None = None,
        seconds: float = 1.0,
        layout: str = "landscape",
        theme: str = "light",
        width: int | None = None,
        names: Names = None,
        game: str | Game | None = None,
        on_frame: Callable[[int, int], None] | None = None,
    ) -> bytes:
        """Return the game as a GIF or MP4; this needs `pip install "moon_envs[video]"`.

        It shows the frames of `to_svg`.

        Args:
            kind: "gif" or "mp4".
            seat: the seat that looks; None for the open table.
            turns: show only the beginnings of turns.
            every: show each frame whose number among these is a multiple of this.
            first: the first frame.
            last: the last frame.
            seconds: how long a frame stays, to a tenth of a second in an MP4.
            layout: "landscape" or "portrait".
            theme: "light" or "dark".
            width: in pixels, 64 to 8192; None for 800 (GIF) or 1280 (MP4). The height follows.
            names: what the players are called, by seat, see `moon_envs.events.people_at`; None for their numbers.
            game: the game, if it is not registered.
            on_frame: called while the film is made.

        Raises:
            MissingExtraError: the packages of the extra are missing.
            SaveError: as `replay`.
            ConfigurationError: an argument is not allowed.

        Example:
            >>> import moon_envs
            >>> recording = moon_envs.Recording.begin("launch", players=2, seed=5)
            >>> recording.to_film("gif", seconds=0.5, width=300)[:6]
            b'GIF89a'
        """
        from moon_envs.replays.film import Cut, film_of
        from moon_envs.replays.pixel_films import pixel_film

        scenes = film_of(self.walk(game, names), Cut(seat, turns, every, first, last, seconds, layout))
        return pixel_film(scenes, kind, width, theme, on_frame)

    def to_lines(
        self, seat: int | None = None, *, names: Names = None, game: str | Game | None = None
    ) -> Iterator[str]:
        """Yield the game as lines of text: step by step, and the points at the end.

        Args:
            seat: the seat whose view the text gives, with its decisions and what it learned, and without the seed;
                None for everything.
            names: what the players are called, by seat, see `moon_envs.events.people_at`; None for their numbers.
            game: the game, if it is not registered.

        Raises:
            SaveError: as `replay`.
            ConfigurationError: there is no such seat.
        """
        from moon_envs.replays.text import lines_of

        walk = self.walk(game, names)
        if seat is not None:
            check_whole_number("seat", seat, 0, walk.configuration.players - 1)
        # The seed would reveal everything hidden.
        return lines_of(walk, seat, f", seed {self.seed}" if seat is None else f", as {walk.side_name(seat)} knows it")

    def walk(self, game: str | Game | None = None, names: Names = None) -> Walk:
        """Return every position of the game and the decisions between them; pages and texts are made from it.

        Args:
            game: the game, if it is not registered.
            names: what the players are called, by seat, see `moon_envs.events.people_at`; None for their numbers.

        Raises:
            SaveError: as `replay`.
        """
        from moon_envs.events import people_at
        from moon_envs.replays.walk import Walk

        states, actors = [], []
        for batch in self.positions(game=game):
            states.append(batch.record())
            actors.append(int(batch.actor[0]))
        people = None if names is None else people_at(self.players, names, self.agents, batch.game.rival)
        return Walk(batch.game, batch.configuration, list(self.agents), states, actors, list(self.actions), people)

    def _repr_html_(self) -> str | None:
        """Return the page of `to_html` for notebooks; None, and they show the `repr`, if it cannot be replayed here."""
        try:
            page = self.to_html()
        except Exception:  # showing a recording must never fail, also if a field has a wrong value
            return None
        # Inside a frame, style and script of the page do not affect the notebook.
        return (
            f'<iframe srcdoc="{escape(page, quote=True)}" sandbox="allow-scripts" title="A recorded game" '
            'style="width:100%;height:860px;border:0"></iframe>'
        )

    def _repr_svg_(self) -> str | None:
        """Return the open table after the last action as SVG for notebooks; None if it cannot be replayed here."""
        from moon_envs.render import LastDecision, draw

        try:
            batch = self.replay(max(0, len(self.actions) - 1))
            last = None
            for action in self.actions[-1:]:
                last = LastDecision(int(batch.actor[0]), int(action))
                batch.step(action)
        except Exception:  # as above
            return None
        return draw(batch.game, batch.states[0], last=last).svg()

    def to_bytes(self) -> bytes:
        """Return the recording as JSON.

        Raises:
            SaveError: a field has a value that a recording cannot have.
        """
        if not isinstance(self.actions, list) or not all(is_whole_number(action) for action in self.actions):
            raise SaveError("The actions of a recording are a list of whole numbers.")
        self._check_fields()
        numbers = {name: int(getattr(self, name)) for name in ("version", "layout", "players", "seed")}
        try:
            return write_json(
                {**vars(self), **numbers, "actions": [int(action) for action in self.actions]}, MOST_BYTES
            )
        except ValueError as error:
            raise SaveError(f"This recording cannot be written: {reason(error)}.") from error

    @classmethod
    def from_bytes(cls, data: bytes, game: str | Game | None = None) -> Recording:
        """Read a recording from the bytes of `to_bytes`.

        Args:
            data: the bytes.
            game: the game, if it is not registered.

        Raises:
            SaveError: the bytes are not a recording, or this installation lacks its game or configuration.
        """
        try:
            recording = cls(**read_json(data, MOST_BYTES))
        except (ValueError, TypeError) as error:
            raise SaveError("This is not a recorded game of moon_envs.") from error
        recording._check(game)
        return recording

    def _given_options(self) -> dict[str, Any]:
        return Configuration(self.players, self.options).given_options

    def _check_fields(self) -> None:
        """Refuse field values that no recorded game can have."""
        numbers = (self.version, self.layout, self.players, self.seed)
        is_whole = all(is_whole_number(number) and number >= 0 for number in numbers)
        is_list = isinstance(self.actions, list) and all(is_whole_number(action) for action in self.actions)
        is_list = is_list and isinstance(self.agents, list) and all(isinstance(name, str) for name in self.agents)
        is_list = is_list and (not self.agents or len(self.agents) == self.players)
        is_named = isinstance(self.game, str) and isinstance(self.options, dict) and "players" not in self.options
        if not is_whole or not is_list or not is_named:
            raise SaveError("This is not a recorded game of moon_envs: a field has a value that it cannot have.")

    def _check(self, game: str | Game | None) -> Game:
        """Check the recording, and return its game."""
        self._check_fields()
        given = None if game is None else find_game(game)
        if given is not None and given.id != self.game:
            raise SaveError(f"This is a recording of {self.game!r}, not of {given.id!r}.")
        try:
            found = find_game(self.game) if given is None else given
            found.configuration(self.players, **self._given_options())
        except (ConfigurationError, TypeError) as error:
            raise SaveError(f"This recording cannot be played here: {error}") from error
        return found
