"""Small signs for kinds of things, where words would be too long: SVG paths in a square of 24 by 24."""

from __future__ import annotations

ICONS = {
    "rocket": "M12 1c4 4 5 8 5 13l3 4v4l-5-3h-6l-5 3v-4l3-4c0-5 1-9 5-13zm0 6a2 2 0 100 4 2 2 0 000-4z",
    "robot": "M11 1h2v3h5v7H6V4h5zM8 6v3h3V6zm5 0v3h3V6zM4 12h16v9h-4v-5H8v5H4z",
    "energy": "M13 1L4 14h6l-2 9 11-14h-7z",
    "plant": "M11 23v-8C5 15 2 11 2 6c5 0 8 2 10 6 1-5 4-8 10-9 0 7-3 11-9 12v8z",
    "water": "M12 1c5 7 8 10 8 14a8 8 0 01-16 0c0-4 3-7 8-14z",
    "astronaut": "M12 1a9 9 0 019 9v4a9 9 0 01-18 0v-4a9 9 0 019-9zM6 8v5c3 3 9 3 12 0V8c-3-2-9-2-12 0z",
    "planning": "M3 2h18v20H3zm3 3v3h12V5zm0 6v2h12v-2zm0 5v2h8v-2z",
    "antenna": "M11 11L2 2c-4 8 1 17 10 18v2H6v2h13v-2h-5v-2c3 0 6-1 8-3l-9-9 4-4a2 2 0 10-2-2z",
    "pearl": "M12 2a10 10 0 110 20 10 10 0 010-20zm-2 4a6 6 0 00-4 6h2a4 4 0 013-4z",
    "ruby": "M6 3h12l5 7-11 12L1 10zm1 3l-3 4h16l-3-4z",
    "cross": "M4 2l8 8 8-8 2 2-8 8 8 8-2 2-8-8-8 8-2-2 8-8-8-8z",
    "check": "M9 20l-8-8 3-3 5 5L20 3l3 3z",
    "star": "M12 1l3 8h8l-6 5 2 9-7-5-7 5 2-9-6-5h8z",
    "error": "M12 1l12 21H0zM11 8v7h2V8zm0 9v3h2v-3z",
    "flag": "M4 1h2v2h15l-5 5 5 5H6v10H4z",
    "home": "M12 2l11 10h-3v10h-6v-7h-4v7H4V12H1z",
    "moon": "M15 1a11 11 0 108 16A9 9 0 0115 1z",
    "planet": "M12 5a7 7 0 016 10l4 3-1 1-5-2a7 7 0 01-10-8L2 6l1-1 5 1a7 7 0 014-1z",
    "virus": (
        "M11 1h2v4l2 1 3-3 2 2-3 3 1 2h5v3h-5l-1 2 3 3-2 2-3-3-2 1v5h-2v-5l-2-1-3 3-2-2 3-3-1-2H1"
        "v-3h5l1-2-3-3 2-2 3 3 2-1zM9 9v3h2V9zm4 4v2h2v-2z"
    ),
    "die": "M3 3h18v18H3zm4 3v3h3V6zm7 0v3h3V6zm-7 8v3h3v-3zm7 0v3h3v-3z",
    "person": "M12 1a5 5 0 110 10 5 5 0 010-10zM3 23c0-7 4-10 9-10s9 3 9 10z",
    "arrow": "M2 10h12V4l9 8-9 8v-6H2z",
    "metal": "M7 5h10l2 4H5zM4 10h16l3 10H1z",
    "polymer": "M12 1l10 5.5v11L12 23 2 17.5v-11zm0 4L5.5 8.7v6.6L12 19l6.5-3.7V8.7zm0 4a3 3 0 110 6 3 3 0 010-6z",
    "food": "M13 6c0-3 2-5 5-5 0 3-2 5-5 5zm-1 2c3-2 9-1 9 5 0 5-4 10-6 10-1 0-2-1-3-1s-2 1-3 1c-2 0-6-5-6-10 0-6"
    " 6-7 9-5z",
    "battery": "M8 1h8v3h3v19H5V4h3zm0 6v4h8V7z",
    "cube": "M12 1l10 5v12l-10 5L2 18V6zm0 2.5L5 7l7 3.5L19 7zM4 9v8l7 3.5v-8zm16 0v8l-7 3.5v-8z",
    "rover": "M3 5h13l4 5h2v7h-2a3.5 3.5 0 00-7 0h-2a3.5 3.5 0 00-7 0H2V8h1zm3 3v3h4V8zm7 0v3h4l-2-3zM7.5 14"
    "a3 3 0 110 6 3 3 0 010-6zm9 0a3 3 0 110 6 3 3 0 010-6z",
    "greenhouse": "M12 3a11 11 0 0111 11v7H1v-7A11 11 0 0112 3zm-1 3a8 8 0 00-7 7h7zm2 0v7h7a8 8 0 00-7-7zM4 15"
    "v4h7v-4zm9 0v4h7v-4z",
    "laboratory": "M8 1h8v2h-1v6l7 11c1 2 0 3-2 3H4c-2 0-3-1-2-3l7-11V3H8zm3 2v7l-3 5h8l-3-5V3z",
    "foundation": "M1 6h22v12H1zm3 3v6h7V9zm9 0v6h7V9z",
    "trophy": "M6 2h12v2h4c0 5-2 8-5 8-1 2-2 3-4 3v4h4v3H7v-3h4v-4c-2 0-3-1-4-3-3 0-5-3-5-8h4zM4 6c0 2 1 3 2 4V6"
    "zm14 0v4c1-1 2-2 2-4z",
    "link": "M1 8h8v3h6V8h8v8h-8v-3H9v3H1z",
    "up": "M12 2l9 10h-5v10H8V12H3z",
    # MLEM: functions of astronauts, what lies in space, and the commander.
    "satellite": "M1 7h6v9H1zM17 7h6v9h-6zM9 8h6v7H9zM7 11h2v2H7zM15 11h2v2h-2zM11 15h2v4h4v3H7v-3h4z",
    "parachute": "M12 1c6 0 11 4 11 10H1C1 5 6 1 12 1zM1 12h3l6 6v-6h4v6l6-6h3l-8 8v3H9v-3z",
    "no_die": "M2 2h20v20H2zM5 5v14h14V5zM7 9l2-2 3 3 3-3 2 2-3 3 3 3-2 2-3-3-3 3-2-2 3-3z",
    "plus_minus": "M10 1h4v5h5v4h-5v5h-4v-5H5V6h5zM5 18h14v4H5z",
    "booster": "M12 1l10 11h-5l-5-5-5 5H2zM12 11l10 11h-5l-5-5-5 5H2z",
    "galaxy": (
        "M12 9a3 3 0 110 6 3 3 0 010-6zM12 1c7 0 11 5 11 10h-3c0-4-3-7-8-7-4 0-6 3-6 6 0 2 1 3 1 3l-3 1"
        "s-1-2-1-4c0-5 4-9 9-9zM12 23C5 23 1 18 1 13h3c0 4 3 7 8 7 4 0 6-3 6-6 0-2-1-3-1-3l3-1s1 2 1 4c0 5-4 9-9 9z"
    ),
    "comet": "M8 10a6 6 0 110 12 6 6 0 010-12zM23 1L12 8l4 4zM15 1L9 8l2 1zM23 9l-7 6-1-2z",
    "ufo": (
        "M12 4c4 0 6 3 6 6 3 1 5 2 5 4 0 3-5 5-11 5S1 17 1 14c0-2 2-3 5-4 0-3 2-6 6-6zM5 13v2h3v-2z"
        "M11 14v2h3v-2zM17 13v2h3v-2z"
    ),
    "tunnel": "M1 22V12a11 11 0 0122 0v10h-5V12a6 6 0 00-12 0v10z",
    "flame": (
        "M13 1c0 6 7 7 7 14a8 8 0 01-16 0c0-4 2-5 3-9 2 1 3 3 3 4 1-2 3-5 3-9z"
        "M12 14c-2 2-3 3-3 5a3 3 0 006 0c0-2-2-3-3-5z"
    ),
    "crown": "M1 6l6 5 5-9 5 9 6-5-3 15H4z",
    # Luna Capital: what stands on plots.
    "scaffold": "M3 1h3v4h12V1h3v22h-3v-5H6v5H3zM6 8v7h12V8zM8 8l10 5v2L6 9V8z",
    "pear": "M11 0h2v4c3 0 4 2 4 5s5 5 5 9-4 6-10 6-10-2-10-6 5-6 5-9 1-5 4-5z",
    "apple": (
        "M12 7c-3-3-10-1-10 5 0 5 5 12 8 12 1 0 1-1 2-1s1 1 2 1c3 0 8-7 8-12 0-6-7-8-10-5z"
        "M12 5c0-3 2-5 5-5 0 3-2 5-5 5z"
    ),
    "lemon": "M0 10h2c2-5 6-7 10-7s8 2 10 7h2v4h-2c-2 5-6 7-10 7s-8-2-10-7H0z",
    "fruits": "M12 1a5 5 0 110 10 5 5 0 010-10zM6 12a5 5 0 110 10 5 5 0 010-10zM18 12a5 5 0 110 10 5 5 0 010-10z",
    "shop": "M3 2h18l2 8H1zM3 11h18v11h-7v-7h-4v7H3z",
    "meteorite": (
        "M7 3l8-2 7 6 1 8-6 7-9 1-6-6-1-8zM9 6a2 2 0 100 4 2 2 0 000-4zM16 9a2 2 0 100 4 2 2 0 000-4z"
        "M9 14a2 2 0 100 4 2 2 0 000-4z"
    ),
    "tower": (
        "M2 23V9h7V1h13v22zM12 4v3h2V4zM17 4v3h2V4zM12 9v3h2V9zM17 9v3h2V9zM12 14v3h2v-3zM17 14v3h2v-3z"
        "M4 12v3h3v-3zM4 17v3h3v-3z"
    ),
    "landing": "M10 1h4v8h6l-8 8-8-8h6zM1 19h22v4H1z",
    "swap": "M1 5h14V1l8 6-8 6V9H1zM23 15H9v-4l-8 6 8 6v-4h14z",
    "wrecking": "M14 1l9 9-3 3-3-3L6 22l-4-4L13 7l-3-3z",
    "card": "M5 1h14v22H5zM8 4v7h8V4z",
}
