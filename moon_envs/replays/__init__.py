"""Replays: a finished game as one page for a browser, as a film (SVG, GIF, MP4), and as text.

The page and the SVG need no network and no other file. Users call `Recording.to_html`, `to_svg`, `to_film` and
`to_lines`, or `moon-envs replay`. It imports `events`, `render` and everything below them. Start with `walk.py`, then
`story.py`; for films go on with `film.py`.
"""
