"""Drawing small pictures of pixels on a page, compiled."""
