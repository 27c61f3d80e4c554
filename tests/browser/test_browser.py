"""The browser itself: that its fixture notices what a page complains of."""

from __future__ import annotations


def test_a_page_is_shown(browser_page):
    browser_page.set_content("<title>Moon</title><p id=words>hello")
    assert browser_page.title() == "Moon" and browser_page.inner_text("#words") == "hello"


def test_errors_of_a_page_are_noticed(browser_page):
    browser_page.set_content(
        "<script>console.error('one'); fetch('http://127.0.0.2:9/').catch(() => 0); nothing()</script>"
    )
    browser_page.wait_for_timeout(200)
    complaints = " ".join(browser_page.complaints)
    assert "one" in complaints and "nothing is not defined" in complaints and "127.0.0.2" in complaints
    browser_page.complaints.clear()
