"""A recorded game as text: decision by decision, and the points at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from moon_envs.game import Game
from moon_envs.render.drawing import points_of
from moon_envs.replays.story import story
from moon_envs.replays.walk import walk
from moon_envs.text_tables import text_table

if TYPE_CHECKING:
    from moon_envs.recording import Recording


def replay_text(recording: Recording, game: str | Game | None = None) -> Iterator[str]:
    """A recorded game in lines, everything open.

    Args:
        recording: the game.
        game: the game it is of, if that is not registered.

    Raises:
        SaveError: as `Recording.replay`.
    """
    whole = walk(recording, game)
    yield f"{whole.game.title}: {whole.configuration.describe()}, seed {recording.seed}"
    if whole.agents:
        yield ", ".join(map(whole.long_name, range(whole.configuration.players)))
    turn, turns = 0, len(whole.turns)
    for position, line in enumerate(story(whole, None)):
        if whole.is_turn(position):
            turn += 1
            yield ""
            yield f"{'Phase' if whole.game.simultaneous else 'Turn'} {turn} of {turns}"
        yield f"{position + 1:4}  {whole.side_name(whole.actors[position])}: {line.words}"
        yield from (f"      {event}" for event in line.events)
    yield ""
    yield "The game is over." if whole.is_over else "The recording ends before the game is over."
    used = whole.game.used_categories(whole.states[-1])
    points = points_of(whole.game, whole.states[-1])[:, list(used.values())].tolist()
    rows = [(whole.long_name(side), *counted, sum(counted)) for side, counted in enumerate(points)]
    yield text_table(("points", *used, "total"), rows)
