"""What an action brings for certain, said before it is chosen.

The action is carried out in copies of the game in which everything that the player cannot know is drawn anew. Only what
is the same in all copies is said, so nothing hidden can be told: the true game is not even among the copies.

Where players decide at the same time, the others' decisions are among the hidden things. What is said is counted
against the table as the player sees it; when all is shown, another player may have changed it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from moon_envs import events
from moon_envs.base.words import count_text
from moon_envs.batch import Batch
from moon_envs.events import Moment

# Most actions bring nothing for certain, which a few redraws show; what they do not refute is tested by many.
FEW, MANY = 6, 100


def consequences(batch: Batch, seat: int, actions: Sequence[int]) -> dict[int, list[str]]:
    """What actions bring for certain: points, and what they close or open.

    Args:
        batch: the game, in row 0.
        seat: the deciding player.
        actions: legal ones.

    Returns:
        Words for each action: "+3 points (planets)", "The high bonus of 6 at the bottom of skyscraper 3 is closed.";
        an empty list if nothing is certain.

    Example:
        >>> import moon_envs
        >>> batch = moon_envs.Batch("launch", 1, players=2, seed=5, autoreset="disabled")
        >>> consequences(batch, 0, batch.legal_actions()[:1])
        {0: []}
    """
    found: dict[int, list[str]] = {int(action): [] for action in actions}
    if not found:
        return found
    likely = {action: lines for action, lines in _same_in_all(batch, seat, list(found), range(FEW)).items() if lines}
    if likely:
        sure = _same_in_all(batch, seat, list(likely), range(FEW, FEW + MANY))
        found |= {action: [line for line in lines if line in sure[action]] for action, lines in likely.items()}
    return found


def _same_in_all(batch: Batch, seat: int, actions: Sequence[int], seeds: Sequence[int]) -> dict[int, list[str]]:
    """What each action brings in all redraws with these seeds."""
    mode, redraws, count = batch.configuration, len(seeds), len(actions) * len(seeds)
    copies = Batch(batch.game, count, mode.players, 0, autoreset="disabled", threads=1, **mode.options)
    copies.copy_rows(np.zeros(count, dtype=np.int64), None, source=batch)
    copies.resample(None, seat, np.tile(np.array(seeds), len(actions)))
    before, points = copies.states.copy(), _own_points(copies, seat)
    copies.step(np.repeat(actions, redraws))
    gained = (_own_points(copies, seat) - points).reshape(len(actions), redraws, -1)
    certain = (gained == gained[:, :1]).all(axis=(1, 2))
    categories = list(batch.game.used_categories(mode))
    found = {}
    for place, action in enumerate(actions):
        rows = range(place * redraws, (place + 1) * redraws)
        words = _points_words(categories, gained[place, 0].tolist()) if certain[place] else ""
        moments = [Moment(batch.game, before[row], copies.states[row], seat, action, seat) for row in rows]
        found[action] = [*([words] if words else []), *_closed(moments)]
    return found


def _own_points(copies: Batch, seat: int) -> np.ndarray:
    used = copies.game.used_categories(copies.configuration)
    return copies.points()[:, seat, list(used.values())]


def _points_words(categories: Sequence[str], gained: Sequence[int]) -> str:
    """Gained or lost points with their categories: "+3 points (planets 5, system errors -2)"."""
    named = ((category.replace("_", " "), points) for category, points in zip(categories, gained, strict=True))
    changed = {category: points for category, points in named if points}
    if not changed:
        return ""
    total = sum(changed.values())
    if len(changed) == 1:
        details = next(iter(changed))
    else:
        details = ", ".join(f"{category} {points:+d}" for category, points in changed.items())
    sign = "+" if total > 0 else "-" if total < 0 else ""
    return f"{sign}{count_text(abs(total), 'point')} ({details})"


def _closed(moments: Sequence[Moment]) -> list[str]:
    """What every one of these moments closes or opens."""
    lines = events.closed(moments[0])
    for moment in moments[1:]:
        if not lines:
            break
        also = events.closed(moment)
        lines = [line for line in lines if line in also]
    return lines
