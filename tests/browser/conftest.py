"""A real browser for tests of pages: headless Chromium, driven by playwright (the extra `browser`)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
WIDTH, HEIGHT = 1280, 900
# A reader who has played before. Pages without an address have no storage.
NO_TOUR = "try { localStorage.setItem('moon-toured', 'yes'); } catch { /* no storage */ }"
PATIENCE = 60_000  # milliseconds; the machine may be busy


@contextmanager
def started_browser() -> Iterator[Any]:
    """The browser of this machine; skips the test where there is none."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser is installed here (looked for {', '.join(BROWSERS)}).")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is missing; install moon_envs[browser].")
    with api.sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, as which containers run; the pages are our own.
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@contextmanager
def watched_page(browser: Any, **settings: Any) -> Iterator[Any]:
    """An empty page of a new reader; errors, and whatever it asks another machine for, are in `page.complaints`."""
    context = browser.new_context(**{"viewport": {"width": WIDTH, "height": HEIGHT}, **settings})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NO_TOUR)
    complaints: list[str] = []

    def watch(page: Any) -> None:
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def look(request: Any) -> None:
        if not request.url.startswith(("file:", "data:", "blob:", "about:", "http://127.0.0.1:", "http://localhost:")):
            complaints.append(f"asked for {request.url}")

    context.on("page", watch)
    context.on("request", look)
    page = context.new_page()
    page.complaints = complaints
    yield page
    context.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """The browser, started once for all tests of this folder."""
    with started_browser() as started:
        yield started


@pytest.fixture
def browser_page(browser: Any) -> Iterator[Any]:
    """An empty page; the test fails if the page reports an error, or asks for anything from another machine.

    A test that provokes errors takes them out of `page.complaints`, a list of texts. More pages of the same reader
    (tabs): `browser_page.context.new_page()`.
    """
    with watched_page(browser, accept_downloads=True) as page:
        yield page
    assert page.complaints == []
