"""Colours and the font of all pictures: a style sheet for light and one for dark.

Neither has colours that colour-blind people would confuse (after Okabe and Ito).
"""

from __future__ import annotations

from moon_envs.render.fonts import BOLD, FAMILIES

AUTO, LIGHT, DARK = THEMES = ("auto", "light", "dark")

# Roles: what a colour is for. Players and kinds (of cards, actions, resources) have colours of their own.
_ROLES = {
    LIGHT: {
        "page": "#fbfaf7",
        "panel": "#ffffff",
        "line": "#b9b5ac",
        "ink": "#1f2328",
        "muted": "#6b6f76",
        "empty": "#f1efe9",
        "filled": "#dfe9f5",
        "closed": "#b0b2b8",
        "last": "#d1006c",
        "can": "#0b57d0",
        "shade": "#e69f00",
    },
    DARK: {
        "page": "#15181d",
        "panel": "#1e2228",
        "line": "#4b515b",
        "ink": "#eceef1",
        "muted": "#a2a8b1",
        "empty": "#2a2f37",
        "filled": "#27405f",
        "closed": "#565b64",
        "last": "#ff6fb3",
        "can": "#8ab4f8",
        "shade": "#f0b43c",
    },
}

PLAYER_COLOURS = {
    LIGHT: ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#4b4f57"),
    DARK: ("#56b4e9", "#ff8c42", "#3ccf9e", "#e6a3c8", "#f0e442", "#c3c8d0"),
}

KIND_COLOURS = {
    LIGHT: ("#cfe3f3", "#fbe3b0", "#cdeadd", "#bfe3f7", "#f6d3bf", "#ecd6e4", "#e6e3da", "#f7f0a8"),
    DARK: ("#1f4560", "#5f4a12", "#1c5242", "#18506a", "#66371b", "#5a3a4f", "#3c4048", "#5a5615"),
}
"""Backgrounds of kinds 0 to 7; what is written on them has the colour of ink."""

KINDS = len(KIND_COLOURS[LIGHT])
PLAYERS = len(PLAYER_COLOURS[LIGHT])


def page_colour(theme: str) -> str:
    """The colour of the page in a theme, "light" or "dark"."""
    return _ROLES[theme]["page"]


def rules(theme: str) -> str:
    """The style sheet of a theme, without its font; with "auto", light, and dark where the reader prefers it."""
    if theme == AUTO:
        return f"{_rules(LIGHT)}@media(prefers-color-scheme:dark){{{_rules(DARK)}}}"
    return _rules(theme)


def _rules(theme: str) -> str:
    role = _ROLES[theme]
    lines = [
        f".moon text{{font-family:{FAMILIES};text-rendering:geometricPrecision;fill:{role['ink']}}}",
        f".moon .page{{fill:{role['page']}}}",
        f".moon .panel{{fill:{role['panel']};stroke:{role['line']}}}",
        f".moon .line{{fill:none;stroke:{role['line']}}}",
        f".moon .strong{{fill:none;stroke:{role['ink']};stroke-width:1.5}}",
        f".moon .ink{{fill:{role['ink']}}}",
        f".moon .muted{{fill:{role['muted']}}}",
        f".moon .bold{{font-weight:{BOLD}}}",
        f".moon .empty>.box{{fill:{role['empty']};stroke:{role['line']}}}",
        f".moon .filled>.box{{fill:{role['filled']};stroke:{role['ink']}}}",
        f".moon .closed>.box{{fill:{role['closed']};stroke:{role['line']}}}",
        f".moon .plain>.box{{fill:{role['panel']};stroke:{role['line']}}}",
        f".moon .done>.box{{fill:{role['ink']};stroke:{role['ink']}}}",
        f".moon .done>.ink,.moon .done>text{{fill:{role['panel']}}}",
        f".moon .cross{{fill:none;stroke:{role['ink']};stroke-width:1.6}}",
        f".moon .shade{{fill:{role['shade']};stroke:none;pointer-events:none}}",
        f".moon .can>.box{{stroke:{role['can']};stroke-width:2.2}}",
        f".moon .last>.box{{stroke:{role['last']};stroke-width:3}}",
        ".moon .can{cursor:pointer}",
        # A click on a sign, a word or a line goes to the thing below it.
        ".moon path,.moon text{pointer-events:none}",
        ".moon .can:hover>.box,.moon .can:focus>.box{stroke-width:4;outline:none}",
    ]
    for number, colour in enumerate(KIND_COLOURS[theme]):
        lines.append(f".moon .k{number}>.box,.moon .f{number}{{fill:{colour}}}")
    for number, colour in enumerate(PLAYER_COLOURS[theme]):
        lines.append(f".moon .p{number}>.box{{fill:{colour};stroke:{role['panel']}}}")
        lines.append(f".moon .p{number}>text{{fill:{role['panel']}}}.moon .s{number}{{fill:none;stroke:{colour}}}")
        lines.append(f".moon .t{number}{{fill:{colour}}}")
    return "".join(lines)


def variables(theme: str) -> str:
    """The colours of a theme for the page around a picture, as CSS variables: --ink, --panel, --player-0 ..."""
    colours = {**_ROLES[theme], **{f"player-{place}": one for place, one in enumerate(PLAYER_COLOURS[theme])}}
    return f":root{{color-scheme:{theme};{''.join(f'--{name}:{colour};' for name, colour in colours.items())}}}"
