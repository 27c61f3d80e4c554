"""A game as it is told to one seat, or openly: what is decided and learned, one step after the other.

What a seat may know of a game is this, and nothing else:

- its own decisions, each by itself;
- what `moon_envs.events.tell` says of the others' decisions, and what the picture of the table shows the seat.

Decisions of others that the seat learns nothing of are no steps: they could be counted. In a game of simultaneous
decisions a seat learns of the others when the phase is over. Its last decision of a phase and the end of the phase are
one step: who was asked last does not show.
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
    """What is decided or learned at once.

    Attributes:
        position: the position of the game that it leads to.
        who: whose decision the words are; empty if they are a sentence of their own.
        words: the decision, or the first thing that is told.
        events: what else is told.
        last: the decision that the picture marks.
        is_silent: whether nothing is told; then it is a step only if the picture of the table changes.
    """

    position: int
    who: str
    words: str
    events: tuple[str, ...]
    last: LastDecision | None
    is_silent: bool = False


def story(walk: Walk, seat: int | None) -> list[Step]:
    """All steps of a game as a seat learns of them, or every decision, open (None); the deal comes before the first."""
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
    events = tell(walk.game, before, after, last, None)
    return Step(position, walk.side_name(last.actor), describe(walk.game, before, last.action), tuple(events), last)


def _ends(walk: Walk, seat: int) -> Iterator[int]:
    """The positions in which a seat may have learned something."""
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
    """What a seat decided and was told from one position to another, `last` being the decision that was marked."""
    game, words, noticed = walk.game, None, None
    lines: list[str] = []
    for position in range(begin, end):
        decision = LastDecision(walk.actors[position], walk.actions[position])
        before, after = walk.states[position], walk.states[position + 1]
        lines += tell(game, before, after, decision, seat)
        if decision.actor == seat:
            words = describe(game, before, decision.action)
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
