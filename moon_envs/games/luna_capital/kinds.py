"""The codes of what a plot can hold and a tile can show, for rules, records and words (luna_capital 1.3)."""

from __future__ import annotations

import numpy as np

KINDS = (
    "void",
    "empty",
    "scaffold",
    "hydrogen_collector",
    "oxygen_collector",
    "water_condenser",
    "greenhouse_pear",
    "greenhouse_apple",
    "greenhouse_lemon",
    "greenhouse_mixed",
    "sales_office",
    "meteorite",
    "residential_hydrogen",
    "residential_oxygen",
    "residential_water",
    "residential_greenhouse",
    "complex_sales",
    "complex_residential",
    "landing_pad",
    "redistribution",
    "demolition",
)
VOID, EMPTY, SCAFFOLD, HYDROGEN, OXYGEN, WATER, PEAR, APPLE, LEMON, MIXED = range(10)
SALES_OFFICE, METEORITE, RESIDENTIAL_HYDROGEN = 10, 11, 12
RESIDENTIAL_GREENHOUSE, COMPLEX_SALES, COMPLEX_RESIDENTIAL = 15, 16, 17
LANDING_PAD, REDISTRIBUTION, DEMOLITION = 18, 19, 20

# The second cell of a double plot; the content of the plot stands on its first cell.
PART_OF_PLOT_LEFT, PART_OF_PLOT_ABOVE = 20, 21
CELL_VALUES = 22

KIND_NAMES = (
    "nothing",
    "empty plot",
    "scaffold",
    "hydrogen collector",
    "oxygen collector",
    "water condenser",
    "greenhouse with pears",
    "greenhouse with apples",
    "greenhouse with lemons",
    "greenhouse with all fruits",
    "sales office",
    "meteorite",
    "residential module for hydrogen",
    "residential module for oxygen",
    "residential module for water",
    "residential module for greenhouses",
    "residential complex for sales offices",
    "residential complex for residential modules",
    "landing pad",
    "redistribution",
    "demolition",
)
CELL_NAMES = (*KIND_NAMES[:DEMOLITION], "part of the plot to the left", "part of the plot above")

# A tile of a kind may be placed on plots with a content from EMPTY to this (luna_capital 1.4).
COVERS_UP_TO = np.full(len(KINDS), EMPTY, dtype=np.int8)
COVERS_UP_TO[RESIDENTIAL_HYDROGEN : LANDING_PAD + 1] = SCAFFOLD
COVERS_UP_TO[DEMOLITION] = REDISTRIBUTION

# A target is the kinds from TARGET_LOW to TARGET_HIGH. The first four are the basic modules; the residential modules
# follow the same order (luna_capital 9.1, 9.5).
TARGET_NAMES = ("hydrogen", "oxygen", "water", "greenhouse", "sales_office", "meteorite", "residential")
BASIC_TARGETS = 4
HYDROGEN_TARGET, OXYGEN_TARGET, WATER_TARGET, GREENHOUSE_TARGET = range(BASIC_TARGETS)
RESIDENTIAL_TARGET = len(TARGET_NAMES) - 1
TARGET_LOW = np.array([HYDROGEN, OXYGEN, WATER, PEAR, SALES_OFFICE, METEORITE, RESIDENTIAL_HYDROGEN], dtype=np.int8)
TARGET_HIGH = np.array([HYDROGEN, OXYGEN, WATER, MIXED, SALES_OFFICE, METEORITE, RESIDENTIAL_GREENHOUSE], dtype=np.int8)
NO_TARGET = -1
BASIC_TARGET = np.full(len(KINDS), NO_TARGET, dtype=np.int8)
for _target in range(BASIC_TARGETS):
    BASIC_TARGET[TARGET_LOW[_target] : TARGET_HIGH[_target] + 1] = _target

# The two cells of a double plot on its card, by the code in the table; cells are numbered 0 1 / 2 3.
DOUBLE_PLOTS: tuple[tuple[int, ...], ...] = ((), (0, 1), (2, 3), (0, 2), (1, 3))
