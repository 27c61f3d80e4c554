"""The loops that draw stamps, small pictures of pixels, on a page (see `render/stamps.py`)."""

from __future__ import annotations

from numba import types

from moon_envs.engine.compiler.compile import loop

_page = types.Array(types.uint8, 3, "C")
_canvas = types.Array(types.uint32, 2, "C")
_pixels = types.Array(types.uint32, 1, "C")
_table = types.Array(types.int64, 2, "C")

# A pixel is a number of four bytes: opacity, red, green, blue.
OPAQUE = 0xFF
RED_AND_BLUE = 0xFF00FF
HALVES = 0x800080


@loop(types.void(_canvas, _pixels, _table, _table))
def lay_stamps(canvas, pixels, stamps, places):
    """Draw stamps on a canvas, one after the other, clipped at its edges.

    Args:
        canvas: rows and columns of opaque pixels.
        pixels: the pixels of all stamps, row by row, with colours multiplied by their opacity.
        stamps: for each stamp its first pixel, its left and upper edge relative to its place, its width and height.
        places: for each stamp to draw its number, column and row.
    """
    height, width = canvas.shape
    for place in range(len(places)):
        stamp = places[place, 0]
        left, top = places[place, 1] + stamps[stamp, 1], places[place, 2] + stamps[stamp, 2]
        begin, end = max(0, -left), min(stamps[stamp, 3], width - left)
        if begin >= end:
            continue
        for row in range(max(0, -top), min(stamps[stamp, 4], height - top)):
            first = stamps[stamp, 0] + row * stamps[stamp, 3]
            above = pixels[first + begin : first + end]
            below = canvas[top + row, left + begin : left + end]
            for column in range(len(above)):  # without branches, so that it compiles to vector code
                pixel = above[column]
                rest = OPAQUE - (pixel >> 24)
                # Two colours at once, times rest / 255, rounded.
                others = (below[column] & RED_AND_BLUE) * rest + HALVES
                others = ((others + ((others >> 8) & RED_AND_BLUE)) >> 8) & RED_AND_BLUE
                green = ((below[column] >> 8) & 0xFF) * rest + 0x80
                green = (green + (green >> 8)) >> 8 & 0xFF
                below[column] = pixel + (others | green << 8)


@loop(types.void(_canvas, _page))
def take_colours(canvas, page):
    """Write red, green and blue of a canvas to a page: (rows, columns, 3)."""
    for row in range(canvas.shape[0]):
        for column in range(canvas.shape[1]):
            pixel = canvas[row, column]
            page[row, column, 0] = pixel >> 16 & 0xFF
            page[row, column, 1] = pixel >> 8 & 0xFF
            page[row, column, 2] = pixel & 0xFF
