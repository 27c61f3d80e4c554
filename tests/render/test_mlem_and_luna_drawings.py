"""The pictures of MLEM and Luna Capital: what others named, secret missions, and cards that lie face down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from moon_envs import Batch
from moon_envs.games.luna_capital.component_checks import CONDITIONS
from moon_envs.games.luna_capital.frame import CONCESSION_COUNT
from moon_envs.games.luna_capital.hidden import SEEN_BY_OTHERS
from moon_envs.games.luna_capital.state import FACE_DOWN
from moon_envs.render import LastDecision, draw
from moon_envs.render.games.luna_capital.city import City
from moon_envs.render.games.luna_capital.patterns import DRAWN, _printed_pattern
from moon_envs.render.games.luna_capital.pieces import card_height, card_width
from moon_envs.render.games.luna_capital.players import CITY_WIDTH


def played(game: str, mode: dict[str, Any], seed: int, most: int) -> Iterator[tuple[Batch, LastDecision | None]]:
    """Yield a random game at each of its first `most` decisions, and at its end if it has no more."""
    batch = Batch(game, 1, seed=seed, autoreset="disabled", threads=1, **mode)
    last = None
    for _ in range(most):
        yield batch, last
        if batch.done[0]:
            return
        last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
        batch.step(last.action)


@pytest.mark.parametrize("mode", [{"players": players} for players in (2, 3, 4)])
def test_what_another_player_decides_is_not_marked(mode):
    """luna_capital 11.6."""
    named = 0
    for batch, last in played("luna_capital", mode, seed=8, most=120):
        state, actor = batch.record(), int(batch.actor[0])
        if last is not None and state["named"] == last.action:
            assert SEEN_BY_OTHERS[state["decision"]] != state["decision"]
            named += 1
            other = (actor + 1) % mode["players"]
            assert draw(batch.game, state, other, last=last).svg() == draw(batch.game, state, other).svg()
            assert draw(batch.game, state, actor, last=last).svg() != draw(batch.game, state, actor).svg()
    assert named > 10


def test_missions_are_shown_to_their_player_only_and_to_all_at_the_end():
    """mlem 14.4."""
    mode = {"players": 3, "secret_missions": True}
    for batch, _ in played("mlem", mode, seed=9, most=2000):
        pictures = [draw(batch.game, batch.record(), seat).svg() for seat in (0, 1, None)] if batch.done[0] else []
    assert all(picture.count("?<") == 0 for picture in pictures)
    batch = Batch("mlem", 1, seed=9, **mode)
    assert draw(batch.game, batch.record(), 0).svg().count(">?<") == 2
    assert draw(batch.game, batch.record(), None).svg().count(">?<") == 0


def test_cards_face_down_are_seen_by_their_player_only():
    """luna_capital 4.8."""
    for batch, _ in played("luna_capital", {"players": 2}, seed=10, most=2000):
        state = batch.record()
        owners = [player for player in (0, 1) if (state["players"][player]["marks"] == FACE_DOWN).any()]
        if len(owners) == 1:
            shown = [draw(batch.game, state, seat).svg().count(">down<") for seat in (0, 1)]
            assert shown[owners[0]] and not shown[1 - owners[0]]
            return
    pytest.fail("nobody played a card face down")


def test_every_concession_has_a_pattern_of_its_own():
    drawn = {_printed_pattern(concession) for concession in range(CONCESSION_COUNT)}
    assert len(drawn) == CONCESSION_COUNT and all("<g" in pattern for pattern in drawn)


def test_every_condition_has_a_pattern():
    assert set(DRAWN) == set(CONDITIONS)


def test_a_city_is_in_the_middle_and_its_cells_shrink_while_it_grows():
    own = Batch("luna_capital", 1, players=2, seed=1, threads=1).record()["players"][0].copy()
    for is_large, width, height, sizes in ((True, 428, 370, (60, 60, 50)), (False, 428, 200, (60, 40, 25))):
        for rows, size in enumerate(sizes, start=1):
            for columns in (1, 2, 4, 12):
                own["rows"], own["columns"] = rows, columns
                city = City(own, width, height, is_large)
                (left, top), (last, lowest) = city.corner(0, 0), city.corner(rows - 1, columns - 1)
                right, bottom = last + card_width(city.size), lowest + card_height(city.size)
                assert left == pytest.approx(width - right, abs=1) and left >= city.strip
                assert top == pytest.approx(height - bottom, abs=1)
                assert top >= (city.strip if rows < 3 else 0)
                assert city.size == size if columns == 1 else city.size <= size


def test_plots_of_a_city_with_seven_columns_can_be_clicked():
    """Beside them is room for new columns until the last card lies; then eight columns have room."""
    own = Batch("luna_capital", 1, players=2, seed=1, threads=1).record()["players"][0].copy()
    for cards, columns, size in ((11, 7, 24), (11, 8, 20), (12, 7, 27), (12, 8, 23)):
        own["rows"], own["columns"], own["card_count"] = 3, columns, cards
        assert City(own, CITY_WIDTH, 300, is_large=True).size - 1 == size
