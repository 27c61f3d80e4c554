"""An arena without the extra `arena`: everything but ratings, and one line that says how to get them."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from moon_envs.arena import write_report
from moon_envs.arena.ratings import INSTALL, ratings_of
from moon_envs.arena.result_tables import plots, tables
from moon_envs.base.errors import MissingExtraError
from tests.arena.players import made_up_result

SHARES = np.array([[[0.0, 1.0], [1.0, 0.0]], [[0.0, 1.0], [0.5, 0.5]]]).repeat(15, axis=0)


@pytest.fixture
def without_choix(monkeypatch):
    monkeypatch.setitem(sys.modules, "choix", None)


@pytest.mark.usefixtures("without_choix")
def test_a_rating_that_is_asked_for_names_the_extra():
    with pytest.raises(MissingExtraError, match=r'Ratings need choix .*: pip install "moon_envs\[arena\]"'):
        ratings_of(np.array([[0, 30.0], [10, 0]]))


@pytest.mark.usefixtures("without_choix")
def test_the_result_has_everything_but_ratings(tmp_path):
    result = made_up_result(SHARES, 2)
    assert not result.has_ratings and [standing.rating for standing in result.standings] == [None, None]
    assert result.notes[0] == f"No ratings: they need choix, {INSTALL}."
    assert ">rating" not in tables(result)[0].columns and "Ratings" not in dict(plots(result))
    assert len(result.comparisons) == 1 and json.loads(json.dumps(result.as_json()))["agents"][0]["rating"] is None
    for name in ("report.html", "report.md"):
        write_report(result, tmp_path / name)
        page = (tmp_path / name).read_text(encoding="utf-8")
        assert "No ratings" in page and "odds of ten to one" not in page


@pytest.mark.usefixtures("without_choix")
def test_the_order_is_that_of_the_victories():
    result = made_up_result(SHARES, 2)
    shares = [standing.win_share.mean for standing in result.standings]
    assert shares == sorted(shares, reverse=True) and shares[0] > shares[1]


def test_with_the_extra_nothing_is_missing():
    result = made_up_result(SHARES, 2)
    assert result.has_ratings and not any("No ratings" in note for note in result.notes)
    assert ">rating" in tables(result)[0].columns and "Ratings" in dict(plots(result))
