"""Reports: pages that need no other file, with any names of agents."""

from __future__ import annotations

import html.parser
import re
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
import pytest

from moon_envs.arena import Estimate, write_report
from moon_envs.arena.plots import Bar, svg_plot
from moon_envs.base.errors import ConfigurationError
from tests.arena.players import made_up_result

STRANGE = ("<b>|`*&_", "```" + "long name " * 9)


@pytest.fixture(scope="module")
def result():
    random = np.random.default_rng(1)
    first = random.random((30, 2)) < 0.5
    shares = np.stack([first, ~first], axis=2).astype(float)
    result = made_up_result(shares, 2, random.integers(0, 9, size=(30, 2, 2, 2)).astype(np.int32))
    object.__setattr__(result, "agents", STRANGE)
    return result


class Tags(html.parser.HTMLParser):
    """Checks that every tag is closed, and collects what is shown in cells."""

    def __init__(self):
        super().__init__()
        self.open, self.cells, self.seen = [], [], set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "td":
            self.cells.append(data)


def test_a_page_of_html_stands_alone(result, tmp_path):
    write_report(result, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(page)
    assert tags.open == [] and "b" not in tags.seen and not re.search(r"src=|href=|url\(|<script", page)
    assert STRANGE[0] in tags.cells and "craters" in tags.cells
    plots = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(plots) == 2
    for plot in plots:
        drawn = xml.etree.ElementTree.fromstring(plot)
        assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 2


def test_markdown(result, tmp_path):
    write_report(result, tmp_path / "report.md")
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    tables = re.findall(r"((?:^\|.*\n)+)", page, re.MULTILINE)
    assert len(tables) == 3
    for table in tables:
        columns = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(columns) == 1, "cells that break the table"
    assert "\\<b\\>\\|" in page


def test_a_report_replaces_a_report_and_nothing_else(result, tmp_path):
    path = tmp_path / "report.md"
    write_report(result, path)
    first = path.read_bytes()
    write_report(result, path)
    assert path.read_bytes() == first and list(tmp_path.iterdir()) == [path]
    path.write_text("my notes")
    for name, words in [
        (path, "is not the report of an arena"),
        (tmp_path / "report.txt", "ends in .html or .md"),
        (tmp_path / "no" / "report.md", "No such file"),
        (Path("bad\0name.md"), "cannot be written"),
    ]:
        with pytest.raises(ConfigurationError, match=words):
            write_report(result, name)
    (tmp_path / "folder.md").mkdir()
    with pytest.raises(ConfigurationError, match="it is not a file"):
        write_report(result, tmp_path / "folder.md")
    assert path.read_text() == "my notes"


@pytest.mark.parametrize(
    "estimates",
    [[(0, 0, 0)], [(1e-9, 0, 2e-9)], [(3, 2.5, 4), (-1e6, -2e6, 5)], [(0.5, 0.5, 0.5), (0.5, 0.5, 0.5)]],
)
def test_plots_of_all_sizes(estimates):
    bars = [Bar(f"agent {number}", Estimate(*numbers), "x") for number, numbers in enumerate(estimates)]
    drawn = svg_plot(bars)
    right = float(re.search(r'viewBox="0 0 (\d+)', drawn)[1])
    assert all(0 <= float(place) <= right for place in re.findall(r' (?:x|x1|x2|cx)="([^"]*)"', drawn))
