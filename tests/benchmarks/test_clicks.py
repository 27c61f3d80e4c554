"""benchmarks/clicks.py runs."""

import shutil
import sys

import pytest

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")
pytest.importorskip("playwright", reason="playwright is missing; install moon_envs[browser].")


@pytest.mark.slow
def test_a_few_clicks(monkeypatch, capsys):
    from benchmarks import clicks

    if not any(map(shutil.which, clicks.BROWSERS)):
        pytest.skip("no browser is installed here.")
    monkeypatch.setattr(sys, "argv", ["clicks", "mlem", "--clicks", "3"])
    clicks.main()
    told, head, row = capsys.readouterr().out.splitlines()
    assert "the aim is a median of 100" in told and "slowest" in head
    median, most, slowest = map(int, row.split()[2:])
    assert row.startswith("mlem") and 0 < median <= most <= slowest
