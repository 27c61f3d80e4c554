"""The snippets of TRAINERS.md run, those of a trainer if it is installed."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from moon_envs.envs import reports

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "training_examples" / "TRAINERS.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
NEEDED = ("torch", "stable_baselines3", "sb3_contrib", "torchrl", "tianshou", "minari", "jax", "h5py", "skrl", "ray")
NEEDED_BESIDE = {"minari": ("jax", "h5py")}


def trainers_of(snippet):
    """The heavy packages that a snippet imports, and those they import later."""
    named = [name for name in NEEDED if re.search(rf"^(import|from) (.*, )?{name}\b", snippet, re.MULTILINE)]
    return [*named, *(beside for name in named for beside in NEEDED_BESIDE.get(name, ()))]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_snippets_run(number, tmp_path, monkeypatch, capsys):
    snippet = SNIPPETS[number]
    for name in trainers_of(snippet):
        pytest.importorskip(name)
    monkeypatch.setattr(reports, "_has_warned", True)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    file = tmp_path / "snippet.py"
    file.write_text(snippet, encoding="utf-8")
    runpy.run_path(str(file), run_name="__main__")


def test_there_are_snippets_with_and_without_trainers():
    heavy = [snippet for snippet in SNIPPETS if trainers_of(snippet)]
    assert len(heavy) >= 8 and len(SNIPPETS) - len(heavy) >= 7


@pytest.mark.parametrize(
    "trainer", ["stable-baselines3", "TorchRL", "Tianshou", "Minari", "skrl", "RLlib", "AgileRL", "CleanRL"]
)
def test_every_trainer_is_named(trainer):
    assert trainer in PAGE


def test_nothing_is_left_to_fill_in():
    assert not re.findall(r"\b(SPEED\w+|LASTRUN)\b", PAGE)


def test_the_page_says_when_the_trainers_were_last_run():
    assert len(re.findall(r"\*\*Last run: (\d{4}-\d\d-\d\d)\*\*", PAGE)) == 1


def test_the_site_shows_the_page():
    index, page = ((ROOT / "docs/training" / name).read_text(encoding="utf-8") for name in ("index.md", "trainers.md"))
    assert "(trainers.md)" in index and "```{include} ../../training_examples/TRAINERS.md\n" in page


def test_the_readme_leads_there():
    assert "(training_examples/TRAINERS.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
