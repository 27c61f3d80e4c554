"""What can be clicked in a picture."""

import re

ACTIONS = re.compile(r'data-actions="([\d ]+)"')


def clickable(picture):
    """The actions that something drawn stands for."""
    return {int(action) for found in ACTIONS.findall(picture.drawn) for action in found.split()}
