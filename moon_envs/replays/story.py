"""The story of a game for one seat or for the open table: decisions and news, step by step.

A seat may know this of a game, and nothing else:

- its own decisions, each by itself;
- the words of `moon_envs.events.tell` about the others' decisions, and the picture of the table for this seat.

Decisions of others that tell the seat nothing are no steps: otherwise the seat could count them. In a game of
simultaneous decisions a seat learns of the others when the phase is over. Its last decision of a phase and the end of
the phase are one step, which hides who decided last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from moon_envs.events.telling import describe, is_noticed, tell
from moon_envs.render import LastDecision
from moon_envs.replays.walk import Walk

UNSEEN = "decides; nothing of it is shown"
OTHERS_HAVE_DECIDED = "The others have decided."


@dataclass(frozen=True)
class Step:
    """One decision or piece of news.

    Attributes:
        position: the position of the game after it.
        who: the player whose decision the words are; empty if the words are a whole sentence.
        words: the decision, or the first line of news.
        events: the other lines of news.
        last: the decision that the picture marks.
        is_silent: whether there are no news; such a step counts only if the picture of the table changes.
    """

    position: int
    who: str
    words: str
    events: tuple[str, ...]
    last: LastDecision | None
    is_silent: bool = False


def story(walk: Walk, seat: int | None) -> list[Step]:
    """The steps of a game from the view of a seat, or every decision for the open table (None)."""
    if seat is None:
        return [_open_step(walk, position) for position in range(1, len(walk))]
    steps: list[Step] = []
    begin, last = 0, None
    for end in _ends(walk, seat):
        step = _step(walk, seat, begin, end, last)
        steps.append(step)
        begin, last = end, step.last
    return steps


def _open_step(walk: Walk, position: int) -> Step:
    before, after = walk.states[position - 1], walk.states[position]
    last = LastDecision(walk.actors[position - 1], walk.actions[position - 1])
    events = tuple(walk.told(line, None) for line in tell(walk.game, before, after, last, None))
    words = walk.told(describe(walk.game, before, last.action), None)
    return Step(position, walk.side_name(last.actor), words, events, last)


def _ends(walk: Walk, seat: int) -> Iterator[int]:
    """The positions after which a seat may know more."""
    if not walk.game.simultaneous:
        yield from range(1, len(walk))
        return
    own: list[int] = []
    for position in range(1, len(walk)):
        own += [position] if walk.actors[position - 1] == seat else []
        if walk.is_turn(position) or walk.actors[position] < 0:
            yield from (*own[:-1], position)
            own = []
    yield from own


def _step(walk: Walk, seat: int, begin: int, end: int, last: LastDecision | None) -> Step:
    """The step between two positions; `last` is the decision that is marked so far."""
    game, words, noticed = walk.game, None, None
    lines: list[str] = []
    for position in range(begin, end):
        decision = LastDecision(walk.actors[position], walk.actions[position])
        before, after = walk.states[position], walk.states[position + 1]
        lines += (walk.told(line, seat) for line in tell(game, before, after, decision, seat))
        if decision.actor == seat:
            words = walk.told(describe(game, before, decision.action), seat)
        if is_noticed(game, decision, seat):
            noticed = decision
    if noticed is not None or lines:
        last = noticed
    if words is not None:
        return Step(end, walk.side_name(seat), words, tuple(lines), last)
    if lines:
        return Step(end, "", lines[0], tuple(lines[1:]), last)
    if game.simultaneous:
        return Step(end, "", OTHERS_HAVE_DECIDED, (), last, is_silent=True)
    return Step(end, walk.side_name(walk.actors[end - 1]), UNSEEN, (), last, is_silent=True)
