"""The benchmark of search measures what it says, on any game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_benchmark_runs(tmp_path):
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "benchmarks.search", "mlem", "--seconds", "0.1", "--repeats", "1"]
    shown = subprocess.run(
        [*command, "--simulations", "20", "--json", str(report)], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "20 simulations for each of 64 positions" in shown
    rows = json.loads(report.read_text())["rows"]
    assert {row["game"] for row in rows} == {"mlem"} and {row["threads"] for row in rows} >= {1}
    assert all(row["simulations_per_second"] > 100 for row in rows)
