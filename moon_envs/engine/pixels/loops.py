"""The loop that lays stamps, small pictures, on a page."""

from __future__ import annotations

from numba import types

from moon_envs.engine.compile import loop

_page = types.Array(types.uint8, 3, "C")
_colour = types.Array(types.uint8, 1, "C")
_pixels = types.Array(types.uint8, 2, "C")
_table = types.Array(types.int64, 2, "C")

OPAQUE = 255


@loop(types.void(_page, _colour, _pixels, _table, _table))
def lay_stamps(page, colour, pixels, stamps, places):
    """Fill a page with a colour and lay stamps on it, one after the other; what is outside of the page is left out.

    Args:
        page: rows, columns, and red, green, blue.
        colour: of the page: red, green, blue.
        pixels: of all stamps, row by row: blue, green, red, each times how opaque it is, and how opaque it is.
        stamps: of each the first pixel, the left and upper edge (from where it is laid), width and height.
        places: which stamp is laid, and where: column and row.
    """
    height, width = page.shape[:2]
    for row in range(height):
        for column in range(width):
            for channel in range(3):
                page[row, column, channel] = colour[channel]
    for place in range(len(places)):
        stamp = stamps[places[place, 0]]
        left, top = places[place, 1] + stamp[1], places[place, 2] + stamp[2]
        first_column, behind = max(0, -left), min(stamp[3], width - left)
        for stamp_row in range(max(0, -top), min(stamp[4], height - top)):
            begin = stamp[0] + stamp_row * stamp[3]
            row = top + stamp_row
            for stamp_column in range(first_column, behind):
                pixel = begin + stamp_column
                opacity = int(pixels[pixel, 3])
                if opacity == 0:
                    continue
                column = left + stamp_column
                for channel in range(3):
                    value = int(pixels[pixel, 2 - channel])
                    if opacity < OPAQUE:
                        value += (int(page[row, column, channel]) * (OPAQUE - opacity) + OPAQUE // 2) // OPAQUE
                    page[row, column, channel] = value
