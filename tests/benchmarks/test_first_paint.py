"""benchmarks/first_paint.py runs."""

import shutil
import sys

import pytest

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")
pytest.importorskip("playwright", reason="playwright is missing; install moon_envs[browser].")


@pytest.mark.slow
def test_a_few_tables(monkeypatch, capsys):
    from benchmarks import clicks, first_paint

    if not any(map(shutil.which, clicks.BROWSERS)):
        pytest.skip("no browser is installed here.")
    monkeypatch.setattr(sys, "argv", ["first_paint", "mlem", "--times", "2"])
    first_paint.main()
    told, head, row = capsys.readouterr().out.splitlines()
    assert "the aim is 500" in told and "first paint" in head
    first, latest_first, picture, latest_picture = map(int, row.split()[2:])
    assert row.startswith("mlem") and 0 < first <= picture
    assert first <= latest_first and picture <= latest_picture
